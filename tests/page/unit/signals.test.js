import assert from "node:assert/strict";
import {beforeEach, test} from "node:test";

import {loadPage} from "./surroundings.js";

await loadPage("signals");
const {
  againWords,
  awaitedAbsent,
  heard,
  isHeard,
  maySignal,
  Nudges,
  nudgeable,
  REACTIONS,
  sentWords,
  setHeard,
  showPauses,
  signalWords,
} = await import("../../../src/quillmap/web/js/table/signals.js");

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
  assert.deepEqual(heard({type: "signal", kind: "wow", by: 2, seat: null, again_in: null}, view), {
    name: "Player 2",
    kind: "wow",
    sign: "star",
  });
  assert.equal(heard({type: "signal", kind: "wow", by: 1, seat: null, again_in: null}, view), null);
  assert.equal(heard({type: "signal", kind: "wow", by: 9, seat: null, again_in: null}, view), null);
});

test("a nudge is shown to the one who is nudged", () => {
  assert.equal(heard({type: "signal", kind: "nudge", by: 2, seat: 1, again_in: 60}, view)?.name, "Player 2");
  assert.equal(heard({type: "signal", kind: "nudge", by: 2, seat: 3, again_in: 60}, view), null);
});

test("who nudges is told that it went out, and when the next nudge may", () => {
  const nudge = /** @type {const} */ ({type: "signal", kind: "nudge", by: 1, seat: 2, again_in: 60});
  assert.equal(sentWords(nudge, view), "You have nudged Player 2. Next nudge in 60 seconds.");
  assert.equal(sentWords({...nudge, by: 2, seat: 1}, view), "");
  assert.equal(sentWords({...nudge, kind: "wow", seat: null}, view), "");
});

test("nudges of everybody count: the time to the next one runs down", () => {
  const nudges = new Nudges();
  assert.equal(nudges.left(2, 1000), 0);
  nudges.note(2, 60, 1000);
  assert.equal(nudges.left(2, 1500), 60);
  assert.equal(nudges.left(2, 60_500), 1);
  assert.equal(nudges.left(3, 1500), 0);
  assert.equal(nudges.left(2, 70_000), 0);
  assert.equal(againWords(0), "");
});

test("a button that nudges can't be used in its pause, and says how long that is", () => {
  const attributes = new Map(),
    words = {textContent: ""};
  const button = /** @type {any} */ ({
    lastElementChild: {lastElementChild: words},
    setAttribute: (/** @type {string} */ name, /** @type {string} */ value) => attributes.set(name, value),
    removeAttribute: (/** @type {string} */ name) => attributes.delete(name),
  });
  const nudges = new Nudges();
  nudges.note(2, 60, 1000);
  showPauses(new Map([[2, button]]), nudges, 46_000);
  assert.equal(attributes.get("aria-disabled"), "true");
  assert.equal(words.textContent, "Next nudge in 15 seconds.");
  showPauses(new Map([[2, button]]), nudges, 61_000);
  assert.equal(attributes.size, 0);
  assert.equal(words.textContent, "");
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

test("who is away is not nudged: nobody would see it", () => {
  const progress = {present: [view.seatId], away: [{seat: 2, since: 0, stand_in_by: "anybody", anybody_from: 45}]},
    away = {...view, table: {...view.table, status: "playing"}, progress, skew: 0};
  const scene = /** @type {any} */ ({view: away, table: view.table, waiting: [0, 1, 2], me: 0});
  assert.deepEqual(nudgeable(scene), []);
  assert.deepEqual(
    awaitedAbsent(scene).map(({id, mayStandIn}) => [id, mayStandIn]),
    [[2, true]],
  );
});

test("people who still draw may be nudged, bots and oneself not", () => {
  const scene = /** @type {any} */ ({view: {...view, progress: null}, table: view.table, waiting: [0, 1, 2], me: 0});
  assert.deepEqual(
    nudgeable(scene).map(({id}) => id),
    [2],
  );
});
