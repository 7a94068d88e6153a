import assert from "node:assert/strict";
import {beforeEach, test} from "node:test";

import {Hand} from "../../../src/quillmap/web/js/hand.js";
import {printedShapes} from "../../../src/quillmap/web/js/session.js";
import {nameOf, numberOf, stepFrom} from "../../../src/quillmap/web/js/spaces.js";
import {freshSpaces} from "../../../src/quillmap/web/js/table/board.js";
import {measured, Pointers} from "../../../src/quillmap/web/js/table/board-input.js";
import {data, loadPage} from "./surroundings.js";

await loadPage();

const question = data.questions.find(
  (/** @type {any} */ {choices}) => choices.ask === "draw" && choices.places?.length > 4,
);
const UNIT = 50;
/** @type {Hand} */
let hand;
/** @type {string[]} */
let done = [];
/** @type {Pointers} */
let pointers;

beforeEach(() => {
  hand = new Hand(() => {});
  hand.take(question.choices, printedShapes(question.card));
  done = [];
  pointers = new Pointers(
    {
      hand,
      pin() {
        done.push("pin");
        hand.pin();
      },
    },
    {inSpaces: ({clientX, clientY}) => ({x: clientX / UNIT, y: clientY / UNIT}), forget() {}},
    () => {},
  );
});

/** @param {string} type @param {number} x @param {number} y @param {number} [pointerId] @returns {any} */
const finger = (type, x, y, pointerId = 1) => ({
  type,
  pointerId,
  pointerType: "touch",
  clientX: x,
  clientY: y,
  timeStamp: 0,
});
/** The middle of a place where the piece fits, in spaces. */
function goodPlace() {
  const n = [...(hand.legal ?? [])].indexOf(1);
  return {x: (n % 11) + hand.grip[1] + 0.5, y: Math.floor(n / 11) + hand.grip[0] + 0.5};
}

test("points are measured in spaces, also on a sheet that lies askew", () => {
  assert.deepEqual(measured({x: 125, y: 25}, {x: 25, y: 25}, {x: 525, y: 25}), {x: 2.5, y: 0.5});
  const {x, y} = measured({x: 25, y: 125}, {x: 25, y: 25}, {x: 25, y: 525});
  assert.deepEqual([x, y], [2.5, 0.5]);
});

test("a mouse carries the piece until it is pinned", () => {
  pointers.moved({...finger("pointermove", 250, 250), pointerType: "mouse"});
  assert.ok(hand.isPlaced);
  const {x, y} = goodPlace();
  pointers.press({x, y});
  assert.deepEqual(done, ["pin"]);
  const lies = hand.names;
  pointers.moved({...finger("pointermove", 500, 500), pointerType: "mouse"});
  assert.deepEqual(hand.names, lies);
});

test("a press on a space that the piece covers moves its middle there", () => {
  const steps = [...(hand.legal ?? [])].flatMap((is, n, all) => (is && all[n + 1] && n % 11 < 7 ? [n] : [])),
    at = {x: (steps[0] % 11) + hand.grip[1] + 0.5, y: Math.floor(steps[0] / 11) + hand.grip[0] + 0.5};
  pointers.press(at);
  const column = hand.at?.column ?? NaN;
  assert.ok(hand.isPinned);
  pointers.press({x: at.x + 1, y: at.y});
  assert.equal(hand.at?.column, column + 1);
  assert.ok(hand.isPinned);
});

test("a second press on the same space leaves the piece where it lies", () => {
  const at = goodPlace();
  pointers.press(at);
  const lies = hand.names;
  pointers.press(at);
  assert.deepEqual(hand.names, lies);
  assert.ok(hand.isPinned);
});

test("a tap lays the piece, a drag carries it above the finger", () => {
  const {x, y} = goodPlace();
  pointers.pressed(finger("pointerdown", x * UNIT, y * UNIT));
  pointers.moved(finger("pointermove", x * UNIT + 3, y * UNIT));
  assert.equal(hand.isPlaced, false, "a finger trembles");
  pointers.released(finger("pointerup", x * UNIT + 3, y * UNIT));
  assert.deepEqual(done, ["pin"]);
  pointers.pressed(finger("pointerdown", 300, 400));
  pointers.moved(finger("pointermove", 300, 350));
  assert.ok(hand.at && hand.turn && hand.at.row + hand.turn.height <= 7);
  pointers.released(finger("pointerup", 300, 350));
  assert.deepEqual(done, ["pin", "pin"]);
});

test("a tap of a second finger turns, once", () => {
  pointers.pressed(finger("pointerdown", 100, 100, 1));
  pointers.pressed(finger("pointerdown", 200, 100, 2));
  pointers.released(finger("pointerup", 200, 100, 2));
  pointers.released(finger("pointerup", 100, 100, 1));
  assert.deepEqual(hand.lastTurn, {how: "turn", count: 1});
  assert.deepEqual(done, []);
});

test("two fingers that twist turn the piece that way, two that swipe flip it", () => {
  pointers.pressed(finger("pointerdown", 100, 100, 1));
  pointers.pressed(finger("pointerdown", 200, 100, 2));
  pointers.moved(finger("pointermove", 170, 180, 2));
  assert.equal(hand.lastTurn.how, "turn");
  pointers.released(finger("pointerup", 170, 180, 2));
  pointers.released(finger("pointerup", 100, 100, 1));
  assert.equal(hand.lastTurn.count, 1, "what has turned is no tap");
  pointers.pressed(finger("pointerdown", 100, 100, 1));
  pointers.pressed(finger("pointerdown", 400, 100, 2));
  pointers.moved(finger("pointermove", 170, 100, 1));
  pointers.moved(finger("pointermove", 470, 100, 2));
  assert.equal(hand.lastTurn.how, "flip");
});

test("what is taken from the card is not laid by a tap", () => {
  pointers.dragFromCard(finger("pointerdown", 100, 100));
  pointers.released(finger("pointerup", 100, 100));
  assert.deepEqual(done, []);
  assert.equal(hand.isPlaced, false);
});

test("a finger that is called off lays nothing", () => {
  pointers.pressed(finger("pointerdown", 250, 250));
  pointers.released(finger("pointercancel", 250, 250));
  assert.deepEqual(done, []);
});

test("the wheel turns step by step, with the shift key it flips", () => {
  const wheel = {ctrlKey: false, shiftKey: false, deltaY: 1, preventDefault() {}};
  pointers.wheeled({...wheel, timeStamp: 1000});
  pointers.wheeled({...wheel, timeStamp: 1050});
  assert.equal(hand.lastTurn.count, 1);
  pointers.wheeled({...wheel, timeStamp: 1200, shiftKey: true});
  assert.deepEqual(hand.lastTurn, {how: "flip", count: 2});
  pointers.wheeled({...wheel, timeStamp: 1400, ctrlKey: true});
  assert.equal(hand.lastTurn.count, 2, "that is the browser's");
});

test("arrows walk over the map and stop at its edge", () => {
  const to = (/** @type {string} */ from, /** @type {string} */ key) => {
    const n = stepFrom(numberOf(from), key);
    return n === null ? null : nameOf(n);
  };
  assert.equal(to("F6", "ArrowUp"), "E6");
  assert.equal(to("F6", "ArrowRight"), "F7");
  assert.equal(to("A1", "ArrowUp"), "A1");
  assert.equal(to("K11", "ArrowRight"), "K11");
  assert.equal(to("F6", "Home"), "F1");
  assert.equal(to("F6", "End"), "F11");
  assert.equal(to("F6", "x"), null);
});

test("what was drawn between two maps soaks in, what was erased does not", () => {
  assert.deepEqual(freshSpaces("f..w", "f.a."), [2]);
});
