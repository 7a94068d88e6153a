import assert from "node:assert/strict";
import {beforeEach, test} from "node:test";

import {Hand} from "../../../src/quillmap/web/js/hand.js";
import {createHovering, SWING, watchChanges} from "../../../src/quillmap/web/js/table/hovering.js";
import {Clock} from "./surroundings.js";

let clock = new Clock();
/** @type {any[]} */
let shown = [];
/** @type {any} */
let view;
/** @type {any} */
let hand;
/** @type {ReturnType<typeof createHovering>} */
let hovering;
let isOpen = true;

/** Frames come 16 ms later. */
beforeEach(() => {
  clock = new Clock();
  clock.now = 10_000;
  shown = [];
  isOpen = true;
  view = {preview: null, own: {choices: {sheet: 0}}, board: {seats: [{sheet: "sheet"}]}};
  hand = new Hand(() => {});
  hand.kind = "piece";
  hovering = createHovering(
    hand,
    () => view,
    {
      scene: () => "scene",
      isOpen: () => isOpen,
      piece: (sheet, isSwift) => void shown.push(["piece", sheet, isSwift]),
      board: () => void shown.push("board"),
      parts: (_, from, to) => void shown.push([from, to]),
    },
    {
      now: () => clock.now,
      later: /** @type {any} */ (clock.later),
      notLater: clock.never,
      nextFrame: (act) => clock.later(act, 16),
      noFrame: clock.never,
    },
  );
});

/** @param {number} row @param {number} column */
function lay(row, column) {
  hand.at = {row, column};
  hovering.hover();
}
const EXPLAINED = ["board", [0, 3], [3, 5], [5, Infinity]];

test("a piece that moves is all that is shown", () => {
  lay(1, 1);
  clock.pass(50);
  lay(1, 2);
  clock.pass(50);
  lay(1, 3);
  assert.deepEqual(shown, [
    ["piece", "sheet", false],
    ["piece", "sheet", true],
    ["piece", "sheet", true],
  ]);
});

test("a piece that rests is explained, a few parts a frame", () => {
  lay(1, 1);
  clock.pass(SWING + 15);
  assert.deepEqual(shown, [["piece", "sheet", false]]);
  clock.pass(1);
  assert.deepEqual(shown.slice(1), ["board"]);
  clock.pass(16);
  assert.deepEqual(shown.slice(1), ["board", [0, 3]]);
  clock.pass(100);
  assert.deepEqual(shown.slice(1), EXPLAINED);
});

test("a piece that goes on is not explained any further", () => {
  lay(1, 1);
  clock.pass(SWING + 20);
  lay(1, 2);
  clock.pass(SWING - 1);
  assert.deepEqual(shown, [["piece", "sheet", false], "board", ["piece", "sheet", false]]);
});

test("a preview that comes while the piece rests is shown, once", () => {
  lay(1, 1);
  clock.pass(1000);
  shown = [];
  hovering.hover();
  clock.pass(1000);
  assert.deepEqual(shown, [], "nothing has changed");
  view = {...view, preview: {}};
  hovering.hover();
  clock.pass(1000);
  assert.deepEqual(shown, EXPLAINED);
});

test("a piece that is pinned is explained at once, and whole", () => {
  hand.isPinned = true;
  lay(1, 1);
  assert.deepEqual(shown, [[0, Infinity], "board"]);
});

test("nothing is shown where there is no game, or after the end", () => {
  isOpen = false;
  hovering.showHand();
  assert.deepEqual(shown, []);
  isOpen = true;
  lay(1, 1);
  shown = [];
  hovering.stop();
  clock.pass(1000);
  assert.deepEqual(shown, []);
});

test("only the preview may change while a piece hovers", () => {
  const ui = {stamp: 0},
    changes = watchChanges(ui);
  /** @type {any} */
  const first = {board: {}, preview: null, isSending: false};
  assert.equal(changes.isHovering(first), false);
  const {stamp} = ui;
  assert.equal(changes.isHovering(first), true);
  assert.equal(changes.isHovering({...first, preview: {}}), true);
  assert.equal(ui.stamp, stamp);
  assert.equal(changes.isHovering({...first, isSending: true}), false);
  assert.notEqual(ui.stamp, stamp);
  changes.forget();
  assert.equal(changes.isHovering({...first, isSending: true}), false);
});

test("what the screen itself has changed is shown", () => {
  const ui = {stamp: 0},
    changes = watchChanges(ui);
  /** @type {any} */
  const view = {board: {}, preview: null};
  changes.isHovering(view);
  ui.stamp++;
  assert.equal(changes.isHovering(view), false);
});
