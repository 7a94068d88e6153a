// @ts-check
/** Which replay to watch: a finished game of this device, a link, or the file of a record. */

import {loadCards} from "../cards.js";
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

  const link = /** @type {HTMLInputElement} */ (
    el("input", {
      type: "text",
      id: "replay-link",
      autocomplete: "off",
      spellcheck: "false",
      enterkeyhint: "go",
      on: {keydown: (/** @type {KeyboardEvent} */ event) => event.key === "Enter" && follow()},
    })
  );
  function follow() {
    const game = gameIn(link.value);
    if (game) go(`/g/${game}`);
    else if (link.value.trim()) trouble.textContent = t("replay.problem.no-link.text");
    else link.focus();
  }
  const file = /** @type {HTMLInputElement} */ (
    el("input", {
      type: "file",
      id: "replay-file",
      accept: ".jsonl,.json,.txt,application/jsonl,application/json,text/plain",
      on: {change: () => void take(file.files?.[0])},
    })
  );
  const drop = el(
    "section",
    {class: "drop paper", "aria-label": t("replay.file")},
    el("h2", {}, t("replay.file")),
    el("p", {}, t("replay.file.text")),
    el("label", {class: "btn", for: "replay-file"}, icon("i-pencil"), t("replay.file.choose")),
    file,
  );
  const mine = el(
    "section",
    {class: "my-games paper", "aria-label": t("screens.home.mine")},
    el("h2", {}, t("screens.home.mine")),
    el("p", {class: "nobody"}, t("screens.table.opening")),
  );

  function build() {
    root.className = "replay-chooser";
    root.replaceChildren(
      topBar(t("replay.watch"), go),
      el(
        "main",
        {class: "replay-rooms"},
        mine,
        el(
          "section",
          {class: "by-link paper", "aria-label": t("replay.link")},
          el("h2", {}, t("replay.link")),
          el("label", {for: "replay-link"}, t("replay.link.label")),
          el(
            "div",
            {class: "link-row"},
            link,
            el("button", {class: "btn main", id: "follow", on: {click: follow}}, icon("r-play"), t("replay.link.open")),
          ),
        ),
        drop,
        trouble,
      ),
    );
  }
  for (const name of ["dragover", "dragleave", "drop"]) root.addEventListener(name, dragged);
  /** @param {Event} event */
  function dragged(event) {
    if (replay) return;
    event.preventDefault();
    setClass(drop, "over", event.type === "dragover");
    if (event.type === "drop") void take(/** @type {DragEvent} */ (event).dataTransfer?.files[0]);
  }
  build();
  void listMine(mine, go, () => isOpen);
  return {
    close() {
      isOpen = false;
      for (const name of ["dragover", "dragleave", "drop"]) root.removeEventListener(name, dragged);
      replay?.close?.();
    },
    words() {
      if (replay) replay.words?.();
      else go("/g");
    },
  };
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
        ? t("page.head.alone")
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
