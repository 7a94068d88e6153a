// @ts-check
/** Pictures on cards: edicts, shapes, terrain tiles, crests. Pure functions that give SVG markup, as in art.js. */

import {clusterArt, clusters, LETTERS, letterOf, NAMES, outline, UNIT} from "./art.js";
import {EDICT_PICTURES} from "./edict-pictures.js";

/** @param {number} x @param {number} y @param {number} n @param {number} [k] */
const badge = (x, y, n, k = 1) =>
  `<g transform="translate(${x} ${y}) scale(${k})">` +
  `<path d="M0-7.3L2.2-5.3 5.2-5.2 5.3-2.2 7.3 0 5.3 2.2 5.2 5.2 2.2 5.3 ` +
  `0 7.3-2.2 5.3-5.2 5.2-5.3 2.2-7.3 0-5.3-2.2-5.2-5.2-2.2-5.3z" ` +
  `fill="var(--earn-soft)" stroke="var(--earn)" stroke-width="1"/>` +
  `<text class="badge-n">${n}</text></g>`;

/** @type {Record<string, string>} */
const EARNING = {F: "f", V: "v", A: "a", W: "w", "&": "^", O: "o", G: "g", "*": ".", M: "m", H: "h"};

/**
 * An edict's picture, an `<svg>` of its own. Capital letters (and & * O) are spaces that earn; `rows` and `cols` star
 * whole lines; `edge` names the sides that are the rim of the map. r empty ruins, g farm on ruins, o any filled space,
 * * an empty space that earns.
 * @param {string} id @param {string} [rulebook]
 */
export function edictPicture(id, rulebook = "standard") {
  const picture = EDICT_PICTURES[`${id}.${rulebook}`] ?? EDICT_PICTURES[id];
  const {map, edge = "", rows: starred = [], cols = [], worth = {}} = picture;
  const lines = map.split("/"),
    q = 20,
    n = lines.length,
    m = lines[0].length;
  const kind = (/** @type {string} */ ch) => EARNING[ch] ?? ch;
  const low = lines.map((line) => [...line].map(kind).join(""));
  let s =
    `<svg class="edict-pic" ` +
    `viewBox="-4 -4 ${m * q + 8 + (starred.length ? 13 : 0)} ${n * q + 8 + (cols.length ? 13 : 0)}" ` +
    `aria-hidden="true"><rect width="${m * q}" height="${n * q}" fill="var(--sheet)"/>`;
  let dotted = "";
  for (let i = 0; i <= m; i++) dotted += `M${i * q} 0V${n * q}`;
  for (let i = 0; i <= n; i++) dotted += `M0 ${i * q}H${m * q}`;
  s += `<path d="${dotted}" stroke="var(--grid)" stroke-width=".8" stroke-dasharray="1 2"/>`;
  for (const {name, cells} of clusters(low.map((line) => line.replace(/g/g, "a").replace(/[or]/g, ".")))) {
    if (name !== "mountain")
      s +=
        `<path d="${outline(cells, {inset: 2, wobble: 0.8})}" transform="scale(${q / UNIT})" ` +
        `fill="var(--t-${name})" stroke="var(--t-${name}-ink)" stroke-width="4"/>`;
    for (const [r, c] of cells) {
      const earns = lines[r][c] !== low[r][c]; // make room for the badge
      s +=
        `<use href="#mini-${name}" x="${c * q + (earns ? 1 : 2.5)}" y="${r * q + (earns ? 5 : 2.5)}" ` +
        `width="${earns ? 13.5 : 15}" height="${earns ? 13.5 : 15}"/>`;
    }
  }
  low.forEach((line, r) => {
    [...line].forEach((ch, c) => {
      if (ch === "o")
        s +=
          `<rect x="${c * q + 1}" y="${r * q + 1}" width="${q - 2}" height="${q - 2}" rx="2" ` +
          `fill="var(--t-waste)" stroke="var(--ink-3)" stroke-width="1"/>` +
          `<use href="#mini-filled" x="${c * q + 2}" y="${r * q + 2}" width="16" height="16"/>`;
      if (ch === "r") s += `<use href="#mini-ruins" x="${c * q + 2}" y="${r * q + 2}" width="16" height="16"/>`;
      if (ch === "g") s += `<use href="#ruins-badge" x="${c * q + 1}" y="${r * q + 10}" width="9" height="9"/>`;
    });
  });
  lines.forEach((line, r) => {
    [...line].forEach((ch, c) => {
      if (ch === "*") s += badge(c * q + q / 2, r * q + q / 2, worth.each ?? 1);
      else if (ch !== kind(ch)) s += badge(c * q + q - 3.5, r * q + 3.5, worth[kind(ch)] ?? worth.each ?? 1, 0.88);
    });
  });
  for (const r of starred) s += badge(m * q + 9, r * q + q / 2, worth.line ?? 1);
  for (const c of cols) s += badge(c * q + q / 2, n * q + 9, worth.line ?? 1);
  /** @type {Record<string, string>} */
  const sides = {
    t: `M-1.5-1.5H${m * q + 1.5}`,
    b: `M-1.5 ${n * q + 1.5}H${m * q + 1.5}`,
    l: `M-1.5-1.5V${n * q + 1.5}`,
    r: `M${m * q + 1.5}-1.5V${n * q + 1.5}`,
  };
  for (const side of edge)
    s += `<path d="${sides[side]}" stroke="var(--ink)" stroke-width="3" stroke-linecap="square"/>`;
  return `${s}</svg>`;
}

/**
 * A shape in a terrain, an `<svg>` of its own; `unit` is the size of a space in pixels.
 * @param {string[]} rows
 * @param {string} terrain
 * @param {number} unit
 */
export function shapePicture(rows, terrain, unit) {
  const n = rows.length,
    m = rows[0].length,
    letter = letterOf(terrain);
  const groups = clusters(rows.map((line) => [...line].map((x) => (x === "#" ? letter : ".")).join("")));
  return (
    `<svg class="shape" viewBox="-4 -4 ${m * UNIT + 8} ${n * UNIT + 8}" width="${m * unit + 4}" ` +
    `height="${n * unit + 4}" aria-hidden="true">${groups.map(clusterArt).join("")}</svg>`
  );
}

/** A shape in bare ink, where terrain is chosen apart. @param {string[]} rows @param {number} unit */
export function barePicture(rows, unit) {
  const n = rows.length,
    m = rows[0].length;
  let squares = "";
  rows.forEach((line, r) => {
    [...line].forEach((x, c) => {
      if (x === "#") squares += `<path d="${outline([[r, c]], {inset: 3, wobble: 1.5})}"/>`;
    });
  });
  return (
    `<svg class="shape bare" viewBox="-4 -4 ${m * UNIT + 8} ${n * UNIT + 8}" width="${m * unit}" ` +
    `height="${n * unit}" aria-hidden="true">` +
    `<g fill="currentColor" fill-opacity=".55" stroke="currentColor" stroke-width="5" stroke-linejoin="round">` +
    `${squares}</g></svg>`
  );
}

/**
 * A hero's attack pattern: the hero in the middle of the spaces it strikes.
 * @param {[number, number][]} attack
 * @param {number} unit
 */
export function attackPicture(attack, unit) {
  const all = [[0, 0], ...attack],
    top = Math.min(...all.map((p) => p[0])),
    left = Math.min(...all.map((p) => p[1]));
  const n = Math.max(...all.map((p) => p[0])) - top + 1,
    m = Math.max(...all.map((p) => p[1])) - left + 1;
  let s =
    `<svg class="shape" viewBox="-4 -4 ${m * UNIT + 8} ${n * UNIT + 8}" width="${m * unit}" ` +
    `height="${n * unit}" aria-hidden="true">`;
  for (const [r, c] of attack)
    s +=
      `<rect x="${(c - left) * UNIT + 4}" y="${(r - top) * UNIT + 4}" width="56" height="56" rx="8" ` +
      `fill="none" stroke="var(--t-hero-2)" stroke-width="3" stroke-dasharray="7 6"/>` +
      `<use href="#hero-path" x="${(c - left) * UNIT}" y="${(r - top) * UNIT}" width="64" height="64"/>`;
  return `${s + clusterArt({name: "hero", cells: [[-top, -left]]})}</svg>`;
}

/** One space of a terrain, as a picker's tile. @param {string} terrain @param {number} size */
export function tilePicture(terrain, size) {
  const name = NAMES[LETTERS[terrain]],
    d = outline([[0, 0]], {inset: 2.5, wobble: 1.5, salt: LETTERS[terrain].charCodeAt(0)});
  return (
    `<svg class="tile" viewBox="-1 -3 66 68" width="${size}" height="${size}" aria-hidden="true">` +
    `<path d="${d}" fill="var(--t-${name})"/>` +
    `<path d="${d}" fill="url(#p-${name})"/>` +
    `<path d="${d}" fill="none" stroke="var(--t-${name}-2)" stroke-width="7" stroke-opacity=".3"/>` +
    `<path d="${d}" fill="none" stroke="var(--t-${name}-ink)" stroke-width="2.6"/>` +
    `<use href="#${name}-1" width="64" height="64"/></svg>`
  );
}

const SHIELD = "M3 3.5q9-2.5 18 0 1 12.5-9 18.5-10-6-9-18.5z";
const FIELDS = [
  "M12 3v18",
  "M4 10h16",
  "M5 5.5L18 18",
  "M4 12L12 6l8 6",
  "M12 3v18M4 10h16",
  "M6 5l11 13M18 5L7 18",
  "M4 8h16M4 14h15",
];

/** How many shields there are, each of a colour and a field of its own. */
export const SHIELDS = 7;

/**
 * A seat's crest: its own strokes on the shield, or one of ours by its number.
 * @param {number} n of the shield
 * @param {number[][]} [strokes]
 * @param {number} [size]
 */
export function crestPicture(n, strokes = [], size = 22) {
  const own = strokes
    .map((stroke) => {
      const points = [];
      for (let i = 0; i + 1 < stroke.length; i += 2)
        points.push(`${(4 + (stroke[i] / 255) * 16).toFixed(1)} ${(4 + (stroke[i + 1] / 255) * 15).toFixed(1)}`);
      return points.length ? `M${points.join("L")}` : "";
    })
    .join("");
  const drawn = own
    ? `<path d="${own}" stroke="var(--crest-mark)" stroke-width="1.6" stroke-linecap="round" ` +
      `stroke-linejoin="round" fill="none"/>`
    : `<path d="${FIELDS[n % SHIELDS]}" stroke="var(--crest-mark)" stroke-width="3.2" fill="none"/>`;
  return (
    `<svg class="crest" viewBox="0 0 24 24" width="${size}" height="${size}" aria-hidden="true">` +
    `<path d="${SHIELD}" fill="var(--crest-${n % SHIELDS})"/>${drawn}` +
    `<path d="${SHIELD}" fill="none" stroke="var(--ink)" stroke-width="1.5"/></svg>`
  );
}
