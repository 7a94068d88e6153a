import assert from "node:assert/strict";
import {test} from "node:test";

import {createStore} from "../../../src/quillmap/web/js/store.js";
import {AbsenceNews} from "../../../src/quillmap/web/js/table/absence.js";
import {drawAtLastMoment, moveAsItLies} from "../../../src/quillmap/web/js/table/last-moment.js";
import "./surroundings.js";

const MOVE = {move: "draw", spaces: ["A1"], terrain: "forest"};
const TABLE = {
  status: "playing",
  trainer: null,
  pace: {kind: "seconds", amount: 30, timeout: "bot"},
  seats: [{id: 1, name: "Ada", kind: "person", level: "", until: ""}],
  host: 1,
};
/** @param {object} [change] @returns {any} */
const viewOf = (change = {}) => ({
  connection: "open",
  table: TABLE,
  seatId: 1,
  board: {game: "g", question: 4},
  own: {seat: 0, answer: null, choices: {ask: "draw"}},
  progress: null,
  late: null,
  asItLay: null,
  stoodIn: 0,
  deadline: null,
  skew: 0,
  isSending: false,
  isStaging: false,
  ...change,
});
/** @param {object} [change] @returns {any} */
const handOf = (change = {}) => ({isPinned: true, needsExtra: false, move: MOVE, ...change});

/** A clock that a test moves on, and what was played. */
function begin(hand = handOf()) {
  const store = createStore(viewOf(), (step) => step());
  /** @type {any[]} */
  const played = [];
  let now = 1000;
  /** @type {{at: number, act: () => void} | null} */
  let timer = null;
  const stop = drawAtLastMoment(
    /** @type {any} */ ({store, hand, play: (/** @type {any} */ move) => played.push(move)}),
    {
      now: () => now,
      later: (act, wait) => /** @type {any} */ ((timer = {at: now + wait / 1000, act})),
      never: () => {
        timer = null;
      },
    },
  );
  /** @param {number} time */
  function goTo(time) {
    for (let due = timer; due && due.at <= time; due = timer) {
      timer = null;
      now = due.at;
      due.act();
    }
    now = time;
  }
  return {store, played, goTo, stop};
}

test("what lies on the map is drawn a moment before the time ends by the server's clock, and once", () => {
  const {store, played, goTo} = begin();
  store.set({deadline: 1040, skew: 10}); // the server is ahead: the time ends at 1030 here
  goTo(1028.7);
  assert.deepEqual(played, []);
  goTo(1028.9);
  assert.deepEqual(played, [MOVE]);
  assert.equal(store.state.asItLay, 4);
  store.set({deadline: 1041});
  goTo(1031);
  assert.equal(played.length, 1);
});

test("another question has a time of its own, and a longer one than a timer can wait", () => {
  const {store, played, goTo} = begin();
  store.set({deadline: 1030});
  store.set({deadline: 1000 + 40 * 86400});
  goTo(1000 + 30 * 86400);
  assert.deepEqual(played, []);
  goTo(1000 + 40 * 86400);
  assert.deepEqual(played, [MOVE]);
});

test("nothing is sent after the screen was closed, or when the page wakes up too late", () => {
  const closed = begin();
  closed.store.set({deadline: 1030});
  closed.stop();
  closed.goTo(1040);
  assert.deepEqual(closed.played, []);
  const late = begin();
  late.goTo(1031);
  late.store.set({deadline: 1030});
  late.goTo(1040);
  assert.deepEqual(late.played, []);
});

test("only what was laid down and could be confirmed is sent", () => {
  assert.equal(moveAsItLies(viewOf(), handOf()), MOVE);
  assert.equal(moveAsItLies(viewOf(), handOf({isPinned: false})), null);
  assert.equal(moveAsItLies(viewOf(), handOf({move: null})), null);
  assert.equal(moveAsItLies(viewOf(), handOf({needsExtra: true})), null);
});

test("it is sent only while the seat is asked and connected, without a trainer, where the table does not wait", () => {
  const seat = TABLE.seats[0];
  for (const change of [
    {connection: "lost"},
    {own: null},
    {own: {seat: 0, answer: MOVE, choices: {ask: "draw"}}},
    {isSending: true},
    {isStaging: true},
    {table: {...TABLE, trainer: "strict"}},
    {table: {...TABLE, status: "finished"}},
    {table: {...TABLE, seats: [{...seat, level: "easy", until: "round"}]}},
    {table: {...TABLE, pace: {...TABLE.pace, timeout: "wait"}}},
  ])
    assert.equal(moveAsItLies(viewOf(change), handOf()), null, JSON.stringify(change));
});

test("a player is told of it, also with the next card, and then no longer", () => {
  const news = new AbsenceNews(),
    said = (/** @type {object} */ change) => news.next(viewOf(change), 0).map(({key}) => key);
  assert.deepEqual(said({}), []);
  assert.deepEqual(said({asItLay: 4}), ["as-it-lay.text"]);
  assert.deepEqual(said({asItLay: 4}), ["as-it-lay.text"]);
  assert.deepEqual(said({asItLay: 4, board: {game: "g", question: 7}}), ["as-it-lay.text"]);
  assert.deepEqual(said({asItLay: 4, board: {game: "g", question: 9}}), []);
});
