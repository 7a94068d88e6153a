// @ts-check
/** A solo ambush looks for its place: its outline walks round the rim before one's eyes (RULES 8.2), then soaks in. */

import {UNIT} from "../art.js";
import {walker} from "../art-marks.js";
import {card} from "../cards.js";
import {paint} from "../dom.js";
import {cellOf, SIZE} from "../spaces.js";
import {t} from "../words.js";

const STEP = 70;
const LONGEST = 2200;
/** Long enough to read why there are monsters all of a sudden; a tap goes on. */
const START = 1300;
const STAY = 800;

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
 * The spaces under an outline wherever it was tried.
 * @param {string[]} rows of the shape, as printed
 * @param {number[]} tried the places of its top-left space
 * @returns {[number, number][][]}
 */
export function outlinesOf(rows, tried) {
  /** @type {[number, number][]} */
  const cells = [];
  rows.forEach((line, r) => {
    for (let c = 0; c < line.length; c++) if (line[c] === "#") cells.push([r, c]);
  });
  return tried.map((place) => {
    const [row, column] = cellOf(place);
    return cells.map(([r, c]) => [r + row, c + column]);
  });
}

/**
 * @param {SVGElement} layer of the sheet
 * @param {string} id of the ambush card
 * @param {number[]} tried where it went, as the server tells it
 * @param {import("./effects.js").Caption} caption
 * @param {import("./pacing.js").Course} course
 */
export async function showWalk(layer, id, tried, caption, course) {
  const {shape, corner = "top-left", clockwise = true} = card(id);
  if (!shape || course.isSkipped || !tried.length) return;
  const way = outlinesOf(shape.rows, tried),
    step = Math.min(STEP, LONGEST / way.length);
  const flag = cornerArt(corner, clockwise);
  caption.show(
    "i-ambush",
    t("endings.scene.walk.text"),
    way[way.length - 1].some(([row]) => row > 7),
  );
  for (const [n, cells] of way.entries()) {
    paint(layer, flag + walker(cells));
    await course.beat(n === 0 ? START : step);
    if (course.isSkipped) break;
  }
  await course.beat(STAY);
  paint(layer, "");
  caption.hide();
}
