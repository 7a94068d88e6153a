// @ts-check
/** Which games of a table this device's seat played, and where it sat in them. No page. */

import {NOT_KEPT} from "./kept-room.js";

/** @typedef {import("./memory.js").KeptTable} KeptTable */
/** @typedef {import("./types.js").TableInfo} TableInfo */

/** The place of somebody who is no player, or of whom nobody knows which of several they were. */
const NOWHERE = -1;
/** Games a device was at that its table does not name any more, and of which no result is known. */
const MOST_LATE = 100;

/**
 * The games of a table that this device may have played and knows too little of, the latest first: others may have
 * played there before its seat was taken, and play on after it is gone.
 * @param {KeptTable} kept
 * @param {TableInfo} table
 * @param {(game: string) => boolean} isKnown whether all is kept of it
 */
export function askedGames(kept, table, isKnown) {
  const places = kept.places ?? {};
  const mayBeOwn = (/** @type {string} */ game) =>
    places[game] === undefined ? kept.token !== "" && kept.seat !== undefined : places[game] !== NOT_KEPT;
  const isOver = (/** @type {string} */ game) => game !== table.game || table.status !== "playing";
  const late = Object.keys(places).filter((game) => !table.games.includes(game));
  return [...late, ...table.games].filter((game) => mayBeOwn(game) && isOver(game) && !isKnown(game)).reverse();
}

/**
 * This device's place among the names of a finished game: -1 if it has none in a game of its own, such as a host who
 * looks on, and null if others played it.
 * @param {import("./types.js").GameSummary} summary
 * @param {KeptTable} kept
 * @param {TableInfo} table
 * @returns {number | null}
 */
export function placeIn({game, names, seats = []}, kept, table) {
  const known = kept.places?.[game];
  if (known !== undefined) return known;
  if (kept.seat == null) return table.host === null ? NOWHERE : null;
  if (!seats.length) return placeByName(game, names, kept.seat, table);
  const place = seats.indexOf(kept.seat);
  return place < 0 ? null : place;
}

/**
 * The place in a game of an earlier version, which does not tell who played it: by the seat while the table still shows
 * it, and then by the name. The first seat of a table was in all of its games.
 * @param {string} game
 * @param {string[]} names
 * @param {number} id of the seat
 * @param {TableInfo} table
 */
function placeByName(game, names, id, table) {
  const seat = table.seats.findIndex((each) => each.id === id);
  if (seat < 0) return null;
  if (game === table.game && table.status === "finished") return seat;
  if (names.length === 1 && id === 1) return 0;
  const {name} = table.seats[seat],
    place = names.indexOf(name);
  if (place < 0) return null;
  return place === names.lastIndexOf(name) ? place : NOWHERE;
}

/**
 * The places worth keeping: those in games that the table still names, or of which a result is to come.
 * @param {Record<string, number>} places
 * @param {string[]} games that the table names
 * @param {(game: string) => boolean} isKnown
 */
export function placesWorthKeeping(places, games, isKnown) {
  const named = new Set(games),
    all = Object.entries(places);
  const late = all.filter(([game, place]) => !named.has(game) && place !== NOT_KEPT && !isKnown(game));
  return Object.fromEntries([...late.slice(-MOST_LATE), ...all.filter(([game]) => named.has(game))]);
}
