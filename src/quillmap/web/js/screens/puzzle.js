// @ts-check
/** A puzzle: a position on the table, in which one drawing is clearly the best. */

import {loadCards} from "../cards.js";
import {el, icon, setText} from "../dom.js";
import {needLinks} from "../links.js";
import {setScreenTitle} from "../page-title.js";
import {call} from "../protocol.js";
import {answerTo, keepAnswer, keptProgress, nextOf, rowOf} from "../puzzles/progress.js";
import {openVerdict} from "../puzzles/verdict.js";
import {needWords, t} from "../words.js";
import {prepare, topBar, troubleText} from "./parts/frame.js";
import {showPosition} from "./parts/position-table.js";

/** @typedef {import("../types.js").PuzzlePosition} Puzzle */
/** @typedef {import("../types.js").PuzzleList} PuzzleList */

/**
 * @param {HTMLElement} root
 * @param {import("../main.js").Context} context
 * @returns {Promise<import("../main.js").Opened>}
 */
export async function open(root, {params: [number], go}) {
  const words = Promise.all([
    needWords("endings", "replay", "absence", "signals", "daily", "turns", "review", "puzzles"),
    prepare("waiting", "endings", "absence", "daily", "review", "puzzles"),
    needLinks(),
  ]);
  const all = () => go("/puzzles");
  try {
    const [catalogue, puzzle, list] = await Promise.all([
      loadCards(),
      call("GET", `/api/puzzles/${number}`),
      call("GET", "/api/puzzles"),
      words,
    ]);
    return mountPuzzle(root, {puzzle, list, catalogue, go, all});
  } catch (error) {
    await words;
    root.className = "replay-chooser";
    root.replaceChildren(
      topBar(t("puzzles.title"), go),
      el("main", {class: "replay-trouble paper"}, el("p", {role: "alert"}, troubleText(error)), allButton(all)),
    );
    return {};
  }
}

/** @param {() => void} all */
const allButton = (all) =>
  el("button", {class: "btn", on: {click: all}}, icon("i-back"), el("span", {}, t("puzzles.all")));

/**
 * @param {HTMLElement} root
 * @param {{puzzle: Puzzle, list: PuzzleList, catalogue: import("../types.js").Catalogue, go: (path: string) => void,
 *   all: () => void}} about
 * @returns {import("../main.js").Opened}
 */
function mountPuzzle(root, {puzzle, list, catalogue, go, all}) {
  const {number, difficulty, position, story} = puzzle;
  let isShown = false;
  let note = makeNote(puzzle, number === list.today, all);
  const onShown = (/** @type {string} */ text) => {
    isShown = true;
    note.tell(text);
  };
  const next = () => go(`/puzzles/${nextOf(keptProgress(), list[difficulty], number)}`);
  const shown = showPosition(root, {
    position,
    names: [t("puzzles.number", {number})],
    catalogue,
    go,
    async judge(move, hand) {
      const verdict = await call("POST", `/api/puzzles/${number}`, {move});
      keepAnswer({number, isRight: verdict.right, at: Date.now()}, number === list.today ? list.day : "");
      const progress = keptProgress(),
        isFound = verdict.right && !isShown && answerTo(progress, number)?.isRight;
      return () => openVerdict(verdict, hand, {next, all}, {isShown, onShown, row: isFound ? rowOf(progress) : 0});
    },
    asking: async () => story,
    makeNote() {
      note = makeNote(puzzle, number === list.today, all);
      return note.node;
    },
    ways: () => [
      ["i-next", t("puzzles.next"), next],
      ["i-back", t("puzzles.all"), all],
    ],
  });
  setScreenTitle(`${t("puzzles.number", {number})} – Quillmap`);
  return {
    close() {
      setScreenTitle("Quillmap");
      shown.close();
    },
    words: shown.words,
  };
}

/**
 * What the task is; later it can tell something else.
 * @param {Puzzle} puzzle
 * @param {boolean} isToday
 * @param {() => void} all
 */
function makeNote({number, difficulty}, isToday, all) {
  const name = t("puzzles.number", {number}),
    about = [...(isToday ? [t("puzzles.today")] : []), name, t(`puzzles.difficulty.${difficulty}`)],
    task = answerTo(keptProgress(), number) ? "puzzles.task.text" : "puzzles.first-try.text";
  const told = el("span", {}, t(task)),
    node = el(
      "section",
      {class: "retry-note paper puzzle-note", "aria-label": name},
      el("p", {}, el("small", {}, about.join(" · ")), told),
      allButton(all),
    );
  return {node, tell: (/** @type {string} */ text) => setText(told, text)};
}
