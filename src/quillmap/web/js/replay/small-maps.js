// @ts-check
/**
 * Very many small maps on canvases: marks and washes are painted once a size and theme, then only copied. A hundred maps take about three
 * milliseconds. Colours and marks are those of the art sheet.
 */

import {SIZE, SPACES} from "../spaces.js";

/** What can be on a space, in the order in which it is looked for; the number is what a decoded map holds. */
const KINDS = ["", "forest", "village", "farm", "water", "monster", "hero", "mountain", "waste", "destroyed"];
const FIELDS = ["", "forest", "village", "farm", "water", "monster", "hero", "mountain", "wasteland", "destroyed"];
const RUINS = KINDS.length;
/** Where a mark lies in its space, as in minimap.js. */
const INSET = 1.5 / 16, MARK = 13 / 16;

/** Put a number on every space of a set that came as hex. @param {string | undefined} hex @param {Uint8Array} kinds @param {number} kind */
function put(hex, kinds, kind) {
  if (!hex) return;
  for (let i = hex.length - 1, base = 0; i >= 0; i--, base += 4) {
    const digit = parseInt(hex[i], 16);
    if (digit & 1) kinds[base] = kind;
    if (digit & 2) kinds[base + 1] = kind;
    if (digit & 4) kinds[base + 2] = kind;
    if (digit & 8) kinds[base + 3] = kind;
  }
}

/** What is on every space; ruins only where nothing is drawn. @param {import("../types.js").Sheet} sheet */
export function kindsOf(sheet) {
  const kinds = new Uint8Array(SPACES + 3);
  put(sheet.ruins, kinds, RUINS);
  for (let kind = 1; kind < FIELDS.length; kind++) put(sheet[FIELDS[kind]], kinds, kind);
  return kinds;
}

/** Colours of the theme, resolved. @param {Element} root */
function palette(root) {
  const style = getComputedStyle(root);
  /** @type {Map<string, string>} */
  const known = new Map();
  return (/** @type {string} */ name) => {
    let value = known.get(name);
    if (value === undefined) known.set(name, (value = style.getPropertyValue(name).trim()));
    return value;
  };
}

/**
 * A painter for maps whose spaces are `unit` device pixels wide. Make a new one when the theme or the size changes.
 * @param {number} unit @param {{hasMarks?: boolean, root?: Element}} [options]
 */
export function createPainter(unit, {hasMarks = true, root = document.documentElement} = {}) {
  const colour = palette(root);
  const resolved = (/** @type {string | null} */ paint) => (paint ?? "none").replace(/var\((--[\w-]+)(?:,[^)]*)?\)/, (_, name) => colour(name));
  const tiles = KINDS.map((kind) => (kind ? tile(kind, kind === "mountain" ? "" : colour(`--t-${kind}`)) : null));
  tiles.push(tile("ruins", ""));
  const inks = KINDS.map((kind) => (kind && kind !== "mountain" ? colour(`--t-${kind}-ink`) : ""));
  const line = Math.max(1, Math.round(unit * 0.07));

  /** @param {string} kind @param {string} wash */
  function tile(kind, wash) {
    const canvas = document.createElement("canvas");
    canvas.width = canvas.height = unit;
    const to = /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d"));
    if (wash) {
      to.fillStyle = wash;
      to.fillRect(0, 0, unit, unit);
    }
    // Too small for marks, only what is printed or dangerous keeps its own.
    if (hasMarks || kind === "mountain") mark(to, kind);
    return canvas;
  }

  /** @param {CanvasRenderingContext2D} to @param {string} kind */
  function mark(to, kind) {
    const scale = (unit * MARK) / 16;
    to.setTransform(scale, 0, 0, scale, unit * INSET, unit * INSET);
    for (const path of document.querySelectorAll(`#mini-${kind} path`)) {
      const shape = new Path2D(path.getAttribute("d") ?? ""), fill = resolved(path.getAttribute("fill")), stroke = resolved(path.getAttribute("stroke"));
      if (fill !== "none") (to.fillStyle = fill), to.fill(shape);
      if (stroke === "none") continue;
      to.strokeStyle = stroke;
      to.lineWidth = Number(path.getAttribute("stroke-width") ?? 1);
      to.lineCap = /** @type {CanvasLineCap} */ (path.getAttribute("stroke-linecap") ?? "butt");
      to.stroke(shape);
    }
    to.setTransform(1, 0, 0, 1, 0, 0);
  }

  /** The lines round clusters: every side that two different things share. @param {CanvasRenderingContext2D} to @param {Uint8Array} kinds */
  function outline(to, kinds) {
    to.globalAlpha = 0.75;
    for (let kind = 1; kind < KINDS.length; kind++) {
      if (!inks[kind]) continue;
      let isAny = false;
      for (let n = 0; n < SPACES; n++) {
        if (kinds[n] !== kind) continue;
        if (!isAny) (isAny = true), (to.fillStyle = inks[kind]);
        const column = n % SIZE, x = column * unit, y = ((n - column) / SIZE) * unit;
        if (n < SIZE || kinds[n - SIZE] !== kind) to.fillRect(x, y, unit, line);
        if (n >= SPACES - SIZE || kinds[n + SIZE] !== kind) to.fillRect(x, y + unit - line, unit, line);
        if (column === 0 || kinds[n - 1] !== kind) to.fillRect(x, y, line, unit);
        if (column === SIZE - 1 || kinds[n + 1] !== kind) to.fillRect(x + unit - line, y, line, unit);
      }
    }
    to.globalAlpha = 1;
  }

  return {
    /** How wide a map is, in device pixels. */
    side: unit * SIZE,
    /** @param {CanvasRenderingContext2D} to @param {import("../types.js").Sheet} sheet */
    paint(to, sheet) {
      const kinds = kindsOf(sheet);
      to.fillStyle = colour("--sheet");
      to.fillRect(0, 0, unit * SIZE, unit * SIZE);
      for (let n = 0; n < SPACES; n++) {
        const picture = tiles[kinds[n]];
        if (picture) to.drawImage(picture, (n % SIZE) * unit, Math.floor(n / SIZE) * unit);
      }
      outline(to, kinds);
    },
  };
}

/** Tell when the theme changes, by hand or by the system. @param {() => void} changed @returns {() => void} stop */
export function onTheme(changed) {
  const system = matchMedia("(prefers-color-scheme: dark)"), watcher = new MutationObserver(changed);
  system.addEventListener("change", changed);
  watcher.observe(document.documentElement, {attributeFilter: ["data-theme"]});
  return () => {
    system.removeEventListener("change", changed);
    watcher.disconnect();
  };
}
