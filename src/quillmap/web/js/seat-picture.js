// @ts-check
/** What stands for somebody at a table: the crest of a person, the face of a bot. */

import {crestPicture, SHIELDS} from "./art-cards.js";
import {facePicture, hasFace} from "./art-faces.js";

/** @typedef {{id: number, kind: string}} Sitter */

/** The shields of the seats that were asked about, by the list of seats. @type {WeakMap<Sitter[], number[]>} */
const known = new WeakMap();

/**
 * Which shield somebody has: it goes by the id of their seat, so that it stays with them when the order of seats
 * changes. As long as there are enough, no two people have the same.
 * @param {Sitter[]} seats in any order
 * @param {number} place in it
 */
export function shieldAt(seats, place) {
  const shields = known.get(seats) ?? shieldsOf(seats);
  known.set(seats, shields);
  return shields[place] ?? place;
}

/** @param {Sitter[]} seats */
function shieldsOf(seats) {
  /** @type {number[]} */
  const shields = seats.map(({id}) => (id - 1) % SHIELDS),
    worn = Array(SHIELDS).fill(0),
    people = seats.map((_, place) => place).filter((place) => seats[place].kind === "person");
  for (const place of people.sort((a, b) => seats[a].id - seats[b].id)) {
    const least = Math.min(...worn);
    while (worn[shields[place]] > least) shields[place] = (shields[place] + 1) % SHIELDS;
    worn[shields[place]]++;
  }
  return shields;
}

/** The shield of somebody who sits down next. @param {Sitter[]} seats */
export function nextShield(seats) {
  const id = Math.max(0, ...seats.map((seat) => seat.id)) + 1;
  return shieldAt([...seats, {id, kind: "person"}], seats.length);
}

/**
 * What stands for somebody at a table: the crest of a person, the face of a bot.
 * @param {{id: number, kind: string, crest: number[][], level: string, style?: string} | undefined} info
 * @param {number} shield the number of their shield
 * @param {number} size
 */
export function seatPicture(info, shield, size) {
  if (info?.kind !== "bot") return crestPicture(shield, info?.crest, size);
  return hasFace(info.level) ? facePicture({style: "", ...info}, size) : signPicture(size);
}

/** @param {number} size */
const signPicture = (size) =>
  `<svg class="i" width="${size}" height="${size}" aria-hidden="true"><use href="#i-bot"/></svg>`;

/**
 * The picture of the seat at a place of a table.
 * @param {{seats: import("./types.js").SeatInfo[]}} table
 * @param {number} place its number in the game
 * @param {number} size
 */
export const pictureAt = ({seats}, place, size) => seatPicture(seats[place], shieldAt(seats, place), size);
