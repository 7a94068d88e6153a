// @ts-check
/** A puzzle: a position on the table, in which one drawing is clearly the best. */

import {loadCards} from "../cards.js";
import {el, icon} from "../dom.js";
import {needLinks} from "../links.js";
import {setScreenTitle} from "../page-title.js";
import {call} from "../protocol.js";
import {answerTo, keepAnswer, keptProgress, nextOf} from "../puzzles/progress.js";
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
  const onShown = () => {
    isShown = true;
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
      return () => openVerdict(verdict, hand, {next, all}, {isShown, onShown});
    },
    asking: async () => story,
    makeNote: () => makeNote(puzzle, number === list.today, all),
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

/** @param {Puzzle} puzzle @param {boolean} isToday @param {() => void} all */
function makeNote({number, difficulty}, isToday, all) {
  const name = t("puzzles.number", {number}),
    about = [...(isToday ? [t("puzzles.today")] : []), name, t(`puzzles.difficulty.${difficulty}`)],
    task = answerTo(keptProgress(), number) ? "puzzles.task.text" : "puzzles.first-try.text";
  return el(
    "section",
    {class: "retry-note paper puzzle-note", "aria-label": name},
    el("p", {}, el("small", {}, about.join(" · ")), t(task)),
    allButton(all),
  );
}
