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
import {besides, cellOf, columnOf, nameOf, rowOf, SIZE, spaceAt, spacesOf} from "../spaces.js";
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

/**
 * @param {HTMLElement} root
 * @param {{hand: import("../hand.js").Hand, confirm: () => void, pin: () => void}} actions
 */
export function mountBoard(root, actions) {
  const view = viewOf(PAD);
  /** @type {Record<string, SVGElement>} */
  const layer = {};
  const [still, under, gold, ruins, over] = Object.entries(SHEETS).map(([sheet, names]) => {
    const node = svg("svg", {
      class: `map ${sheet === "still" ? "still-map" : `live-map ${sheet}-map`}`,
      viewBox: `${view.x} ${view.y} ${view.width} ${view.height}`,
      "aria-hidden": "true",
    });
    for (const name of names) {
      layer[name] = svg("g", {class: `layer-${name}`});
      node.append(layer[name]);
    }
    return node;
  });
  paint(layer.ground, groundArt());
  paint(layer.frame, frameArt(PAD));

  const cells = Array.from({length: SIZE * SIZE}, (_, n) =>
    el("div", {role: "gridcell", tabindex: n === 0 ? 0 : -1, class: "space", data: {n: String(n)}}),
  );
  const grid = el("div", {class: "spaces", role: "grid", "aria-rowcount": SIZE, "aria-colcount": SIZE});
  for (let r = 0; r < SIZE; r++)
    grid.append(el("div", {role: "row", class: "space-row"}, ...cells.slice(r * SIZE, (r + 1) * SIZE)));
  const frame = el("div", {class: "board"}, still, under, gold, ruins);
  const ghost = mountGhost(frame);
  frame.append(over, grid);
  root.append(frame);

  let active = 60;
  cells[0].tabIndex = -1;
  cells[active].tabIndex = 0;

  /** @param {number} n @param {boolean} [withFocus] */
  function activate(n, withFocus = true) {
    cells[active].tabIndex = -1;
    active = n;
    cells[n].tabIndex = 0;
    if (withFocus) cells[n].focus({preventScroll: true});
  }

  grid.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    const row = rowOf(active),
      column = columnOf(active);
    /** @type {Record<string, Cell>} */
    const steps = {
      ArrowUp: [row - 1, column],
      ArrowDown: [row + 1, column],
      ArrowLeft: [row, column - 1],
      ArrowRight: [row, column + 1],
      Home: [row, 0],
      End: [row, SIZE - 1],
    };
    const to = steps[event.key];
    if (to) {
      event.preventDefault();
      const n = spaceAt(Math.max(0, Math.min(SIZE - 1, to[0])), Math.max(0, Math.min(SIZE - 1, to[1])));
      activate(n);
      actions.hand.goTo(n);
    } else if (event.key === "Enter" || event.key === " ") {
      event.preventDefault();
      if (actions.hand.isBusy && !actions.hand.isPlaced) actions.hand.goTo(active);
      else if (actions.hand.isPinned) actions.confirm();
      else actions.pin();
    }
  });
  grid.addEventListener("focusin", (event) => {
    const cell = /** @type {HTMLElement} */ (event.target);
    if (!cell.matches(":focus-visible")) return;
    const n = Number(cell.dataset.n);
    activate(n, false);
    if (actions.hand.isBusy && !actions.hand.isPinned && !actions.hand.isPlaced) actions.hand.goTo(n);
  });
  const pointers = listenToPointers(grid, actions);

  /** @type {Map<string, SVGElement>} */
  const drawn = new Map();
  /** @type {import("../types.js").Sheet | null} */
  let shown = null;
  let shownRows = "";

  /** @param {import("../types.js").Sheet} sheet */
  function drawSheet(sheet) {
    if (sheet === shown) return;
    const {rows, ruins, badges, paths, letters} = detailsOf(sheet);
    const now = rows.join("");
    const fresh = [];
    if (shown && now !== shownRows)
      for (let n = 0; n < now.length; n++) if (now[n] !== shownRows[n] && now[n] !== ".") fresh.push(n);
    shown = sheet;
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
    paint(layer.ruins, ruinsArt(ruins));
    paint(layer.badges, badgesArt(badges));
    paint(layer.paths, pathArt(paths));
    paint(layer.letters, lettersArt(letters));
    shownRows = now;
    // A whole new map (another player's) is simply there; a drawing soaks in.
    if (fresh.length && fresh.length < 25 && !isStill()) soakIn(fresh.map(cellOf));
    else paint(layer.soak, "");
    labelCells(sheet);
  }

  /** @param {Cell[]} spaces */
  function soakIn(spaces) {
    paint(layer.soak, "");
    paint(layer.soak, soak(spaces));
    for (const [n, patch] of [...layer.soak.children].entries()) {
      const fade = patch.animate([{opacity: 1}, {opacity: 0}], {
        duration: 420,
        delay: 40 * n,
        fill: "both",
        easing: "ease-out",
      });
      fade.onfinish = () => patch.remove();
    }
  }

  let labelled = "";
  /** @type {import("../types.js").Sheet | null} */
  let labelledSheet = null;
  /** @param {import("../types.js").Sheet} sheet */
  function labelCells(sheet) {
    if (sheet === labelledSheet && labelled === document.documentElement.lang) return;
    labelled = document.documentElement.lang;
    labelledSheet = sheet;
    const texts = describeSpaces(sheet);
    cells.forEach((cell, n) => {
      setAttribute(cell, "aria-label", texts[n]);
    });
  }

  /** @param {Set<number>} reach */
  function showPlaces(reach) {
    const spaces = [...reach].sort((a, b) => a - b);
    paintFor(layer.places, spaces.join(), () => dots(spaces.map(cellOf)));
  }

  /** @param {import("../hand.js").Hand | null} hand */
  function drawHero(hand) {
    paint(
      layer.hero,
      hand?.kind === "hero" && hand.space !== null ? heroArt(cellOf(hand.space), hand.path.map(cellOf)) : "",
    );
    setClass(layer.hero, "clash", hand && !hand.fits);
  }

  /** @param {BoardPart} part */
  function render(part) {
    drawSheet(part.sheet);
    const hand = part.hand?.isBusy ? part.hand : null;
    ghost.render(hand, part.sheet);
    setClass(frame, "moving", false);
    const covered = part.wanted.length && hand ? hand.spaces : [];
    paint(layer.wanted, rings(part.wanted.filter((n) => !covered.includes(n)).map(cellOf)));
    if (part.showPlaces && hand && hand.kind !== "target") showPlaces(hand.reach);
    else paint(layer.places, "");
    drawHero(hand);
    let marks = part.marks;
    if (hand?.kind === "target")
      marks += targets([...hand.reach].map(cellOf), hand.space !== null && hand.fits ? cellOf(hand.space) : null);
    if (hand?.main) marks += answerArt(hand.main);
    paint(layer.marks, marks);
    setClass(gold, "lives", part.marks !== "");
    setClass(ruins, "lives", part.wanted.length > 0);
    paint(layer.answer, part.answer ? answerArt(part.answer) : "");
    paint(layer.over, costs(part.costing.map(cellOf)) + part.over);
    setAttribute(grid, "aria-label", part.label);
    setClass(frame, "can-draw", part.canDraw);
    labelCells(part.sheet);
    // Where the keyboard comes in: at the piece that lies. One that hovers is not followed, it has no time.
    if (
      hand?.isPinned &&
      hand.focus !== null &&
      hand.focus !== active &&
      document.activeElement?.getAttribute("role") !== "gridcell"
    ) {
      cells[active].tabIndex = -1;
      active = hand.focus;
      cells[active].tabIndex = 0;
    }
  }

  return {
    render,
    /**
     * Only the piece has moved: nothing else is touched, but that gold and flags of another place go.
     * @param {BoardPart["sheet"]} sheet
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
    focus: () => activate(active),
  };
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
  return art + lying(extra, move.skill === "diplomacy" ? "both" : artName(extraTerrain));
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
      if (letter === "." && besides(n).some((each) => monsters.has(each))) parts.push(t("page.space.beside-monster"));
      return parts.join(", ");
    });
}
