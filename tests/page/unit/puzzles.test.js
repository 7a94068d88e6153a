import assert from "node:assert/strict";
import {beforeEach, test} from "node:test";

import {exported, imported} from "../../../src/quillmap/web/js/my-games.js";
import {
  answerTo,
  isProgress,
  keepAnswer,
  keptProgress,
  merged,
  nextOf,
  rowOf,
  solvedOf,
} from "../../../src/quillmap/web/js/puzzles/progress.js";
import {verdictKey} from "../../../src/quillmap/web/js/puzzles/verdict.js";
import {kept, loadPage} from "./surroundings.js";

await loadPage("puzzles");

beforeEach(() => kept.clear());

const right = (/** @type {number} */ number, at = number) => ({number, isRight: true, at});
const wrong = (/** @type {number} */ number, at = number) => ({number, isRight: false, at});

test("only the first answer to a puzzle counts", () => {
  keepAnswer(wrong(4, 10), "2026-11-17");
  keepAnswer(right(4, 20), "2026-11-17");
  assert.deepEqual(keptProgress(), {answers: [wrong(4, 10)], days: []});
});

test("the puzzle of the day counts for its day if it was solved at once", () => {
  keepAnswer(right(4, 10), "2026-11-16");
  keepAnswer(right(5, 20), "2026-11-17");
  keepAnswer(right(6, 30), "");
  assert.deepEqual(keptProgress().days, ["2026-11-17", "2026-11-16"]);
});

test("a row ends with the latest miss", () => {
  assert.equal(rowOf({answers: [], days: []}), 0);
  assert.equal(rowOf({answers: [right(1)], days: []}), 1);
  assert.equal(rowOf({answers: [right(9), right(8), wrong(7), right(6)], days: []}), 2);
  assert.equal(rowOf({answers: [wrong(9), right(8)], days: []}), 0);
});

test("what is solved is counted among the puzzles of a difficulty", () => {
  const progress = {answers: [right(9), wrong(8), right(2)], days: []};
  assert.equal(solvedOf(progress, [2, 8, 9, 11]), 2);
  assert.equal(solvedOf(progress, [1, 3]), 0);
});

test("the next puzzle is one without an answer, after this one and then before it; at last they begin again", () => {
  const some = {answers: [right(2), wrong(5)], days: []};
  assert.equal(nextOf(some, [2, 5, 8, 9]), 8);
  assert.equal(nextOf(some, [2, 5, 8, 9], 8), 9);
  assert.equal(nextOf(some, [1, 2, 5, 8], 8), 1);
  assert.equal(nextOf(some, [2, 5], 2), 5);
  assert.equal(nextOf(some, [2, 5], 5), 2);
});

test("of two devices the earlier answer counts", () => {
  const found = merged(
    {answers: [right(3, 50)], days: ["2026-11-16"]},
    {answers: [wrong(3, 40), right(1, 60)], days: []},
  );
  assert.deepEqual(found.answers, [right(1, 60), wrong(3, 40)]);
  assert.deepEqual(found.days, ["2026-11-16"]);
});

test("progress goes into the file of one's games, and comes back from it", () => {
  keepAnswer(right(4, 10), "2026-11-17");
  const file = exported();
  kept.clear();
  assert.deepEqual(imported(file), {came: 0, skipped: 0});
  assert.deepEqual(keptProgress(), {answers: [right(4, 10)], days: ["2026-11-17"]});
});

test("what is no progress is neither kept nor shown", () => {
  for (const bad of [null, {}, {answers: {}, days: []}, {answers: [{number: "1"}], days: []}, {answers: [], days: [1]}])
    assert.equal(isProgress(bad), false);
  kept.set("quillmap.puzzles", "{");
  assert.deepEqual(keptProgress(), {answers: [], days: []});
  const file = JSON.stringify({format: "quillmap-games", version: 1, tables: [], puzzles: {answers: 3}});
  assert.deepEqual(imported(file), {came: 0, skipped: 0});
  assert.equal(answerTo(keptProgress(), 3), null);
});

test("whoever was shown the solution has not found it", () => {
  assert.equal(verdictKey(true, false), "puzzles.right");
  assert.equal(verdictKey(true, true), "puzzles.solution");
  assert.equal(verdictKey(false, true), "puzzles.wrong");
});
