import assert from "node:assert/strict";
import {test} from "node:test";

import {arrowBetween, placeNote} from "../../../src/quillmap/web/js/lesson/coach.js";
import {
  endLesson,
  firstGameKey,
  forgetLesson,
  isEnded,
  isLesson,
  playFirst,
  resumeLesson,
} from "../../../src/quillmap/web/js/lesson/start.js";
import {isRead, isStepDone, STEPS, sparedSpaces} from "../../../src/quillmap/web/js/lesson/steps.js";
import {keepTable} from "../../../src/quillmap/web/js/memory.js";
import {neighboursOf, spacesOf} from "../../../src/quillmap/web/js/spaces.js";
import "./surroundings.js";

const ROOM = {width: 390, height: 844},
  NOTE = {width: 336, height: 200};
const BOARD = {left: 5, top: 170, right: 385, bottom: 550},
  LOSS = {left: 345, top: 556, right: 385, bottom: 580};
const step = (/** @type {string} */ id) => /** @type {any} */ (STEPS.find((each) => each.id === id));

/** @param {{left: number, top: number}} at @param {typeof BOARD} box */
const hides = ({left, top}, box) =>
  left < box.right && left + NOTE.width > box.left && top < box.bottom && top + NOTE.height > box.top;

test("under a mouse a piece that hovers is not put down yet: the first step goes on", () => {
  const hovering = {hand: {isPlaced: true, isPinned: false}};
  assert.equal(step("place").isDone(hovering, {hovers: true}), false);
  assert.equal(step("place").isDone({hand: {isPlaced: true, isPinned: true}}, {hovers: true}), true);
  assert.equal(step("place").isDone(hovering, {hovers: false}), true, "a finger has put it there");
});

test("what the lamp lays on the map teaches nothing: each step waits, and can be read on from", () => {
  const hand = {isPlaced: true, isPinned: true, lastTurn: {count: 3}, terrain: "village", reasons: []};
  const lit = /** @type {any} */ ({hand, gains: [2, 0, 0, 0]}),
    moved = {...lit, hand: {...hand, reasons: null}},
    began = {turns: 0, terrain: "forest", hovers: true};
  for (const id of ["place", "turn", "terrain", "edict"]) {
    assert.deepEqual([isStepDone(step(id), lit, began), isRead(step(id), lit)], [false, true], id);
    assert.deepEqual([isStepDone(step(id), moved, began), isRead(step(id), moved)], [true, false], id);
  }
  assert.equal(isRead(step("draw"), lit), false, "there is nothing to read on to");
});

test("the note on ambushes leaves the monsters to be seen", () => {
  const controls = {left: 0, top: 600, right: 390, bottom: 844},
    usual = placeNote(NOTE, LOSS, [controls, BOARD], ROOM);
  const monsters = {left: usual.left + 150, top: usual.top + 60, right: usual.left + 210, bottom: usual.top + 120};
  assert.ok(hides(usual, monsters));
  assert.equal(hides(placeNote(NOTE, LOSS, [controls, BOARD], ROOM, [monsters]), monsters), false);
});

test("the note on ambushes speaks of the spaces beside monsters, too", () => {
  const monster = "1".padStart(31, "0"),
    [space] = spacesOf(monster);
  assert.deepEqual(new Set(step("ambush").spared({sheet: {monster}})), new Set([space, ...neighboursOf(space)]));
});

test("the note on time does not lie over the time bar, thin as it is", () => {
  const bar = {left: 5, top: 120, right: 385, bottom: 132},
    controls = {left: 0, top: 600, right: 390, bottom: 844},
    card = {left: 5, top: 600, right: 385, bottom: 760};
  for (const top of [20, 120, 300, 560, 590, 800]) {
    const moved = {...bar, top, bottom: top + 12};
    assert.equal(hides(placeNote(NOTE, moved, [controls, BOARD, card], ROOM), moved), false, String(top));
  }
});

test("no arrow lies across the map", () => {
  const above = {left: 20, top: 10, right: 356, bottom: 160};
  assert.ok(arrowBetween(above, LOSS));
  assert.equal(arrowBetween(above, LOSS, BOARD), null);
  assert.ok(arrowBetween({...above, top: 600, bottom: 700}, LOSS, BOARD), "beside it there may be one");
});

test("no arrow lies over a button but the one it points to", () => {
  const note = {left: 20, top: 10, right: 356, bottom: 60},
    target = {left: 150, top: 300, right: 200, bottom: 344},
    button = {left: 100, top: 150, right: 280, bottom: 194};
  assert.equal(arrowBetween(note, target, null, [button]), null);
  assert.ok(arrowBetween(note, target, null, [{...button, left: 300, right: 340}, target]));
});

test("every note spares the piece in hand, and the one on ruins the ringed spaces", () => {
  const scene = /** @type {any} */ ({hand: {spaces: [4, 5]}, wanted: [5, 60], sheet: {monster: "0"}});
  for (const each of STEPS)
    assert.ok(
      [4, 5].every((n) => sparedSpaces(each, scene).includes(n)),
      each.id,
    );
  assert.deepEqual(sparedSpaces(step("ruins"), scene), [5, 60, 4]);
});

test("a note leaves the buttons of the card to be pressed, and the map to be seen, where there is room elsewhere", () => {
  // The boxes of a low phone, with the note as wide as the window.
  const small = {width: 359, height: 88},
    board = {left: 6, top: 102, right: 367, bottom: 462},
    hint = {left: 282, top: 511, right: 326, bottom: 555},
    controls = {left: 10, top: 611, right: 365, bottom: 659},
    edicts = {left: 0, top: 49, right: 375, bottom: 99},
    shapes = {left: 10, top: 551, right: 365, bottom: 605};
  const {top} = placeNote(small, shapes, [board, edicts], {width: 375, height: 667}, [], [controls, hint]);
  assert.ok(top + small.height <= board.top, `the note lies at ${top}`);
});

test("no note lies over the edicts of a low phone, and one with buttons rather lies over the card", () => {
  const board = {left: 6, top: 104, right: 369, bottom: 466},
    edicts = {left: 8, top: 51, right: 367, bottom: 99},
    controls = {left: 0, top: 606, right: 375, bottom: 667},
    bar = {left: 120, top: 20, right: 210, bottom: 32};
  const low = {width: 359, height: 64},
    room = {width: 375, height: 667};
  const {top} = placeNote(low, bar, [board, edicts], room, [], [controls, edicts]);
  assert.ok(top >= edicts.bottom, `the note on time lies at ${top}`);
  const loss = {left: 330, top: 468, right: 370, bottom: 488},
    high = placeNote({width: 359, height: 160}, loss, [board, edicts], room, [], [edicts]);
  assert.ok(high.top >= board.bottom, `the note on ambushes lies at ${high.top}`);
});

test("a lesson that was ended can be gone on with at its table, one that is over can't", () => {
  resumeLesson("one");
  assert.ok(isLesson("one") && !isEnded("one"));
  endLesson("one");
  assert.ok(!isLesson("one") && isEnded("one") && !isEnded("two"));
  resumeLesson("one");
  assert.ok(isLesson("one") && !isEnded("one"));
  forgetLesson();
  assert.ok(!isLesson("one") && !isEnded("one"));
});

test("a first game that is under way is gone on with, and another one begins only when it is over", async (context) => {
  /** @type {string[]} */
  const asked = [];
  context.mock.method(globalThis, "fetch", async (/** @type {string} */ address) => {
    asked.push(address);
    return new Response(JSON.stringify({table: {id: "one"}}));
  });
  keepTable({id: "one", token: "secret", at: 1, status: "playing"});
  resumeLesson("one");
  assert.equal(firstGameKey(), "screens.home.first-on");
  const ways = /** @type {string[]} */ ([]);
  await playFirst((path) => ways.push(path));
  assert.deepEqual([ways, asked], [["/t/one"], ["/api/tables/one"]]);
  keepTable({id: "one", token: "secret", at: 1, status: "finished"});
  assert.equal(firstGameKey(), "screens.home.first");
  forgetLesson();
});
