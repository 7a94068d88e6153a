import assert from "node:assert/strict";
import {beforeEach, test} from "node:test";

import {loadPage} from "./surroundings.js";

await loadPage("signals");
const {heard, isHeard, maySignal, nudgeable, REACTIONS, setHeard, signalWords} = await import(
  "../../../src/quillmap/web/js/table/signals.js"
);

const seat = (/** @type {number} */ id, more = {}) => ({
  id,
  name: `Player ${id}`,
  kind: "person",
  level: "",
  until: "",
  ...more,
});
/** @type {any} */
let view;

beforeEach(() => {
  view = {seatId: 1, table: {seats: [seat(1), seat(2), seat(3, {kind: "bot", level: "random"})]}};
});

test("there are six reactions, each with a picture of its own", () => {
  assert.equal(new Set(REACTIONS.map(([, sign]) => sign)).size, 6);
});

test("what others send is shown by name, what oneself sends is not", () => {
  assert.deepEqual(heard({type: "signal", kind: "wow", by: 2, seat: null}, view), {
    name: "Player 2",
    kind: "wow",
    sign: "star",
  });
  assert.equal(heard({type: "signal", kind: "wow", by: 1, seat: null}, view), null);
  assert.equal(heard({type: "signal", kind: "wow", by: 9, seat: null}, view), null);
});

test("a nudge is shown to the one who is nudged", () => {
  assert.equal(heard({type: "signal", kind: "nudge", by: 2, seat: 1}, view)?.name, "Player 2");
  assert.equal(heard({type: "signal", kind: "nudge", by: 2, seat: 3}, view), null);
});

test("a reaction says who and what", () => {
  assert.equal(signalWords({name: "Ben", kind: "wow"}), "Ben: Wow");
  assert.match(signalWords({name: "Ben", kind: "nudge"}), /^Ben is waiting/);
});

test("signals need another person, and can be muted", () => {
  assert.ok(maySignal(view));
  view.table.seats.splice(1, 1);
  assert.ok(!maySignal(view));
  assert.ok(isHeard());
  setHeard(false);
  assert.ok(!isHeard());
  setHeard(true);
});

test("people who still draw may be nudged, bots and oneself not", () => {
  const scene = /** @type {any} */ ({table: view.table, waiting: [0, 1, 2], me: 0});
  assert.deepEqual(
    nudgeable(scene).map(({id}) => id),
    [2],
  );
});
