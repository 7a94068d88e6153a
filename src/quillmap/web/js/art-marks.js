// @ts-check
/**
 * What is laid over a map: the piece in hand, gold leaf, flags, medals, rings. Pure functions that give SVG markup, as
 * in art.js.
 */

import {clusterArt, outline, UNIT} from "./art.js";

/** @typedef {[number, number]} Cell */
const S = UNIT;

/**
 * A small flag with a letter and a gain.
 * @param {number} x
 * @param {number} y
 * @param {string} text
 * @param {{kind?: string, icon?: string, scale?: number}} [options]
 */
export function flag(x, y, text, {kind = "earn", icon = "", scale = 1} = {}) {
  const w = 16 + text.length * 11.5 + (icon ? 22 : 0);
  const picture = icon
    ? `<use href="#${icon}" x="${-w / 2 + 6}" y="-11" width="22" height="22" color="var(--${kind})"/>`
    : "";
  return (
    `<g class="flag ${kind}" transform="translate(${x} ${y}) scale(${scale})">` +
    `<path d="M${-w / 2}-14.5q${w / 2}-2.5 ${w} 0q2 14.5 0 29q${-w / 2} 2.5 ${-w} 0q-2-14.5 0-29z" ` +
    `fill="var(--panel)" stroke="var(--${kind})" stroke-width="2.6"/>${picture}` +
    `<text x="${icon ? 11 : 0}" y="1" class="flag-text" fill="var(--${kind})">${text}</text></g>`
  );
}

/**
 * A number struck on a small medal in a space's corner.
 * @param {Cell} cell
 * @param {string} text
 * @param {{kind?: string}} [options]
 */
export function medal([r, c], text, {kind = "earn"} = {}) {
  return (
    `<g class="medal ${kind}" transform="translate(${c * S + 48} ${r * S + 16})">` +
    `<circle r="16" fill="var(--panel)" stroke="var(--${kind})" stroke-width="3"/>` +
    `<text y="1" class="flag-text" fill="var(--${kind})">${text}</text></g>`
  );
}

/**
 * Spaces that earn: gold leaf along the inside of their outline.
 * @param {Cell[]} cells
 * @param {{thin?: boolean}} [options]
 */
export function glow(cells, {thin = false} = {}) {
  const d = outline(cells, {inset: 5, wobble: 0.6, salt: 2});
  if (thin)
    return (
      `<g class="glow"><path d="${d}" fill="none" stroke="var(--panel)" stroke-width="6" stroke-opacity=".85"/>` +
      `<path d="${d}" fill="none" stroke="var(--earn)" stroke-width="3" stroke-dasharray="10 6"/></g>`
    );
  return (
    `<g class="glow">` +
    `<path d="${d}" fill="none" stroke="var(--earn-glow)" stroke-width="30" stroke-opacity=".16" ` +
    `stroke-linejoin="round"/>` +
    `<path d="${d}" fill="none" stroke="var(--earn-glow)" stroke-width="18" stroke-opacity=".28" ` +
    `stroke-linejoin="round"/>` +
    `<path d="${d}" class="leaf" fill="none" stroke="var(--earn-glow)" stroke-width="6.5"/>` +
    `<path d="${d}" fill="none" stroke="var(--earn)" stroke-width="1.8"/></g>`
  );
}

/**
 * The piece in hand as it lies in its outline's corner: the page moves it about.
 * @param {Cell[]} cells
 * @param {string} name of the terrain's art
 */
export function ghostArt(cells, name) {
  const d = outline(cells, {inset: 1.5, wobble: 0.8});
  const [r, c] = cells.reduce((a, b) =>
    b[1] - b[0] > a[1] - a[0] || (b[1] - b[0] === a[1] - a[0] && b[1] > a[1]) ? b : a,
  );
  const badges = cells
    .map(
      ([y, x]) =>
        `<use class="ghost-ruins" href="#ruins-badge" x="${x * S + 4}" y="${y * S + 37}" width="23" ` +
        `height="23" visibility="hidden"/>`,
    )
    .join("");
  // Solid edge and a tick where it fits; dashed edge, hatching and a cross where it does not. Nothing rests on colour.
  const seal = (/** @type {string} */ colour, /** @type {string} */ sign) =>
    `<g transform="translate(${c * S + S - 4} ${r * S + 4})">` +
    `<circle r="15" fill="var(--${colour})" stroke="var(--panel)" stroke-width="3"/>` +
    `<path d="${sign}" fill="none" stroke="var(--panel)" stroke-width="3.6" stroke-linecap="round" ` +
    `stroke-linejoin="round"/></g>`;
  const line = (/** @type {string} */ colour, /** @type {number} */ width, more = "") =>
    `<path d="${d}" fill="none" stroke="var(--${colour})" stroke-width="${width}"${more}/>`;
  const fits = line("panel", 10) + line("fit", 5.5) + seal("fit", "M-6 1l4 4.5L7-5.5");
  const clash = line("panel", 9) + line("clash", 5, ' stroke-dasharray="12 8"') + seal("clash", "M-5-5L5 5M5-5L-5 5");
  return (
    `<path class="ghost-shadow" d="${d}" fill="rgb(var(--shadow))" opacity=".34"/>` +
    `<g class="ghost-body"><g opacity=".96">${pieceArt(cells, name)}</g>${badges}` +
    `<g class="ghost-fits">${fits}</g>` +
    `<g class="ghost-clash"><path d="${d}" fill="url(#p-clash)"/>${clash}</g></g>`
  );
}

/** A shape may have a gap: each of its parts is a cluster. @param {Cell[]} cells @param {string} name */
export function pieceArt(cells, name) {
  const left = new Map(cells.map((cell) => [cell.join(), cell]));
  let out = "";
  while (left.size) {
    const [first] = left.values(),
      part = [],
      todo = [first];
    left.delete(first.join());
    for (let next = todo.pop(); next; next = todo.pop()) {
      part.push(next);
      for (const [dr, dc] of [
        [0, 1],
        [1, 0],
        [0, -1],
        [-1, 0],
      ]) {
        const beside = left.get(`${next[0] + dr},${next[1] + dc}`);
        if (!beside) continue;
        left.delete(beside.join());
        todo.push(beside);
      }
    }
    out += clusterArt({name, cells: part.sort((a, b) => a[0] - b[0] || a[1] - b[1])});
  }
  return out;
}

/** A dot on each space that some placement covers. @param {Cell[]} cells */
export const dots = (cells) =>
  cells
    .map(
      ([r, c]) =>
        `<circle cx="${c * S + 32}" cy="${r * S + 32}" r="8" fill="var(--fit)" fill-opacity=".35" ` +
        `stroke="var(--fit)" stroke-width="2.5"/>`,
    )
    .join("");

/** Ruins that want to be covered. @param {Cell[]} cells */
export const rings = (cells) =>
  cells
    .map(
      ([r, c]) =>
        `<circle class="must-cover" cx="${c * S + 32}" cy="${r * S + 32}" r="38" fill="none" ` +
        `stroke="var(--t-ruins)" stroke-width="5" stroke-dasharray=".1 9" stroke-linecap="round"/>`,
    )
    .join("");

/** Empty spaces beside monsters, and what each costs. @param {Cell[]} cells */
export const costs = (cells) =>
  cells
    .map(
      ([r, c]) =>
        `<path d="${outline([[r, c]], {inset: 8, wobble: 0.6})}" fill="var(--lose)" fill-opacity=".12" ` +
        `stroke="var(--lose)" stroke-width="2.6" stroke-dasharray="6 5"/>` +
        `<circle cx="${c * S + 32}" cy="${r * S + 32}" r="17" fill="var(--panel)" fill-opacity=".9"/>` +
        `<text x="${c * S + 31}" y="${r * S + 33}" class="flag-text big" fill="var(--lose)">−1</text>`,
    )
    .join("");

/**
 * Spaces that may be destroyed: each is a target (◎), and only the one chosen is crossed out.
 * @param {Cell[]} cells
 * @param {Cell | null} chosen
 */
export const targets = (cells, chosen) =>
  cells
    .map(([r, c]) => {
      const x = c * S + 32,
        y = r * S + 32;
      return chosen !== null && chosen[0] === r && chosen[1] === c
        ? `<circle cx="${x}" cy="${y}" r="28" fill="var(--panel)" fill-opacity=".85" stroke="var(--clash)" ` +
            `stroke-width="6"/><path d="M${x - 8} ${y - 8}l16 16m0-16l-16 16" stroke="var(--clash)" stroke-width="7" ` +
            `stroke-linecap="round"/>`
        : `<circle cx="${x}" cy="${y}" r="20" fill="var(--panel)" fill-opacity=".72" stroke="var(--clash)" ` +
            `stroke-width="4"/><path class="aim" d="M${x - 9} ${y}a9 9 0 1 0 18 0a9 9 0 1 0-18 0z" fill="none" ` +
            `stroke="var(--clash)" stroke-width="4"/>`;
    })
    .join("");
/**
 * The hero in hand with its attack path; steps that leave the map are not shown.
 * @param {Cell} cell
 * @param {Cell[]} path
 */
export function heroArt(cell, path) {
  const d = outline([cell], {inset: 1.5, wobble: 0.8});
  return (
    path
      .map(
        ([r, c]) =>
          `<rect x="${c * S + 5}" y="${r * S + 5}" width="54" height="54" rx="8" fill="var(--t-hero-2)" ` +
          `fill-opacity=".14" stroke="var(--t-hero-2)" stroke-width="3" stroke-dasharray="7 6"/>` +
          `<use href="#hero-path" x="${c * S}" y="${r * S}" width="64" height="64"/>`,
      )
      .join("") +
    clusterArt({name: "hero", cells: [cell]}) +
    `<path d="${d}" fill="none" stroke="var(--panel)" stroke-width="10"/>` +
    `<path d="${d}" fill="none" stroke="var(--fit)" stroke-width="5.5"/>`
  );
}

/** An outline that walks round the rim in a solo ambush. @param {Cell[]} cells */
export const walker = (cells) =>
  `<path d="${outline(cells, {inset: 3, wobble: 0})}" fill="var(--raid)" fill-opacity=".3" ` +
  `stroke="var(--raid-2)" stroke-width="5" stroke-dasharray="10 7"/>`;

/** Everything but the given spaces fades under a sheet of vellum. @param {Cell[]} cells */
export const vellum = (cells) =>
  `<path fill-rule="evenodd" fill="var(--sheet)" opacity=".66" ` +
  `d="M0 0H704V704H0Z${cells.length ? outline(cells, {inset: -1, wobble: 0}) : ""}"/>`;

/** Paper that a drawing soaks through, space by space. @param {Cell[]} cells */
export const soak = (cells) =>
  cells
    .map(
      ([r, c], n) =>
        `<rect class="soak" data-n="${n}" x="${c * S}" y="${r * S}" width="64" height="64" fill="var(--sheet)"/>`,
    )
    .join("");
