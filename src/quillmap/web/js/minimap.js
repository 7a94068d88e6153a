// @ts-check
/**
 * Small maps of other players. Up to a few dozen they are SVG with one mark a space; for very many, or very small ones,
 * a canvas paints flat washes (a hundred maps in a few milliseconds).
 */

import {clusters, outline, rowsOf, UNIT} from "./art.js";
import {cellOf, SIZE, spacesOf} from "./spaces.js";

/**
 * Sheets are new objects when they change, so a picture can be kept with its sheet.
 * @type {WeakMap<import("./types.js").Sheet, string>}
 */
const made = new WeakMap();

/** A small map as an `<svg>` of its own. @param {import("./types.js").Sheet} sheet @returns {string} */
export function miniMap(sheet) {
  const picture = made.get(sheet) ?? makeMini(sheet);
  made.set(sheet, picture);
  return picture;
}

/** @param {import("./types.js").Sheet} sheet */
function makeMini(sheet) {
  const rows = rowsOf(sheet),
    q = 16;
  const at = (/** @type {number} */ r, /** @type {number} */ c) =>
    `x="${c * q + 1.5}" y="${r * q + 1.5}" width="13" height="13"`;
  let s =
    `<svg class="mini" viewBox="-2 -2 ${SIZE * q + 4} ${SIZE * q + 4}" aria-hidden="true">` +
    `<rect x="-1" y="-1" width="${SIZE * q + 2}" height="${SIZE * q + 2}" fill="var(--sheet)" ` +
    `stroke="var(--edge)" stroke-width="2"/>`;
  for (const [r, c] of spacesOf(sheet.ruins).map(cellOf))
    if (rows[r][c] === ".") s += `<use href="#mini-ruins" ${at(r, c)}/>`;
  for (const {name, cells} of clusters(rows)) {
    const wash = name === "both" ? "farm" : name;
    if (name !== "mountain")
      s +=
        `<path d="${outline(cells, {inset: 1, wobble: 0})}" transform="scale(${q / UNIT})" ` +
        `fill="var(--t-${wash})" stroke="var(--t-${wash}-ink)" stroke-width="5" stroke-opacity=".75"/>`;
    for (const [r, c] of cells) s += `<use href="#mini-${name === "both" ? "village" : name}" ${at(r, c)}/>`;
  }
  return `${s}</svg>`;
}

const WASHES = ["forest", "village", "farm", "water", "monster", "hero", "mountain", "wasteland", "destroyed"];

/** The colours of the theme, for painting. @param {Element} [root] @returns {Record<string, string>} */
export function palette(root = document.documentElement) {
  const style = getComputedStyle(root);
  /** @type {Record<string, string>} */
  const found = {sheet: style.getPropertyValue("--sheet"), edge: style.getPropertyValue("--edge")};
  for (const name of WASHES)
    found[name] = style.getPropertyValue(
      `--t-${name === "wasteland" ? "waste" : name === "mountain" ? "mountain-2" : name}`,
    );
  return found;
}

/**
 * Paint a sheet on a canvas.
 * @param {CanvasRenderingContext2D} canvas @param {import("./types.js").Sheet} sheet
 * @param {number} x
 * @param {number} y
 * @param {number} size of the whole map, in pixels
 * @param {Record<string, string>} colours
 */
export function paintMini(canvas, sheet, x, y, size, colours) {
  const q = size / SIZE;
  canvas.fillStyle = colours.sheet;
  canvas.fillRect(x, y, size, size);
  for (const name of WASHES) {
    canvas.fillStyle = colours[name];
    for (const n of spacesOf(sheet[name])) {
      const [r, c] = cellOf(n);
      canvas.fillRect(x + c * q, y + r * q, q + 0.5, q + 0.5);
    }
  }
  canvas.strokeStyle = colours.edge;
  canvas.strokeRect(x, y, size, size);
}
