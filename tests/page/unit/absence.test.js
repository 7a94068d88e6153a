import assert from "node:assert/strict";
import {beforeEach, test} from "node:test";

import {forgetTable, keepTable} from "../../../src/quillmap/web/js/memory.js";
import {
  AbsenceNews,
  absentOf,
  HostNews,
  hasResigned,
  isOfDeal,
  isStoodIn,
  isWatching,
  mayLeave,
  mayResign,
  standing,
  untilAway,
  untilStandIn,
} from "../../../src/quillmap/web/js/table/absence.js";
import "./surroundings.js";

/** @type {any} */
let view;

const seat = (/** @type {number} */ id, /** @type {string} */ name, more = {}) => ({
  id,
  name,
  kind: "person",
  level: "",
  until: "",
  ...more,
});
const away = (/** @type {number} */ id, by = "anybody") => ({
  seat: id,
  since: 0,
  stand_in_by: by,
  anybody_from: by === "nobody" ? null : 45,
  host_from: by === "nobody" ? null : 10,
  is_looking_back: false,
});

beforeEach(() => {
  view = {
    table: {id: "one", status: "playing", day: "", host: 1, seats: [seat(1, "Ada"), seat(2, "Ben"), seat(3, "Cleo")]},
    board: {question: 3},
    seatId: 3,
    isHost: false,
    stoodIn: 0,
    skew: 0,
    progress: {present: [1, 2, 3], away: []},
  };
});

test("who is away is named, and who may let a bot draw is what the server says", () => {
  view.progress.away = [away(2, "host")];
  assert.deepEqual(absentOf(view), [{id: 2, name: "Ben", mayStandIn: false, isLookingBack: false}]);
  view.isHost = true;
  assert.equal(absentOf(view)[0].mayStandIn, true);
  view.isHost = false;
  view.progress.away = [away(1), away(2, "nobody")];
  assert.deepEqual(
    absentOf(view).map((each) => each.mayStandIn),
    [true, false],
  );
  assert.deepEqual(standing(view), [{key: "many.text", params: {names: ["Ada", "Ben"]}}]);
  view.seatId = null;
  assert.equal(absentOf(view)[0].mayStandIn, false, "spectators decide nothing");
});

test("guests are told in how many seconds they may let a bot draw", () => {
  view.progress.away = [away(1, "nobody"), away(2, "host")];
  assert.equal(untilStandIn(view, 10.5), 35);
  assert.equal(untilStandIn(view, 1), null, "nobody is called away yet");
  assert.equal(untilStandIn({...view, isHost: true}, 10.5), null, "the host may now");
  assert.equal(untilStandIn({...view, seatId: null}, 10.5), null);
  const early = {...view, progress: {...view.progress, away: [{...away(2, "host"), stand_in_by: "nobody"}]}};
  assert.equal(untilStandIn({...early, isHost: true}, 4), 6, "the host waits, too, but not as long");
  assert.equal(untilStandIn(early, 4), 41);
  view.progress.away = [away(2)];
  assert.equal(untilStandIn(view, 50), null);
  view.progress.away = [away(2, "nobody")];
  assert.equal(untilStandIn(view, 10.5), null);
});

test("who still looks at the last game is named apart", () => {
  view.progress.away = [away(1), {...away(2), is_looking_back: true}];
  assert.deepEqual(standing(view), [
    {key: "one.text", params: {name: "Ada"}},
    {key: "looking.text", params: {name: "Ben"}},
  ]);
  assert.ok(absentOf(view)[1].mayStandIn && absentOf(view)[1].isLookingBack);
});

test("where the pace is days nobody is called away before their time is up", () => {
  view.table.pace = {kind: "days", amount: 1};
  view.progress.away = [away(1, "nobody"), away(2, "nobody")];
  assert.deepEqual(standing(view), []);
  view.progress.away = [away(1, "nobody"), away(2)];
  assert.deepEqual(standing(view), [{key: "one.text", params: {name: "Ben"}}]);
});

test("whoever loads the page again is not called away", () => {
  view.progress = {present: [1, 3], away: [{...away(2), since: 100}]};
  const news = new AbsenceNews();
  assert.deepEqual(absentOf(view, 101.5), []);
  assert.equal(untilAway(view, 101.5), 0.5);
  assert.deepEqual(news.next(view, 101.5), []);
  assert.equal(absentOf(view, 102)[0].name, "Ben");
  assert.equal(untilAway(view, 102), null);
  view.progress = {present: [1, 2, 3], away: []};
  assert.deepEqual(news.next(view, 101.9), []);
});

test("nobody is waited for whose seat a bot plays, or when the game is over", () => {
  view.progress.away = [away(2)];
  view.table.seats[1] = seat(2, "Ben", {level: "surveyor", until: "return"});
  assert.deepEqual(standing(view), []);
  view.table.seats[1] = seat(2, "Ben");
  view.table.status = "finished";
  assert.deepEqual(standing(view), []);
});

test("one's own seat: played by a bot, resigned, watching", () => {
  assert.ok(mayLeave(view));
  view.table.seats[2] = seat(3, "Cleo", {level: "surveyor", until: "return"});
  assert.ok(isStoodIn(view));
  assert.deepEqual(standing(view), [{key: "mine.text"}]);
  view.table.seats[2] = seat(3, "Cleo", {level: "surveyor", until: "end"});
  assert.ok(isWatching(view) && !isStoodIn(view) && !mayLeave(view));
  assert.deepEqual(standing(view), [{key: "resigned.text"}]);
  view.seatId = null;
  assert.deepEqual(standing(view), [{key: "watching.text"}]);
});

test("a game that was played on from another says so while it goes on", () => {
  view.table.continued_from = {game: "g", event: 3};
  assert.deepEqual(standing(view), [{key: "continued.text"}]);
});

test("leaving needs somebody who plays on", () => {
  view.table.seats = [seat(3, "Cleo"), seat(4, "Heron", {kind: "bot", level: "random"})];
  assert.ok(!mayLeave(view));
  view.table.seats.push(seat(5, "Dora"));
  assert.ok(mayLeave(view));
  view.table.day = "2026-05-31";
  assert.ok(!mayLeave(view));
});

test("a game against a bot can be given up, one that nobody else plays can't", () => {
  view.table.seats = [seat(3, "Cleo"), seat(4, "Heron", {kind: "bot", level: "random"})];
  assert.ok(mayResign(view));
  view.table.seats.pop();
  assert.ok(!mayResign(view));
});

test("what has changed is told until it is dismissed or the next card comes", () => {
  const news = new AbsenceNews();
  view.progress = {present: [1, 3], away: [away(2)]};
  assert.deepEqual(news.next(view), []);
  view.progress = {present: [1, 2, 3], away: []};
  assert.deepEqual(news.next(view), [{key: "back.text", params: {name: "Ben"}}]);
  view.table = {...view.table, host: 3};
  assert.deepEqual(news.next(view).at(-1), {key: "host-you.text"});
  news.dismiss();
  assert.deepEqual(news.next(view), []);
  view.table = {...view.table, host: 2};
  assert.deepEqual(news.next(view), [{key: "host.text", params: {name: "Ben"}}]);
  view.board = {question: 8};
  assert.deepEqual(news.next(view), []);
});

test("whoever comes back is told once how often a bot drew", () => {
  const news = new AbsenceNews();
  view.stoodIn = 3;
  const told = [{key: "meanwhile.text", params: {count: 3}}];
  assert.deepEqual(news.next(view), told);
  assert.deepEqual(news.next(view), told);
  news.dismiss();
  assert.deepEqual(news.next(view), []);
});

test("somebody whose time ran out reads for one card what was drawn", () => {
  const news = new AbsenceNews();
  assert.deepEqual(news.next(view), []);
  view.late = {question: 8, drawn: {event: "drawn", terrain: "forest", spaces: ["A1", "A2"]}};
  assert.deepEqual(news.next(view), [], "the board that it led to is not shown yet");
  view.board = {question: 8};
  assert.deepEqual(news.next(view), [{key: "late.text", params: {terrain: "forest", spaces: ["A1", "A2"]}}]);
  view.board = {question: 9};
  assert.deepEqual(news.next(view), []);
  view.late = {question: 10, drawn: null};
  view.board = {question: 10};
  assert.deepEqual(news.next(view), [{key: "late-other.text"}]);
});

test("who has resigned is known while the game is played and after it", () => {
  const seats = /** @type {any} */ ([{until: ""}, {until: "end"}, {until: "return"}]),
    result = /** @type {any} */ ({help: [{resigned: false}, {resigned: true}, {resigned: false}]});
  assert.deepEqual(
    seats.map((/** @type {any} */ _, /** @type {number} */ seat) => hasResigned({result: null}, {seats}, seat)),
    [false, true, false],
  );
  assert.ok(hasResigned({result}, {seats: []}, 1) && !hasResigned({result}, {seats: []}, 0));
});

test("whoever comes back is told who has become host meanwhile", () => {
  keepTable({id: view.table.id, token: "secret", at: 1, seat: 3});
  const host = view.table.host;
  assert.equal(new HostNews().next(view), null, "nobody was host before the first look");
  view.table = {...view.table, host: 2};
  assert.notEqual(host, 2);
  const news = new HostNews();
  assert.deepEqual(news.next(view), {key: "host.text", params: {name: "Ben"}});
  assert.equal(news.next(view), null);
  assert.equal(new HostNews().next(view), null, "they are told once");
  forgetTable(view.table.id);
});

test("a new host is told of also while the end of a game is shown and the table has gone on", () => {
  const news = new HostNews();
  assert.equal(news.next(view), null);
  view.next = {...view.table, status: "waiting", host: 3};
  assert.deepEqual(news.next(view), {key: "host-you.text"});
  assert.equal(news.next(view), null);
  view.next = {...view.next, host: 2};
  assert.deepEqual(news.next(view), {key: "host.text", params: {name: "Ben"}});
});

test("who leaves or resigns is named to the others, once", () => {
  const news = new AbsenceNews();
  view.table.seats[0] = seat(1, "Ada", {level: "scribe", until: "end"});
  assert.deepEqual(news.next(view), [], "that was so when this player came");
  view.table.seats[1] = seat(2, "Ben", {level: "scribe", until: "return"});
  const left = {key: "left.text", params: {name: "Ben"}};
  assert.deepEqual(news.next(view), [left]);
  assert.deepEqual(news.next(view), [left]);
  view.table.seats[1] = seat(2, "Ben", {level: "scribe", until: "end"});
  view.table.seats[2] = seat(3, "Cleo", {level: "scribe", until: "end"});
  assert.deepEqual(news.next(view), [left, {key: "given-up.text", params: {name: "Ben"}}]);
});

test("that the host chose the deal is told once in a game, to all but that host", () => {
  view.table.is_seeded = true;
  view.board = {question: 3, game: "first", seats: [{}, {}, {}], result: null};
  const chosen = [{of: "games", key: "chosen-deal.text"}],
    news = new AbsenceNews();
  assert.deepEqual(news.next(view), chosen);
  assert.equal(isOfDeal(news.next(view)[0]), true);
  view.board = {...view.board, question: 8};
  assert.deepEqual(news.next(view), []);
  view.board = {...view.board, question: 3, game: "second"};
  assert.deepEqual(news.next(view), chosen);
  view.board = {...view.board, result: {}};
  assert.deepEqual(new AbsenceNews().next(view), []);
});

test("that the deal was chosen is not told to the host who chose it, nor to who plays alone", () => {
  view.table.is_seeded = true;
  view.board = {question: 3, game: "first", seats: [{}, {}, {}], result: null};
  view.isHost = true;
  view.seatId = 1;
  assert.deepEqual(new AbsenceNews().next(view), []);
  view.isHost = false;
  view.board.seats = [{}];
  assert.deepEqual(new AbsenceNews().next(view), []);
});

test("who was made host in the moment of the start is told that another chose the deal", () => {
  keepTable({id: "one", token: "t", at: 1, seat: 3});
  new HostNews().next(view); // in the waiting room, where somebody else was host
  view.table = {...view.table, host: 3, is_seeded: true};
  view.board = {question: 3, game: "first", seats: [{}, {}, {}], result: null};
  view.isHost = true;
  assert.deepEqual(
    new AbsenceNews().next(view).map(({key}) => key),
    ["host-you.text", "chosen-deal.text"],
  );
  forgetTable("one");
});
