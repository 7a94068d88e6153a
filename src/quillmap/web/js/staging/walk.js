// @ts-check
/** A solo ambush looks for its place: its outline walks round the rim before one's eyes (RULES 8.2), then soaks in. */

import {walker} from "../art-marks.js";
import {card} from "../cards.js";
import {isStill, paint, pause} from "../dom.js";
import {SIZE, numberOf, spaceAt} from "../spaces.js";

const STEP = 70;
const LONGEST = 2200;

/**
 * The places of an outline's top-left space, ring after ring from the corner inwards.
 * @param {number} height @param {number} width @param {string} corner @param {boolean} clockwise
 */
export function walk(height, width, corner, clockwise) {
  /** @type {[number, number][]} */
  const places = [];
  const rings = Math.floor((SIZE - Math.max(height, width)) / 2) + 1;
  for (let ring = 0; ring < rings; ring++) {
    const bottom = SIZE - ring - height, right = SIZE - ring - width;
    /** @type {[number, number][]} */
    const round = [];
    for (let c = ring; c <= right; c++) round.push([ring, c]);
    for (let r = ring + 1; r <= bottom; r++) round.push([r, right]);
    for (let c = right - 1; c >= ring; c--) round.push([bottom, c]);
    for (let r = bottom - 1; r > ring; r--) round.push([r, ring]);
    if (!clockwise) round.reverse();
    const [row, column] = {"top-left": [ring, ring], "top-right": [ring, right], "bottom-right": [bottom, right], "bottom-left": [bottom, ring]}[corner] ?? [ring, ring];
    const start = round.findIndex(([r, c]) => r === row && c === column);
    for (const place of [...round.slice(start), ...round.slice(0, start)])
      if (!places.some(([r, c]) => r === place[0] && c === place[1])) places.push(place);
  }
  return places;
}

/**
 * @param {SVGElement} layer of the sheet
 * @param {string} id of the ambush card
 * @param {string[]} spaces where it ends
 */
export async function showWalk(layer, id, spaces) {
  const {shape, corner = "top-left", clockwise = true} = card(id);
  if (!shape || isStill() || !spaces.length) return;
  /** @type {[number, number][]} */
  const cells = [];
  shape.rows.forEach((line, r) => [...line].forEach((x, c) => x === "#" && cells.push([r, c])));
  const end = Math.min(...spaces.map(numberOf));
  const first = cells[0];
  const places = walk(shape.rows.length, shape.rows[0].length, corner, clockwise);
  const stop = places.findIndex(([r, c]) => spaceAt(r + first[0], c + first[1]) === end);
  const way = places.slice(0, stop < 0 ? places.length : stop + 1);
  const step = Math.min(STEP, LONGEST / Math.max(1, way.length));
  let isSkipped = false;
  const skip = () => (isSkipped = true);
  addEventListener("pointerdown", skip, {once: true});
  addEventListener("keydown", skip, {once: true});
  for (const [row, column] of way) {
    if (isSkipped) break;
    paint(layer, walker(cells.map(([r, c]) => [r + row, c + column])));
    await pause(step);
  }
  if (!isSkipped) await pause(260);
  removeEventListener("pointerdown", skip);
  removeEventListener("keydown", skip);
  paint(layer, "");
}
