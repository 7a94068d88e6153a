// @ts-check
/**
 * A wall of maps: as many columns as make the maps largest, each map with its name, its stars and what its player is
 * doing.
 */

import {mapArt, viewOf} from "../art.js";
import {el, icon, keep, paint, setAttribute, setClass, setIcon, setText, star} from "../dom.js";
import {seatPicture} from "../seat-picture.js";
import {SIZE} from "../spaces.js";
import {figure} from "../words.js";
import {createPainter, onTheme} from "./small-maps.js";

/**
 * @typedef {object} WallMap
 * @property {number} seat
 * @property {string} name
 * @property {import("../types.js").Sheet} sheet
 * @property {number} total
 * @property {string} label for screen readers
 * @property {"busy" | "done" | "away" | "bot" | ""} [state]
 * @property {string} [note] beside the name
 * @property {number} [rank] from 1
 * @property {boolean} [isFirst] whether nobody has more stars
 * @property {string} [holder] who has this map during an ambush
 * @property {import("../types.js").SeatInfo} [who]
 * @property {number} [shield] which one they have, if not that of the seat's number
 * @property {boolean} [isOn] chosen
 */
/**
 * @typedef {{names?: boolean, marks?: boolean, gap?: number, crowd?: boolean, holders?: boolean}} WallStyle what is
 *   written and painted; in a crowd maps hang close together
 */

const STATES = {busy: "i-quill", done: "i-done", away: "i-offline", bot: "i-bot"};
const LEAST = 5;
/** Pixels of a space from which on a map is drawn as players see it; smaller ones get marks. */
const LARGE = 26;

/**
 * The largest maps that fit.
 * @param {number} count
 * @param {number} width
 * @param {number} height
 * @param {number} label
 * @param {number} gap
 */
export function fitWall(count, width, height, label, gap) {
  let best = {columns: 1, side: 0};
  for (let columns = 1; columns <= count; columns++) {
    const rows = Math.ceil(count / columns);
    const side = Math.min((width - (columns - 1) * gap) / columns, (height - (rows - 1) * gap) / rows - label);
    if (side > best.side) best = {columns, side};
  }
  return best;
}

/** A map without its frame, as large as its place. @param {import("../types.js").Sheet} sheet */
function fullMap(sheet) {
  const {width, height} = viewOf(0);
  return `<svg viewBox="0 0 ${width} ${height}" aria-hidden="true">${mapArt(sheet, 0)}</svg>`;
}

/**
 * What a map is painted on, and what it shows.
 * @typedef {{canvas: HTMLCanvasElement, to: CanvasRenderingContext2D, painted: string, art: HTMLElement}} Painted
 */

/**
 * A place on the wall, still empty; a button if it can be chosen.
 * @param {(() => void) | undefined} choose
 * @returns {{node: HTMLElement, painted: Painted}}
 */
function makeMap(choose) {
  const canvas = document.createElement("canvas"),
    context = canvas.getContext("2d", {alpha: false, willReadFrequently: true}),
    to = /** @type {CanvasRenderingContext2D} */ (context),
    art = el("span", {class: "wall-art"});
  canvas.setAttribute("aria-hidden", "true");
  const state = el("span", {class: "wall-state none"}, icon("i-quill")),
    holder = el("span", {class: "wall-holder none", "aria-hidden": "true"}, icon("i-next"), el("span"));
  const who = el(
    "span",
    {class: "wall-who", "aria-hidden": "true"},
    el("span", {class: "wall-rank none"}),
    el("span", {class: "wall-crest"}),
    el("span", {class: "wall-name"}),
    el("small", {class: "wall-note none"}),
    icon("i-crown", "wall-crown none"),
    el("b", {class: "wall-total"}, el("span"), star()),
  );
  const parts = [holder, el("span", {class: "wall-face"}, canvas, art, state), who];
  const inner = choose
    ? el("button", {class: "wall-in", on: {click: choose}}, ...parts, el("i", {class: "unseen"}))
    : el("div", {class: "wall-in", role: "img"}, ...parts);
  return {node: el("li", {class: "wall-map"}, inner), painted: {canvas, to, painted: "", art}};
}

/** Everything about a map but the map itself. @param {HTMLElement} node @param {WallMap} map */
function showMap(node, map) {
  const of = (/** @type {string} */ name) => /** @type {HTMLElement} */ (node.querySelector(name));
  const inner = /** @type {Element} */ (node.firstElementChild),
    state = map.state || "";
  for (const each of ["busy", "done", "away"]) setClass(node, `is-${each}`, state === each);
  setClass(node, "on", map.isOn);
  if (inner.matches("button")) {
    setText(/** @type {Element} */ (inner.lastElementChild), map.label);
    setAttribute(inner, "aria-pressed", map.isOn ? "true" : "false");
  } else setAttribute(inner, "aria-label", map.label);
  setClass(of(".wall-state"), "none", !state);
  if (state) setIcon(of(".wall-state svg"), STATES[state]);
  paint(of(".wall-crest"), seatPicture(map.who, map.shield ?? map.seat, 24));
  setText(of(".wall-name"), map.name);
  setText(of(".wall-note"), map.note ?? "");
  setClass(of(".wall-note"), "none", !map.note);
  setText(of(".wall-total span"), figure(map.total));
  setClass(of(".wall-rank"), "none", !map.rank);
  setText(of(".wall-rank"), map.rank ? `${map.rank}.` : "");
  setClass(of(".wall-crown"), "none", !map.isFirst);
  setClass(of(".wall-holder"), "none", !map.holder);
  setText(of(".wall-holder span"), map.holder ?? "");
}

/**
 * How large maps can be, and how far apart.
 * @param {HTMLElement} root
 * @param {{maps: WallMap[], style: WallStyle}} shown
 * @param {number} [fixed] their size, if that is settled
 */
function layOut(root, {maps, style}, fixed) {
  const em = parseFloat(getComputedStyle(root).fontSize),
    gap = style.gap ?? (style.crowd ? em * 0.5 : em);
  if (fixed) return {columns: 0, side: fixed, gap};
  const box = root.getBoundingClientRect(),
    below = (style.names === false ? 0 : em * 1.7) + (style.holders ? em * 1.5 : 0);
  return {...fitWall(maps.length || 1, box.width - 2, box.height - 2, below, gap), gap};
}

/**
 * @param {HTMLElement} root
 * @param {{choose?: (seat: number) => void, side?: number}} [options] `choose` makes buttons of the maps; `side` fixes
 *   their size in pixels
 */
export function mountWall(root, {choose, side: fixed} = {}) {
  const list = el("ol", {class: "wall"});
  root.append(list);
  /** @type {Map<string, Painted>} */
  const canvases = new Map();
  /** @type {{maps: WallMap[], style: WallStyle}} */
  let shown = {maps: [], style: {}};
  /** @type {ReturnType<typeof createPainter> | null} */
  let painter = null;
  let made = "",
    isLarge = false;

  /** @param {WallMap} map */
  function make({seat}) {
    const {node, painted} = makeMap(choose && (() => choose(seat)));
    canvases.set(String(seat), painted);
    return node;
  }

  /** Work out the size of a map, and make new marks if it is another one. */
  function measure() {
    const {style} = shown,
      {columns, side, gap} = layOut(root, shown, fixed);
    const ratio = devicePixelRatio || 1,
      unit = Math.max(LEAST, Math.floor((side * ratio) / SIZE)),
      key = `${unit}/${ratio}/${style.marks !== false}/${document.documentElement.dataset.theme ?? ""}`;
    if (columns) list.style.setProperty("--columns", String(columns));
    list.style.setProperty("--side", `${(unit * SIZE) / ratio}px`);
    list.style.setProperty("--gap", `${gap}px`);
    setClass(list, "nameless", style.names === false);
    if (key === made && painter) return;
    made = key;
    isLarge = unit / ratio >= LARGE;
    painter = createPainter(unit, {hasMarks: style.marks !== false});
    for (const each of canvases.values()) each.painted = "";
  }

  function paintMaps() {
    if (!painter) return;
    for (const {seat, sheet} of shown.maps) {
      const each = canvases.get(String(seat));
      if (!each) continue;
      const key = Object.entries(sheet).join();
      if (each.painted === key) continue;
      each.painted = key;
      if (each.canvas.width !== painter.side) each.canvas.width = each.canvas.height = painter.side;
      painter.paint(each.to, sheet);
      paint(each.art, isLarge ? fullMap(sheet) : "");
    }
  }

  const watcher = new ResizeObserver(() => {
    measure();
    paintMaps();
  });
  watcher.observe(root);
  const stopTheme = onTheme(() => {
    made = "";
    measure();
    paintMaps();
  });

  return {
    /** @param {WallMap[]} maps in the order in which they hang @param {WallStyle} [style] */
    render(maps, style = {}) {
      const isOther = maps.length !== shown.maps.length || JSON.stringify(style) !== JSON.stringify(shown.style);
      shown = {maps, style};
      keep(list, maps, (map) => String(map.seat), make, showMap);
      for (const key of canvases.keys()) if (!maps.some((map) => String(map.seat) === key)) canvases.delete(key);
      if (isOther || !painter) measure();
      paintMaps();
    },
    list,
    close() {
      watcher.disconnect();
      stopTheme();
    },
  };
}
