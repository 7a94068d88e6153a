// @ts-check
/** What is in hand as card and map draw it: its spaces and its terrain. Touches no DOM. */

import {cellOf} from "../spaces.js";

/** @typedef {import("../hand.js").Hand} Hand */

/**
 * The terrain of what is in hand; that of Diplomacy is farm and village at once. Nothing where none is chosen.
 * @param {Hand} hand
 */
export function terrainHeld(hand) {
  if (!hand.main) return hand.terrain;
  return hand.skill?.skill === "diplomacy" ? "both" : (hand.terrain ?? hand.main.terrain ?? null);
}

/**
 * What a skill draws that is no shape of the card: as it lies now, or else any such part. Nothing for a part of a shape
 * that lies nowhere yet, as with Stealth: the card shows its shapes whole.
 * @param {Hand} hand
 * @returns {string[][] | null}
 */
export function partHeld(hand) {
  if (hand.kind !== "masks") return null;
  const spaces = hand.fits ? hand.spaces : hand.main ? hand.masks[0] : null;
  if (!spaces?.length) return null;
  const cells = spaces.map(cellOf),
    [top, left] = [0, 1].map((axis) => Math.min(...cells.map((cell) => cell[axis]))),
    [bottom, right] = [0, 1].map((axis) => Math.max(...cells.map((cell) => cell[axis])));
  const moved = cells.map(([r, c]) => /** @type {[number, number]} */ ([r - top, c - left]));
  return [rowsOf({cells: moved, height: bottom - top + 1, width: right - left + 1})];
}

/** A turn as rows of text. @param {import("../placement.js").Turn} turn */
export function rowsOf(turn) {
  const rows = Array.from({length: turn.height}, () => Array(turn.width).fill("."));
  for (const [r, c] of turn.cells) rows[r][c] = "#";
  return rows.map((row) => row.join(""));
}
