// @ts-check
/**
 * The piece in hand over the sheet. It is a box of its own, as large as one space, that only ever moves by `transform`:
 * the map under it is not painted again, and a slow phone keeps up.
 */

import {letterOf, NAMES} from "../art.js";
import {ghostArt} from "../art-marks.js";
import {el, isStill, paintFor, setAttribute, setClass, svg} from "../dom.js";
import {spaceAt, spacesOf} from "../spaces.js";
import {terrainHeld} from "./held.js";

/** @typedef {[number, number]} Cell */

/** @param {HTMLElement} frame the sheet's */
export function mountGhost(frame) {
  const art = svg("svg", {viewBox: "0 0 64 64", "aria-hidden": "true"});
  const turning = el("div", {class: "ghost-turn"}),
    ghost = el("div", {class: "ghost none"}, turning);
  turning.append(art);
  frame.append(ghost);
  let wasPlaced = false,
    turned = 0,
    lies = "";
  /** @type {{sheet: unknown, ruins: Set<number>}} */
  let known = {sheet: null, ruins: new Set()};

  /** A quarter turn about the space it is held by, or a flip. @param {string} how @param {Cell} grip */
  function showTurn(how, [row, column]) {
    turning.style.transformOrigin = `${(column + 0.5) * 100}% ${(row + 0.5) * 100}%`;
    const from = how === "flip" ? "scaleX(-1)" : `rotate(${how === "turn" ? -90 : 90}deg)`;
    turning.animate([{transform: from}, {transform: "none"}], {duration: 160, easing: "cubic-bezier(.2, .7, .2, 1)"});
  }

  /**
   * A small badge says which ruins it covers.
   * @param {import("../types.js").Sheet} sheet
   * @param {{cells: Cell[], row: number, column: number}} outline
   */
  function markRuins(sheet, {cells, row, column}) {
    if (known.sheet !== sheet) known = {sheet, ruins: new Set(spacesOf(sheet.ruins))};
    const badges = art.querySelectorAll(".ghost-ruins");
    cells.forEach(([r, c], n) => {
      setAttribute(badges[n], "visibility", known.ruins.has(spaceAt(row + r, column + c)) ? null : "hidden");
    });
  }

  return {
    /**
     * @param {import("../hand.js").Hand | null} hand
     * @param {import("../types.js").Sheet} sheet
     * @param {boolean} [isSwift] whether it follows a quick pointer
     */
    render(hand, sheet, isSwift = false) {
      const outline = hand && (hand.kind === "piece" || hand.kind === "masks") ? hand.outline : null;
      setClass(ghost, "none", !outline);
      if (!outline || !hand) {
        wasPlaced = false;
        return;
      }
      const name = artName(terrainHeld(hand) ?? "monster"),
        key = name + JSON.stringify(outline.cells);
      paintFor(art, key, () => ghostArt(outline.cells, name));
      if (hand.lastTurn.count !== turned) {
        turned = hand.lastTurn.count;
        if (wasPlaced && hand.kind === "piece" && !isStill()) showTurn(hand.lastTurn.how, hand.grip);
      }
      setClass(ghost, "fits", hand.fits);
      setClass(ghost, "clash", !hand.fits);
      setClass(ghost, "pinned", hand.isPinned);
      const place = `${key}/${outline.row}/${outline.column}`;
      if (lies === place && wasPlaced) return;
      // A transition makes browsers sort their layers again, twice, so a fast piece has none.
      setClass(ghost, "still", !wasPlaced || isSwift);
      ghost.style.transform = `translate(${outline.column * 100}%, ${outline.row * 100}%)`;
      wasPlaced = true;
      lies = place;
      markRuins(sheet, outline);
    },
  };
}

/** @param {string} terrain */
export const artName = (terrain) => NAMES[letterOf(terrain)];
