import assert from "node:assert/strict";
import {beforeEach, test} from "node:test";

import {giveUpSeat, keepTable, keptTables, tokenFor} from "../../../src/quillmap/web/js/memory.js";
import {
  completeResults,
  exported,
  filtered,
  imported,
  keepOwnMap,
  keepPlace,
  loadEntries,
  loadOthers,
} from "../../../src/quillmap/web/js/my-games.js";
import {importedText, nameOf, progressText, statusOf} from "../../../src/quillmap/web/js/screens/parts/game-list.js";
import {whenLookedAtAgain} from "../../../src/quillmap/web/js/screens/parts/looking.js";
import {t} from "../../../src/quillmap/web/js/words.js";
import {kept, loadPage} from "./surroundings.js";

await loadPage("games");

const RESULT = {names: ["Ada"], totals: [40], ranks: [1], rating: 3, title: "apprentice-surveyor", day: "", ended: 5};
const EARNED = {edicts: [1, 2, 3, 4], coins: 5, monsters: 6, seasons: [1, 2, 3, 3]};
const table = (/** @type {string} */ id, /** @type {any} */ more) => ({
  touched: 1,
  is_abandoned: false,
  waiting: [],
  ...more,
  table: {
    id,
    seats: [{id: 7, name: "Ada"}],
    setup: {map: "A"},
    games: [],
    game: "",
    status: "playing",
    most_seats: 4,
    ...more.table,
  },
});

/** What the server answers, by address. @type {Record<string, any>} */
let answers = {};
/** @type {string[]} */
let asked = [];
/** The tokens that came with them. @type {Record<string, string>} */
let tokens = {};
let refusal = "no-such-table";

beforeEach(() => {
  refusal = "no-such-table";
  kept.clear();
  answers = {};
  asked = [];
  tokens = {};
  globalThis.fetch = /** @type {any} */ (
    async (/** @type {string} */ address, /** @type {any} */ {headers}) => {
      asked.push(address);
      tokens[address] = headers.authorization;
      const found = answers[address];
      const error = {error: {code: refusal, params: {}}};
      return {ok: Boolean(found), status: found ? 200 : 404, json: async () => found ?? error};
    }
  );
});

test("games that wait for this player come first", async () => {
  keepTable({id: "t", token: "x", at: 1, seat: 7});
  keepTable({id: "u", token: "x", at: 2, seat: 7});
  answers = {"/api/tables/t": table("t", {waiting: [7]}), "/api/tables/u": table("u", {waiting: [8]})};
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
    answers = {"/api/tables/t": table("t", {waiting, table: {seats, status}})};
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
  answers = {"/api/tables/t": table("t", {table: {seats}})};
  assert.equal(nameOf((await loadEntries())[0]), "With Odo (Copyist)");
  const summary = {...RESULT, game: "g", names: ["Ada", "Odo"], totals: [40, 30], ranks: [1, 2], seats: [7, 8]};
  answers = {"/api/tables/t": table("t", {table: {seats, status: "finished", games: ["g"]}}), "/api/games/g": summary};
  assert.equal(nameOf((await loadEntries())[0]), "With Odo (Copyist)");
  assert.equal(nameOf((await loadEntries())[0]), "With Odo (Copyist)", "what is kept says it, too");
});

test("a table of this device is one with bots, however many", () => {
  const id = `device-${"x".repeat(22)}`,
    names = ["Ada", "1", "2", "3", "4", "5"],
    result = /** @type {any} */ ({names, seat: 0, setup: {}});
  const kept = {id, token: "x", at: 1, seat: 7};
  assert.equal(nameOf({kept, table: null, result}), "With 5 bots");
  assert.equal(nameOf({kept: {...kept, id: "t"}, table: null, result}), "6 players");
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
  answers = {"/api/tables/t": table("t", {own})};
  const [entry] = await loadEntries();
  assert.equal(tokens["/api/tables/t"], "Bearer secret");
  assert.deepEqual(entry.own, own);
  assert.equal(progressText(own), t("games.progress", {season: t("terms.season.summer"), gone: 3, limit: 8}));
  assert.equal(nameOf(entry), t("screens.home.solo", {map: t("setup.map.A.label")}));
  answers = {"/api/tables/t": table("t", {table: {status: "waiting", code: "ABCDEF"}})};
  assert.equal(nameOf((await loadEntries())[0]), t("games.table", {code: "ABCDEF"}));
});

test("a result has the set-up that was played, whatever the table plays next", async () => {
  keepTable({id: "t", token: "x", at: 1, seat: 7});
  answers = {
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
  answers = {"/api/tables/old": table("old", {waiting: [7]})};
  for (const at of [2, 3, 4]) answers[`/api/tables/alone-${at}`] = table(`alone-${at}`, {waiting: [8]});
  const [first] = await loadEntries(2);
  assert.deepEqual([first.kept.id, first.isMyTurn], ["old", true]);
});

test("one's own map of an expedition is kept while the server shows none", async () => {
  keepTable({id: "t", token: "x", at: 1, seat: 7});
  answers = {
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
  answers = {
    "/api/tables/t": table("t", {table: {status: "finished", game: "g", games: ["g"]}}),
    "/api/games/g": {...RESULT, game: "g"},
    "/api/games/g/maps": {game: "g", sheets: [{forest: "f"}], edicts: ["silos"], earnings: [EARNED]},
  };
  const [entry] = await loadEntries();
  assert.deepEqual(entry.result?.sheet, {forest: "f"});
  assert.equal(entry.result?.ended, 5000);
  assert.deepEqual([entry.result?.edicts, entry.result?.earnings], [["silos"], EARNED]);
  asked = [];
  await loadEntries();
  assert.deepEqual(asked, ["/api/tables/t"]);
  answers = {};
  assert.equal((await loadEntries()).length, 1, "a table that was swept away leaves its result");
});

test("a table that is gone and has no result is forgotten", async () => {
  keepTable({id: "t", token: "x", at: 1});
  assert.deepEqual(await loadEntries(), []);
  assert.deepEqual(keptTables(), []);
});

test("all games go into a file and come back, the newer of each table", () => {
  keepTable({id: "t", token: "x", at: 1});
  keepTable({id: "u", token: "y", at: 2});
  const text = exported();
  kept.clear();
  keepTable({id: "u", token: "newer", at: 3});
  assert.deepEqual(imported(text), {came: 1, skipped: 0});
  assert.deepEqual(new Set(keptTables().map(({token}) => token)), new Set(["x", "newer"]));
  const file = (/** @type {any} */ results) =>
    JSON.stringify({format: "quillmap-games", tables: [{id: "t", token: "x", at: 9, results}]});
  for (const wrong of ["", "{}", '{"format": "quillmap-games", "tables": [{"id": 1}]}', file("x"), file([null])])
    assert.equal(imported(wrong), null);
  assert.equal(imported(file([{...RESULT, game: "g", seat: 0, setup: {}, earnings: EARNED}]))?.came, 1);
  assert.deepEqual(keptTables()[0].results?.[0].earnings, EARNED);
});

const FINE = {...RESULT, game: "g", seat: 0, sheet: null, setup: {map: "A"}};
const KEPT = {id: "t", token: "x", at: 1, results: [FINE]};
const fileOf = (/** @type {any[]} */ ...tables) => JSON.stringify({format: "quillmap-games", tables});

/** What a result may not be, or everything of it would have to be shown. */
const BROKEN = [
  {names: "Ada"},
  {names: []},
  {names: [{}]},
  {names: ["x".repeat(1000)]},
  {totals: []},
  {totals: ["40"]},
  {totals: [1e308]},
  {ranks: [0]},
  {rating: 1e308},
  {rating: "3"},
  {title: {}},
  {title: "a b"},
  {day: 5},
  {day: "2026-13-77"},
  {ended: 1e300},
  {seat: 1},
  {game: "a/b"},
  {setup: null},
  {setup: []},
  {setup: {map: {}}},
  {setup: {map: "A", seed: "x".repeat(10_000)}},
  {sheet: 5},
  {sheet: {forest: "zz"}},
  {sheet: {forest: 7}},
  {sheet: {ruins: "f".repeat(2_000_000)}},
  {help: 5},
  {isContinued: 1},
  {help: {hints: "many"}},
  {edicts: "silos"},
  {edicts: [{}]},
  {earnings: 5},
  {earnings: {...EARNED, coins: Number.MAX_VALUE}},
  {edicts: ["a", "b"], earnings: {...EARNED, edicts: [1]}},
];

test("a file with something else in the place of games changes nothing", () => {
  const tables = [
    ...[{id: "../daily/today"}, {id: ""}, {token: 5}, {at: null}, {at: 1e300}, {results: 5}, {results: [null]}],
    ...[{status: {}}, {seat: "1"}, {places: {g: "x"}}, {ownMap: {game: "g", sheet: 5}}],
  ];
  for (const wrong of [...tables, ...BROKEN.map((more) => ({results: [{...FINE, ...more}]}))])
    assert.equal(imported(fileOf({...KEPT, ...wrong})), null, JSON.stringify(wrong).slice(0, 100));
  assert.deepEqual(keptTables(), []);
  assert.deepEqual(imported(fileOf(KEPT)), {came: 1, skipped: 0});
});

test("a broken line of a file is skipped, and counted", () => {
  const broken = {...KEPT, id: "u", results: [{...FINE, sheet: 5}]};
  assert.deepEqual(imported(fileOf(broken, KEPT, null)), {came: 1, skipped: 2});
  assert.deepEqual(
    keptTables().map(({id}) => id),
    ["t"],
  );
});

test("what was kept broken is left out, and the seats stay", () => {
  const results = [FINE, ...BROKEN.map((more) => ({...FINE, ...more}))];
  const tables = [{...KEPT, results}, {...KEPT, id: "u", results: 5, ownMap: 5}, {id: 5}, null, {...KEPT, id: "v"}];
  kept.set("quillmap.tables", JSON.stringify(tables));
  assert.deepEqual(keptTables(), [KEPT, {id: "u", token: "x", at: 1}, {...KEPT, id: "v"}]);
  kept.set("quillmap.tables", "5");
  assert.deepEqual(keptTables(), []);
});

test("a file never takes a seat of this device", () => {
  for (let n = 0; n < 10; n++) keepTable({id: `own-${n}`, token: `mine-${n}`, at: n});
  const strange = {id: "own-3", token: "theirs", at: 99};
  const many = Array.from({length: 1000}, (_, n) => ({id: `t${n}`, token: "x", at: 1000 + n}));
  assert.deepEqual(imported(fileOf(strange, ...many)), {came: 990, skipped: 10});
  keepTable({id: "new", token: "mine", at: 5000});
  const found = keptTables();
  assert.equal(found.length, 1000);
  assert.equal(found.filter(({token}) => token.startsWith("mine")).length, 11);
  assert.equal(found.find(({id}) => id === "own-3")?.token, "mine-3");
});

test("a file leaves room for one's own games", () => {
  const results = Array.from({length: 100}, (_, n) => ({...FINE, game: `g${n}`, names: ["x".repeat(200)]}));
  const many = Array.from({length: 200}, (_, n) => ({id: `t${n}`, token: "x", at: n, results}));
  const found = imported(fileOf(...many));
  assert.ok(found?.came && found.skipped);
  assert.ok((kept.get("quillmap.tables") ?? "").length <= 3_100_000);
});

test("what earlier versions did not keep is asked for, once, and what nobody knows any more is left", async () => {
  const old = (/** @type {string} */ game) => ({...RESULT, game, seat: 0, sheet: {forest: "f"}, setup: {map: "A"}});
  keepTable({id: "t", token: "x", at: 1, status: "finished", results: [old("g"), old("h")]});
  answers = {"/api/games/g/maps": {game: "g", sheets: [{forest: "f"}], edicts: ["silos"], earnings: [EARNED]}};
  refusal = "no-such-game";
  assert.equal(await completeResults(), true);
  assert.deepEqual(
    keptTables()[0].results?.map(({earnings}) => earnings),
    [EARNED, null],
  );
  asked = [];
  assert.equal(await completeResults(), false);
  assert.deepEqual(asked, []);
});

test("a game of today's expedition is asked for again later", async () => {
  keepTable({id: "t", token: "x", at: 1, results: [{...RESULT, game: "g", seat: 0, sheet: null, setup: {}}]});
  refusal = "day-not-over";
  assert.equal(await completeResults(), false);
  assert.equal(keptTables()[0].results?.[0].earnings, undefined);
});

test("a table to which nobody comes back says so", async () => {
  keepTable({id: "t", token: "x", at: 1, seat: 7});
  answers = {"/api/tables/t": table("t", {is_abandoned: true})};
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
  answers = {
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
    answers[`/api/tables/${id}`] = table(id, {table: {seats, status: "waiting", games: [`g-${id}`]}});
    answers[`/api/games/g-${id}`] = {...PAIR, names, game: `g-${id}`};
  }
  const found = (await loadEntries()).flatMap(({result}) => (result ? [[result.game, result.seat]] : []));
  assert.deepEqual(Object.fromEntries(found), {"g-t": 2, "g-u": -1});
});

test("who loses the seat keeps the finished game, and nothing of what the others play then", async () => {
  keepTable({id: "t", token: "x", at: 1, seat: 9});
  cleo("g");
  giveUpSeat("t");
  assert.equal(tokenFor("t"), null);
  const seats = [{id: 7, name: "Ada"}];
  answers = {
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

test("an import that brings nothing new says that the games are here already", () => {
  assert.equal(importedText({came: 0, skipped: 0}), t("games.known.text"));
  assert.equal(importedText({came: 2, skipped: 0}), t("games.imported.text", {count: 2}));
});

test("what every object has is no id in a file, and nothing that a file brings changes other objects", () => {
  const result = (/** @type {string} */ game, /** @type {string} */ card) =>
    `{"game": "${game}", "names": ["<img src=x>"], "totals": [1], "ranks": [1], "seat": 0, "rating": 1, "title": null, ` +
    `"ended": 5, "edicts": ["${card}"], "help": {"__proto__": {"hints": 9}}, "setup": {"__proto__": {"hints": 9}}, ` +
    `"earnings": {"edicts": [1], "seasons": [1], "coins": 1, "monsters": 1}}`;
  const line = (/** @type {string} */ id, game = "g", card = "wildholds") =>
    `{"id": "${id}", "token": "x", "at": 5, "__proto__": {"hints": 9}, "results": [${result(game, card)}]}`;
  const file = (/** @type {string[]} */ ...lines) => `{"format": "quillmap-games", "tables": [${lines.join(", ")}]}`;
  for (const id of ["__proto__", "constructor", "toString"])
    assert.equal(imported(file(line(id), line("t", id), line("t", "g", id))), null);
  assert.deepEqual(imported(file(line("t"), line("__proto__"))), {came: 1, skipped: 1});
  assert.deepEqual(Object.keys(keptTables()[0]).sort(), ["at", "id", "isFromFile", "results", "token"]);
  assert.equal(/** @type {any} */ ({}).hints, undefined);
});

/** A game that tells who played it. @param {string} game @param {number[]} seats @param {string[]} [names] */
const played = (game, seats, names = seats.map((id) => `Seat ${id}`)) => {
  answers[`/api/games/${game}`] = {...PAIR, game, names, totals: names.map(() => 9), ranks: names.map(() => 1), seats};
  answers[`/api/games/${game}/maps`] = {
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
  answers["/api/tables/t"] = table("t", {table: {seats, status: "waiting", host: 7, games, ...more}});
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
  assert.ok(!asked.includes("/api/games/alone/maps"));
  asked = [];
  await loadEntries();
  assert.deepEqual(asked, ["/api/tables/t"], "they are not asked about again");
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
    answers["/api/games/g"] = {...RESULT, game: "g"};
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
