import assert from "node:assert/strict";
import {test} from "node:test";

import {moved, placeByKey, rowAt} from "../../../src/quillmap/web/js/screens/parts/seat-order.js";

test("a seat goes to another place, and the others close up", () => {
  assert.deepEqual(moved([1, 2, 3, 4], 0, 2), [2, 3, 1, 4]);
  assert.deepEqual(moved([1, 2, 3, 4], 3, 0), [4, 1, 2, 3]);
  assert.deepEqual(moved([1, 2], 0, 9), [2, 1]);
});

test("arrow keys move by one, up to the ends", () => {
  assert.equal(placeByKey("ArrowUp", 1, 3), 0);
  assert.equal(placeByKey("ArrowDown", 2, 3), null);
  assert.equal(placeByKey("End", 0, 3), 2);
  assert.equal(placeByKey("Enter", 1, 3), null);
});

test("a seat is let go at the row under the pointer, or at the last one below them all", () => {
  const rows = [
    {top: 0, bottom: 50},
    {top: 50, bottom: 100},
  ];
  assert.equal(rowAt(rows, 20), 0);
  assert.equal(rowAt(rows, 70), 1);
  assert.equal(rowAt(rows, 400), 1);
});
