import assert from "node:assert/strict";
import {test} from "node:test";

import {keepTable, keptTables} from "../../../src/quillmap/web/js/memory.js";
import {exported, imported} from "../../../src/quillmap/web/js/my-games.js";
import {importedText} from "../../../src/quillmap/web/js/screens/parts/game-list.js";
import {t} from "../../../src/quillmap/web/js/words.js";
import {EARNED, RESULT} from "./games-server.js";
import {kept} from "./surroundings.js";

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
  {standsFor: "Ada"},
  {standsFor: [5]},
  {isSeeded: 1},
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
