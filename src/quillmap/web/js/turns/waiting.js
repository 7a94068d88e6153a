// @ts-check
/** At which tables of this device somebody waits for its person: no page, what is asked and what is known. */

import {isOnDevice} from "../device/ids.js";

/** @typedef {import("../memory.js").KeptTable} KeptTable */
/** @typedef {import("../types.js").TableAnswer} TableAnswer */
/** @typedef {{id: string, names: string[]}} Turn a table, and who else is there */

/** Tables that are asked about, the latest. */
const MOST = 20;

/**
 * The tables that are worth asking about: this device has a seat there, other people may sit there, and it is not over.
 * @param {KeptTable[]} tables
 */
export const askedAbout = (tables) =>
  tables
    .filter(({id, seat, seats, status}) => seat != null && seats !== 1 && status !== "finished" && !isOnDevice(id))
    .slice(0, MOST);

/**
 * Whether somebody waits for this person: a table with days for each answer does so always, another one while people
 * still come to it.
 * @param {TableAnswer} answer
 * @param {number} seat
 */
export function isMyTurn({table, waiting, is_abandoned}, seat) {
  const mine = table.seats.find(({id}) => id === seat);
  if (table.status !== "playing" || !waiting.includes(seat) || !mine || mine.level) return false;
  const people = table.seats.filter(({kind}) => kind === "person");
  return table.pace.kind === "days" || (people.length > 1 && !is_abandoned);
}

/**
 * Whether the others at a table wait for the person who has it open: to draw, or to come to the next game.
 * @param {Pick<import("../session.js").View, "table" | "own" | "next" | "seatId">} view
 */
export function isTurnHere({table, own, next, seatId}) {
  if (next) return next.status === "playing" && next.seats.some(({id}) => id === seatId);
  const mine = table?.seats.find(({id}) => id === seatId);
  if (table?.status !== "playing" || !mine || mine.level) return false;
  return table.seats.some(({kind, id}) => kind === "person" && id !== seatId) && Boolean(own?.choices);
}

/** @param {TableAnswer} answer @param {number} seat @returns {Turn} */
export const turnOf = ({table}, seat) => ({
  id: table.id,
  names: table.seats.filter(({id}) => id !== seat).map(({name}) => name),
});

/**
 * What the title and the icon tell: not of the table that the person is looking at.
 * @param {Turn[]} turns @param {string} path of the open screen @param {boolean} isHidden whether nobody looks at it
 */
export const toldOf = (turns, path, isHidden) =>
  turns.filter(({id}) => isHidden || (path !== `/t/${id}` && path !== `/t/${id}/screen`));
