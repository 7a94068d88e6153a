import assert from "node:assert/strict";
import {test} from "node:test";

import {loadPage} from "./surroundings.js";

const {headingFor, waysFrom, why} = await import("../../../src/quillmap/web/js/screens/parts/closed.js");

test("a lost seat leaves the table to be watched, a lost table leads to another", () => {
  assert.deepEqual(waysFrom("removed"), ["watch", "home"]);
  assert.deepEqual(waysFrom("unknown-token"), ["watch", "home"]);
  assert.deepEqual(waysFrom("moved"), ["back", "home"]);
  assert.deepEqual(waysFrom("open-elsewhere"), ["back", "home"]);
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

test("a table without spectators has seats for those who come before the start", async () => {
  await loadPage("absence", "replay");
  const table = (/** @type {any} */ more) => ({status: "waiting", seats: [{}], most_seats: 2, ...more});
  assert.deepEqual(waysFrom("no-spectators", table({})), ["sit", "home"]);
  assert.deepEqual(waysFrom("no-spectators", table({most_seats: 1})), ["new", "home"]);
  assert.match(why("no-spectators", table({})), /Take a seat/);
  assert.match(why("no-spectators", table({most_seats: 1})), /All seats are taken/);
  assert.match(why("no-spectators", table({status: "playing"})), /has begun/);
});

test("a table screen that may not look leads to the table", async () => {
  await loadPage("absence", "replay");
  assert.deepEqual(waysFrom("no-spectators", null, true), ["back", "home"]);
  assert.deepEqual(waysFrom("no-such-table", null, true), ["new", "home"]);
  assert.match(why("no-spectators", null, true), /on a device that has a seat/);
  assert.match(why("no-such-table", null, true), /no such table/);
});

test("a link that was cut off is thought of", async () => {
  await loadPage("absence");
  assert.match(why("no-such-table"), /Perhaps the link was cut off/);
  assert.match(why("unknown-token"), /removed or given a new link/);
  assert.match(why("open-elsewhere"), /too many other tabs/);
});

test("nobody reads that there is no way in over the buttons of one", async () => {
  await loadPage("absence");
  for (const code of ["removed", "unknown-token"]) assert.equal(headingFor(code), "Your seat is gone");
  for (const code of ["no-such-table", "moved", null]) assert.equal(headingFor(code), "No way in here");
});
