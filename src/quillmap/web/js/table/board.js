// @ts-check
/** The sheet: a drawing in SVG, and over it an invisible grid that keyboards and screen readers walk on. */

import {
  badgesArt,
  clusterArt,
  clusters,
  detailsOf,
  frameArt,
  groundArt,
  LETTERS,
  lettersArt,
  pathArt,
  ruinsArt,
  viewOf,
} from "../art.js";
import {costs, dots, ghostArt, heroArt, rings, soak, targets} from "../art-marks.js";
import {el, isStill, paint, paintFor, setAttribute, setClass, svg} from "../dom.js";
import {cellOf, nameOf, neighboursOf, SIZE, spaceAt, spacesOf, stepFrom} from "../spaces.js";
import {t} from "../words.js";
import {listenToPointers} from "./board-input.js";
import {artName, mountGhost} from "./ghost.js";

/** @typedef {[number, number]} Cell */
/**
 * @typedef {object} BoardPart
 * @property {import("../types.js").Sheet} sheet
 * @property {import("../hand.js").Hand | null} hand whose piece hovers here, if any
 * @property {import("../types.js").Move | null} answer what was answered and can be taken back
 * @property {boolean} showPlaces
 * @property {number[]} wanted ruins that have to be covered
 * @property {number[]} costing empty spaces beside monsters, to be marked
 * @property {string} marks markup under the piece
 * @property {string} over markup above it
 * @property {string} label of the whole grid
 * @property {boolean} canDraw
 */

export const PAD = 34;
/** Where the keyboard comes in at first. */
const MIDDLE = 60;
/** How many new spaces are still a drawing: more are another map. */
const MOST_SOAKING = 25;
/**
 * Pictures one above the other, so that what changes does not repaint what stands still. The piece in hand lies before
 * the last one.
 */
const SHEETS = {
  still: ["ground", "ruins", "clusters", "badges", "paths", "letters", "frame"],
  under: ["soak", "places", "answer"],
  gold: ["marks"],
  ruins: ["wanted"],
  over: ["hero", "over", "walk"],
};

/** @typedef {{hand: import("../hand.js").Hand, confirm: () => void, pin: () => void}} BoardActions */
/** @typedef {import("../types.js").Sheet} Sheet */
/** @typedef {Record<string, SVGElement>} Layers */

/** @param {HTMLElement} root @param {BoardActions} actions */
export function mountBoard(root, actions) {
  const {sheets, layer} = makeSheets();
  const cells = makeCells(),
    grid = makeGrid(cells);
  const frame = el("div", {class: "board"}, sheets.still, sheets.under, sheets.gold, sheets.ruins);
  const ghost = mountGhost(frame);
  frame.append(sheets.over, grid);
  root.append(frame);
  const walk = walkCells(grid, cells, actions);
  const pointers = listenToPointers(grid, actions);
  const drawSheet = sheetDrawer(layer);
  const label = cellLabeller(cells);

  /** @param {BoardPart} part */
  function render(part) {
    const hand = part.hand?.isBusy ? part.hand : null;
    drawSheet(part.sheet);
    label(part.sheet);
    ghost.render(hand, part.sheet);
    setClass(frame, "moving", false);
    showLayers(layer, part, hand);
    setClass(sheets.gold, "lives", part.marks !== "");
    setClass(sheets.ruins, "lives", part.wanted.length > 0);
    setAttribute(grid, "aria-label", part.label);
    setClass(frame, "can-draw", part.canDraw);
    walk.follow(hand);
  }

  return {
    render,
    /**
     * Only the piece has moved: nothing else is touched, but that gold and flags of another place go.
     * @param {Sheet} sheet
     * @param {boolean} isSwift
     */
    renderPiece(sheet, isSwift) {
      ghost.render(actions.hand, sheet, isSwift);
      setClass(frame, "moving", true);
    },
    layer,
    grid,
    pointers,
    /** Let the keyboard be on the map. */
    focus: walk.focus,
  };
}

/** The pictures of the map, one above the other, and their layers by name. */
function makeSheets() {
  const {x, y, width, height} = viewOf(PAD);
  /** @type {Layers} */
  const layer = {};
  /** @type {Record<string, SVGElement>} */
  const sheets = {};
  for (const [sheet, names] of Object.entries(SHEETS)) {
    sheets[sheet] = svg("svg", {
      class: `map ${sheet === "still" ? "still-map" : `live-map ${sheet}-map`}`,
      viewBox: `${x} ${y} ${width} ${height}`,
      "aria-hidden": "true",
    });
    for (const name of names) layer[name] = svg("g", {class: `layer-${name}`});
    sheets[sheet].append(...names.map((name) => layer[name]));
  }
  paint(layer.ground, groundArt());
  paint(layer.frame, frameArt(PAD));
  return {sheets, layer};
}

const makeCells = () =>
  Array.from({length: SIZE * SIZE}, (_, n) =>
    el("div", {role: "gridcell", tabindex: -1, class: "space", data: {n: String(n)}}),
  );

/** @param {HTMLElement[]} cells */
function makeGrid(cells) {
  const grid = el("div", {class: "spaces", role: "grid", "aria-rowcount": SIZE, "aria-colcount": SIZE});
  for (let r = 0; r < SIZE; r++)
    grid.append(el("div", {role: "row", class: "space-row"}, ...cells.slice(r * SIZE, (r + 1) * SIZE)));
  return grid;
}

/**
 * The keyboard on the map: one space at a time has the focus, and the piece goes with it.
 * @param {HTMLElement} grid
 * @param {HTMLElement[]} cells
 * @param {BoardActions} actions
 */
function walkCells(grid, cells, actions) {
  const {hand} = actions;
  let active = MIDDLE;
  cells[active].tabIndex = 0;

  /** @param {number} n */
  function activate(n) {
    cells[active].tabIndex = -1;
    active = n;
    cells[n].tabIndex = 0;
  }
  const focus = () => cells[active].focus({preventScroll: true});

  grid.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    const to = stepFrom(active, event.key);
    if (to !== null) {
      event.preventDefault();
      activate(to);
      focus();
      hand.goTo(to);
    } else if (event.key === "Enter" || event.key === " ") {
      event.preventDefault();
      if (hand.isBusy && !hand.isPlaced) hand.goTo(active);
      else if (hand.isPinned) actions.confirm();
      else actions.pin();
    }
  });
  grid.addEventListener("focusin", (event) => {
    const cell = /** @type {HTMLElement} */ (event.target);
    if (!cell.matches(":focus-visible")) return;
    activate(Number(cell.dataset.n));
    if (hand.isBusy && !hand.isPinned && !hand.isPlaced) hand.goTo(active);
  });

  return {
    focus,
    /**
     * Where the keyboard comes in: at the piece that lies. One that hovers is not followed, it has no time.
     * @param {import("../hand.js").Hand | null} held
     */
    follow(held) {
      if (!held?.isPinned || held.focus === null || held.focus === active) return;
      if (document.activeElement?.getAttribute("role") !== "gridcell") activate(held.focus);
    },
  };
}

/** Draws what lies on the map, and only what is new. @param {Layers} layer */
function sheetDrawer(layer) {
  /** @type {Map<string, SVGElement>} */
  const drawn = new Map();
  /** @type {Sheet | null} */
  let shown = null;
  let shownRows = "";

  /** @param {string[]} rows */
  function drawClusters(rows) {
    const left = new Set(drawn.keys());
    for (const cluster of clusters(rows)) {
      const key = cluster.name + cluster.cells.join(";");
      left.delete(key);
      if (drawn.has(key)) continue;
      const node = svg("g", {}, clusterArt(cluster));
      drawn.set(key, node);
      layer.clusters.append(node);
    }
    for (const key of left) {
      drawn.get(key)?.remove();
      drawn.delete(key);
    }
  }

  /** @param {Sheet} sheet */
  return (sheet) => {
    if (sheet === shown) return;
    const {rows, ruins, badges, paths, letters} = detailsOf(sheet),
      now = rows.join(""),
      fresh = shown ? freshSpaces(shownRows, now) : [];
    shown = sheet;
    shownRows = now;
    drawClusters(rows);
    paint(layer.ruins, ruinsArt(ruins));
    paint(layer.badges, badgesArt(badges));
    paint(layer.paths, pathArt(paths));
    paint(layer.letters, lettersArt(letters));
    paint(layer.soak, "");
    // A whole new map (another player's) is simply there; a drawing soaks in.
    if (fresh.length && fresh.length < MOST_SOAKING && !isStill()) soakIn(layer.soak, fresh.map(cellOf));
  };
}

/** The spaces that were drawn on between two maps, written as letters. @param {string} before @param {string} now */
export function freshSpaces(before, now) {
  const fresh = [];
  for (let n = 0; n < now.length; n++) if (now[n] !== before[n] && now[n] !== ".") fresh.push(n);
  return fresh;
}

/** @param {SVGElement} layer @param {Cell[]} spaces */
function soakIn(layer, spaces) {
  paint(layer, soak(spaces));
  for (const [n, patch] of [...layer.children].entries()) {
    const timing = /** @type {const} */ ({duration: 420, delay: 40 * n, fill: "both", easing: "ease-out"});
    const fade = patch.animate([{opacity: 1}, {opacity: 0}], timing);
    fade.onfinish = () => patch.remove();
  }
}

/** Says on every cell what lies there, whenever the map or the language is another one. @param {HTMLElement[]} cells */
function cellLabeller(cells) {
  let language = "";
  /** @type {Sheet | null} */
  let labelled = null;
  /** @param {Sheet} sheet */
  return (sheet) => {
    if (sheet === labelled && language === document.documentElement.lang) return;
    language = document.documentElement.lang;
    labelled = sheet;
    const texts = describeSpaces(sheet);
    cells.forEach((cell, n) => {
      setAttribute(cell, "aria-label", texts[n]);
    });
  };
}

/**
 * What lies over the map: places, hero, marks, answer.
 * @param {Layers} layer
 * @param {BoardPart} part
 * @param {import("../hand.js").Hand | null} hand
 */
function showLayers(layer, part, hand) {
  const covered = part.wanted.length && hand ? hand.spaces : [];
  paint(layer.wanted, rings(part.wanted.filter((n) => !covered.includes(n)).map(cellOf)));
  if (part.showPlaces && hand && hand.kind !== "target") showPlaces(layer.places, hand.reach);
  else paint(layer.places, "");
  const isHero = hand?.kind === "hero" && hand.space !== null;
  paint(layer.hero, isHero ? heroArt(cellOf(/** @type {number} */ (hand.space)), hand.path.map(cellOf)) : "");
  setClass(layer.hero, "clash", hand && !hand.fits);
  let marks = part.marks;
  if (hand?.kind === "target")
    marks += targets([...hand.reach].map(cellOf), hand.space !== null && hand.fits ? cellOf(hand.space) : null);
  if (hand?.main) marks += answerArt(hand.main);
  paint(layer.marks, marks);
  paint(layer.answer, part.answer ? answerArt(part.answer) : "");
  paint(layer.over, costs(part.costing.map(cellOf)) + part.over);
}

/** @param {SVGElement} layer @param {Set<number>} reach */
function showPlaces(layer, reach) {
  const spaces = [...reach].sort((a, b) => a - b);
  paintFor(layer, spaces.join(), () => dots(spaces.map(cellOf)));
}

/** What was answered, lying flat. @param {import("../types.js").Move} move */
function answerArt(move) {
  const cells = (/** @type {string[] | undefined} */ names) =>
    (names ?? []).map((name) => /** @type {Cell} */ (["ABCDEFGHIJK".indexOf(name[0]), Number(name.slice(1)) - 1]));
  if (move.move === "place-hero" && move.space) return heroArt(cells([move.space])[0], cells(move.path));
  if (move.move === "destroy" && move.space) return targets(cells([move.space]), cells([move.space])[0]);
  if (move.move !== "draw") return "";
  const main = cells(move.spaces),
    extra = cells(move.extra);
  const terrain = move.terrain ?? "forest",
    extraTerrain = move.extra_terrain ?? terrain;
  const lying = (/** @type {Cell[]} */ spaces, /** @type {string} */ name) =>
    `<g class="lying fits pinned answered">${ghostArt(spaces, name)}</g>`;
  const art = lying(main, artName(terrain));
  if (!extra.length) return art;
  return art + lying(extra, artName(move.skill === "diplomacy" ? "both" : extraTerrain));
}

/**
 * Every space in words: “C4, forest, cluster of 8, on ruins”.
 * @param {import("../types.js").Sheet} sheet
 * @returns {string[]}
 */
export function describeSpaces(sheet) {
  const {rows} = detailsOf(sheet);
  const ruins = new Set(spacesOf(sheet.ruins)),
    paths = new Set(spacesOf(sheet.path)),
    monsters = new Set(spacesOf(sheet.monster));
  /** @type {Map<number, number>} */
  const sizes = new Map();
  for (const {cells} of clusters(rows)) for (const [r, c] of cells) sizes.set(spaceAt(r, c), cells.length);
  const fields = Object.fromEntries(Object.entries(LETTERS).map(([field, letter]) => [letter, field]));
  return rows
    .join("")
    .split("")
    .map((letter, n) => {
      const parts = [nameOf(n)];
      if (letter === ".") parts.push(t("terms.space.empty"));
      else if (letter === "b") parts.push(t("terms.space.farm-village"));
      else if (letter === "#" || letter === "x")
        parts.push(t(letter === "#" ? "terms.space.wasteland" : "terms.space.destroyed"));
      else parts.push(t(`terms.terrain.${fields[letter]}`));
      if ("fvawmb".includes(letter)) parts.push(t("page.space.cluster", {count: sizes.get(n) ?? 1}));
      if (ruins.has(n)) parts.push(t("terms.space.ruins"));
      if (paths.has(n)) parts.push(t("terms.space.attack-path"));
      if (letter === "." && neighboursOf(n).some((each) => monsters.has(each)))
        parts.push(t("page.space.beside-monster"));
      return parts.join(", ");
    });
}
