import assert from "node:assert/strict";
import {beforeEach, test} from "node:test";

import {NICKNAMES, nickname} from "../../../src/quillmap/web/js/nicknames.js";
import {kept, loadPage} from "./surroundings.js";

await loadPage("screens");

beforeEach(() => kept.clear());

test("a device keeps its nickname, and takes another where somebody has it", () => {
  const mine = nickname([], () => 0);
  assert.equal(
    nickname([], () => 0.9),
    mine,
  );
  const other = nickname([mine]);
  assert.notEqual(other, mine);
  assert.equal(nickname(), mine);
});

test("twelve guests have twelve names; of more, some share theirs", () => {
  /** @type {string[]} */
  const names = [];
  for (let n = 0; n < NICKNAMES; n++) names.push(nickname(names, () => 0.5));
  assert.equal(new Set(names).size, NICKNAMES);
  assert.ok(names.includes(nickname(names)));
});
