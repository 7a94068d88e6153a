import assert from "node:assert/strict";
import {beforeEach, test} from "node:test";

import {comeKey} from "../../../src/quillmap/web/js/replay/tv-parts.js";
import {keptPaper, PaperMap} from "../../../src/quillmap/web/js/screens/parts/paper-map.js";
import {isPainted} from "../../../src/quillmap/web/js/screens/parts/paper-sheet.js";
import {gist, PRESETS, tableHeading} from "../../../src/quillmap/web/js/screens/parts/tables.js";
import {isPreset, presetOf, presetsAt} from "../../../src/quillmap/web/js/screens/setup.js";
import {t} from "../../../src/quillmap/web/js/words.js";
import {kept, loadPage, settle} from "./surroundings.js";

const catalogue = await loadPage();

/** @type {any[]} */
let asked = [];
/** @type {any[]} */
let told = [];
/** @type {PaperMap} */
let map;

beforeEach(() => {
  kept.clear();
  asked = [];
  told = [];
  map = new PaperMap(catalogue, (body) => new Promise((done, fail) => asked.push({body, done, fail})), {
    changed: () => void told.push("changed"),
    counted: (isNews) => void told.push(isNews),
    failed: (error) => void told.push(error),
  });
});

test("a paper map begins as the first printed map, with an edict of every suit", () => {
  assert.equal(map.paper.edicts.length, 4);
  assert.equal(map.paper.sheet.length, keptPaper(catalogue).sheet.length);
  map.addCoins(3);
  assert.equal(keptPaper(catalogue).coins, 3, "what was painted is kept");
  kept.set("quillmap.paper", "{");
  assert.equal(keptPaper(catalogue).coins, 0, "what can't be read is not");
});

test("strokes are undone as a whole", () => {
  const {sheet} = map.paper;
  map.draw("a", false);
  map.draw("ab", true);
  map.draw("abc", false);
  map.undo();
  assert.equal(map.paper.sheet, "ab");
  map.undo();
  assert.equal(map.paper.sheet, sheet);
  map.undo();
  assert.equal(map.paper.sheet, sheet);
  map.close();
});

test("strokes can be undone after a reload; what can't be a sheet is not", () => {
  const {sheet} = map.paper,
    open = () => new PaperMap(catalogue, () => new Promise(() => {}), {changed() {}, counted() {}, failed() {}});
  map.draw("F".repeat(sheet.length), false);
  map.close();
  const again = open();
  assert.deepEqual(again.before, [sheet]);
  again.undo();
  assert.equal(again.paper.sheet, sheet);
  assert.deepEqual(open().before, []);
  again.close();
  kept.set("quillmap.paper", JSON.stringify({before: [7, "too short", sheet]}));
  assert.deepEqual(open().before, [sheet]);
  kept.set("quillmap.paper", JSON.stringify({before: "no list"}));
  assert.deepEqual(open().before, []);
});

test("a new sheet clears every season, and all of it can be brought back", () => {
  const blank = map.paper.sheet,
    painted = "F".repeat(blank.length);
  map.draw(painted, false);
  map.addCoins(3);
  map.open(1);
  const was = structuredClone(map.paper),
    edicts = [...was.edicts];
  const bringBack = map.renew(blank);
  assert.deepEqual([map.paper.sheet, map.paper.coins, map.paper.season, map.before], [blank, 0, 0, []]);
  assert.deepEqual(map.paper.seasons, [{sheet: blank, coins: 0}, null, null, null]);
  assert.deepEqual(map.paper.edicts, edicts);
  bringBack();
  assert.deepEqual(map.paper, was);
  map.close();
});

test("only what was painted can be lost with another printed map", () => {
  assert.equal(isPainted(map.paper.sheet), false);
  assert.ok(isPainted(map.paper.sheet.replace(".", "F")) && isPainted(map.paper.sheet.replace(":", "f")));
});

test("coins stay between none and as many as there are slots", () => {
  map.addCoins(-1);
  assert.equal(map.paper.coins, 0);
  for (let n = 0; n < 20; n++) map.addCoins(1);
  assert.equal(map.paper.coins, catalogue.coin_slots);
  map.close();
});

test("a season that is new begins with the map before, and is counted from then on", () => {
  map.draw("spring", false);
  map.addCoins(1);
  map.open(2);
  assert.equal(map.paper.sheet, "spring");
  map.draw("autumn", false);
  map.addCoins(1);
  map.open(0);
  assert.deepEqual([map.paper.sheet, map.paper.coins, map.before], ["spring", 1, []]);
  assert.deepEqual(map.paper.seasons, [{sheet: "spring", coins: 1}, null, {sheet: "autumn", coins: 2}, null]);
  kept.set("quillmap.paper", JSON.stringify({sheet: "old", coins: 4}));
  assert.deepEqual(keptPaper(catalogue).seasons, [{sheet: "old", coins: 4}, null, null, null]);
  map.close();
});

test("awards of one edict at a time are lit", () => {
  map.light(2);
  assert.equal(map.lit, 2);
  map.light(1);
  assert.equal(map.lit, 1);
  map.light(1);
  assert.equal(map.lit, -1);
});

test("the server is asked when the brush rests, and only the newest answer counts", async (context) => {
  /** @type {(() => void)[]} */
  const timers = [];
  context.mock.method(globalThis, "setTimeout", (/** @type {() => void} */ act) => timers.push(act));
  context.mock.method(globalThis, "clearTimeout", () => void timers.splice(0));
  map.addCoins(1);
  map.addCoins(1);
  assert.equal(timers.length, 1);
  timers[0]();
  map.setEdict(0, catalogue.scoring[5].id);
  timers[0]();
  assert.equal(asked.length, 2);
  assert.equal(asked[1].body.edicts[0], catalogue.scoring[5].id);
  asked[1].done({total: 9});
  asked[0].done({total: 1});
  await settle();
  assert.equal(map.year?.total, 9);
  assert.deepEqual(
    told.filter((each) => each !== "changed"),
    [true],
  );
});

/** A table as the server would set it up from a preset. @param {string} name */
function tableFrom(name) {
  const {setup, pace, most_seats = 6} = PRESETS[name],
    {box, ...own} = setup;
  const base = {explore: "base", seasons: "base", map: "A", pool: "base", edicts: "drawn", ruins: true};
  const rest = {ambushes: "base", heroes: "none", promos: false, skills: "none", rulebook: "standard"};
  return /** @type {any} */ ({
    setup: {...base, ...rest, .../** @type {any} */ (catalogue.boxes)[box], ...own},
    pace: pace ?? {kind: "none", amount: 0},
    most_seats,
  });
}

test("a table that was set up from a preset is that preset, until something is changed", () => {
  for (const name of Object.keys(PRESETS)) {
    const table = tableFrom(name);
    assert.equal(presetOf(table, catalogue), name);
    assert.ok(!isPreset(name, {...table, setup: {...table.setup, rulebook: "xx"}}, catalogue), name);
  }
  const byDays = {...tableFrom("heroes"), pace: {kind: "days", amount: 1}};
  assert.equal(presetOf(byDays, catalogue), "heroes", "the pace is the host's own");
  assert.equal(presetOf({...tableFrom("party"), most_seats: 6}, catalogue), "base");
});

test("a table is told by its box, and by what is different from it", () => {
  const toldOf = (/** @type {any} */ table) => gist(table).replaceAll("\u00a0", " ");
  const said = (/** @type {string[]} */ ...parts) => t("screens.table.gist.text", {list: parts.join(" · ")});
  const base = [t("setup.box.base.label"), t("setup.map.A.label")];
  assert.equal(toldOf(tableFrom("base")), said(...base, t("screens.setup.pace.none")));
  assert.equal(
    toldOf(tableFrom("first")),
    said(
      ...base,
      `${t("setup.edicts.label")}: ${t("setup.edicts.first-game.label")}`,
      `${t("setup.ruins.label")}: ${t("setup.ruins.false.label")}`,
      `${t("setup.ambushes.label")}: ${t("setup.ambushes.none.label")}`,
      t("screens.setup.pace.none"),
    ),
  );
  const heroes = [t("setup.box.heroes.label"), t("setup.map.C.label"), t("screens.setup.pace.days")];
  assert.equal(toldOf({...tableFrom("heroes"), pace: {kind: "days", amount: 1}}), said(...heroes));
});

test("a table is new to whoever has opened it, until its first game; a new host and a rematch read its code", () => {
  const seats = /** @type {any[]} */ ([
    {id: 1, name: "Ada"},
    {id: 2, name: "Bo"},
  ]);
  const table = {
    id: "t",
    code: "ABCDEF",
    host: /** @type {number | null} */ (1),
    games: /** @type {string[]} */ ([]),
    seats,
  };
  assert.equal(tableHeading(table, true), "New table");
  assert.equal(tableHeading(table, false), t("screens.home.table-of", {name: "Ada"}));
  assert.equal(tableHeading({...table, games: ["g"]}, true), "Table ABCDEF");
  assert.equal(tableHeading({...table, host: 2, seats: seats.slice(1)}, true), "Table ABCDEF");
});

test("a table of this device does not start from a party", () => {
  assert.ok(presetsAt(false).includes("party"));
  assert.deepEqual(presetsAt(true), ["first", "base", "heroes", "everything"]);
});

test("the table screen asks nobody to come to a table whose seats are taken", () => {
  const seats = /** @type {any[]} */ ([{id: 1}, {id: 2}]);
  assert.equal(comeKey({seats, most_seats: 3}), "replay.screen.come");
  assert.equal(comeKey({seats, most_seats: 2}), "replay.screen.full");
});
