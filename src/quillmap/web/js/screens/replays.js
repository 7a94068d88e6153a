// @ts-check
/** Which replay to watch: a finished game of this device, a link, or the file of a record. */

import {loadCards} from "../cards.js";
import {dayLabel} from "../daily/days.js";
import {el, icon, setClass} from "../dom.js";
import {keptTables} from "../memory.js";
import {call, Refusal} from "../protocol.js";
import {fromRecord, gameIn} from "../replay/source.js";
import {currentLanguage, figure, hasText, listed, needWords, signed, t} from "../words.js";
import {followed, prepare, topBar, troubleText} from "./parts/frame.js";
import {mountReplay} from "./replay.js";

const MOST = 20;

/**
 * @param {HTMLElement} root
 * @param {import("../main.js").Context} context
 * @returns {Promise<import("../main.js").Opened>}
 */
export async function open(root, {go}) {
  const [catalogue] = await Promise.all([loadCards(), prepare("waiting", "replay"), needWords("replay")]);
  /** @type {import("../main.js").Opened | null} */
  let replay = null;
  let isOpen = true;
  const trouble = el("p", {class: "trouble", role: "alert"});

  /** @param {unknown} error */
  function complain(error) {
    const key = error instanceof Refusal ? `replay.problem.${error.code}.text` : "";
    trouble.textContent = hasText(key) ? t(key) : troubleText(error);
  }

  /** @param {File | undefined} file */
  async function take(file) {
    trouble.textContent = "";
    if (!file) return;
    try {
      const source = await fromRecord(await file.text());
      if (isOpen) replay = mountReplay(root, source, {catalogue, go, hash: ""});
    } catch (error) {
      complain(error);
    }
  }

  let drop = el("section");
  function build() {
    const mine = room("my-games", t("screens.home.mine"), el("p", {class: "nobody"}, t("screens.table.opening"))),
      byLink = linkRoom(go, trouble);
    drop = fileRoom((file) => void take(file));
    root.className = "replay-chooser";
    const rooms = el("main", {class: "replay-rooms"}, mine, byLink, drop, trouble);
    root.replaceChildren(topBar(t("replay.watch"), go), rooms);
    void listMine(mine, go, () => isOpen && mine.isConnected);
  }
  /** @param {Event} event */
  function dragged(event) {
    if (replay) return;
    event.preventDefault();
    setClass(drop, "over", event.type === "dragover");
    if (event.type === "drop") void take(/** @type {DragEvent} */ (event).dataTransfer?.files[0]);
  }
  for (const name of ["dragover", "dragleave", "drop"]) root.addEventListener(name, dragged);
  build();
  return {
    close() {
      isOpen = false;
      for (const name of ["dragover", "dragleave", "drop"]) root.removeEventListener(name, dragged);
      replay?.close?.();
    },
    words() {
      // Not by the address: it may be another one already, whose screen is still on its way.
      if (replay) replay.words?.();
      else build();
    },
  };
}

/** What a game of one is called. @param {import("../types.js").GameSummary} summary */
const soloName = ({day}) =>
  day
    ? t("screens.home.expedition", {day: dayLabel(day, currentLanguage(), {day: "numeric", month: "long"})})
    : t("page.head.alone");

/** @param {string} name @param {string} title @param {...Node} nodes */
const room = (name, title, ...nodes) =>
  el("section", {class: `${name} paper`, "aria-label": title}, el("h2", {}, title), ...nodes);

/** Where a link, or the id of a game, is pasted. @param {(path: string) => void} go @param {HTMLElement} trouble */
function linkRoom(go, trouble) {
  const follow = () => {
    const game = gameIn(link.value);
    if (game) go(`/g/${game}`);
    else if (link.value.trim()) trouble.textContent = t("replay.problem.no-link.text");
    else link.focus();
  };
  const on = {keydown: (/** @type {KeyboardEvent} */ event) => event.key === "Enter" && follow()};
  const about = {type: "text", id: "replay-link", autocomplete: "off", spellcheck: "false", enterkeyhint: "go", on},
    link = /** @type {HTMLInputElement} */ (el("input", about));
  const button = {class: "btn main", id: "follow", on: {click: follow}},
    open = el("button", button, icon("r-play"), t("replay.link.open"));
  const label = el("label", {for: "replay-link"}, t("replay.link.label"));
  return room("by-link", t("replay.link"), label, el("div", {class: "link-row"}, link, open));
}

const RECORDS = ".jsonl,.json,.txt,application/jsonl,application/json,text/plain";

/** Where the file of a record is chosen, or dropped. @param {(file: File | undefined) => void} take */
function fileRoom(take) {
  const on = {change: () => take(file.files?.[0])},
    file = /** @type {HTMLInputElement} */ (el("input", {type: "file", id: "replay-file", accept: RECORDS, on}));
  const choose = el("label", {class: "btn", for: "replay-file"}, icon("i-pencil"), t("replay.file.choose"));
  return room("drop", t("replay.file"), el("p", {}, t("replay.file.text")), choose, file);
}

/**
 * The finished games of this device's tables, the latest first.
 * @param {HTMLElement} root
 * @param {(path: string) => void} go
 * @param {() => boolean} still
 */
async function listMine(root, go, still) {
  const tables = await Promise.all(
    keptTables()
      .slice(0, MOST)
      .map(({id}) =>
        call("GET", `/api/tables/${id}`).then(
          (answer) => answer.table,
          () => null,
        ),
      ),
  );
  const games = tables.flatMap((table) => (table ? /** @type {string[]} */ (table.games) : []));
  const found = await Promise.all(
    [...new Set(games)].slice(0, MOST).map((game) => call("GET", `/api/games/${game}`).catch(() => null)),
  );
  if (!still()) return;
  /** @type {import("../types.js").GameSummary[]} */
  const summaries = found.filter(Boolean).sort((a, b) => (b.ended ?? 0) - (a.ended ?? 0));
  const lines = summaries.map((summary) => {
    const {game, names, totals, ranks, rating, ended} = summary,
      winners = names.filter((_, n) => ranks[n] === 1);
    const when = new Date((ended ?? 0) * 1000).toLocaleDateString(currentLanguage(), {
      day: "numeric",
      month: "short",
      year: "numeric",
    });
    const result =
      rating === null
        ? `${listed(winners)}: ${t("terms.stars", {count: Math.max(...totals)})}`
        : `${t("terms.stars", {count: totals[0]})}, ${t("terms.score.rating")} ${signed(rating)}`;
    const who =
      names.length === 1
        ? soloName(summary)
        : names.length > 4
          ? t("terms.players", {count: names.length})
          : listed([...names]);
    return el(
      "li",
      {},
      el(
        "a",
        {
          class: "btn replay-line",
          href: `/g/${game}`,
          on: {click: followed(go, `/g/${game}`)},
        },
        icon("r-play"),
        el("span", {}, el("b", {}, who), el("small", {}, `${when} · ${result}`)),
        el("span", {class: "num"}, figure(Math.max(...totals))),
      ),
    );
  });
  root.lastElementChild?.replaceWith(
    lines.length ? el("ul", {class: "replay-lines"}, ...lines) : el("p", {class: "nobody"}, t("replay.mine-none.text")),
  );
}
