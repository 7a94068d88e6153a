// @ts-check
/** What this device keeps: the player's name, and the tables it has a seat at. Nothing of it leaves the device. */

import {mended} from "./kept-checks.js";
import {fittedInto} from "./kept-room.js";

const TABLES = "quillmap.tables";
const PLAYER = "quillmap.player";
const MOST = 1000;
/** Older tables are kept without the pictures of their maps: results are small. */
const WITH_MAPS = 300;
/** Characters that tables from files may fill the device with: room is left for one's own games. */
const MOST_TEXT = 3_000_000;
/** Characters that all tables may fill: browsers give a page about five million, for everything. */
const ROOM = 4_000_000;
/** What is tried instead when the browser has less. */
const LESS = [2_000_000, 1_000_000, 500_000, 200_000, 0];

/**
 * `token` is empty when the seat is given up and only finished games are left. `places` has this device's place in each
 * game, by the game's id, or -1 for games that others played: seats may shift before the next one. `seat` is null for a
 * host without a seat, and missing until a welcome has told it. `ownMap` is this device's map of an expedition that has
 * ended: the server shows none before the day is over. `isFromFile` is set for those that came from a file: they go
 * first when there are too many. `host` is the seat that was host when this device last looked.
 * @typedef {{id: string, token: string, at: number, code?: string, seats?: number, map?: string, status?: string,
 *   seat?: number | null, host?: number | null, push?: string,
 *   isFromFile?: boolean, results?: import("./my-games.js").Result[],
 *   places?: Record<string, number>, ownMap?: {game: string, sheet: import("./types.js").Sheet}}} KeptTable
 */

/** @param {string} key @param {any} otherwise */
const read = (key, otherwise) => parsed(localStorage.getItem(key) ?? "") ?? otherwise;

/** @param {string} text @returns {any} */
function parsed(text) {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** The tables of this visit that the browser had no room for. @type {string | null} */
let held = null;
let isFull = false;

/** Whether something of the games could not be kept on this device since the page was opened. */
export const hasLostGames = () => isFull;

const tablesText = () => held ?? localStorage.getItem(TABLES) ?? "";

/** @param {string} key @param {string} text @returns {boolean} whether there was room */
function wrote(key, text) {
  try {
    localStorage.setItem(key, text);
    return true;
  } catch {
    return false;
  }
}

/** Keep the tables; without room for all of it, every seat and the latest results. @param {KeptTable[]} all */
function store(all) {
  for (const room of [ROOM, ...LESS]) {
    const fitted = fittedInto(all, room);
    held = JSON.stringify(fitted);
    isFull ||= fitted !== all;
    if (wrote(TABLES, held)) {
      held = null;
      return;
    }
  }
  // Not even the seats: they last until the page is closed.
  isFull = true;
}

/** What was found to be all right the last time: nothing has to be checked twice. */
let sound = "";

/** The tables of this device, the latest first; what nobody could show is left out. @returns {KeptTable[]} */
export function keptTables() {
  const text = tablesText(),
    all = parsed(text) ?? [];
  if (text === sound) return all;
  if (!Array.isArray(all)) return [];
  const found = all.map(mended);
  if (found.every((table, n) => table === all[n])) sound = text;
  return found.filter((table) => table !== null);
}

/** @param {KeptTable} table @param {boolean} [isInPlace] whether it stays where its time puts it */
export function keepTable(table, isInPlace = false) {
  const known = keptTables().find((each) => each.id === table.id),
    others = keptTables().filter((each) => each.id !== table.id),
    all = [{...known, ...table}, ...others];
  if (isInPlace) all.sort((a, b) => b.at - a.at);
  store(fitting(all).map(slim));
}

/** As many as are kept: one's own stay longer than those from a file. @param {KeptTable[]} all the latest first */
function fitting(all) {
  const surplus = all.length - MOST;
  if (surplus <= 0) return all;
  const gone = new Set(all.filter(({isFromFile}) => isFromFile).slice(-surplus));
  return all.filter((table) => !gone.has(table)).slice(0, MOST);
}

/**
 * Keep tables from a file, the latest first, as far as there is room beside those that are kept already.
 * @param {KeptTable[]} tables
 * @returns {number} how many found room
 */
export function keepFromFile(tables) {
  const news = new Set(tables.map(({id}) => id)),
    known = keptTables(),
    others = known.filter(({id}) => !news.has(id));
  let length = JSON.stringify(known).length;
  const room = tables.slice(0, Math.max(0, MOST - others.length)).filter((table) => {
    length += JSON.stringify(table).length;
    return length <= MOST_TEXT;
  });
  const marked = room.map((table) => {
    const own = known.find(({id}) => id === table.id);
    return own ? {...own, ...table} : {...table, isFromFile: true};
  });
  const taken = new Set(room.map(({id}) => id));
  const all = [...marked, ...known.filter(({id}) => !taken.has(id))].sort((a, b) => b.at - a.at);
  store(all.map(slim));
  return room.length;
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
  store(keptTables().filter((each) => each.id !== id));
}

/** The seat at a table is gone: only the games that were played in it stay. @param {string} id */
export function giveUpSeat(id) {
  const kept = keptTables().find((each) => each.id === id);
  if (!kept) return;
  if (kept.results?.length || Object.keys(ownPlaces(id)).length) keepTable({...kept, token: "", seat: null}, true);
  else forgetTable(id);
}

/** The places that this device had in games at a table. @param {string} id */
export function ownPlaces(id) {
  const {places = {}} = keptTables().find((each) => each.id === id) ?? {};
  return Object.fromEntries(Object.entries(places).filter(([, place]) => place >= 0));
}

/** The token of this device's seat at a table. @param {string} id */
export const tokenFor = (id) => keptTables().find((each) => each.id === id)?.token || null;

/** Which seat was host when this device last looked at a table, if that is known. @param {string} id */
export const hostSeen = (id) => keptTables().find((each) => each.id === id)?.host ?? undefined;

/** @param {string} id @param {number | null} host */
export function seeHost(id, host) {
  const kept = keptTables().find((each) => each.id === id);
  if (kept && kept.host !== host) keepTable({...kept, host}, true);
}

/** `nickname` is the number of the name that somebody has at tables until they write one. */
/** @typedef {{name: string, title: string, crest: number[][], nickname?: number}} Player */

/** Who plays on this device; no name until somebody has written one. @returns {Player} */
export const player = () => ({name: "", title: "", crest: [], ...read(PLAYER, {})});
/** @param {Partial<Player>} changes */
export const setPlayer = (changes) => void wrote(PLAYER, JSON.stringify({...player(), ...changes}));
