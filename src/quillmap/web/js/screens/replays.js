// @ts-check
/** Which replay to watch: a game of this device, of an expedition, by a link, or from the file of a record. */

import {dayLabel} from "../daily/days.js";
import {keptResults} from "../daily/diary.js";
import {latestRanking} from "../daily/latest.js";
import {bestOf} from "../daily/ranking.js";
import {el, icon, setClass} from "../dom.js";
import {call} from "../protocol.js";
import {isHeld, recordIn} from "../replay/game-link.js";
import {FILE, openFile} from "../replay/opened-file.js";
import {problemText} from "../replay/problem-text.js";
import {gameIn} from "../replay/source.js";
import {wayBack} from "../way-back.js";
import {currentLanguage, needWords, t} from "../words.js";
import {prepare, topBar} from "./parts/frame.js";
import {showAll} from "./parts/game-list.js";
import {noGames} from "./parts/no-games.js";

/**
 * @param {HTMLElement} root
 * @param {import("../main.js").Context} context
 * @returns {Promise<import("../main.js").Opened>}
 */
export async function open(root, {hash, go}) {
  await Promise.all([prepare("waiting", "setup", "replay", "daily"), needWords("replay", "games", "daily")]);
  let isOpen = true;
  const trouble = el("p", {class: "trouble", role: "alert"});

  /** @param {unknown} error */
  function complain(error) {
    trouble.textContent = problemText(error);
  }

  /** @param {() => Promise<{record: string, moment: string} | null>} load */
  async function take(load) {
    trouble.textContent = "";
    try {
      const found = await load();
      if (!found) return;
      await openFile(found.record);
      if (!isOpen) return;
      wayBack.rename("/g"); // whoever comes back has seen what the link holds
      go(`/g/${FILE}${found.moment}`);
    } catch (error) {
      complain(error);
    }
  }
  /** @param {File | undefined} file */
  const takeFile = (file) => void take(async () => (file ? {record: await file.text(), moment: ""} : null));

  let drop = el("section");
  function build() {
    const mine = room(
        "my-games",
        t("screens.home.mine"),
        el("div", {}, el("p", {class: "nobody"}, t("screens.table.opening"))),
      ),
      byLink = linkRoom(go),
      others = room("others none", t("replay.expedition"));
    drop = fileRoom(takeFile, trouble);
    root.className = "replay-chooser";
    const rooms = el("main", {class: "replay-rooms"}, mine, others, byLink, drop);
    root.replaceChildren(topBar(t("games.title"), go), rooms);
    const content = /** @type {HTMLElement} */ (mine.lastElementChild);
    const still = () => isOpen && mine.isConnected;
    void showAll(content, {go, still, none: () => noGames(t("replay.mine-none.text"), go)});
    void showOthers(others, go);
  }
  /** @param {Event} event */
  function dragged(event) {
    event.preventDefault();
    setClass(drop, "over", event.type === "dragover");
    if (event.type === "drop") takeFile(/** @type {DragEvent} */ (event).dataTransfer?.files[0]);
  }
  for (const name of ["dragover", "dragleave", "drop"]) root.addEventListener(name, dragged);
  build();
  void take(() => recordIn(hash));
  return {
    close() {
      isOpen = false;
      for (const name of ["dragover", "dragleave", "drop"]) root.removeEventListener(name, dragged);
    },
    words: build,
  };
}

/** @param {string} name @param {string} title @param {...Node} nodes */
const room = (name, title, ...nodes) =>
  el("section", {class: `${name} paper`, "aria-label": title}, el("h2", {}, title), ...nodes);

/**
 * The best of the last expedition that is over, if there are any.
 * @param {HTMLElement} root
 * @param {(path: string) => void} go
 */
async function showOthers(root, go) {
  const today = await call("GET", "/api/daily/today").catch(() => null),
    found = today && (await latestRanking(today.day));
  if (!found) return;
  const mine = keptResults().find(({day}) => day === found.day)?.game ?? "";
  root.append(el("p", {class: "fine"}, dayLabel(found.day, currentLanguage())), bestOf(found.rows, mine, go));
  setClass(root, "none", false);
}

/** Where a link, or the id of a game, is pasted. @param {(path: string) => void} go */
function linkRoom(go) {
  const trouble = el("p", {class: "trouble", role: "alert"});
  const follow = () => {
    const game = gameIn(link.value);
    if (isHeld(link.value)) go(`/g${link.value.slice(link.value.indexOf("#"))}`);
    else if (game) go(`/g/${game}`);
    else if (link.value.trim()) trouble.textContent = t("replay.problem.no-link.text");
    else link.focus();
  };
  const on = {
    keydown: (/** @type {KeyboardEvent} */ event) => event.key === "Enter" && follow(),
    input: () => trouble.replaceChildren(),
  };
  const about = {type: "text", id: "replay-link", autocomplete: "off", spellcheck: "false", enterkeyhint: "go", on},
    link = /** @type {HTMLInputElement} */ (el("input", about));
  const button = {class: "btn main", id: "follow", on: {click: follow}},
    open = el("button", button, icon("r-play"), t("replay.link.open"));
  const label = el("label", {for: "replay-link"}, t("replay.link.label"));
  return room("by-link", t("replay.link"), label, el("div", {class: "link-row"}, link, open), trouble);
}

const RECORDS = ".jsonl,.json,.txt,application/jsonl,application/json,text/plain";

/**
 * Where the file of a record is chosen, or dropped.
 * @param {(file: File | undefined) => void} take
 * @param {HTMLElement} trouble where it says what is wrong with a file
 */
function fileRoom(take, trouble) {
  const on = {change: () => take(file.files?.[0])},
    file = /** @type {HTMLInputElement} */ (el("input", {type: "file", id: "replay-file", accept: RECORDS, on}));
  const choose = el("label", {class: "btn", for: "replay-file"}, icon("i-pencil"), t("replay.file.choose"));
  return room("drop", t("replay.file"), el("p", {}, t("replay.file.text")), choose, file, trouble);
}
