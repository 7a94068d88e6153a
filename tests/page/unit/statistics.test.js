import assert from "node:assert/strict";
import {test} from "node:test";

import {isHelped, isMarked, publicHelp} from "../../../src/quillmap/web/js/help-marks.js";
import {curveArt, ticksOf} from "../../../src/quillmap/web/js/statistics/curve.js";
import * as figures from "../../../src/quillmap/web/js/statistics/figures.js";
import {SURVEYOR} from "../../../src/quillmap/web/js/statistics/surveyor.js";
import {data} from "./surroundings.js";

const BASE = {explore: "base", pool: "base", map: "A"};
let made = 0;
/** @returns {any} */
const result = (/** @type {any} */ more = {}) => ({
  game: `g${++made}`,
  ended: made,
  names: ["Ada"],
  totals: [40],
  ranks: [1],
  rating: 3,
  title: "apprentice-surveyor",
  day: "",
  seat: 0,
  sheet: null,
  setup: BASE,
  help: null,
  edicts: ["borderlands", "wildholds"],
  earnings: {edicts: [10, 20], coins: 6, monsters: 2, seasons: []},
  ...more,
});
const HINTED = {hints: 1, stand_ins: 0, drawn_for: 0, take_backs: 0, trainer: 0};
const table = (/** @type {any[]} */ ...results) => ({id: `t${++made}`, token: "x", at: made, results});

test("games alone and with others are told apart, the oldest first; watched games do not count", () => {
  const later = result({ended: 9}),
    earlier = result({ended: 1});
  const many = result({rating: null, title: null, names: ["Ada", "Ben"], totals: [40, 30], ranks: [1, 2]});
  const tables = [table(later), table(earlier), table(many, result({seat: -1})), {id: "u", token: "x", at: 1}];
  assert.deepEqual(figures.resultsOf(tables, "alone"), [earlier, later]);
  assert.deepEqual(figures.resultsOf(tables, "together"), [many]);
});

test("games that were played on from a replay are left out", () => {
  const tables = [table(result({ended: 1}), result({ended: 2, isContinued: true}))];
  assert.deepEqual(
    figures.resultsOf(tables, "alone").map(({ended}) => ended),
    [1],
  );
  assert.equal(figures.continuedOf(tables, "alone"), 1);
  assert.equal(figures.continuedOf(tables, "together"), 0);
});

test("best and mean by box and map", () => {
  const heroes = {explore: "heroes", pool: "heroes", map: "C"},
    mixed = {explore: "base", pool: "both", map: "C"};
  const found = figures.byMap([
    result({setup: heroes, rating: -5}),
    result({rating: 2}),
    result({rating: 8}),
    result({setup: mixed}),
  ]);
  assert.deepEqual(found, [
    {box: "base", map: "A", games: 2, best: 8, mean: 5},
    {box: "heroes", map: "C", games: 1, best: -5, mean: -5},
    {box: "mixed", map: "C", games: 1, best: 3, mean: 3},
  ]);
});

test("titles are listed from the best on, with those won with help", () => {
  const results = [result(), result({help: HINTED}), result({title: "legendary-cartographer"})];
  assert.deepEqual(figures.byTitle(results, data.cards.titles), [
    {title: "legendary-cartographer", games: 1, helped: 0},
    {title: "apprentice-surveyor", games: 2, helped: 1},
  ]);
});

test("edicts, coins and monsters come from the games of which they are known", () => {
  // As earlier versions kept them, and as a game that the server has removed.
  const {earnings: _, edicts: __, help: ___, ...old} = result();
  const results = [result(), result({earnings: {edicts: [4, 8], coins: 3, monsters: 6, seasons: []}}), old];
  results.push(result({earnings: null}));
  assert.deepEqual(figures.byEdict(results, {borderlands: 9.5}), [
    {card: "borderlands", games: 2, mean: 7, bot: 9.5},
    {card: "wildholds", games: 2, mean: 14, bot: null},
  ]);
  assert.deepEqual(figures.purseOf(results), {games: 2, coins: 4.5, monsters: 4});
  assert.equal(figures.purseOf([old]), null);
  assert.deepEqual(figures.summaryOf(results), {games: 4, best: 3, mean: 3, wins: 4, helped: 0, unknown: 2});
});

test("places at tables with others", () => {
  const place = (/** @type {number} */ rank) =>
    result({rating: null, seat: 1, totals: [9, 5], ranks: [3 - rank, rank]});
  assert.deepEqual(figures.byPlace([place(2), place(1), place(2)]), [
    {place: 1, games: 1},
    {place: 2, games: 2},
  ]);
  assert.equal(figures.scoreOf(place(2)), 5);
});

test("the curve has the mean of the last ten games, and rings for those with help", () => {
  const results = Array.from({length: 12}, (_, n) => result({rating: n, help: n === 11 ? HINTED : null}));
  const points = figures.curveOf(results);
  assert.deepEqual([points[0].mean, points[11].mean], [0, 6.5]);
  const art = curveArt(points, String);
  assert.equal(art.match(/<circle/g)?.length, 12);
  assert.equal(art.match(/curve-dot helped/g)?.length, 1);
  assert.ok(!/NaN|Infinity/.test(art + curveArt(points.slice(0, 1), String)));
});

test("lines of the curve stand at round numbers round all values", () => {
  for (const [low, high] of [
    [0, 0],
    [-7, 13],
    [-120, 95],
    [3, 4],
    [-9000, 10_000],
  ]) {
    const ticks = ticksOf(low, high);
    assert.ok(ticks.length >= 2 && ticks.length <= 7, `${ticks}`);
    assert.ok(ticks[0] <= low && Number(ticks.at(-1)) >= high, `${ticks}`);
  }
});

test("every edict of both boxes has its reference", () => {
  const cards = data.cards.scoring.map((/** @type {any} */ {id}) => id).sort();
  for (const company of figures.COMPANIES) {
    assert.deepEqual(Object.keys(SURVEYOR[company].cards).sort(), cards);
    assert.ok(SURVEYOR[company].games >= 500);
  }
});

test("help is what raises any count", () => {
  assert.ok(isHelped(HINTED));
  assert.ok(isHelped({...HINTED, hints: 0, trained: true}));
  for (const none of [null, undefined, {...HINTED, hints: 0}]) assert.ok(!isHelped(none));
});

test("others don't read that somebody took a bot's drawing back", () => {
  const back = {...HINTED, hints: 0, take_backs: 1};
  assert.ok(isHelped(back));
  assert.ok(!isHelped(publicHelp(back)));
  assert.ok(isHelped(publicHelp(HINTED)));
  assert.equal(publicHelp(undefined), undefined);
});

test("others read of every turn by a bot, and what a person did not ask for is no help", () => {
  const none = {...HINTED, hints: 0},
    asked = publicHelp({...none, stand_ins: 1}),
    drawnFor = publicHelp({...none, drawn_for: 3, take_backs: 3});
  assert.ok(isHelped(asked) && isMarked(asked));
  assert.ok(isMarked(drawnFor) && !isHelped(drawnFor));
  for (const nothing of [null, undefined, none]) assert.ok(!isMarked(nothing));
});

test("the curve of numbers that no game has comes to an end", () => {
  for (const [low, high] of [
    [1e308, 1e308],
    [-1e308, 1e308],
    [-Infinity, Infinity],
  ])
    assert.ok(ticksOf(low, high).length <= 7);
});
