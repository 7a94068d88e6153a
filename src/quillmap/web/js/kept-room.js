// @ts-check
/** What is given up when the device has no room for all games: never a seat. No page. */

/** @typedef {import("./memory.js").KeptTable} KeptTable */
/** @typedef {import("./my-games.js").Result} Result */

/** A game that is not this device's, or of which nothing is kept any more: nobody asks for it again. */
export const NOT_KEPT = -1;

/** @param {unknown} value */
const lengthOf = (value) => JSON.stringify(value).length;

/**
 * As much of the tables as this many characters hold. The oldest results lose their maps first and go then, those that
 * came from a file before one's own. Seats stay, whatever room they need.
 * @param {KeptTable[]} tables
 * @param {number} room
 * @returns {KeptTable[]}
 */
export function fittedInto(tables, room) {
  let surplus = lengthOf(tables) - room;
  if (surplus <= 0) return tables;
  /** What becomes of a result: without its map, or nothing. @type {Map<Result, Result | null>} */
  const changed = new Map();
  const oldest = oldestOf(tables);
  for (const result of oldest) {
    if (surplus <= 0) break;
    if (!result.sheet) continue;
    const small = {...result, sheet: null};
    changed.set(result, small);
    surplus -= lengthOf(result) - lengthOf(small);
  }
  for (const result of oldest) {
    if (surplus <= 0) break;
    surplus -= lengthOf(changed.get(result) ?? result) - lengthOf({[result.game]: NOT_KEPT});
    changed.set(result, null);
  }
  const isTight = surplus > 0;
  return tables.map((table) => withResults(isTight ? withoutMap(table) : table, changed));
}

/** @param {KeptTable} table @returns {KeptTable} */
function withoutMap({ownMap: _, ...table}) {
  return table;
}

/** All results, those that go first at the beginning. @param {KeptTable[]} tables */
function oldestOf(tables) {
  const all = tables.flatMap(({results = [], isFromFile = false}) => results.map((result) => ({result, isFromFile})));
  all.sort((a, b) => Number(b.isFromFile) - Number(a.isFromFile) || a.result.ended - b.result.ended);
  return all.map(({result}) => result);
}

/** @param {KeptTable} table @param {Map<Result, Result | null>} changed @returns {KeptTable} */
function withResults(table, changed) {
  if (!table.results?.some((result) => changed.has(result))) return table;
  const gone = table.results.filter((result) => changed.get(result) === null);
  const results = table.results.flatMap((result) => {
    const now = changed.has(result) ? changed.get(result) : result;
    return now ? [now] : [];
  });
  const places = {...table.places, ...Object.fromEntries(gone.map(({game}) => [game, NOT_KEPT]))};
  return {...table, results, ...(gone.length ? {places} : {})};
}
