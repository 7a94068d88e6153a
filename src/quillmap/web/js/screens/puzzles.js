// @ts-check
/** Puzzles: the one of the day, and three difficulties with what this device has solved of them. */

import {streakOf} from "../daily/days.js";
import {el, icon, paint} from "../dom.js";
import {miniMap} from "../minimap.js";
import {call} from "../protocol.js";
import {answerTo, keptProgress, nextOf, rowOf, solvedOf} from "../puzzles/progress.js";
import {needWords, t} from "../words.js";
import {followed, prepare, topBar, troubleText} from "./parts/frame.js";

/** @typedef {import("../types.js").PuzzleList} PuzzleList */
/** @typedef {import("../puzzles/progress.js").Progress} Progress */

const DIFFICULTIES = /** @type {const} */ (["easy", "medium", "hard"]);

/**
 * @param {HTMLElement} root
 * @param {import("../main.js").Context} context
 * @returns {Promise<import("../main.js").Opened>}
 */
export async function open(root, {go}) {
  await Promise.all([prepare("waiting", "puzzles"), needWords("puzzles")]);
  root.className = "puzzles";
  const main = el("main", {});
  root.replaceChildren(topBar(t("puzzles.title"), go), main);
  try {
    const list = await call("GET", "/api/puzzles");
    const today = await call("GET", `/api/puzzles/${list.today}`);
    show(main, {list, today, progress: keptProgress(), go});
  } catch (error) {
    main.replaceChildren(el("p", {class: "nobody", role: "alert"}, troubleText(error)));
  }
  return {};
}

/**
 * @param {HTMLElement} main
 * @param {{list: PuzzleList, today: import("../types.js").PuzzlePosition, progress: Progress,
 *   go: (path: string) => void}} about
 */
function show(main, {list, today, progress, go}) {
  const row = rowOf(progress);
  main.replaceChildren(
    el("p", {class: "puzzles-about"}, t("puzzles.about.text")),
    el(
      "div",
      {class: "puzzle-rooms"},
      todayRoom(list, today, progress, go),
      ...DIFFICULTIES.map((difficulty) => difficultyRoom(difficulty, list[difficulty], progress, go)),
    ),
    row > 1 ? el("p", {class: "puzzle-row"}, icon("i-crown"), t("puzzles.row", {count: row})) : "",
  );
}

/**
 * @param {PuzzleList} list
 * @param {import("../types.js").PuzzlePosition} today
 * @param {Progress} progress
 * @param {(path: string) => void} go
 */
function todayRoom({day, today: number}, {difficulty, position}, progress, go) {
  const answer = answerTo(progress, number),
    days = streakOf(progress.days, day);
  const text = answer
    ? answer.isRight
      ? "puzzles.today.solved.text"
      : "puzzles.today.missed.text"
    : "puzzles.today.text";
  const map = el("div", {class: "puzzle-map"});
  paint(map, miniMap(position.board.seats[0].sheet));
  return el(
    "section",
    {class: "paper puzzle-today", "aria-label": t("puzzles.today")},
    el("h2", {}, t("puzzles.today"), el("small", {}, t(`puzzles.difficulty.${difficulty}`))),
    map,
    el(
      "div",
      {class: "puzzle-words"},
      el("p", {}, t(text)),
      days > 1 ? el("p", {class: "fine"}, t("puzzles.days", {count: days})) : "",
      link(number, answer ? "puzzles.look" : "puzzles.solve", t("puzzles.today"), !answer, go),
    ),
  );
}

/**
 * @param {typeof DIFFICULTIES[number]} difficulty
 * @param {number[]} numbers
 * @param {Progress} progress
 * @param {(path: string) => void} go
 */
function difficultyRoom(difficulty, numbers, progress, go) {
  const name = t(`puzzles.difficulty.${difficulty}`),
    next = nextOf(progress, numbers),
    isThrough = answerTo(progress, next) !== null;
  return el(
    "section",
    {class: "paper", "aria-label": name},
    el("h2", {}, name),
    el("p", {}, t(isThrough ? "puzzles.whole.text" : `puzzles.${difficulty}.text`)),
    el("p", {class: "fine"}, t("puzzles.solved", {done: solvedOf(progress, numbers), all: numbers.length})),
    link(next, "puzzles.solve", name, false, go),
  );
}

/**
 * The way to a puzzle.
 * @param {number} number
 * @param {string} key
 * @param {string} what it belongs to, for those who hear it alone
 * @param {boolean} isMain
 * @param {(path: string) => void} go
 */
function link(number, key, what, isMain, go) {
  const path = `/puzzles/${number}`;
  return el(
    "a",
    {
      class: `btn ${isMain ? "main" : ""}`,
      href: path,
      "aria-label": `${t(key)}: ${what}`,
      on: {click: followed(go, path)},
    },
    icon("i-next"),
    el("span", {}, t(key)),
  );
}
