// @ts-check
/** The games of this device: what is asked of the server about them, and what is kept of those that are finished. */

import {isUnderWay} from "./daily/days.js";
import {isOnDevice} from "./device/ids.js";
import {fewAtOnce} from "./few-at-once.js";
import {isTable} from "./kept-checks.js";
import {NOT_KEPT} from "./kept-room.js";
import {forgetTable, keepFromFile, keepTable, keptTables} from "./memory.js";
import {askedGames, placeIn, placesWorthKeeping} from "./own-place.js";
import {call} from "./protocol.js";
import {keepProgress, keptProgress} from "./puzzles/progress.js";
import {askedAbout} from "./turns/waiting.js";

/** @typedef {import("./memory.js").KeptTable} KeptTable */
/**
 * @typedef {object} Result a finished game, as this device keeps it
 * @property {string} game
 * @property {number} ended in milliseconds
 * @property {string[]} names
 * @property {string[]} [levels] those of bots, in the places of their names
 * @property {string[]} [standsFor] for whom bots played on, in the places of their names
 * @property {number[]} totals
 * @property {number[]} ranks
 * @property {number | null} rating
 * @property {string | null} title
 * @property {string} day
 * @property {number} seat this device's place among the names, or -1
 * @property {import("./types.js").Sheet | null} sheet the finished map, if it may be seen
 * @property {Record<string, any>} setup
 * @property {import("./types.js").SeatHelp | null} [help] what helped this device's player
 * @property {boolean} [isContinued] whether it was played on from another game, and so counts for nothing
 * @property {boolean} [isSeeded] whether somebody chose the deal, and so could know its cards
 * @property {string[]} [edicts] the cards at the places A to D
 * @property {import("./types.js").Earnings | null} [earnings] of this device's player; null if nobody knows any more,
 *   and not there while it was not asked for
 */
/**
 * @typedef {object} Entry a line of the list
 * @property {KeptTable} kept
 * @property {import("./types.js").TableInfo | null} table of a game that is not finished
 * @property {import("./types.js").OwnGame | null} own how far a game that is played is, and this player's map in it
 * @property {boolean} isMyTurn
 * @property {string[]} [awaited] the other people whom a game that is played waits for
 * @property {boolean} isAbandoned whether it plays, and nobody has come back to it for a day
 * @property {boolean} [isUnreachable] whether nothing is known of it now but what this device has kept
 * @property {Result | null} result of a finished game
 * @property {number} at
 */
/** @typedef {"all" | "open" | "finished"} Filter */

export const FILTERS = /** @type {const} */ (["all", "open", "finished"]);
/** Finished tables beyond these are not asked for again: what is kept of them is shown. */
const ASKED = 12;
/** Games of earlier versions that are completed at once. */
const COMPLETED = 40;
/** Games of one table that a list waits for; the others are asked about while it is looked at. */
const AWAITED = 8;
/** Tables whose other games are asked about then: the rest has time until a list is opened again. */
const LATER = 3;
/** Questions about games that are under way at a time. */
const inTurn = fewAtOnce(4);

/** Questions that the last list did not wait for, by table. @type {(() => Promise<unknown>)[]} */
let others = [];

/** The entries of the tables of this device, those that wait for this player first. @returns {Promise<Entry[]>} */
export async function loadEntries(most = Number.POSITIVE_INFINITY) {
  const all = keptTables();
  // Others may wait for this player at an older table, too.
  const tables = [...new Set([...all.slice(0, most), ...askedAbout(all)])];
  /** @type {(() => Promise<unknown>)[]} */
  const later = [];
  const found = await Promise.all(tables.map((kept, n) => entriesOf(kept, n < ASKED, later)));
  others = later.slice(0, LATER);
  return sorted(found.flat());
}

/** Ask about the games that the last list did not wait for. @returns {Promise<boolean>} whether there were any */
export async function loadOthers() {
  const due = others;
  others = [];
  await Promise.all(due.map((ask) => ask()));
  return due.length > 0;
}

/** What waits for this player first, then the latest. @param {Entry[]} entries */
export const sorted = (entries) => entries.sort((a, b) => Number(b.isMyTurn) - Number(a.isMyTurn) || b.at - a.at);

/**
 * The game that this player left last and can go on with, if nobody else waits for it: of those with others it is told
 * whose turn it is, and an expedition has a room of its own.
 * @param {Entry[]} entries
 */
export function leftLast(entries) {
  const latest = entries.find(({at}) => entries.every((other) => other.at <= at)),
    table = latest?.table;
  if (!latest || table?.status !== "playing" || table.day) return null;
  const isOnlyMine = table.seats.every(({kind, id}) => kind === "bot" || id === latest.kept.seat),
    mine = table.seats.find(({id}) => id === latest.kept.seat);
  return isOnlyMine && mine && mine.until !== "end" ? latest : null;
}

/** @param {Entry[]} entries @param {Filter} filter */
export const filtered = (entries, filter) =>
  entries.filter(({result}) => filter === "all" || (filter === "finished") === (result !== null));

/**
 * @param {KeptTable} kept
 * @param {boolean} isRecent
 * @param {(() => Promise<unknown>)[]} later gets what the list need not wait for
 * @returns {Promise<Entry[]>}
 */
async function entriesOf(kept, isRecent, later) {
  const done = kept.results ?? [];
  if (kept.status === "finished" && done.length && !isRecent) return done.map((result) => finished(kept, result));
  const answer = await answerAbout(kept).catch((error) => error);
  // The server may have removed this table; one that can't be asked about now is kept.
  if (answer.code === "no-such-table" && !done.length) forgetTable(kept.id);
  if (!answer.table) return [...done.map((result) => finished(kept, result)), ...unreachable(kept, answer)];
  const {table} = answer,
    games = askedGames(kept, table, (game) => !isIncomplete(done.find((each) => each.game === game)));
  const now = await askedFor(kept, table, games.slice(0, AWAITED));
  if (games.length > AWAITED) later.push(() => askedFor(now, table, games.slice(AWAITED)));
  const lines = (now.results ?? []).map((result) => finished(now, result));
  return !kept.token || (table.status === "finished" && lines.length) ? lines : [...lines, unfinished(now, answer)];
}

/** How a table stands. @param {KeptTable} kept @returns {Promise<any>} */
const answerAbout = async ({id, token}) =>
  isOnDevice(id)
    ? (await import("./device/device.js")).tableOnDevice(id, token)
    : call("GET", `/api/tables/${id}`, null, token);

/** Keep what is now known of a table, without moving it to the front. @param {KeptTable} table */
function rememberAt(table) {
  if (keptTables().some(({id}) => id === table.id)) keepTable(table, true);
}

/**
 * Keep one's own map of an expedition that has ended.
 * @param {string} id of the table
 * @param {Pick<import("./session.js").View, "board" | "own" | "table">} view
 */
export function keepOwnMap(id, {board, own, table}) {
  if (!table?.day || !board?.result || !own) return;
  const kept = keptTables().find((each) => each.id === id);
  if (kept && kept.ownMap?.game !== board.game)
    keepTable({...kept, ownMap: {game: board.game, sheet: board.seats[own.seat].sheet}}, true);
}

/**
 * Keep one's place in the game that is played: the seats may be others when its result is asked for.
 * @param {string} id of the table
 * @param {Pick<import("./session.js").View, "board" | "own">} view
 */
export function keepPlace(id, {board, own}) {
  if (!board || !own) return;
  const kept = keptTables().find((each) => each.id === id);
  if (kept && kept.places?.[board.game] !== own.seat)
    keepTable({...kept, places: {...kept.places, [board.game]: own.seat}}, true);
}

/** @param {KeptTable} kept @param {Result} result @returns {Entry} */
const finished = (kept, result) => ({
  kept,
  table: null,
  own: null,
  isMyTurn: false,
  isAbandoned: false,
  result,
  at: result.ended,
});

/**
 * A game that may go on, but can't be asked about: the server is away, or this device can't read it now.
 * @param {KeptTable} kept @param {{code?: string}} error @returns {Entry[]}
 */
function unreachable(kept, {code = "offline"}) {
  const mayGoOn = isOnDevice(kept.id) ? code !== "no-such-table" : code === "offline";
  if (!mayGoOn || !kept.token || (kept.status === "finished" && kept.results?.length)) return [];
  return [
    {kept, table: null, own: null, isMyTurn: false, isAbandoned: false, isUnreachable: true, result: null, at: kept.at},
  ];
}

/** @param {KeptTable} kept @param {import("./types.js").TableAnswer} answer @returns {Entry} */
function unfinished(kept, {table, waiting, own, is_abandoned: isAbandoned}) {
  const isMyTurn = table.status === "playing" && kept.seat != null && waiting.includes(kept.seat);
  const others = table.seats.filter(({id, kind, level}) => kind === "person" && !level && id !== kept.seat),
    awaited = others.flatMap(({id, name}) => (table.status === "playing" && waiting.includes(id) ? [name] : []));
  return {kept, table, own: own ?? null, isMyTurn, awaited, isAbandoned, result: null, at: kept.at};
}

/**
 * Ask about games at a table, and keep which of them were this device's and how they ended.
 * @param {KeptTable} kept
 * @param {import("./types.js").TableInfo} table
 * @param {string[]} games
 * @returns {Promise<KeptTable>} what is known now
 */
async function askedFor(kept, table, games) {
  const found = await Promise.all(games.map((game) => resultOf(game, kept, table)));
  // Another tab, or a game that began, may have changed what is kept while the server was asked.
  const now = keptTables().find(({id}) => id === kept.id) ?? kept;
  const fresh = found.flatMap((each) => (each?.result ? [each.result] : [])),
    before = (now.results ?? []).filter(({game}) => !fresh.some((each) => each.game === game)),
    results = [...before, ...fresh];
  const strange = games.filter((_, n) => found[n] && !found[n].result),
    places = {...now.places, ...Object.fromEntries(strange.map((game) => [game, NOT_KEPT]))};
  const isKnown = (/** @type {string} */ game) => results.some((each) => each.game === game);
  const worth = placesWorthKeeping(places, table.games, isKnown);
  const known = {...now, status: table.status, results, ...(now.places || strange.length ? {places: worth} : {})};
  if (JSON.stringify(known) !== JSON.stringify(now)) rememberAt(known);
  return known;
}

/**
 * How a game ended, if it was this device's; null if that is not to be known now.
 * @param {string} game
 * @param {KeptTable} kept
 * @param {import("./types.js").TableInfo} table
 * @returns {Promise<{result: Result | null} | null>}
 */
async function resultOf(game, kept, table) {
  const summary = await askGame(game);
  if (!summary) return null;
  const seat = placeIn(summary, kept, table);
  return {result: seat === null ? null : await ownResult(summary, seat, kept, table)};
}

/** @param {string} game @param {string} [what] @returns {Promise<any>} */
const askGame = (game, what = "") => inTurn(() => call("GET", `/api/games/${game}${what}`)).catch(() => null);

/**
 * @param {import("./types.js").GameSummary} summary
 * @param {number} seat
 * @param {KeptTable} kept
 * @param {import("./types.js").TableInfo} table
 */
async function ownResult(summary, seat, kept, table) {
  const {game, names, totals, ranks, rating, title, day, ended} = summary;
  const isSecret = isUnderWay(day, Date.now());
  const maps = isSecret ? null : await askGame(game, "/maps");
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
    sheet: maps?.sheets[Math.max(0, seat)] ?? (kept.ownMap?.game === game ? kept.ownMap.sheet : null),
    setup: table.setup, // of the next game, perhaps, until the maps tell what was played
    help: summary.help?.[seat] ?? null,
    ...levelsOf(summary, table),
    ...(summary.continued_from ? {isContinued: true, standsFor: summary.stands_for} : {}),
    ...(summary.is_seeded ? {isSeeded: true} : {}),
  };
  return {...result, ...detailsOf(seat, maps)};
}

/**
 * The levels of the bots who played; only games of earlier versions go by names, which may have changed since.
 * @param {import("./types.js").GameSummary} summary
 * @param {import("./types.js").TableInfo} table
 */
function levelsOf({names, seats: ids = []}, {seats}) {
  const levels = names.map((name, n) => {
    const isIt = (/** @type {typeof seats[number]} */ seat) => (ids.length ? seat.id === ids[n] : seat.name === name);
    return seats.find((seat) => seat.kind === "bot" && isIt(seat))?.level ?? "";
  });
  return levels.some(Boolean) ? {levels} : {};
}

/** Whether the server may know more of a game than is kept. @param {Result | undefined} result */
const isIncomplete = (result) => result?.earnings === undefined;

/**
 * What a map earned, as far as it may be known yet.
 * @param {number} seat
 * @param {import("./types.js").FinishedMaps | null} maps
 */
function detailsOf(seat, maps) {
  if (!maps?.earnings) return {};
  const {edicts, earnings, setup} = maps;
  return {edicts, earnings: earnings[seat] ?? null, ...(setup ? {setup} : {})};
}

/**
 * Ask for what statistics need of games that were kept by an earlier version, a few at a time.
 * @param {number} [most]
 * @returns {Promise<boolean>} whether something is known now that was not
 */
export async function completeResults(most = COMPLETED) {
  // Nothing is told of an expedition that others may still play.
  const isDue = (/** @type {Result} */ result) => isIncomplete(result) && !isUnderWay(result.day, Date.now());
  const missing = keptTables().flatMap((table) =>
    (table.results ?? []).filter(isDue).map((result) => ({id: table.id, result})),
  );
  const found = await Promise.all(
    missing.slice(0, most).map(async ({id, result}) => ({id, result: await completed(result)})),
  );
  for (const {id, result} of found) {
    const table = keptTables().find((each) => each.id === id);
    if (!table || !result) continue;
    const results = (table.results ?? []).map((each) => (each.game === result.game ? result : each));
    keepTable({...table, results}, true);
  }
  return found.some(({result}) => result !== null);
}

/** @param {Result} result @returns {Promise<Result | null>} */
async function completed(result) {
  const maps = await inTurn(() => call("GET", `/api/games/${result.game}/maps`)).catch((error) => error);
  if (maps.earnings)
    return {...result, sheet: maps.sheets[Math.max(0, result.seat)] ?? null, ...detailsOf(result.seat, maps)};
  // Other refusals, such as that the day is not over, may be different ones later.
  return maps.code === "no-such-game" ? {...result, earnings: null} : null;
}

const FORMAT = "quillmap-games";

/** Everything that this device keeps of games, as the text of a file. */
export const exported = () =>
  JSON.stringify({format: FORMAT, version: 1, tables: keptTables(), puzzles: keptProgress()});

/** The parts of a table that come with a file: what it says of this device is left out. */
const PARTS = /** @type {const} */ ([
  "id",
  "token",
  "at",
  "code",
  "seats",
  "map",
  "status",
  "seat",
  "results",
  "places",
  "ownMap",
]);

/**
 * Take the games of a file in addition to those of this device; the newer one of each table stays, and this device
 * never gives up a seat of its own for one from a file.
 * @param {string} text
 * @returns {{came: number, skipped: number} | null} how many came, and how many could not be read or found no room;
 *   null if the text is no such file
 */
export function imported(text) {
  const {lines, puzzles} = partsIn(text);
  const tables = lines?.filter(isTable).map(partsOf) ?? [];
  if (!lines || (lines.length && !tables.length)) return null;
  keepProgress(puzzles);
  const own = new Map(keptTables().map((table) => [table.id, table]));
  const isNews = (/** @type {KeptTable} */ {id, at, token}) => {
    const known = own.get(id);
    return !known || ((!known.token || known.token === token) && at > known.at);
  };
  const byId = new Map(tables.sort((a, b) => a.at - b.at).map((table) => [table.id, table]));
  const news = [...byId.values()].filter(isNews).reverse();
  const came = keepFromFile(news);
  return {came, skipped: lines.length - tables.length + news.length - came};
}

/** @param {KeptTable} table @returns {KeptTable} */
function partsOf(table) {
  const parts = Object.fromEntries(PARTS.filter((name) => name in table).map((name) => [name, table[name]]));
  return /** @type {any} */ ({...parts, at: Math.min(table.at, Date.now())});
}

/** @param {string} text @returns {{lines: any[] | null, puzzles?: unknown}} */
function partsIn(text) {
  try {
    const {format, tables, puzzles} = JSON.parse(text);
    return format === FORMAT && Array.isArray(tables) ? {lines: tables, puzzles} : {lines: null};
  } catch {
    return {lines: null};
  }
}
