import assert from "node:assert/strict";
import {test} from "node:test";

import "./surroundings.js";

const {boxesAt, read} = await import("../../../src/quillmap/web/js/screens/parts/code-field.js");

test("a code is six letters and digits, and one goes on writing where one was", () => {
  assert.deepEqual(read("7zgvkg", 6), {code: "7ZGVKG", caret: 6});
  assert.deepEqual(read("7z-gv kg9", 9), {code: "7ZGVKG", caret: 6});
  assert.deepEqual(read("7z gK", 4), {code: "7ZGK", caret: 3});
  assert.deepEqual(read("", 0), {code: "", caret: 0});
});

test("a pasted link leads to its table", () => {
  assert.deepEqual(read("https://maps.example/t/aB_3-x", 29), {path: "/t/aB_3-x"});
  assert.deepEqual(read("7Z http://127.0.0.1:8000/t/aB3/screen", 5), {path: "/t/aB3"});
  assert.deepEqual(read("Come: https://maps.example/t/aB3#seat_token-1 now", 5), {path: "/t/aB3#seat_token-1"});
});

test("the boxes say what the next key writes into", () => {
  assert.deepEqual(boxesAt(0, 0), {first: 0, last: 0});
  assert.deepEqual(boxesAt(2, 2), {first: 2, last: 2});
  assert.deepEqual(boxesAt(6, 6), {first: 5, last: 5});
  assert.deepEqual(boxesAt(0, 6), {first: 0, last: 5});
});
