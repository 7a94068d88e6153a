import assert from "node:assert/strict";
import {afterEach, beforeEach, test} from "node:test";

import {fittedInto} from "../../../src/quillmap/web/js/kept-room.js";
import {hasLostGames, keepTable, keptTables, setPlayer, tokenFor} from "../../../src/quillmap/web/js/memory.js";
import {kept} from "./surroundings.js";

const result = (/** @type {string} */ game, /** @type {number} */ ended) => ({
  ...{game, ended, names: ["Ada"], totals: [40], ranks: [1], rating: 3, title: null, day: "", seat: 0},
  ...{sheet: {forest: "f".repeat(60)}, setup: {map: "A"}, earnings: null},
});
const tableWith = (/** @type {string} */ id, /** @type {any[]} */ ...results) => ({
  id,
  token: `of ${id}`,
  at: 1,
  results,
});
const lengthOf = (/** @type {any} */ value) => JSON.stringify(value).length;
/** Which results are left, with or without their maps. @param {any[]} tables */
const left = (tables) =>
  tables.flatMap(({results}) =>
    results.map((/** @type {any} */ {game, sheet}) => (sheet ? game : `${game} without map`)),
  );

test("what fits stays as it is", () => {
  const tables = [tableWith("t", result("g", 1))];
  assert.equal(fittedInto(tables, lengthOf(tables)), tables);
});

test("the oldest results lose their maps first, and go then; seats stay", () => {
  const tables = [tableWith("t", result("new", 3), result("old", 1)), tableWith("u", result("middle", 2))];
  const whole = lengthOf(tables);
  const little = fittedInto(tables, whole - 10);
  assert.deepEqual(left(little), ["new", "old without map", "middle"]);
  const less = fittedInto(tables, whole - 300);
  assert.deepEqual(left(less), ["new without map", "middle without map"]);
  assert.equal(less[0].places?.old, -1, "nobody asks for it again");
  const none = fittedInto([{...tables[0], ownMap: {game: "new", sheet: {}}}, tables[1]], 0);
  assert.equal(none[0].ownMap, undefined);
  assert.deepEqual(left(none), []);
  assert.deepEqual(
    none.map(({token}) => token),
    ["of t", "of u"],
  );
  for (const [found, room] of /** @type {const} */ ([
    [little, whole - 10],
    [less, whole - 300],
  ]))
    assert.ok(lengthOf(found) <= room);
});

test("results from a file go before one's own", () => {
  const tables = [{...tableWith("t", result("theirs", 9)), isFromFile: true}, tableWith("u", result("mine", 1))];
  assert.deepEqual(left(fittedInto(tables, lengthOf(tables) - 10)), ["theirs without map", "mine"]);
});

const {setItem} = localStorage;
/** Let the browser have room for this many characters. @param {number} most */
function limit(most) {
  localStorage.setItem = (key, text) => {
    if (text.length > most) throw new DOMException("full", "QuotaExceededError");
    kept.set(key, text);
  };
}

beforeEach(() => kept.clear());
afterEach(() => {
  localStorage.setItem = setItem;
});

const many = Array.from({length: 3000}, (_, n) => result(`g${n}`, n));

test("a browser with little room keeps every seat and the latest results", () => {
  assert.equal(hasLostGames(), false);
  limit(250_000);
  keepTable(tableWith("t", ...many));
  keepTable({id: "u", token: "mine", at: 2});
  assert.deepEqual([tokenFor("t"), tokenFor("u")], ["of t", "mine"]);
  const games = keptTables().flatMap(({results = []}) => results.map(({game}) => game));
  assert.ok(games.length > 100 && games.length < 3000);
  assert.equal(games.at(-1), "g2999");
  assert.equal(hasLostGames(), true);
});

test("a browser without any room has the seats until the page is closed", () => {
  limit(0);
  setPlayer({name: "Ada"});
  keepTable({id: "t", token: "mine", at: 2});
  keepTable({id: "u", token: "mine, too", at: 3});
  assert.deepEqual([tokenFor("t"), tokenFor("u")], ["mine", "mine, too"]);
  assert.equal(kept.size, 0);
  localStorage.setItem = setItem;
  keepTable({id: "v", token: "last", at: 4});
  assert.equal(JSON.parse(kept.get("quillmap.tables") ?? "").length, 3);
});
