// @ts-check
/** The sheet: a drawing in SVG, and over it an invisible grid that keyboards and screen readers walk on. */

import {badgesArt, clusterArt, clusters, detailsOf, frameArt, groundArt, lettersArt, pathArt, ruinsArt, viewOf, UNIT, NAMES, LETTERS} from "../art.js";
import {costs, dots, ghostArt, heroArt, rings, soak, targets} from "../art-marks.js";
import {el, isStill, paint, setAttribute, setClass, svg} from "../dom.js";
import {SIZE, besides, cellOf, nameOf, rowOf, columnOf, spaceAt, spacesOf} from "../spaces.js";
import {t} from "../words.js";
import {listenToPointers} from "./board-input.js";

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
/** What stands still, and what moves: two pictures one above the other, so that a piece that hovers does not repaint the map. */
const STILL = ["ground", "ruins", "clusters", "badges", "paths", "letters", "frame"];
const LIVE = ["soak", "wanted", "places", "marks", "answer", "ghost", "over", "walk"];

/**
 * @param {HTMLElement} root
 * @param {{hand: import("../hand.js").Hand, confirm: () => void, pin: () => void}} actions
 */
export function mountBoard(root, actions) {
  const view = viewOf(PAD);
  const sheetOf = (/** @type {string} */ more) => svg("svg", {class: `map ${more}`, viewBox: `${view.x} ${view.y} ${view.width} ${view.height}`, "aria-hidden": "true"});
  const still = sheetOf("still-map"), live = sheetOf("live-map");
  /** @type {Record<string, SVGElement>} */
  const layer = {};
  for (const name of STILL) still.append((layer[name] = svg("g", {class: `layer-${name}`})));
  for (const name of LIVE) live.append((layer[name] = svg("g", {class: `layer-${name}`})));
  paint(layer.ground, groundArt());
  paint(layer.frame, frameArt(PAD));

  const cells = Array.from({length: SIZE * SIZE}, (_, n) => el("div", {role: "gridcell", tabindex: n === 0 ? 0 : -1, class: "space", data: {n: String(n)}}));
  const grid = el("div", {class: "spaces", role: "grid", "aria-rowcount": SIZE, "aria-colcount": SIZE});
  for (let r = 0; r < SIZE; r++) grid.append(el("div", {role: "row", class: "space-row"}, ...cells.slice(r * SIZE, (r + 1) * SIZE)));
  const frame = el("div", {class: "board"}, still, live, grid);
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
    const row = rowOf(active), column = columnOf(active);
    /** @type {Record<string, Cell>} */
    const steps = {ArrowUp: [row - 1, column], ArrowDown: [row + 1, column], ArrowLeft: [row, column - 1], ArrowRight: [row, column + 1], Home: [row, 0], End: [row, SIZE - 1]};
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
  let shownRows = "", ghostKey = "", wasPlaced = false, turned = 0;

  /** @param {import("../types.js").Sheet} sheet */
  function drawSheet(sheet) {
    if (sheet === shown) return;
    const {rows, ruins, badges, paths, letters} = detailsOf(sheet);
    const now = rows.join("");
    const fresh = [];
    if (shown && now !== shownRows) for (let n = 0; n < now.length; n++) if (now[n] !== shownRows[n] && now[n] !== ".") fresh.push(n);
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
      const fade = patch.animate([{opacity: 1}, {opacity: 0}], {duration: 420, delay: 40 * n, fill: "both", easing: "ease-out"});
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
    cells.forEach((cell, n) => setAttribute(cell, "aria-label", texts[n]));
  }

  const ghost = svg("g", {class: "ghost"});
  const ghostTurn = svg("g", {class: "ghost-turn"});
  ghost.append(ghostTurn);
  layer.ghost.append(ghost);
  const heroLayer = svg("g");
  layer.ghost.append(heroLayer);

  /** @param {BoardPart} part */
  function drawGhost({hand, sheet}) {
    const held = hand?.isBusy ? hand : null;
    const lies = held && held.kind !== "hero" && held.kind !== "target" ? held.outline : null;
    setAttribute(ghost, "visibility", lies ? null : "hidden");
    paint(heroLayer, held?.kind === "hero" && held.space !== null ? heroArt(cellOf(held.space), held.path.map(cellOf)) : "");
    setClass(heroLayer, "clash", held && !held.fits);
    if (!lies || !held) {
      wasPlaced = false;
      return;
    }
    const name = ghostName(held);
    const key = name + JSON.stringify(lies.cells);
    if (key !== ghostKey) {
      ghostKey = key;
      paint(ghostTurn, ghostArt(lies.cells, name));
    }
    if (held.lastTurn.count !== turned) {
      turned = held.lastTurn.count;
      if (wasPlaced && held.kind === "piece" && !isStill()) showTurn(held.lastTurn.how, held.grip);
    }
    setClass(ghost, "still", !wasPlaced);
    wasPlaced = true;
    ghost.style.transform = `translate(${lies.column * UNIT}px, ${lies.row * UNIT}px)`;
    setClass(ghost, "fits", held.fits);
    setClass(ghost, "clash", !held.fits);
    setClass(ghost, "pinned", held.isPinned);
    const ruins = new Set(spacesOf(sheet.ruins));
    const badges = ghostTurn.querySelectorAll(".ghost-ruins");
    lies.cells.forEach(([r, c], n) => setAttribute(badges[n], "visibility", ruins.has(spaceAt(lies.row + r, lies.column + c)) ? null : "hidden"));
  }

  /** A quarter turn about the space it is held by, or a flip. @param {string} how @param {Cell} grip */
  function showTurn(how, [row, column]) {
    const x = (column + 0.5) * UNIT, y = (row + 0.5) * UNIT;
    const about = (/** @type {string} */ change) => `translate(${x}px, ${y}px) ${change} translate(${-x}px, ${-y}px)`;
    const from = how === "flip" ? "scaleX(-1)" : `rotate(${how === "turn" ? -90 : 90}deg)`, to = how === "flip" ? "scaleX(1)" : "rotate(0deg)";
    ghostTurn.animate([{transform: about(from)}, {transform: about(to)}], {duration: 160, easing: "cubic-bezier(.2, .7, .2, 1)"});
  }

  /** @param {BoardPart} part */
  function render(part) {
    drawSheet(part.sheet);
    drawGhost(part);
    const {hand} = part;
    paint(layer.wanted, rings(part.wanted.filter((n) => !hand?.spaces.includes(n)).map(cellOf)));
    paint(layer.places, part.showPlaces && hand?.isBusy && hand.kind !== "target" ? dots([...hand.reach].sort((a, b) => a - b).map(cellOf)) : "");
    let marks = part.marks;
    if (hand?.kind === "target") marks += targets([...hand.reach].map(cellOf), hand.space !== null && hand.fits ? cellOf(hand.space) : null);
    if (hand?.main) marks += answerArt(hand.main);
    paint(layer.marks, marks);
    paint(layer.answer, part.answer ? answerArt(part.answer) : "");
    paint(layer.over, costs(part.costing.map(cellOf)) + part.over);
    setAttribute(grid, "aria-label", part.label);
    setClass(frame, "can-draw", part.canDraw);
    labelCells(part.sheet);
    if (hand?.focus !== null && hand?.focus !== undefined && document.activeElement?.getAttribute("role") !== "gridcell") {
      cells[active].tabIndex = -1;
      active = hand.focus;
      cells[active].tabIndex = 0;
    }
  }

  return {
    render,
    layer,
    grid,
    pointers,
    /** Let the keyboard be on the map. */
    focus: () => activate(active),
  };
}

/** The name of the art for what is in hand. @param {import("../hand.js").Hand} hand */
function ghostName(hand) {
  if (hand.main) {
    if (hand.skill?.skill === "diplomacy") return "both";
    return artName(hand.terrain ?? hand.main.terrain ?? "forest");
  }
  return artName(hand.terrain ?? "monster");
}

/** @param {string} terrain */
const artName = (terrain) => NAMES[LETTERS[terrain]];

/** What was answered, lying flat. @param {import("../types.js").Move} move */
function answerArt(move) {
  const cells = (/** @type {string[] | undefined} */ names) => (names ?? []).map((name) => /** @type {Cell} */ (["ABCDEFGHIJK".indexOf(name[0]), Number(name.slice(1)) - 1]));
  if (move.move === "place-hero" && move.space) return heroArt(cells([move.space])[0], cells(move.path));
  if (move.move === "destroy" && move.space) return targets(cells([move.space]), cells([move.space])[0]);
  if (move.move !== "draw") return "";
  const main = cells(move.spaces), extra = cells(move.extra);
  let art = `<g class="ghost fits pinned answered">${ghostArt(main, artName(move.terrain ?? "forest"))}</g>`;
  if (extra.length) art += `<g class="ghost fits pinned answered">${ghostArt(extra, move.skill === "diplomacy" ? "both" : artName(move.extra_terrain ?? move.terrain ?? "forest"))}</g>`;
  return art;
}

/** Every space in words: “C4, forest, cluster of 8, on ruins”. @param {import("../types.js").Sheet} sheet @returns {string[]} */
export function describeSpaces(sheet) {
  const {rows} = detailsOf(sheet);
  const ruins = new Set(spacesOf(sheet.ruins)), paths = new Set(spacesOf(sheet.path)), monsters = new Set(spacesOf(sheet.monster));
  /** @type {Map<number, number>} */
  const sizes = new Map();
  for (const {cells} of clusters(rows)) for (const [r, c] of cells) sizes.set(spaceAt(r, c), cells.length);
  const fields = Object.fromEntries(Object.entries(LETTERS).map(([field, letter]) => [letter, field]));
  return rows.join("").split("").map((letter, n) => {
    const parts = [nameOf(n)];
    if (letter === ".") parts.push(t("terms.space.empty"));
    else if (letter === "b") parts.push(t("terms.space.farm-village"));
    else if (letter === "#" || letter === "x") parts.push(t(letter === "#" ? "terms.space.wasteland" : "terms.space.destroyed"));
    else parts.push(t(`terms.terrain.${fields[letter]}`));
    if ("fvawmb".includes(letter)) parts.push(t("page.space.cluster", {count: sizes.get(n) ?? 1}));
    if (ruins.has(n)) parts.push(t("terms.space.ruins"));
    if (paths.has(n)) parts.push(t("terms.space.attack-path"));
    if (letter === "." && besides(n).some((each) => monsters.has(each))) parts.push(t("page.space.beside-monster"));
    return parts.join(", ");
  });
}
