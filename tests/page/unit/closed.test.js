import assert from "node:assert/strict";
import {test} from "node:test";

import {loadPage} from "./surroundings.js";

const {waysFrom, why} = await import("../../../src/quillmap/web/js/screens/parts/closed.js");

test("a lost seat leaves the table to be watched, a lost table leads to another", () => {
  assert.deepEqual(waysFrom("removed"), ["watch", "home"]);
  assert.deepEqual(waysFrom("unknown-token"), ["watch", "home"]);
  assert.deepEqual(waysFrom("moved"), ["back", "home"]);
  for (const code of ["no-such-table", "no-spectators", null]) assert.deepEqual(waysFrom(code), ["new", "home"]);
});

test("where a seat is free, who has lost theirs is offered one", () => {
  const table = (/** @type {any} */ more) => ({status: "waiting", seats: [{}], most_seats: 2, ...more});
  for (const code of ["removed", "unknown-token"]) {
    assert.deepEqual(waysFrom(code, table({})), ["sit", "watch", "home"]);
    assert.deepEqual(waysFrom(code, table({most_seats: 1})), ["watch", "home"]);
    assert.deepEqual(waysFrom(code, table({status: "playing"})), ["watch", "home"]);
  }
  assert.deepEqual(waysFrom("moved", table({})), ["back", "home"]);
});

test("a link that was cut off is thought of", async () => {
  await loadPage("absence");
  assert.match(why("no-such-table"), /Perhaps the link was cut off/);
  assert.match(why("unknown-token"), /removed or given a new link/);
});
