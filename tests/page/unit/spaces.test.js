import assert from "node:assert/strict";
import {test} from "node:test";

import {
  cellOf,
  flagsOf,
  nameOf,
  namesOf,
  neighboursOf,
  numberOf,
  SPACES,
  spacesOf,
} from "../../../src/quillmap/web/js/spaces.js";

const all = Array.from({length: SPACES}, (_, n) => n);

test("a set in hex is a list of numbers, in order", () => {
  assert.deepEqual(spacesOf("0"), []);
  assert.deepEqual(spacesOf(""), []);
  assert.deepEqual(spacesOf(null), []);
  assert.deepEqual(spacesOf("805"), [0, 2, 11]);
  assert.deepEqual(spacesOf((1n << 120n).toString(16)), [120]);
  assert.deepEqual(spacesOf((1n << 121n).toString(16)), [], "beside the map");
  for (const wrong of ["zz", "-1", "f".repeat(2_000_000)]) assert.deepEqual(spacesOf(wrong), []);
});

test("flags say the same as the list", () => {
  const flags = flagsOf("805");
  assert.deepEqual(
    all.filter((n) => flags[n]),
    [0, 2, 11],
  );
  assert.equal(flags.length, SPACES);
});

test("spaces are named A1 to K11, and found again by their names", () => {
  assert.equal(nameOf(0), "A1");
  assert.equal(nameOf(120), "K11");
  for (const n of all) assert.equal(numberOf(nameOf(n)), n);
});

test("names come in the order of the map", () => {
  assert.deepEqual(namesOf([12, 3, 0]), ["A1", "A4", "B2"]);
});

test("a space has four neighbours, fewer at the edge", () => {
  assert.deepEqual(namesOf(neighboursOf(numberOf("B2"))), ["A2", "B1", "B3", "C2"]);
  assert.deepEqual(namesOf(neighboursOf(numberOf("A1"))), ["A2", "B1"]);
  assert.deepEqual(namesOf(neighboursOf(numberOf("K11"))), ["J11", "K10"]);
  assert.deepEqual(cellOf(numberOf("C4")), [2, 3]);
});
