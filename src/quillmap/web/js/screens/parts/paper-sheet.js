// @ts-check
/**
 * A paper sheet to paint on, space by space: the model is the text map (docs/text-map.md), so what is painted is what
 * is scored.
 */

import {badgesArt, clusterArt, clusters, frameArt, groundArt, ruinsArt, UNIT, viewOf} from "../../art.js";
import {el, paint, setAttribute, svg} from "../../dom.js";
import {cellOf, nameOf, SIZE, SPACES, spaceAt, spacesOf, stepFrom} from "../../spaces.js";
import {t} from "../../words.js";

/** The characters of a sheet by what they are; a small letter stands on ruins. @type {Record<string, string>} */
export const CHARACTERS = {
  forest: "F",
  village: "V",
  farm: "A",
  water: "W",
  monster: "M",
  hero: "H",
  both: "B",
  mountain: "^",
  wasteland: "#",
  destroyed: "X",
};
const PRINTED = "^#";
const PAD = 34;
export const BLANK = ".".repeat(SPACES);

/** Whether something was painted on a sheet that is not printed there. @param {string} sheet */
export const isPainted = (sheet) => /[^.:^#]/.test(sheet);

/** The text map of a printed sheet. @param {Record<string, string>} printed */
export function printedSheet(printed) {
  const spaces = [...BLANK];
  for (const n of spacesOf(printed.ruins)) spaces[n] = ":";
  for (const n of spacesOf(printed.mountain)) spaces[n] = "^";
  for (const n of spacesOf(printed.wasteland)) spaces[n] = "#";
  return spaces.join("");
}

/**
 * On which printed map a sheet was drawn: its mountains and its wasteland tell.
 * @param {string} sheet
 * @param {Record<string, import("../../types.js").Sheet | null>} maps
 */
export function printedAs(sheet, maps) {
  const rock = (/** @type {string} */ text) => text.replace(/[^^#]/g, ".");
  return Object.keys(maps).find((id) => maps[id] && rock(printedSheet(maps[id] ?? {})) === rock(sheet)) ?? "";
}

/** A sheet as lines. @param {string} sheet */
export const linesOf = (sheet) => Array.from({length: SIZE}, (_, r) => sheet.slice(r * SIZE, (r + 1) * SIZE));

/** The sheet in a text, or null where it is none: the same reading as everywhere. @param {string} text */
export function sheetIn(text) {
  const lines = text
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter((line) => line && !line.startsWith("//"));
  return lines.length === SIZE && lines.every((line) => /^[.:FVAWMHXB^#fvawmhxb]{11}$/.test(line))
    ? lines.join("")
    : null;
}

/** What a space is after a brush has gone over it. @param {string} before @param {string} brush */
export function painted(before, brush) {
  const isRuins = before === ":" || (before !== before.toUpperCase() && /[a-z]/.test(before));
  if (brush === "ruins")
    return PRINTED.includes(before)
      ? before
      : before === "."
        ? ":"
        : before === ":"
          ? "."
          : isRuins
            ? before.toUpperCase()
            : before.toLowerCase();
  if (brush === "erase")
    return PRINTED.includes(before) ? "." : isRuins && before !== ":" ? ":" : before === ":" ? ":" : ".";
  const character = CHARACTERS[brush];
  if (PRINTED.includes(before) && !PRINTED.includes(character)) return before;
  return isRuins && !PRINTED.includes(character) ? character.toLowerCase() : character;
}

/** @param {string} character */
function described(character) {
  const what = Object.keys(CHARACTERS).find((each) => CHARACTERS[each] === character.toUpperCase());
  const parts = [];
  if (!what) parts.push(t("terms.space.empty"));
  else if (what === "both") parts.push(t("terms.space.farm-village"));
  else parts.push(t(what === "wasteland" || what === "destroyed" ? `terms.space.${what}` : `terms.terrain.${what}`));
  if (character === ":" || /[a-z]/.test(character)) parts.push(t("terms.space.ruins"));
  return parts.join(", ");
}

/** The picture of the map, with the layers that change. */
function makePicture() {
  const {x, y, width, height} = viewOf(PAD);
  const picture = svg("svg", {class: "map", viewBox: `${x} ${y} ${width} ${height}`, "aria-hidden": "true"});
  const [ground, country, marks, frame] = ["ground", "country", "marks", "frame"].map((name) =>
    svg("g", {class: `paper-${name}`}),
  );
  picture.append(ground, country, marks, frame);
  paint(ground, groundArt());
  paint(frame, frameArt(PAD));
  return {picture, country, marks};
}

const makeCells = () =>
  Array.from({length: SPACES}, (_, n) =>
    el("div", {role: "gridcell", class: "space", tabindex: n ? -1 : 0, data: {n: String(n)}}),
  );

/** @param {HTMLElement[]} cells */
function makeGrid(cells) {
  const about = {role: "grid", "aria-label": t("screens.paper.board"), "aria-rowcount": SIZE, "aria-colcount": SIZE};
  const rows = Array.from({length: SIZE}, (_, r) => cells.slice(r * SIZE, (r + 1) * SIZE));
  return el(
    "div",
    {class: "spaces", ...about},
    ...rows.map((row) => el("div", {role: "row", class: "space-row"}, ...row)),
  );
}

/**
 * @param {HTMLElement} root
 * @param {{sheet: () => string, brush: () => string, change: (sheet: string, isStroke: boolean) => void}} actions
 */
export function mountPaperSheet(root, {sheet, brush, change}) {
  const {picture, country, marks} = makePicture(),
    cells = makeCells(),
    grid = makeGrid(cells);
  root.append(el("div", {class: "board can-draw"}, picture, grid));

  let active = 0;
  /** @type {string | null} what the stroke paints */
  let stroke = null;
  let last = -1;

  /** @param {number} n */
  function activate(n) {
    cells[active].tabIndex = -1;
    cells[n].tabIndex = 0;
    active = n;
  }
  /** @param {number} n @param {string} how @param {boolean} isStroke */
  function put(n, how, isStroke) {
    const now = sheet(),
      after = painted(now[n], how);
    if (after !== now[n]) change(now.slice(0, n) + after + now.slice(n + 1), isStroke);
  }
  /** A second tap with the same brush wipes a space. @param {number} n */
  function brushFor(n) {
    const how = brush();
    return how !== "ruins" && how !== "erase" && sheet()[n].toUpperCase() === CHARACTERS[how] ? "erase" : how;
  }
  /** @param {PointerEvent} event */
  function under(event) {
    const box = grid.getBoundingClientRect(),
      row = Math.floor(((event.clientY - box.top) / box.height) * SIZE),
      column = Math.floor(((event.clientX - box.left) / box.width) * SIZE);
    return row >= 0 && column >= 0 && row < SIZE && column < SIZE ? spaceAt(row, column) : -1;
  }
  grid.addEventListener("pointerdown", (event) => {
    const n = under(event);
    if (event.button || n < 0) return;
    event.preventDefault();
    grid.setPointerCapture(event.pointerId);
    stroke = brushFor(n);
    last = n;
    activate(n);
    put(n, stroke, false);
  });
  grid.addEventListener("pointermove", (event) => {
    const n = under(event);
    if (stroke === null || n < 0 || n === last) return;
    last = n;
    put(n, stroke, true);
  });
  for (const name of ["pointerup", "pointercancel"])
    grid.addEventListener(name, () => {
      stroke = null;
    });
  grid.addEventListener("focusin", (event) => activate(Number(/** @type {HTMLElement} */ (event.target).dataset.n)));
  grid.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    const to = stepFrom(active, event.key);
    if (to !== null) {
      activate(to);
      cells[active].focus({preventScroll: true});
    } else if (event.key === "Enter" || event.key === " ") put(active, brushFor(active), false);
    else return;
    event.preventDefault();
  });

  return {
    /** @param {string} now @param {string} over markup of what earns */
    render(now, over) {
      const rows = linesOf(now.toLowerCase().replaceAll(":", ".")),
        at = (/** @type {RegExp} */ which) => [...now].flatMap((each, n) => (which.test(each) ? [cellOf(n)] : []));
      paint(country, ruinsArt(at(/:/)) + clusters(rows).map(clusterArt).join("") + badgesArt(at(/[a-z]/)));
      paint(marks, over);
      cells.forEach((cell, n) => {
        setAttribute(cell, "aria-label", `${nameOf(n)}, ${described(now[n])}`);
      });
    },
  };
}

/** A brush's picture. @param {string} name */
export function brushPicture(name) {
  const inside =
    name === "ruins"
      ? `<use href="#ruins" x="4" y="4" width="56" height="56"/>`
      : name === "erase"
        ? `<use href="#i-close" x="10" y="10" width="44" height="44"/>`
        : clusterArt({name: name === "wasteland" ? "waste" : name, cells: [[0, 0]]});
  return `<svg class="tile" viewBox="-2 -2 ${UNIT + 4} ${UNIT + 4}" aria-hidden="true">${inside}</svg>`;
}
