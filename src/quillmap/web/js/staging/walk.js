// @ts-check
/** A solo ambush looks for its place: its outline walks round the rim before one's eyes (RULES 8.2), then soaks in. */

import {UNIT} from "../art.js";
import {walker} from "../art-marks.js";
import {card} from "../cards.js";
import {paint} from "../dom.js";
import {cellOf, numberOf, SIZE, spaceAt} from "../spaces.js";
import {t} from "../words.js";

const STEP = 70;
const LONGEST = 2200;
/** Long enough to read why there are monsters all of a sudden; a tap goes on. */
const START = 1300;
const STAY = 800;

/**
 * The places of an outline's top-left space, ring after ring from the corner inwards.
 * @param {number} height @param {number} width @param {string} corner @param {boolean} clockwise
 */
export function walk(height, width, corner, clockwise) {
  /** @type {[number, number][]} */
  const places = [];
  const rings = Math.floor((SIZE - Math.max(height, width)) / 2) + 1;
  for (let ring = 0; ring < rings; ring++) {
    const bottom = SIZE - ring - height,
      right = SIZE - ring - width;
    /** @type {[number, number][]} */
    const round = [];
    for (let c = ring; c <= right; c++) round.push([ring, c]);
    for (let r = ring + 1; r <= bottom; r++) round.push([r, right]);
    for (let c = right - 1; c >= ring; c--) round.push([bottom, c]);
    for (let r = bottom - 1; r > ring; r--) round.push([r, ring]);
    if (!clockwise) round.reverse();
    const [row, column] = {
      "top-left": [ring, ring],
      "top-right": [ring, right],
      "bottom-right": [bottom, right],
      "bottom-left": [bottom, ring],
    }[corner] ?? [ring, ring];
    const start = round.findIndex(([r, c]) => r === row && c === column);
    for (const place of [...round.slice(start), ...round.slice(0, start)])
      if (!places.some(([r, c]) => r === place[0] && c === place[1])) places.push(place);
  }
  return places;
}

/**
 * Where the walk begins, and which way it goes: a flag in the corner of the map, with an arrow.
 * @param {string} corner
 * @param {boolean} clockwise
 */
function cornerArt(corner, clockwise) {
  const x = corner.endsWith("left") ? 0 : SIZE * UNIT,
    y = corner.startsWith("top") ? 0 : SIZE * UNIT;
  return (
    `<g transform="translate(${x} ${y})">` +
    `<circle r="25" fill="var(--raid)" stroke="var(--panel)" stroke-width="5"/>` +
    `<use href="#${clockwise ? "i-pass-cw" : "i-pass-ccw"}" x="-17" y="-17" width="34" height="34" ` +
    `color="var(--on-raid)"/></g>`
  );
}

/**
 * @param {SVGElement} layer of the sheet
 * @param {string} id of the ambush card
 * @param {string[]} spaces where it ends
 * @param {import("./effects.js").Caption} caption
 * @param {import("./pacing.js").Course} course
 */
export async function showWalk(layer, id, spaces, caption, course) {
  const {shape, corner = "top-left", clockwise = true} = card(id);
  if (!shape || course.isSkipped || !spaces.length) return;
  /** @type {[number, number][]} */
  const cells = [];
  shape.rows.forEach((line, r) => {
    for (let c = 0; c < line.length; c++) if (line[c] === "#") cells.push([r, c]);
  });
  const end = Math.min(...spaces.map(numberOf)),
    first = cells[0];
  const places = walk(shape.rows.length, shape.rows[0].length, corner, clockwise);
  const stop = places.findIndex(([r, c]) => spaceAt(r + first[0], c + first[1]) === end);
  const way = places.slice(0, stop < 0 ? places.length : stop + 1),
    step = Math.min(STEP, LONGEST / Math.max(1, way.length));
  const flag = cornerArt(corner, clockwise);
  caption.show(
    "i-ambush",
    t("endings.scene.walk.text"),
    spaces.some((name) => cellOf(numberOf(name))[0] > 7),
  );
  for (const [n, [row, column]] of way.entries()) {
    paint(layer, flag + walker(cells.map(([r, c]) => [r + row, c + column])));
    await course.beat(n === 0 ? START : step);
    if (course.isSkipped) break;
  }
  await course.beat(STAY);
  paint(layer, "");
  caption.hide();
}
