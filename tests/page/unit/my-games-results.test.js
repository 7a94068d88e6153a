import assert from "node:assert/strict";
import {test} from "node:test";

import {giveUpSeat, keepTable, keptTables, tokenFor} from "../../../src/quillmap/web/js/memory.js";
import {completeResults, keepPlace, loadEntries, loadOthers} from "../../../src/quillmap/web/js/my-games.js";
import {EARNED, RESULT, server, table} from "./games-server.js";
import {kept} from "./surroundings.js";

test("what earlier versions did not keep is asked for, once, and what nobody knows any more is left", async () => {
  const old = (/** @type {string} */ game) => ({...RESULT, game, seat: 0, sheet: {forest: "f"}, setup: {map: "A"}});
  keepTable({id: "t", token: "x", at: 1, status: "finished", results: [old("g"), old("h")]});
  server.answers = {"/api/games/g/maps": {game: "g", sheets: [{forest: "f"}], edicts: ["silos"], earnings: [EARNED]}};
  server.refusal = "no-such-game";
  assert.equal(await completeResults(), true);
  assert.deepEqual(
    keptTables()[0].results?.map(({earnings}) => earnings),
    [EARNED, null],
  );
  server.asked = [];
  assert.equal(await completeResults(), false);
  assert.deepEqual(server.asked, []);
});

test("a game of today's expedition is asked for again later", async () => {
  keepTable({id: "t", token: "x", at: 1, results: [{...RESULT, game: "g", seat: 0, sheet: null, setup: {}}]});
  server.refusal = "day-not-over";
  assert.equal(await completeResults(), false);
  assert.equal(keptTables()[0].results?.[0].earnings, undefined);
});

const PAIR = {...RESULT, names: ["Ada", "Ben", "Cleo"], totals: [40, 30, 20], ranks: [1, 2, 3], rating: null};
const cleo = (/** @type {string} */ game) =>
  keepPlace("t", /** @type {any} */ ({board: {game, seats: []}, own: {seat: 2}}));

test("a result is that of the place one had in that game, although the seats have shifted since", async () => {
  keepTable({id: "t", token: "x", at: 1, seat: 9});
  cleo("g");
  const seats = [
    {id: 9, name: "Cleo"},
    {id: 7, name: "Ada"},
  ];
  server.answers = {
    "/api/tables/t": table("t", {table: {seats, status: "waiting", game: "", games: ["g"]}}),
    "/api/games/g": {...PAIR, game: "g"},
  };
  assert.equal((await loadEntries()).find(({result}) => result)?.result?.seat, 2);
});

test("a game that this device never showed is looked up by the name once the table has gone on", async () => {
  const seats = [
    {id: 9, name: "Cleo"},
    {id: 7, name: "Ada"},
  ];
  for (const [id, names] of Object.entries({t: PAIR.names, u: ["Cleo", "Cleo", "Ada"]})) {
    keepTable({id, token: "x", at: 1, seat: 9});
    server.answers[`/api/tables/${id}`] = table(id, {table: {seats, status: "waiting", games: [`g-${id}`]}});
    server.answers[`/api/games/g-${id}`] = {...PAIR, names, game: `g-${id}`};
  }
  const found = (await loadEntries()).flatMap(({result}) => (result ? [[result.game, result.seat]] : []));
  assert.deepEqual(Object.fromEntries(found), {"g-t": 2, "g-u": -1});
});

test("nobody is taken for a bot that has their name by now", async () => {
  keepTable({id: "t", token: "x", at: 1, seat: 9});
  cleo("g");
  const seats = [
    {id: 7, kind: "person", name: "Heron"},
    {id: 8, kind: "bot", name: "Ada", level: "scribe"},
    {id: 9, kind: "person", name: "Cleo"},
  ];
  server.answers = {
    "/api/tables/t": table("t", {table: {seats, status: "waiting", game: "g", games: ["g"]}}),
    "/api/games/g": {...PAIR, game: "g", seats: [7, 8, 9]},
  };
  assert.deepEqual((await loadEntries()).find(({result}) => result)?.result?.levels, ["", "scribe", ""]);
});

test("who loses the seat keeps the finished game, and nothing of what the others play then", async () => {
  keepTable({id: "t", token: "x", at: 1, seat: 9});
  cleo("g");
  giveUpSeat("t");
  assert.equal(tokenFor("t"), null);
  const seats = [{id: 7, name: "Ada"}];
  server.answers = {
    "/api/tables/t": table("t", {table: {seats, status: "playing", game: "i", games: ["g", "h", "i"]}}),
    "/api/games/g": {...PAIR, game: "g"},
    "/api/games/h": {...PAIR, game: "h"},
  };
  assert.deepEqual(
    (await loadEntries()).map(({result}) => [result?.game, result?.seat]),
    [["g", 2]],
  );
});

test("a seat at which nothing was played leaves nothing", () => {
  keepTable({id: "t", token: "x", at: 1, seat: 9});
  giveUpSeat("t");
  assert.deepEqual(keptTables(), []);
});

/** A game that tells who played it. @param {string} game @param {number[]} seats @param {string[]} [names] */
const played = (game, seats, names = seats.map((id) => `Seat ${id}`)) => {
  server.answers[`/api/games/${game}`] = {
    ...PAIR,
    game,
    names,
    totals: names.map(() => 9),
    ranks: names.map(() => 1),
    seats,
  };
  server.answers[`/api/games/${game}/maps`] = {
    game,
    sheets: names.map(() => ({})),
    edicts: [],
    earnings: names.map(() => null),
  };
};
/** A table that has gone on. @param {string[]} games @param {any} [more] */
const goneOn = (games, more) => {
  const seats = [
    {id: 9, name: "Ada"},
    {id: 7, name: "Ben"},
  ];
  server.answers["/api/tables/t"] = table("t", {table: {seats, status: "waiting", host: 7, games, ...more}});
};
/** @param {import("../../../src/quillmap/web/js/my-games.js").Entry[]} entries */
const resultsIn = (entries) => entries.flatMap(({result}) => (result ? [[result.game, result.seat]] : [])).sort();

test("a guest has no game that others played before, whatever they are called", async () => {
  keepTable({id: "t", token: "x", at: 1, seat: 9});
  goneOn(["alone", "namesakes", "ours"]);
  played("alone", [7], ["Ben"]);
  played("namesakes", [7, 8], ["Ben", "Ada"]);
  played("ours", [7, 9], ["Ben", "Ada under another name"]);
  assert.deepEqual(resultsIn(await loadEntries()), [["ours", 1]]);
  assert.ok(!server.asked.includes("/api/games/alone/maps"));
  server.asked = [];
  await loadEntries();
  assert.deepEqual(server.asked, ["/api/tables/t"], "they are not asked about again");
  giveUpSeat("t");
  keepTable({id: "t", token: "y", at: 1, seat: 8, places: {}});
  assert.deepEqual(resultsIn(await loadEntries()), [
    ["namesakes", 1],
    ["ours", 1],
  ]);
});

test("nothing is taken for one's own before the seat is known, and a host without a seat has looked on", async () => {
  goneOn(["g"], {host: null});
  played("g", [7]);
  keepTable({id: "t", token: "x", at: 1});
  assert.deepEqual(resultsIn(await loadEntries()), []);
  keepTable({id: "t", token: "x", at: 1, seat: null});
  assert.deepEqual(resultsIn(await loadEntries()), [["g", -1]]);
});

test("a game alone of an earlier version is that of whoever sat there first, or is called so", async () => {
  for (const [seat, name, own] of /** @type {const} */ ([
    [1, "Renamed", true],
    [2, "Ada", true],
    [2, "Guest", false],
  ])) {
    kept.clear();
    keepTable({id: "t", token: "x", at: 1, seat});
    goneOn(["g"], {seats: [{id: seat, name}]});
    server.answers["/api/games/g"] = {...RESULT, game: "g"};
    assert.deepEqual(resultsIn(await loadEntries()), own ? [["g", 0]] : [], `${seat} ${name}`);
  }
});

test("a game that a table does not name any more is found by the place one had in it", async () => {
  keepTable({id: "t", token: "x", at: 1, seat: 9, places: {early: 1}});
  goneOn(["late"]);
  played("early", [7, 9]);
  played("late", [9, 7]);
  assert.deepEqual(resultsIn(await loadEntries()), [
    ["early", 1],
    ["late", 0],
  ]);
});

test("very many games are asked about a few at a time, the latest first, and most after the list is shown", async () => {
  const games = Array.from({length: 50}, (_, n) => `g${n}`);
  keepTable({id: "t", token: "x", at: 1, seat: 9});
  goneOn(games);
  for (const game of games) played(game, [9, 7]);
  let underWay = 0,
    most = 0;
  const answered = globalThis.fetch;
  globalThis.fetch = async (/** @type {any} */ ...question) => {
    most = Math.max(most, ++underWay);
    await new Promise((done) => setImmediate(done));
    underWay--;
    return answered(.../** @type {[any]} */ (/** @type {unknown} */ (question)));
  };
  const first = resultsIn(await loadEntries()).map(([game]) => game);
  assert.deepEqual(new Set(first), new Set(games.slice(-8)));
  assert.equal(await loadOthers(), true);
  assert.equal(keptTables()[0].results?.length, 50);
  assert.equal(most, 4);
  assert.equal(await loadOthers(), false);
});

test("a seat that comes while games are asked about stays", async () => {
  keepTable({id: "t", token: "x", at: 1, seat: 9});
  goneOn(["g"]);
  played("g", [9, 7]);
  const loading = loadEntries();
  keepTable({id: "t", token: "renewed", at: 1, seat: 9, places: {next: 1}});
  await loading;
  assert.equal(tokenFor("t"), "renewed");
  assert.deepEqual(keptTables()[0].places, {next: 1});
  assert.equal(keptTables()[0].results?.length, 1);
});
