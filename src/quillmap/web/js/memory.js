// @ts-check
/** What this device keeps: the player's name, and the tables it has a seat at. Nothing of it leaves the device. */

const TABLES = "quillmap.tables";
const PLAYER = "quillmap.player";
const MOST = 1000;
/** Older tables are kept without the pictures of their maps: results are small. */
const WITH_MAPS = 300;

/**
 * `token` is empty when the seat is given up and only finished games are left. `places` has this device's place in each
 * game, by the game's id: seats may shift before the next one. `ownMap` is this device's map of an expedition that has
 * ended: the server shows none before the day is over.
 * @typedef {{id: string, token: string, at: number, code?: string, seats?: number, map?: string, status?: string,
 *   seat?: number | null, push?: string, results?: import("./my-games.js").Result[],
 *   places?: Record<string, number>, ownMap?: {game: string, sheet: import("./types.js").Sheet}}} KeptTable
 */

/** @param {string} key @param {any} otherwise */
function read(key, otherwise) {
  try {
    return JSON.parse(localStorage.getItem(key) ?? "null") ?? otherwise;
  } catch {
    return otherwise;
  }
}

/** The tables of this device, the latest first. @returns {KeptTable[]} */
export const keptTables = () => read(TABLES, []);

/** @param {KeptTable} table @param {boolean} [isInPlace] whether it stays where its time puts it */
export function keepTable(table, isInPlace = false) {
  const known = keptTables().find((each) => each.id === table.id),
    others = keptTables().filter((each) => each.id !== table.id),
    all = [{...known, ...table}, ...others];
  if (isInPlace) all.sort((a, b) => b.at - a.at);
  localStorage.setItem(TABLES, JSON.stringify(all.slice(0, MOST).map(slim)));
}

/** @param {KeptTable} table @param {number} n its place in the list @returns {KeptTable} */
function slim(table, n) {
  if (n < WITH_MAPS) return table;
  const {ownMap: _, ...small} = table;
  if (!small.results?.some(({sheet}) => sheet)) return small;
  return {...small, results: small.results.map((result) => ({...result, sheet: null}))};
}

/** @param {string} id */
export function forgetTable(id) {
  localStorage.setItem(TABLES, JSON.stringify(keptTables().filter((each) => each.id !== id)));
}

/** The seat at a table is gone: only the games that were played in it stay. @param {string} id */
export function giveUpSeat(id) {
  const kept = keptTables().find((each) => each.id === id);
  if (!kept) return;
  if (kept.results?.length || kept.places) keepTable({...kept, token: "", seat: null}, true);
  else forgetTable(id);
}

/** The token of this device's seat at a table. @param {string} id */
export const tokenFor = (id) => keptTables().find((each) => each.id === id)?.token || null;

/** `nickname` is the number of the name that somebody has at tables until they write one. */
/** @typedef {{name: string, title: string, crest: number[][], nickname?: number}} Player */

/** Who plays on this device; no name until somebody has written one. @returns {Player} */
export const player = () => ({name: "", title: "", crest: [], ...read(PLAYER, {})});
/** @param {Partial<Player>} changes */
export const setPlayer = (changes) => localStorage.setItem(PLAYER, JSON.stringify({...player(), ...changes}));
