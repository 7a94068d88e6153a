import assert from "node:assert/strict";
import {beforeEach, test} from "node:test";

import {calledAt, NICKNAMES, NO_NAMES, nickname} from "../../../src/quillmap/web/js/nicknames.js";
import {t} from "../../../src/quillmap/web/js/words.js";
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

test("a bot that plays on for somebody is never called like them", () => {
  assert.equal(calledAt("Ada", ""), "Ada");
  assert.equal(calledAt("Ada", undefined), "Ada");
  assert.equal(calledAt("Berengar", "Alice"), t("page.instead", {player: "Alice"}));
  assert.equal(calledAt("Berengar", NO_NAMES[2]), t("page.instead", {player: t("page.player")}));
});
