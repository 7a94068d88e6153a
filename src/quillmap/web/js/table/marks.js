// @ts-check
/** What a piece would bring, as gold leaf and flags on the sheet. */

import {flag, glow} from "../art-marks.js";
import {cellOf, flagsOf, spacesOf} from "../spaces.js";
import {signed} from "../words.js";

const MOST = 6;
const LETTERS = "ABCD";

/** @typedef {{row: number, column: number}} Place */

/**
 * @param {import("../types.js").Worth | null} worth of the sheet now
 * @param {import("../types.js").Worth | null} preview with the piece
 * @param {number} scale of the flags
 * @returns {{marks: string, over: string}}
 */
export function gains(worth, preview, scale) {
  let marks = "",
    over = "";
  if (!preview || !worth || worth.sheet !== preview.sheet) return {marks, over};
  /** @type {(Place & {text: string, icon?: string})[]} */
  let flags = [];
  preview.edicts.forEach((edict, n) => {
    const gain = edict.after - edict.before;
    if (gain <= 0) return;
    const old = worth.edicts[n].awards.map((award) => `${award.points}/${award.spaces}`);
    const fresh = edict.awards.filter((award) => {
      const at = old.indexOf(`${award.points}/${award.spaces}`);
      if (at >= 0) old.splice(at, 1);
      return at < 0;
    });
    /** @type {(Place & {points: number})[]} */
    const mine = [],
      earned = new Set(worth.edicts[n].awards.flatMap((award) => spacesOf(award.spaces)));
    for (const award of fresh) {
      // Of an award that grew, only the spaces that are new to it glow.
      const all = spacesOf(award.spaces),
        grown = all.filter((space) => !earned.has(space));
      const cells = (grown.length ? grown : all).map(cellOf);
      if (!cells.length) continue;
      if (cells.length === 1) {
        over += glow(cells);
        mine.push({row: cells[0][0] + 0.72, column: cells[0][1] + 0.5, points: award.points});
        continue;
      }
      marks += glow(cells);
      over += glow(cells, {thin: true});
      const bottom = Math.max(...cells.map((cell) => cell[0])),
        left = Math.min(...cells.filter((cell) => cell[0] === bottom).map((cell) => cell[1]));
      mine.push({row: bottom + 1.06, column: left + 0.62, points: award.points});
    }
    // An award that grew replaces its smaller self, so single flags would add up to too much: say the sum once.
    const isExact = fresh.length && !old.length;
    const told = isExact ? joined(mine) : mine.slice(-1).map((each) => ({...each, points: gain}));
    flags.push(...told.map(({points, ...place}) => ({...place, text: `${LETTERS[n]} ${signed(points)}`})));
  });
  const sign = (/** @type {number} */ n, /** @type {string} */ icon) => {
    const [row, column] = cellOf(n);
    flags.push({row: row + 0.72, column: column + 0.5, text: "+1", icon});
  };
  if (preview.coins_after > preview.coins_before)
    for (const n of without(preview.closed_mountains, worth.closed_mountains)) sign(n, "coin");
  for (const n of without(worth.monster_spaces, preview.monster_spaces)) sign(n, "i-ambush");
  if (flags.length > MOST) flags = merged(flags);
  for (const each of apart(flags))
    over += flag(each.column * 64, Math.min(each.row, 10.9) * 64, each.text, {icon: each.icon, scale});
  return {marks, over};
}

/**
 * Whether there are flags: what scores by the end of the year only has none.
 * @param {import("../types.js").Worth | null} worth of the sheet now
 * @param {import("../types.js").Worth | null} preview with the piece
 */
export const hasFlags = (worth, preview) => gains(worth, preview, 1).over !== "";

/** The spaces of one set that are not in another. @param {string} hex @param {string} other @returns {number[]} */
function without(hex, other) {
  const flags = flagsOf(other);
  return spacesOf(hex).filter((n) => !flags[n]);
}

/** Whether two flags would hide one another. @param {Place} one @param {Place} other */
const isNear = (one, other) => Math.abs(one.row - other.row) <= 0.55 && Math.abs(one.column - other.column) <= 1;

/**
 * Flags of one edict at one place are one flag: two would hide what they speak of.
 * @param {(Place & {points: number})[]} flags
 */
function joined(flags) {
  /** @type {typeof flags} */
  const found = [];
  for (const each of flags) {
    const known = found.find((other) => isNear(other, each));
    if (known) known.points += each.points;
    else found.push({...each});
  }
  return found;
}

/**
 * Beyond six flags, one for each edict.
 * @template {{text: string, icon?: string}} T
 * @param {T[]} flags
 * @returns {T[]}
 */
function merged(flags) {
  /** @type {Map<string, T & {sum: number}>} */
  const sums = new Map();
  for (const each of flags) {
    const [letter, gain] = each.icon ? [each.icon, each.text] : each.text.split(" ");
    const known = sums.get(letter);
    if (known) known.sum += Number(gain);
    else sums.set(letter, {...each, sum: Number(gain)});
  }
  return [...sums.entries()].map(([letter, each]) => ({
    ...each,
    text: each.icon ? signed(each.sum) : `${letter} ${signed(each.sum)}`,
  }));
}

/**
 * Flags that would hide one another are moved apart.
 * @template {Place} T
 * @param {T[]} flags
 * @returns {T[]}
 */
function apart(flags) {
  /** @type {T[]} */
  const placed = [];
  for (const each of flags) {
    const free = (/** @type {number} */ row) => placed.every((other) => !isNear(other, {...each, row}));
    let row = each.row;
    for (const by of [0, 0.58, -0.58, 1.16, -1.16])
      if (free(each.row + by)) {
        row = each.row + by;
        break;
      }
    const column = Math.max(0.6, Math.min(10.4, each.column));
    placed.push({...each, row, column});
  }
  return placed;
}
