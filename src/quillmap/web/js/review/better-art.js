// @ts-check
/** The best answer beside the played one, as SVG markup in the units of a map: what is not there has a dashed line. */

import {outline, UNIT} from "../art.js";
import {flag, pieceArt} from "../art-marks.js";
import {cellOf, numberOf} from "../spaces.js";
import {artName} from "../table/ghost.js";

/** @typedef {import("../types.js").Move} Move */

/** @param {string[]} names */
const cellsOf = (names) => names.map((name) => /** @type {[number, number]} */ (cellOf(numberOf(name))));

/** What a move draws, by terrain. @param {Move} move @returns {{cells: [number, number][], terrain: string}[]} */
export function drawnBy(move) {
  if (move.move === "place-hero") return [{cells: cellsOf([move.space]), terrain: "hero"}];
  if (move.move === "destroy") return [{cells: cellsOf([move.space]), terrain: "destroyed"}];
  if (move.move !== "draw") return [];
  const main = {cells: cellsOf(move.spaces), terrain: move.terrain};
  if (!move.extra?.length) return [main];
  return [main, {cells: cellsOf(move.extra), terrain: move.extra_terrain ?? move.terrain}];
}

/** @param {Move} move @param {string} gain what it brings more @param {number} scale of the flag */
export function betterArt(move, gain, scale) {
  const drawn = drawnBy(move);
  if (!drawn.length) return "";
  const pieces = drawn.map(({cells, terrain}) => {
    const d = outline(cells, {inset: 3, wobble: 0.8});
    return (
      `<g opacity=".62">${pieceArt(cells, artName(terrain))}</g>` +
      `<path d="${d}" fill="none" stroke="var(--panel)" stroke-width="10"/>` +
      `<path d="${d}" fill="none" stroke="var(--earn)" stroke-width="5.5" stroke-dasharray="13 9"/>`
    );
  });
  const [row, column] = drawn[0].cells[0];
  return (
    `<g class="better">${pieces.join("")}` +
    flag(column * UNIT + 32, Math.max(8, row * UNIT - 2), gain, {scale}) +
    "</g>"
  );
}
