import assert from "node:assert/strict";
import {test} from "node:test";

import {keepTable, keptTables} from "../../../src/quillmap/web/js/memory.js";
import {filtered, keepOwnMap, leftLast, loadEntries} from "../../../src/quillmap/web/js/my-games.js";
import {nameOf, progressText, statusOf} from "../../../src/quillmap/web/js/screens/parts/game-list.js";
import {whenLookedAtAgain} from "../../../src/quillmap/web/js/screens/parts/looking.js";
import {t} from "../../../src/quillmap/web/js/words.js";
import {EARNED, RESULT, server, table} from "./games-server.js";

test("games that wait for this player come first", async () => {
  keepTable({id: "t", token: "x", at: 1, seat: 7});
  keepTable({id: "u", token: "x", at: 2, seat: 7});
  server.answers = {"/api/tables/t": table("t", {waiting: [7]}), "/api/tables/u": table("u", {waiting: [8]})};
  const entries = await loadEntries();
  assert.deepEqual(
    entries.map(({kept: {id}, isMyTurn}) => [id, isMyTurn]),
    [
      ["t", true],
      ["u", false],
    ],
  );
  assert.equal(filtered(entries, "finished").length, 0);
  assert.equal(filtered(entries, "open").length, 2);
});

test("the game that was left last can be gone on with, if nobody else waits for it", async () => {
  const me = {id: 7, name: "Ada", level: "", kind: "person"},
    bot = {id: 8, name: "Odo", level: "copyist", kind: "bot"};
  keepTable({id: "t", token: "x", at: 1, seat: 7});
  const offered = async (/** @type {any} */ change) => {
    server.answers = {"/api/tables/t": table("t", {table: {status: "playing", seats: [me, bot], ...change}})};
    return leftLast(await loadEntries())?.kept.id;
  };
  assert.equal(await offered({}), "t");
  assert.equal(await offered({seats: [me]}), "t");
  assert.equal(await offered({seats: [me, {...bot, kind: "person", level: ""}]}), undefined, "others are told of it");
  assert.equal(await offered({seats: [{...me, level: "surveyor", until: "end"}, bot]}), undefined, "it was given up");
  assert.equal(await offered({day: "2026-05-31"}), undefined, "an expedition has a room of its own");
  assert.equal(await offered({status: "waiting"}), undefined);
  keepTable({id: "u", token: "x", at: 2, seat: 7});
  server.answers = {...server.answers, "/api/tables/u": table("u", {table: {status: "waiting", seats: [me]}})};
  assert.equal(leftLast(await loadEntries()), null, "something else came after it");
});

test("a game that waits for others says for whom", async () => {
  const person = (/** @type {number} */ id, /** @type {string} */ name, level = "") => ({
      id,
      name,
      level,
      kind: "person",
    }),
    bot = {id: 6, name: "Ink", level: "scribe", kind: "bot"};
  keepTable({id: "t", token: "x", at: 1, seat: 7});
  const told = async (/** @type {any[]} */ seats, /** @type {number[]} */ waiting, status = "playing") => {
    server.answers = {"/api/tables/t": table("t", {waiting, table: {seats, status}})};
    return statusOf((await loadEntries())[0]);
  };
  const seats = [person(7, "Ada"), person(8, "Bo"), person(9, "Cleo"), bot];
  assert.equal(await told(seats, [8]), "waiting for Bo");
  assert.equal(await told(seats, [8, 9, 6]), "waiting for Bo and Cleo");
  assert.equal(await told(seats, [7, 8]), "your turn");
  assert.equal(await told([seats[0], person(8, "Bo", "scribe")], [8]), "in play", "a bot draws for Bo");
  assert.equal(await told(seats, [], "waiting"), "ready to start", "every seat is taken");
  assert.equal(await told(seats.slice(1), [], "waiting"), "waiting for players");
  const many = [seats[0], ...[1, 2, 3, 4].map((id) => person(id, `P${id}`))];
  assert.equal(await told(many, [1, 2, 3, 4]), "waiting for 4 players");
});

test("a bot is called by its name and its level, while it plays and afterwards", async () => {
  const seats = [
    {id: 7, name: "Ada", kind: "person", level: ""},
    {id: 8, name: "Odo", kind: "bot", level: "copyist"},
  ];
  keepTable({id: "t", token: "x", at: 1, seat: 7});
  server.answers = {"/api/tables/t": table("t", {table: {seats}})};
  assert.equal(nameOf((await loadEntries())[0]), "With Odo (Copyist)");
  const summary = {...RESULT, game: "g", names: ["Ada", "Odo"], totals: [40, 30], ranks: [1, 2], seats: [7, 8]};
  server.answers = {
    "/api/tables/t": table("t", {table: {seats, status: "finished", games: ["g"]}}),
    "/api/games/g": summary,
  };
  assert.equal(nameOf((await loadEntries())[0]), "With Odo (Copyist)");
  assert.equal(nameOf((await loadEntries())[0]), "With Odo (Copyist)", "what is kept says it, too");
});

test("a bot that plays on for somebody is called so, while it plays and afterwards", async () => {
  const seats = [
    {id: 7, name: "Ada", kind: "person", level: "", stands_for: ""},
    {id: 8, name: "Odo", kind: "bot", level: "copyist", stands_for: "Alice"},
  ];
  const expected = `With ${t("page.instead", {player: "Alice"})}`,
    from = {game: "f", event: 5},
    summary = {...RESULT, game: "g", names: ["Ada", "Odo"], totals: [40, 30], ranks: [1, 2], seats: [7, 8]};
  keepTable({id: "t", token: "x", at: 1, seat: 7});
  server.answers = {"/api/tables/t": table("t", {table: {seats}})};
  assert.equal(nameOf((await loadEntries())[0]), expected);
  server.answers = {
    "/api/tables/t": table("t", {table: {seats, status: "finished", games: ["g"]}}),
    "/api/games/g": {...summary, continued_from: from, stands_for: ["", "Alice"]},
  };
  assert.equal(nameOf((await loadEntries())[0]), expected);
  assert.equal(nameOf((await loadEntries())[0]), expected, "what is kept says it, too");
});

test("a table of this device is one with bots, however many", () => {
  const id = `device-${"x".repeat(22)}`,
    names = ["Ada", "1", "2", "3", "4", "5"],
    result = /** @type {any} */ ({names, seat: 0, setup: {}});
  const kept = {id, token: "x", at: 1, seat: 7};
  assert.equal(nameOf({kept, table: null, result}), "With 5 bots");
  assert.equal(nameOf({kept: {...kept, id: "t"}, table: null, result}), "6 players");
  assert.equal(nameOf({kept: {...kept, id: "t"}, table: null, result: {...result, isContinued: true}}), "With 5 bots");
  const seats = names.map((name, n) => ({id: n + 7, name, kind: n ? "bot" : "person"}));
  assert.equal(nameOf({kept: {...kept, id: "t"}, table: /** @type {any} */ ({seats}), result: null}), "With 5 bots");
});

test("a list is brought up to date when somebody comes back, another tab changes it, or time passes", () => {
  const page = Object.assign(new EventTarget(), {hidden: false}),
    frame = new EventTarget();
  let times = 0,
    isOpen = true,
    isOver = false;
  /** @type {() => void} */
  let tick = () => {};
  const every = (/** @type {() => void} */ step) => {
    tick = step;
    return () => {
      isOver = true;
    };
  };
  whenLookedAtAgain(
    () => times++,
    () => isOpen,
    {page, frame, every},
  );
  page.hidden = true;
  page.dispatchEvent(new Event("visibilitychange"));
  tick();
  assert.equal(times, 0, "nobody looks");
  page.hidden = false;
  page.dispatchEvent(new Event("visibilitychange"));
  frame.dispatchEvent(Object.assign(new Event("storage"), {key: "quillmap.tables"}));
  frame.dispatchEvent(Object.assign(new Event("storage"), {key: "quillmap.theme"}));
  tick();
  assert.equal(times, 3);
  isOpen = false;
  tick();
  page.dispatchEvent(new Event("visibilitychange"));
  assert.deepEqual([times, isOver], [3, true]);
});

test("without a server the games that may go on are listed as far as the device knows them", async () => {
  keepTable({id: "t", token: "x", at: 2, seat: 7, code: "ABCDEF", seats: 3, status: "playing"});
  keepTable({id: "u", token: "x", at: 1, seat: 7, seats: 1, map: "A"});
  keepTable({id: "v", token: "", at: 3, status: "playing"});
  globalThis.fetch = async () => Promise.reject(new TypeError("no network"));
  const entries = await loadEntries();
  assert.deepEqual(
    entries.map((entry) => [nameOf(entry), entry.isUnreachable]),
    [
      [t("games.table", {code: "ABCDEF"}), true],
      [t("screens.home.solo", {map: t("setup.map.A.label")}), true],
    ],
  );
  assert.equal(filtered(entries, "open").length, 2);
});

test("a game that is played has one's own map, and how far its year is", async () => {
  keepTable({id: "t", token: "secret", at: 1, seat: 7});
  const own = {season: "summer", time: 3, season_time: 8, sheet: {forest: "f"}};
  server.answers = {"/api/tables/t": table("t", {own})};
  const [entry] = await loadEntries();
  assert.equal(server.tokens["/api/tables/t"], "Bearer secret");
  assert.deepEqual(entry.own, own);
  assert.equal(progressText(own), t("games.progress", {season: t("terms.season.summer"), gone: 3, limit: 8}));
  assert.equal(nameOf(entry), t("screens.home.solo", {map: t("setup.map.A.label")}));
  server.answers = {"/api/tables/t": table("t", {table: {status: "waiting", code: "ABCDEF"}})};
  assert.equal(nameOf((await loadEntries())[0]), t("games.table", {code: "ABCDEF"}));
});

test("a waiting table of this device is not called by its code, by which nobody could come", async () => {
  const id = `device-${"t".repeat(22)}`,
    {table: found} = table(id, {table: {id, status: "waiting", code: "ABCDEF", most_seats: 4}}),
    kept = {id, token: "x", at: 1, seat: 7, code: "ABCDEF"};
  assert.equal(nameOf({kept, table: found, result: null}), t("games.bots-table"));
  assert.equal(nameOf({kept, table: null, result: null}), t("games.bots-table"));
  assert.equal(statusOf({table: found, isMyTurn: false}), t("games.ready"));
  assert.equal(statusOf({table: {...found, id: "t"}, isMyTurn: false}), t("screens.home.status.waiting"));
});

test("a game of this device that it can't read now stays listed", async () => {
  const id = `device-${"u".repeat(22)}`;
  keepTable({id, token: "x", at: 2, seat: 7, seats: 1, map: "A", status: "playing"});
  const entries = await loadEntries();
  assert.deepEqual(
    entries.map(({kept, isUnreachable}) => [kept.id, isUnreachable]),
    [[id, true]],
  );
  assert.equal(nameOf(entries[0]), t("screens.home.solo", {map: t("setup.map.A.label")}));
});

test("a result has the set-up that was played, whatever the table plays next", async () => {
  keepTable({id: "t", token: "x", at: 1, seat: 7});
  server.answers = {
    "/api/tables/t": table("t", {table: {status: "waiting", setup: {map: "C"}, game: "", games: ["g"]}}),
    "/api/games/g": {...RESULT, game: "g"},
    "/api/games/g/maps": {game: "g", sheets: [{}], edicts: ["silos"], earnings: [EARNED], setup: {map: "A"}},
  };
  await loadEntries();
  assert.deepEqual(keptTables()[0].results?.[0].setup, {map: "A"});
});

test("a short list has an old table at which others wait", async () => {
  keepTable({id: "old", token: "x", at: 1, seat: 7, seats: 4});
  for (const at of [2, 3, 4]) keepTable({id: `alone-${at}`, token: "x", at, seat: 7, seats: 1});
  server.answers = {"/api/tables/old": table("old", {waiting: [7]})};
  for (const at of [2, 3, 4]) server.answers[`/api/tables/alone-${at}`] = table(`alone-${at}`, {waiting: [8]});
  const [first] = await loadEntries(2);
  assert.deepEqual([first.kept.id, first.isMyTurn], ["old", true]);
});

test("one's own map of an expedition is kept while the server shows none", async () => {
  keepTable({id: "t", token: "x", at: 1, seat: 7});
  server.answers = {
    "/api/tables/t": table("t", {table: {status: "finished", game: "g", games: ["g"]}}),
    "/api/games/g": {...RESULT, game: "g", day: "2026-07-01"},
  };
  assert.equal((await loadEntries())[0].result?.sheet, null);
  const board = {game: "g", result: {}, seats: [{sheet: {forest: "f"}}]},
    view = /** @type {any} */ ({board, own: {seat: 0}, table: {day: "2026-07-01"}});
  keepOwnMap("t", {...view, board: {...board, result: null}});
  assert.equal((await loadEntries())[0].result?.sheet, null, "the game goes on");
  keepOwnMap("t", view);
  assert.deepEqual((await loadEntries())[0].result?.sheet, {forest: "f"});
});

test("of a finished game its map and result are kept, and not asked for again", async () => {
  keepTable({id: "t", token: "x", at: 1, seat: 7});
  server.answers = {
    "/api/tables/t": table("t", {table: {status: "finished", game: "g", games: ["g"]}}),
    "/api/games/g": {...RESULT, game: "g"},
    "/api/games/g/maps": {game: "g", sheets: [{forest: "f"}], edicts: ["silos"], earnings: [EARNED]},
  };
  const [entry] = await loadEntries();
  assert.deepEqual(entry.result?.sheet, {forest: "f"});
  assert.equal(entry.result?.ended, 5000);
  assert.deepEqual([entry.result?.edicts, entry.result?.earnings], [["silos"], EARNED]);
  server.asked = [];
  await loadEntries();
  assert.deepEqual(server.asked, ["/api/tables/t"]);
  server.answers = {};
  assert.equal((await loadEntries()).length, 1, "a table that was swept away leaves its result");
});

test("a table that is gone and has no result is forgotten", async () => {
  keepTable({id: "t", token: "x", at: 1});
  assert.deepEqual(await loadEntries(), []);
  assert.deepEqual(keptTables(), []);
});

test("a table to which nobody comes back says so", async () => {
  keepTable({id: "t", token: "x", at: 1, seat: 7});
  server.answers = {"/api/tables/t": table("t", {is_abandoned: true})};
  assert.equal((await loadEntries())[0].isAbandoned, true);
});

test("old tables are kept without their maps", () => {
  for (let n = 0; n < 302; n++)
    keepTable({id: `t${n}`, token: "x", at: n, results: [{...RESULT, game: "g", seat: 0, sheet: {}, setup: {}}]});
  assert.deepEqual(
    [0, 299, 300, 301].map((n) => keptTables()[n].results?.[0].sheet),
    [{}, {}, null, null],
  );
});
