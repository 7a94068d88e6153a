import assert from "node:assert/strict";
import {test} from "node:test";

import {
  flipped,
  flippedCell,
  indexOfTurn,
  middleOf,
  piecesOf,
  reachOf,
  rotated,
  rotatedCell,
  snap,
  spacesAt,
} from "../../../src/quillmap/web/js/placement.js";
import {namesOf, numberOf, SPACES} from "../../../src/quillmap/web/js/spaces.js";
import {data} from "./surroundings.js";

/** @param {...string} rows @returns {import("../../../src/quillmap/web/js/placement.js").Turn} */
function turn(...rows) {
  const cells = rows.flatMap((row, r) => [...row].flatMap((sign, c) => (sign === "#" ? [[r, c]] : [])));
  return {cells: /** @type {[number, number][]} */ (cells), height: rows.length, width: rows[0].length};
}
/** @param {...string} names */
const legalAt = (...names) => {
  const flags = new Uint8Array(SPACES);
  for (const name of names) flags[numberOf(name)] = 1;
  return flags;
};
const L = turn("#.", "#.", "##");

test("a quarter turn is clockwise", () => {
  assert.deepEqual(rotated(L), turn("###", "#.."));
});

test("four quarter turns and two flips change nothing", () => {
  assert.deepEqual(rotated(rotated(rotated(rotated(L)))), L);
  assert.deepEqual(flipped(flipped(L)), L);
  assert.deepEqual(flipped(L), turn(".#", ".#", "##"));
});

test("a space of a shape goes along when the shape is turned or flipped", () => {
  for (const cell of L.cells) {
    assert.ok(rotated(L).cells.some((each) => String(each) === String(rotatedCell(L, cell))));
    assert.ok(flipped(L).cells.some((each) => String(each) === String(flippedCell(L, cell))));
  }
  assert.deepEqual(rotatedCell(L, [2, 1]), [1, 0]);
});

test("a turn is found among others by its spaces", () => {
  assert.equal(indexOfTurn([L, rotated(L)], turn("###", "#..")), 1);
  assert.equal(indexOfTurn([L], turn("##")), -1);
});

test("a shape is held by a space of its own in the middle", () => {
  assert.deepEqual(middleOf(turn("###")), [0, 1]);
  assert.deepEqual(middleOf(turn("#.#")), [0, 0]);
});

test("a shape that hangs over the edge covers nothing", () => {
  assert.deepEqual(namesOf(spacesAt(L, {row: 8, column: 9}) ?? []), ["I10", "J10", "K10", "K11"]);
  assert.equal(spacesAt(L, {row: 9, column: 0}), null);
  assert.equal(spacesAt(L, {row: 0, column: 10}), null);
});

test("a piece snaps to the nearest anchor, and never leaves the map", () => {
  const nowhere = legalAt();
  assert.deepEqual(snap({row: 2.4, column: 3.6}, L, nowhere, null), {row: 2, column: 4});
  assert.deepEqual(snap({row: -5, column: 40}, L, nowhere, null), {row: 0, column: 9});
});

test("a legal anchor close by is better than an illegal one that is nearer", () => {
  assert.deepEqual(snap({row: 2.45, column: 3}, L, legalAt("D4"), null), {row: 3, column: 3});
  assert.deepEqual(snap({row: 2.1, column: 3}, L, legalAt("D4"), null), {row: 2, column: 3}, "too far away");
});

test("a piece stays where it is until it is clearly elsewhere", () => {
  const legal = legalAt("C4", "D4"),
    now = {row: 2, column: 3};
  assert.deepEqual(snap({row: 2.6, column: 3}, L, legal, now), now);
  assert.deepEqual(snap({row: 2.7, column: 3}, L, legal, now), {row: 3, column: 3});
});

test("pieces have every turn of their shape, also those that fit nowhere", () => {
  const explore = data.questions.find((/** @type {any} */ each) => each.choices.ask === "draw" && each.choices.places);
  const {shapes} = data.cards.explore.find((/** @type {any} */ each) => each.id === explore.card) ?? {};
  const printed = shapes.map((/** @type {any} */ shape, /** @type {number} */ n) => ({
    ...shape,
    name: `shape-${n + 1}`,
  }));
  const found = piecesOf(explore.choices.places, printed);
  assert.deepEqual(
    found.map(({name}) => name),
    printed.map((/** @type {any} */ shape) => shape.name),
  );
  for (const [n, piece] of found.entries()) assert.equal(piece.turns.length, printed[n].turns.length);
  const [nowhere] = piecesOf([], printed);
  assert.equal(nowhere.fitsAnywhere, false);
  assert.equal(reachOf(nowhere).size, 0);
});

test("the reach of a piece is what its legal places cover", () => {
  const piece = {name: "", coin: false, turns: [turn("##")], legal: [legalAt("A1", "C4")], fitsAnywhere: true};
  assert.deepEqual(namesOf(reachOf(piece)), ["A1", "A2", "C4", "C5"]);
});
