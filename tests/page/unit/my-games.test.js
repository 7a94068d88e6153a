import assert from "node:assert/strict";
import {beforeEach, test} from "node:test";

import {keepTable, keptTables} from "../../../src/quillmap/web/js/memory.js";
import {exported, filtered, imported, loadEntries} from "../../../src/quillmap/web/js/my-games.js";
import {kept} from "./surroundings.js";

const RESULT = {names: ["Ada"], totals: [40], ranks: [1], rating: 3, title: "apprentice-surveyor", day: "", ended: 5};
const table = (/** @type {string} */ id, /** @type {any} */ more) => ({
  touched: 1,
  is_abandoned: false,
  waiting: [],
  ...more,
  table: {id, seats: [{id: 7, name: "Ada"}], setup: {map: "A"}, games: [], game: "", status: "playing", ...more.table},
});

/** What the server answers, by address. @type {Record<string, any>} */
let answers = {};
/** @type {string[]} */
let asked = [];

beforeEach(() => {
  kept.clear();
  answers = {};
  asked = [];
  globalThis.fetch = /** @type {any} */ (
    async (/** @type {string} */ address) => {
      asked.push(address);
      const found = answers[address];
      const error = {error: {code: "no-such-table", params: {}}};
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

test("of a finished game its map and result are kept, and not asked for again", async () => {
  keepTable({id: "t", token: "x", at: 1, seat: 7});
  answers = {
    "/api/tables/t": table("t", {table: {status: "finished", game: "g", games: ["g"]}}),
    "/api/games/g": {...RESULT, game: "g"},
    "/api/games/g/maps": {game: "g", sheets: [{forest: "f"}]},
  };
  const [entry] = await loadEntries();
  assert.deepEqual(entry.result?.sheet, {forest: "f"});
  assert.equal(entry.result?.ended, 5000);
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
  assert.equal(imported(text), 1);
  assert.deepEqual(new Set(keptTables().map(({token}) => token)), new Set(["x", "newer"]));
  for (const wrong of ["", "{}", '{"format": "quillmap-games", "tables": [{"id": 1}]}'])
    assert.equal(imported(wrong), -1);
});
