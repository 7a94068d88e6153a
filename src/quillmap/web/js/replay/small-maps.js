// @ts-check
/**
 * Very many small maps on canvases: the spaces are painted once a size and theme, then only their pixels copied. A
 * hundred maps take about three milliseconds. Colours and marks are those of the art sheet.
 */

import {SIZE, SPACES} from "../spaces.js";

/** What can be on a space, in the order in which it is looked for; the number is what a decoded map holds. */
const KINDS = ["", "forest", "village", "farm", "water", "monster", "hero", "mountain", "waste", "destroyed"];
const FIELDS = ["", "forest", "village", "farm", "water", "monster", "hero", "mountain", "wasteland", "destroyed"];
const RUINS = KINDS.length;
/** Where a mark lies in its space, as in minimap.js. */
const INSET = 1.5 / 16,
  MARK = 13 / 16;

/**
 * Put a number on every space of a set that came as hex.
 * @param {string | undefined} hex
 * @param {Uint8Array} kinds
 * @param {number} kind
 */
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
    const value = known.get(name) ?? style.getPropertyValue(name).trim();
    known.set(name, value);
    return value;
  };
}

/**
 * A painter for maps whose spaces are `unit` device pixels wide. Make a new one when the theme or the size changes.
 * @param {number} unit @param {{hasMarks?: boolean, root?: Element}} [options]
 */
export function createPainter(unit, {hasMarks = true, root = document.documentElement} = {}) {
  const colour = palette(root),
    side = unit * SIZE,
    line = Math.max(1, Math.round(unit * 0.07));
  const desk = document.createElement("canvas");
  desk.width = desk.height = unit;
  const to = /** @type {CanvasRenderingContext2D} */ (desk.getContext("2d", {alpha: false, willReadFrequently: true}));
  /** The pixels of a space by what is on it and on which sides its cluster ends. @type {(Uint32Array | undefined)[]} */
  const tiles = [];
  const picture = new ImageData(side, side),
    pixels = new Uint32Array(picture.data.buffer);

  /** @param {number} kind @param {number} ends one bit a side: above, below, left, right */
  function tile(kind, ends) {
    const name = kind === RUINS ? "ruins" : KINDS[kind],
      isWashed = kind > 0 && kind < KINDS.length && name !== "mountain";
    to.fillStyle = colour(isWashed ? `--t-${name}` : "--sheet");
    to.fillRect(0, 0, unit, unit);
    // Where maps are too small for marks, only printed things keep theirs.
    if (name && (hasMarks || name === "mountain")) drawMark(to, unit, name, colour);
    if (isWashed) {
      to.globalAlpha = 0.75;
      to.fillStyle = colour(`--t-${name}-ink`);
      if (ends & 1) to.fillRect(0, 0, unit, line);
      if (ends & 2) to.fillRect(0, unit - line, unit, line);
      if (ends & 4) to.fillRect(0, 0, line, unit);
      if (ends & 8) to.fillRect(unit - line, 0, line, unit);
      to.globalAlpha = 1;
    }
    return new Uint32Array(to.getImageData(0, 0, unit, unit).data.buffer);
  }

  return {
    /** How wide a map is, in device pixels. */
    side,
    /** @param {CanvasRenderingContext2D} canvas @param {import("../types.js").Sheet} sheet */
    paint(canvas, sheet) {
      const kinds = kindsOf(sheet);
      for (let n = 0; n < SPACES; n++) {
        const kind = kinds[n],
          column = n % SIZE;
        const ends =
          (n < SIZE || kinds[n - SIZE] !== kind ? 1 : 0) |
          (n >= SPACES - SIZE || kinds[n + SIZE] !== kind ? 2 : 0) |
          (column === 0 || kinds[n - 1] !== kind ? 4 : 0) |
          (column === SIZE - 1 || kinds[n + 1] !== kind ? 8 : 0);
        const key = kind * 16 + ends;
        tiles[key] ??= tile(kind, ends);
        const found = tiles[key];
        let at = ((n - column) / SIZE) * unit * side + column * unit;
        for (let y = 0, from = 0; y < unit; y++, at += side - unit)
          for (let x = 0; x < unit; x++) pixels[at++] = found[from++];
      }
      canvas.putImageData(picture, 0, 0);
    },
  };
}

/**
 * Draw the mark of a terrain onto a space.
 * @param {CanvasRenderingContext2D} to
 * @param {number} unit
 * @param {string} name
 * @param {(name: string) => string} colour
 */
function drawMark(to, unit, name, colour) {
  const resolved = (/** @type {string | null} */ paint) =>
    (paint ?? "none").replace(/var\((--[\w-]+)(?:,[^)]*)?\)/, (_, variable) => colour(variable));
  const scale = (unit * MARK) / 16;
  to.setTransform(scale, 0, 0, scale, unit * INSET, unit * INSET);
  for (const path of document.querySelectorAll(`#mini-${name} path`)) {
    const shape = new Path2D(path.getAttribute("d") ?? ""),
      fill = resolved(path.getAttribute("fill")),
      stroke = resolved(path.getAttribute("stroke"));
    if (fill !== "none") {
      to.fillStyle = fill;
      to.fill(shape);
    }
    if (stroke === "none") continue;
    to.strokeStyle = stroke;
    to.lineWidth = Number(path.getAttribute("stroke-width") ?? 1);
    to.lineCap = /** @type {CanvasLineCap} */ (path.getAttribute("stroke-linecap") ?? "butt");
    to.stroke(shape);
  }
  to.setTransform(1, 0, 0, 1, 0, 0);
}

/** Tell when the theme changes, by hand or by the system. @param {() => void} changed @returns {() => void} stop */
export function onTheme(changed) {
  const system = matchMedia("(prefers-color-scheme: dark)"),
    watcher = new MutationObserver(changed);
  system.addEventListener("change", changed);
  watcher.observe(document.documentElement, {attributeFilter: ["data-theme"]});
  return () => {
    system.removeEventListener("change", changed);
    watcher.disconnect();
  };
}
