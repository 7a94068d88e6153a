// @ts-check
/**
 * Pictures of maps with what earns and what else is marked on them. Pure functions that give SVG markup, as in art.js.
 */

import {badgesArt, clusterArt, clusters, detailsOf, lettersArt, outline, pathArt, ruinsArt, UNIT} from "../art.js";
import {costs, glow, rings, targets, walker} from "../art-marks.js";
import {cellOf, spacesOf} from "../spaces.js";

/** @typedef {[number, number]} Cell */
/** @typedef {import("./book.js").Figure} Figure */

const S = UNIT,
  AXIS = 40,
  RIM = 14,
  BEYOND = 54;

/** @param {number} x @param {number} y @param {string} text @param {string} more */
const label = (x, y, text, more) => `<text x="${x}" y="${y}" ${more}>${text}</text>`;

/** @param {Figure["window"]} window */
function ground([top, left, height, width]) {
  let d = "";
  for (let n = 1; n < width; n++) d += `M${(left + n) * S} ${top * S}v${height * S}`;
  for (let n = 1; n < height; n++) d += `M${left * S} ${(top + n) * S}h${width * S}`;
  return (
    `<rect x="${left * S}" y="${top * S}" width="${width * S}" height="${height * S}" fill="url(#p-fibre)"/>` +
    `<path d="${d}" fill="none" stroke="var(--grid)" stroke-width="1.6" stroke-dasharray=".1 6.3" ` +
    `stroke-linecap="round"/>`
  );
}

/**
 * The rim of the map where it is shown, a light line where the map goes on, and the names of rows and columns.
 * @param {Figure["window"]} window
 */
function frame([top, left, height, width]) {
  const side = (/** @type {string} */ d, /** @type {boolean} */ isRim) =>
    `<path d="${d}" stroke="var(--${isRim ? "ink" : "grid"})" stroke-width="${isRim ? 7 : 2}" ` +
    `stroke-linecap="square"/>`;
  const x = left * S,
    y = top * S,
    w = width * S,
    h = height * S;
  let out =
    side(`M${x} ${y}h${w}`, top === 0) +
    side(`M${x} ${y + h}h${w}`, top + height === 11) +
    side(`M${x} ${y}v${h}`, left === 0) +
    side(`M${x + w} ${y}v${h}`, left + width === 11);
  for (let c = left; c < left + width; c++)
    out += label(c * S + 32, y - 20, String(c + 1), 'class="axis" font-size="22"');
  for (let r = top; r < top + height; r++)
    out += label(x - 21, r * S + 32, String.fromCharCode(65 + r), 'class="axis" font-size="22"');
  return out;
}

/** @param {Cell[]} cells @param {string} colour */
function dashed(cells, colour) {
  if (!cells.length) return "";
  const d = outline(cells, {inset: 5, wobble: 0.6, salt: 2});
  return (
    `<path d="${d}" fill="none" stroke="var(--panel)" stroke-width="9" stroke-opacity=".85"/>` +
    `<path d="${d}" fill="none" stroke="var(--${colour})" stroke-width="4.5" stroke-dasharray="11 8"/>`
  );
}

/** The edge of what has just been drawn. @param {Cell[]} cells */
function drawn(cells) {
  if (!cells.length) return "";
  const d = outline(cells, {inset: 1.5, wobble: 0.8});
  return (
    `<path d="${d}" fill="none" stroke="var(--panel)" stroke-width="10"/>` +
    `<path d="${d}" fill="none" stroke="var(--fit)" stroke-width="5.5"/>`
  );
}

/** The cross of what does not count, once for each connected part. @param {Cell[]} cells */
function crosses(cells) {
  const rows = Array.from({length: 11}, (_, r) =>
    Array.from({length: 11}, (_, c) => (cells.some((cell) => cell[0] === r && cell[1] === c) ? "f" : ".")).join(""),
  );
  return clusters(rows)
    .map(
      ({cells: [[r, c]]}) =>
        `<g transform="translate(${c * S + 48} ${r * S + 16})">` +
        `<circle r="14" fill="var(--clash)" stroke="var(--panel)" stroke-width="3"/>` +
        `<path d="M-5-5L5 5M5-5L-5 5" stroke="var(--panel)" stroke-width="3.6" stroke-linecap="round"/></g>`,
    )
    .join("");
}

/** The way of a shape along the map, with an arrowhead at its end. @param {[number, number][]} points */
function route(points) {
  if (points.length < 2) return "";
  const at = points.map(([x, y]) => [x * S, y * S]),
    [[fx, fy], [x, y]] = at.slice(-2),
    length = Math.abs(x - fx) + Math.abs(y - fy),
    dx = ((x - fx) / length) * 13,
    dy = ((y - fy) / length) * 13;
  const d =
    `M${at.map((point) => point.join(" ")).join("L")}` +
    `M${x - dx - dy} ${y - dy + dx}L${x + dx / 2} ${y + dy / 2}L${x - dx + dy} ${y - dy - dx}`;
  const style = 'fill="none" stroke-linecap="round" stroke-linejoin="round"';
  return (
    `<path d="${d}" ${style} stroke="var(--panel)" stroke-width="13" stroke-opacity=".85"/>` +
    `<path d="${d}" ${style} stroke="var(--clash)" stroke-width="6.5"/>`
  );
}

/** Only what lies in the window. @param {Figure} figure */
function seen({sheet, window: [top, left, height, width]}) {
  const isIn = (/** @type {Cell | [number, number, string]} */ [r, c]) =>
    r >= top && r < top + height && c >= left && c < left + width;
  const {rows, ruins, badges, paths, letters} = detailsOf(sheet);
  const shown = rows.map((line, r) => [...line].map((ch, c) => (isIn([r, c]) ? ch : ".")).join(""));
  return (
    ruinsArt(ruins.filter(isIn)) +
    clusters(shown).map(clusterArt).join("") +
    badgesArt(badges.filter(isIn)) +
    pathArt(paths.filter(isIn)) +
    lettersArt(letters.filter(isIn))
  );
}

/** @param {Figure} figure */
function marks({marks: sets, medals, route: way}) {
  const cells = (/** @type {string} */ name) => spacesOf(sets[name]).map(cellOf);
  const earning = cells("earning"),
    spread = cells("spread");
  return (
    (earning.length ? glow(earning) : "") +
    dashed(cells("misses"), "clash") +
    crosses(cells("misses")) +
    dashed(cells("tried"), "clash") +
    drawn(cells("drawn")) +
    drawn(cells("extra")) +
    costs(cells("costs")) +
    rings(cells("wanted")) +
    targets(cells("targets"), null) +
    (spread.length ? walker(spread) : "") +
    cells("paying")
      .map(([r, c]) => `<use href="#coin" x="${c * S + 36}" y="${r * S + 2}" width="28" height="28"/>`)
      .join("") +
    route(way) +
    medals
      .map(
        ([x, y, points]) =>
          `<g class="medal earn" transform="translate(${x * S} ${y * S})">` +
          `<circle r="16" fill="var(--panel)" stroke="var(--earn)" stroke-width="3"/>` +
          `<text y="1" class="flag-text" fill="var(--earn)">${points}</text></g>`,
      )
      .join("")
  );
}

/**
 * A picture has no words: it is made once, whatever language is read.
 * @type {WeakMap<Figure, {view: number[], markup: string}>}
 */
const made = new WeakMap();

/** What an `<svg>` of the figure needs: its viewBox and what is in it. @param {Figure} figure */
export function figureArt(figure) {
  const found = made.get(figure) ?? makeFigure(figure);
  made.set(figure, found);
  return found;
}

/** @param {Figure} figure */
function makeFigure(figure) {
  const [top, left, height, width] = figure.window;
  const right = figure.medals.some(([x]) => x > left + width) ? BEYOND : RIM,
    below = figure.medals.some(([, y]) => y > top + height) ? BEYOND : RIM;
  const view = [left * S - AXIS, top * S - AXIS, width * S + AXIS + right, height * S + AXIS + below];
  return {view, markup: ground(figure.window) + seen(figure) + frame(figure.window) + marks(figure)};
}

/**
 * One space as it looks, an `<svg>` of its own.
 * @param {string} space a set of a sheet, or `farm-village`, `attack-path`
 * @param {number} size
 */
export function spacePicture(space, size) {
  /** @type {Record<string, string[]>} */
  const both = {"farm-village": ["farm", "village"], "attack-path": ["path"]};
  const sheet = Object.fromEntries((both[space] ?? [space]).map((field) => [field, "1"]));
  return (
    `<svg class="tile" viewBox="-5 -5 74 74" width="${size}" height="${size}" aria-hidden="true">` +
    `<rect x="-3" y="-3" width="70" height="70" rx="6" fill="var(--sheet)" stroke="var(--line)"/>` +
    `${seen({sheet, window: [0, 0, 1, 1], marks: {}, medals: [], route: []})}</svg>`
  );
}
