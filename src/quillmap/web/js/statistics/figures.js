// @ts-check
/** What one's finished games add up to. No page: it takes results as this device keeps them, and returns numbers. */

import {isHelped} from "../help-marks.js";
import {boxOf} from "../screens/parts/tables.js";

/** @typedef {import("../my-games.js").Result} Result */
/** @typedef {"alone" | "together"} Company */
/** @typedef {{games: number, best: number, mean: number}} Range */

/** Games alone have a rating, and are counted by it; those with others by their stars. */
export const COMPANIES = /** @type {const} */ (["alone", "together"]);
/** Games that the line of the curve is the mean of. */
export const SPAN = 10;

/**
 * The finished games in which this device had a seat.
 * @param {import("../memory.js").KeptTable[]} tables
 * @param {Company} company
 */
const allOf = (tables, company) =>
  tables
    .flatMap((table) => table.results ?? [])
    .filter(({seat, totals}) => seat >= 0 && seat < totals.length)
    .filter(({rating}) => (rating !== null) === (company === "alone"));

/**
 * Those that count, the oldest first.
 * @param {import("../memory.js").KeptTable[]} tables
 * @param {Company} company
 */
export const resultsOf = (tables, company) =>
  allOf(tables, company)
    .filter(({isContinued}) => !isContinued)
    .sort((a, b) => a.ended - b.ended);

/**
 * How many were played on from another game, and do not count.
 * @param {import("../memory.js").KeptTable[]} tables
 * @param {Company} company
 */
export const continuedOf = (tables, company) => allOf(tables, company).filter(({isContinued}) => isContinued).length;

/** Rating, or stars at a table with others. @param {Result} result */
export const scoreOf = ({rating, totals, seat}) => rating ?? totals[seat];

/** @param {number[]} values */
const meanOf = (values) => values.reduce((sum, value) => sum + value, 0) / values.length;

/** @param {number[]} values at least one @returns {Range} */
const rangeOf = (values) => ({games: values.length, best: Math.max(...values), mean: meanOf(values)});

/**
 * Things by a key, in the order of their first.
 * @template T
 * @param {T[]} things
 * @param {(thing: T) => string} keyOf
 */
function grouped(things, keyOf) {
  /** @type {Map<string, T[]>} */
  const groups = new Map();
  for (const thing of things) {
    const key = keyOf(thing);
    groups.set(key, [...(groups.get(key) ?? []), thing]);
  }
  return [...groups];
}

/** By box and map, what was played most first. @param {Result[]} results */
export const byMap = (results) =>
  grouped(results, ({setup}) => `${boxOf(setup)}/${setup.map}`)
    .map(([key, group]) => {
      const [box, map] = key.split("/");
      return {box, map, ...rangeOf(group.map(scoreOf))};
    })
    .sort((a, b) => b.games - a.games);

/**
 * How often each title was won, the best first, and how often of these with help.
 * @param {Result[]} results
 * @param {{id: string, rating: number}[]} titles
 */
export const byTitle = (results, titles) =>
  [...titles]
    .sort((a, b) => b.rating - a.rating)
    .map(({id}) => {
      const won = results.filter(({title}) => title === id);
      return {title: id, games: won.length, helped: won.filter(({help}) => isHelped(help)).length};
    })
    .filter(({games}) => games > 0);

/** How often each place was taken at tables with others. @param {Result[]} results */
export const byPlace = (results) =>
  grouped(results, ({ranks, seat}) => String(ranks[seat]))
    .map(([place, group]) => ({place: Number(place), games: group.length}))
    .sort((a, b) => a.place - b.place);

/**
 * What each edict brought in a game on average, beside what a bot earns with it.
 * @param {Result[]} results
 * @param {Record<string, number>} reference
 */
export function byEdict(results, reference) {
  const earned = results.flatMap(({edicts, earnings}) =>
    earnings ? (edicts ?? []).map((card, place) => ({card, points: earnings.edicts[place]})) : [],
  );
  return grouped(earned, ({card}) => card).map(([card, group]) => ({
    card,
    games: group.length,
    mean: meanOf(group.map(({points}) => points)),
    bot: reference[card] ?? null,
  }));
}

/** Coins and the cost of monsters, on average, as far as it is known of any game. @param {Result[]} results */
export function purseOf(results) {
  const known = results.flatMap(({earnings}) => (earnings ? [earnings] : []));
  if (!known.length) return null;
  return {
    games: known.length,
    coins: meanOf(known.map(({coins}) => coins)),
    monsters: meanOf(known.map(({monsters}) => monsters)),
  };
}

/** Every game with the mean of it and those before. @param {Result[]} results the oldest first */
export const curveOf = (results) =>
  results.map((result, n) => ({
    game: result.game,
    ended: result.ended,
    value: scoreOf(result),
    mean: meanOf(results.slice(Math.max(0, n + 1 - SPAN), n + 1).map(scoreOf)),
    isHelped: isHelped(result.help),
  }));

/** Everything about the games of one kind. @param {Result[]} results */
export const summaryOf = (results) => ({
  ...rangeOf(results.map(scoreOf)),
  wins: results.filter(({ranks, seat}) => ranks[seat] === 1).length,
  helped: results.filter(({help}) => isHelped(help)).length,
  unknown: results.filter(({earnings}) => !earnings).length,
});
