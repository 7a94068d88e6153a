// @ts-check
/**
 * How a map is drawn, as pure functions: same map, same picture, on every device and in every replay. All give SVG
 * markup in units of 64 a space, and take numbers and letters, never words.
 *
 * Letters of a map: f forest, v village, a farm, w water, m monster, h hero, b farm and village, ^ mountain, #
 * wasteland, x destroyed, . empty.
 */

import {cellOf, SIZE, spacesOf} from "./spaces.js";

/** @typedef {[number, number]} Cell */
/** @typedef {{ch: string, name: string, cells: Cell[]}} Cluster */

export const UNIT = 64;
/** @type {Record<string, string>} */
export const NAMES = {
  f: "forest",
  v: "village",
  a: "farm",
  w: "water",
  m: "monster",
  h: "hero",
  b: "both",
  "^": "mountain",
  "#": "waste",
  x: "destroyed",
};
/** @type {Record<string, string>} */
export const LETTERS = {
  forest: "f",
  village: "v",
  farm: "a",
  water: "w",
  monster: "m",
  hero: "h",
  mountain: "^",
  wasteland: "#",
  destroyed: "x",
};
/** The letter of a terrain; `both` is farm and village at once. @param {string} terrain */
export const letterOf = (terrain) => (terrain === "both" ? "b" : LETTERS[terrain]);

/** How often each variant is used: fish and boats are a treat, not wallpaper. @type {Record<string, number[]>} */
const WEIGHTS = {
  forest: [1, 2, 3],
  village: [1, 2, 3],
  farm: [1, 2, 1, 3],
  water: [1, 4, 2, 4, 1, 4, 3],
  monster: [1, 2, 3],
  mountain: [1, 2, 3],
  waste: [1, 2],
  destroyed: [1, 2],
  hero: [1],
};
const SEAMS = new Set(["forest", "village", "water"]);
const PLAIN = new Set(["mountain"]);

/** @param {number} r @param {number} c */
const key = (r, c) => r * 64 + c;

/**
 * Repeatable noise in 0..1 from a place: a growing cluster must not wriggle.
 * @param {number} x
 * @param {number} y
 * @param {number} [salt]
 */
export function noise(x, y, salt = 0) {
  let h = (Math.round(x * 8) * 374761393 + Math.round(y * 8) * 668265263 + salt * 2246822519) | 0;
  h = Math.imul(h ^ (h >>> 13), 1274126177);
  return ((h ^ (h >>> 16)) >>> 0) / 4294967296;
}

/** A sheet as it is sent, as eleven lines of letters. @param {import("./types.js").Sheet} sheet @returns {string[]} */
export function rowsOf(sheet) {
  const lines = Array.from({length: SIZE}, () => Array(SIZE).fill("."));
  for (const [field, letter] of Object.entries(LETTERS))
    for (const n of spacesOf(sheet[field])) {
      const [r, c] = cellOf(n);
      lines[r][c] = lines[r][c] !== "." && field === "farm" ? "b" : letter;
    }
  return lines.map((line) => line.join(""));
}

/** The connected groups of one terrain. @param {string[]} rows @returns {Cluster[]} */
export function clusters(rows) {
  const seen = new Set();
  /** @type {Cluster[]} */
  const found = [];
  rows.forEach((line, r) => {
    [...line].forEach((ch, c) => {
      if (!NAMES[ch] || seen.has(key(r, c))) return;
      /** @type {Cell[]} */
      const cells = [],
        todo = [[r, c]];
      seen.add(key(r, c));
      for (let next = todo.pop(); next; next = todo.pop()) {
        const [y, x] = next;
        cells.push([y, x]);
        for (const [dy, dx] of [
          [0, 1],
          [1, 0],
          [0, -1],
          [-1, 0],
        ]) {
          const k = key(y + dy, x + dx);
          if (rows[y + dy]?.[x + dx] !== ch || seen.has(k)) continue;
          seen.add(k);
          todo.push([y + dy, x + dx]);
        }
      }
      cells.sort((a, b) => a[0] - b[0] || a[1] - b[1]);
      found.push({ch, name: NAMES[ch], cells});
    });
  });
  return found;
}

/** @typedef {{x1: number, y1: number, x2: number, y2: number}} Edge */

/**
 * The edges round a set of spaces as closed loops, the inside on the right.
 * @param {Cell[]} cells
 * @returns {Edge[][]}
 */
function loopsRound(cells) {
  const has = new Set(cells.map(([r, c]) => key(r, c)));
  /** @type {Map<string, Edge[]>} */
  const from = new Map();
  const edge = (
    /** @type {number} */ x1,
    /** @type {number} */ y1,
    /** @type {number} */ x2,
    /** @type {number} */ y2,
  ) => {
    const k = `${x1},${y1}`,
      list = from.get(k);
    if (list) list.push({x1, y1, x2, y2});
    else from.set(k, [{x1, y1, x2, y2}]);
  };
  for (const [r, c] of cells) {
    if (!has.has(key(r - 1, c))) edge(c, r, c + 1, r);
    if (!has.has(key(r, c + 1))) edge(c + 1, r, c + 1, r + 1);
    if (!has.has(key(r + 1, c))) edge(c + 1, r + 1, c, r + 1);
    if (!has.has(key(r, c - 1))) edge(c, r + 1, c, r);
  }
  const loops = [];
  for (let first = from.values().next(); !first.done; first = from.values().next()) {
    const loop = [];
    let e = first.value[0];
    for (;;) {
      const k = `${e.x1},${e.y1}`,
        list = /** @type {Edge[]} */ (from.get(k));
      list.splice(list.indexOf(e), 1);
      if (!list.length) from.delete(k);
      loop.push(e);
      const next = from.get(`${e.x2},${e.y2}`);
      if (!next) break;
      const dx = e.x2 - e.x1,
        dy = e.y2 - e.y1;
      // Where two corners touch, turn right: each keeps its own line.
      e = next.find((n) => n.x2 - n.x1 === -dy && n.y2 - n.y1 === dx) ?? next[0];
    }
    loops.push(loop);
  }
  return loops;
}

/**
 * The outline of a set of spaces as one path: pulled in by `inset`, corners rounded, the line wavering by `wobble`.
 * @param {Cell[]} cells @param {{inset?: number, wobble?: number, salt?: number}} [options]
 */
export function outline(cells, {inset = 2.5, wobble = 1.5, salt = 0} = {}) {
  const S = UNIT,
    f = (/** @type {number} */ n) => Math.round(n * 10) / 10;
  let path = "";
  for (const loop of loopsRound(cells)) {
    /** @type {[number, number][]} */
    const points = [];
    loop.forEach((e, i) => {
      const p = loop[(i + loop.length - 1) % loop.length];
      const dx = e.x2 - e.x1,
        dy = e.y2 - e.y1,
        px = p.x2 - p.x1,
        py = p.y2 - p.y1,
        nx = -dy,
        ny = dx;
      const push = (/** @type {number} */ at, /** @type {number} */ w) => {
        const x = e.x1 + dx * at,
          y = e.y1 + dy * at,
          n = (noise(x, y, salt) - 0.5) * 2 * w;
        points.push([x * S + nx * (inset + n), y * S + ny * (inset + n)]);
      };
      if (dx === px && dy === py) push(0, wobble);
      else points.push([e.x1 * S + (nx - py) * inset, e.y1 * S + (ny + px) * inset]);
      push(0.22, wobble * 0.6);
      push(0.5, wobble);
      push(0.78, wobble * 0.6);
    });
    const mid = (/** @type {[number, number]} */ a, /** @type {[number, number]} */ b) => [
      (a[0] + b[0]) / 2,
      (a[1] + b[1]) / 2,
    ];
    const start = mid(points[points.length - 1], points[0]);
    path += `M${f(start[0])} ${f(start[1])}`;
    points.forEach((p, i) => {
      const m = mid(p, points[(i + 1) % points.length]);
      path += `Q${f(p[0])} ${f(p[1])} ${f(m[0])} ${f(m[1])}`;
    });
    path += "Z";
  }
  return path;
}

/** Wash, pattern and lines of one cluster. @param {string} name @param {Cell[]} cells */
function washed(name, cells) {
  const d = outline(cells),
    ink = `var(--t-${name}-ink)`;
  let out =
    `<path d="${d}" fill="var(--t-${name})"/>` +
    `<path d="${d}" fill="url(#p-wash)"/>` +
    `<path d="${d}" fill="url(#p-${name})"/>`;
  if (name === "water")
    // Lines along the shore, as engravers drew them.
    for (const [inset, o] of [
      [9, 0.42],
      [14.5, 0.24],
    ])
      out +=
        `<path d="${outline(cells, {inset, wobble: 1.2, salt: 4})}" fill="none" stroke="${ink}" ` +
        `stroke-width="1.3" stroke-opacity="${o}"/>`;
  const rim = name === "monster" ? ink : name === "hero" ? "var(--t-hero-3)" : `var(--t-${name}-2)`;
  // Pigment gathers at the rim of a wash, and the pen went round twice.
  out += `<path d="${d}" fill="none" stroke="${rim}" stroke-width="7" stroke-opacity="var(--rim)"/>`;
  out +=
    `<path d="${d}" fill="none" stroke="${ink}" stroke-width="2.6" stroke-opacity="var(--pen)" ` +
    `stroke-linejoin="round"/>`;
  return (
    out +
    `<path d="${outline(cells, {inset: 3.6, wobble: 2.6, salt: 9})}" fill="none" stroke="${ink}" ` +
    `stroke-width="1.1" stroke-opacity=".55"/>`
  );
}

/** The glyphs of one cluster, by row. @param {string} name @param {Cell[]} cells */
function glyphs(name, cells) {
  const S = UNIT,
    has = new Set(cells.map(([r, c]) => key(r, c)));
  /** @type {[number, string][]} */
  const found = [];
  for (const [r, c] of cells) {
    const w = WEIGHTS[name],
      n = w.length;
    const v = w[(2 * r + c + Math.floor(noise(c, r, 7) * 2)) % n]; // stepping, not rolling: neighbours rarely repeat
    const mirror = n > 1 && name !== "mountain" && noise(c, r, 11) > 0.5;
    const x = c * S + (noise(c, r, 3) - 0.5) * 3 + (mirror ? S : 0),
      y = r * S + (noise(c, r, 5) - 0.5) * 3;
    found.push([
      r,
      `<use href="#${name}-${v}" width="64" height="64" ` +
        `transform="translate(${x.toFixed(1)} ${y.toFixed(1)})${mirror ? " scale(-1 1)" : ""}"/>`,
    ]);
    if (!SEAMS.has(name)) continue;
    const at = `width="64" height="64" transform="translate(${c * S} ${r * S})"`;
    if (has.has(key(r, c + 1))) found.push([r - 0.4, `<use href="#${name}-seam-h" ${at}/>`]);
    if (has.has(key(r + 1, c))) found.push([r + 0.3, `<use href="#${name}-seam-v" ${at}/>`]);
  }
  return found
    .sort((a, b) => a[0] - b[0])
    .map((each) => each[1])
    .join("");
}

/** Spaces that are farm and village at once, split on the slant. @param {Cell[]} cells */
function split(cells) {
  const d = outline([[0, 0]]);
  return cells
    .map(
      ([r, c]) =>
        `<g transform="translate(${c * UNIT} ${r * UNIT})">` +
        `<path d="${d}" fill="var(--t-village)" stroke="var(--t-village-ink)" stroke-width="2.6"/>` +
        `<path d="M4 4H60L4 60Z" fill="var(--t-farm)"/>` +
        `<path d="M4 4H60L4 60Z" fill="url(#p-farm)"/>` +
        `<path d="M60 3L3 60" stroke="var(--ink)" stroke-width="2"/>` +
        `<use href="#farm-2" width="34" height="34" x="3" y="2"/>` +
        `<use href="#village-1" width="34" height="34" x="29" y="28"/></g>`,
    )
    .join("");
}

/** A whole cluster. @param {{name: string, cells: Cell[]}} cluster */
export function clusterArt({name, cells}) {
  if (name === "both") return split(cells);
  return (PLAIN.has(name) ? "" : washed(name, cells)) + glyphs(name, cells);
}

/** @param {number} n */
const label = (n) => String.fromCharCode(65 + n);

/** The neat-line: a striped rule round the map, with letters and numbers. @param {number} pad */
export function frameArt(pad) {
  const S = UNIT,
    w = SIZE * S,
    band = Math.min(9, pad * 0.25),
    gap = Math.min(5, pad * 0.13);
  const box = (/** @type {number} */ out) =>
    `x="${-out}" y="${-out}" width="${w + 2 * out}" height="${w + 2 * out}" fill="none" stroke="var(--ink)"`;
  let d = "";
  for (let i = 0; i < SIZE; i += 2) {
    d += `M${i * S} ${-gap - band}h${S}v${band}h${-S}zM${i * S} ${w + gap}h${S}v${band}h${-S}z`;
    d += `M${-gap - band} ${i * S}h${band}v${S}h${-band}zM${w + gap} ${i * S}h${band}v${S}h${-band}z`;
  }
  const at = gap + band + (pad - gap - band) / 2,
    size = Math.min(24, pad * 0.62);
  let text = "";
  for (let i = 0; i < SIZE; i++) {
    text += `<text x="${i * S + S / 2}" y="${-at}" font-size="${size}" class="axis">${i + 1}</text>`;
    text += `<text x="${-at}" y="${i * S + S / 2}" font-size="${size}" class="axis">${label(i)}</text>`;
  }
  return (
    `<rect ${box(gap)} stroke-width="1.6"/>` +
    `<rect ${box(gap + band)} stroke-width="2.4"/>` +
    `<path d="${d}" fill="var(--ink)" opacity=".82"/>${text}`
  );
}

/** Fibres of the parchment, and dotted lines between the spaces. */
export function groundArt() {
  const S = UNIT,
    w = SIZE * S;
  let d = "";
  for (let i = 1; i < SIZE; i++) d += `M${i * S} 0V${w}M0 ${i * S}H${w}`;
  return (
    `<rect width="${w}" height="${w}" fill="url(#p-fibre)"/>` +
    `<path d="${d}" fill="none" stroke="var(--grid)" stroke-width="1.6" stroke-dasharray=".1 6.3" ` +
    `stroke-linecap="round"/>`
  );
}

/** Ruins that nothing is drawn on. @param {Cell[]} cells */
export const ruinsArt = (cells) =>
  cells.map(([r, c]) => `<use href="#ruins" x="${c * UNIT + 4}" y="${r * UNIT + 4}" width="56" height="56"/>`).join("");
/** Ruins under a drawing. @param {Cell[]} cells */
export const badgesArt = (cells) =>
  cells
    .map(([r, c]) => `<use href="#ruins-badge" x="${c * UNIT + 3}" y="${r * UNIT + 40}" width="21" height="21"/>`)
    .join("");
/** An attack path. @param {Cell[]} cells */
export const pathArt = (cells) =>
  cells.map(([r, c]) => `<use href="#hero-path" x="${c * UNIT}" y="${r * UNIT}" width="64" height="64"/>`).join("");

/** The letters of Heroes monsters. @param {[number, number, string][]} letters */
export const lettersArt = (letters) =>
  letters
    .map(
      ([r, c, letter]) =>
        `<circle cx="${c * UNIT + 51}" cy="${r * UNIT + 13}" r="11" fill="var(--t-monster-3)" ` +
        `stroke="var(--t-monster-ink)" stroke-width="2"/>` +
        `<text x="${c * UNIT + 51}" y="${r * UNIT + 13.5}" class="letter">${letter}</text>`,
    )
    .join("");

/** What lies on a sheet in addition to its clusters. @param {import("./types.js").Sheet} sheet */
export function detailsOf(sheet) {
  const rows = rowsOf(sheet);
  const cells = (/** @type {string} */ field) => spacesOf(sheet[field]).map(cellOf);
  /** @type {[number, number, string][]} */
  const letters = [];
  for (const [field, letter] of [
    ["gorgon", "G"],
    ["dragon", "D"],
    ["zombie", "Z"],
    ["troll", "T"],
  ])
    for (const [r, c] of cells(field)) if (rows[r][c] === "m") letters.push([r, c, letter]);
  const ruins = cells("ruins");
  return {
    rows,
    ruins: ruins.filter(([r, c]) => rows[r][c] === "."),
    badges: ruins.filter(([r, c]) => rows[r][c] !== "."),
    paths: cells("path"),
    letters,
  };
}

/** How far the frame reaches round the map, as a viewBox. @param {number} pad */
export function viewOf(pad) {
  const far = pad * 0.55;
  return {x: -pad, y: -pad, width: SIZE * UNIT + pad + far, height: SIZE * UNIT + pad + far};
}

/**
 * A whole map as one picture, for those that nobody draws on.
 * @param {import("./types.js").Sheet} sheet
 * @param {number} [pad]
 */
export function mapArt(sheet, pad = 30) {
  const {rows, ruins, badges, paths, letters} = detailsOf(sheet);
  return (
    groundArt() +
    ruinsArt(ruins) +
    clusters(rows).map(clusterArt).join("") +
    badgesArt(badges) +
    pathArt(paths) +
    lettersArt(letters) +
    frameArt(pad)
  );
}
