// @ts-check
/** The games of this device: what is asked of the server about them, and what is kept of those that are finished. */

import {forgetTable, keepTable, keptTables} from "./memory.js";
import {call} from "./protocol.js";

/** @typedef {import("./memory.js").KeptTable} KeptTable */
/**
 * @typedef {object} Result a finished game, as this device keeps it
 * @property {string} game
 * @property {number} ended in milliseconds
 * @property {string[]} names
 * @property {number[]} totals
 * @property {number[]} ranks
 * @property {number | null} rating
 * @property {string | null} title
 * @property {string} day
 * @property {number} seat this device's place among the names, or -1
 * @property {import("./types.js").Sheet | null} sheet the finished map, if it may be seen
 * @property {Record<string, any>} setup
 */
/**
 * @typedef {object} Entry a line of the list
 * @property {KeptTable} kept
 * @property {import("./types.js").TableInfo | null} table of a game that is not finished
 * @property {boolean} isMyTurn
 * @property {Result | null} result of a finished game
 * @property {number} at
 */
/** @typedef {"all" | "open" | "finished"} Filter */

export const FILTERS = /** @type {const} */ (["all", "open", "finished"]);
/** Finished tables beyond these are not asked for again: what is kept of them is shown. */
const ASKED = 12;

/** The entries of the tables of this device, those that wait for this player first. @returns {Promise<Entry[]>} */
export async function loadEntries(most = Number.POSITIVE_INFINITY) {
  const tables = keptTables().slice(0, most);
  const found = await Promise.all(tables.map((kept, n) => entriesOf(kept, n < ASKED)));
  return sorted(found.flat());
}

/** What waits for this player first, then the latest. @param {Entry[]} entries */
export const sorted = (entries) => entries.sort((a, b) => Number(b.isMyTurn) - Number(a.isMyTurn) || b.at - a.at);

/** @param {Entry[]} entries @param {Filter} filter */
export const filtered = (entries, filter) =>
  entries.filter(({result}) => filter === "all" || (filter === "finished") === (result !== null));

/** @param {KeptTable} kept @param {boolean} isRecent @returns {Promise<Entry[]>} */
async function entriesOf(kept, isRecent) {
  const done = kept.results ?? [];
  if (kept.status === "finished" && done.length && !isRecent) return done.map((result) => finished(kept, result));
  const answer = await call("GET", `/api/tables/${kept.id}`).catch((error) => error);
  // The server may have removed this table; one that can't be asked about now is kept.
  if (answer.code === "no-such-table" && !done.length) forgetTable(kept.id);
  if (!answer.table) return done.map((result) => finished(kept, result));
  const results = await resultsOf(kept, answer.table);
  const now = {...kept, status: answer.table.status, results};
  if (JSON.stringify(now) !== JSON.stringify(kept)) rememberAt(now);
  const lines = results.map((result) => finished(now, result));
  return answer.table.status === "finished" && lines.length ? lines : [...lines, unfinished(now, answer)];
}

/** Keep what is now known of a table, without moving it to the front. @param {KeptTable} table */
function rememberAt(table) {
  if (keptTables().some(({id}) => id === table.id)) keepTable(table, true);
}

/** @param {KeptTable} kept @param {Result} result @returns {Entry} */
const finished = (kept, result) => ({kept, table: null, isMyTurn: false, result, at: result.ended});

/** @param {KeptTable} kept @param {import("./types.js").TableAnswer} answer @returns {Entry} */
function unfinished(kept, {table, waiting}) {
  const isMyTurn = table.status === "playing" && kept.seat != null && waiting.includes(kept.seat);
  return {kept, table, isMyTurn, result: null, at: kept.at};
}

/** @param {KeptTable} kept @param {import("./types.js").TableInfo} table */
async function resultsOf(kept, table) {
  const known = kept.results ?? [];
  const games = table.games.filter((game) => !known.find((each) => each.game === game)?.sheet);
  const found = await Promise.all(games.map((game) => resultOf(game, kept, table)));
  const fresh = found.filter((each) => each !== null);
  return [...known.filter(({game}) => !fresh.some((each) => each.game === game)), ...fresh];
}

/** @param {string} game @param {KeptTable} kept @param {import("./types.js").TableInfo} table */
async function resultOf(game, kept, table) {
  if (game === table.game && table.status === "playing") return null;
  const summary = await call("GET", `/api/games/${game}`).catch(() => null);
  if (!summary) return null;
  const seat = summary.names.length === 1 ? 0 : table.seats.findIndex(({id}) => id === kept.seat);
  const maps = await call("GET", `/api/games/${game}/maps`).catch(() => null);
  const {names, totals, ranks, rating, title, day, ended} = summary;
  const sheet = maps?.sheets[Math.max(0, seat)] ?? null;
  /** @type {Result} */
  const result = {
    game,
    ended: 1000 * (ended ?? 0),
    names,
    totals,
    ranks,
    rating,
    title,
    day,
    seat,
    sheet,
    setup: table.setup,
  };
  return result;
}

const FORMAT = "quillmap-games";

/** Everything that this device keeps of games, as the text of a file. */
export const exported = () => JSON.stringify({format: FORMAT, version: 1, tables: keptTables()});

/**
 * Take the games of a file in addition to those of this device; the newer one of each table stays.
 * @param {string} text
 * @returns {number} how many came, or -1 if the text is no such file
 */
export function imported(text) {
  const tables = tablesIn(text);
  if (!tables) return -1;
  const own = new Map(keptTables().map((table) => [table.id, table]));
  const news = tables.filter((table) => table.at > (own.get(table.id)?.at ?? 0));
  for (const table of news.sort((a, b) => a.at - b.at)) keepTable(table);
  return news.length;
}

/** @param {string} text @returns {KeptTable[] | null} */
function tablesIn(text) {
  try {
    const {format, tables} = JSON.parse(text);
    const isTable = (/** @type {any} */ each) =>
      typeof each?.id === "string" && typeof each.token === "string" && typeof each.at === "number";
    return format === FORMAT && Array.isArray(tables) && tables.every(isTable) ? tables : null;
  } catch {
    return null;
  }
}
