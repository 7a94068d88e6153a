// @ts-check
/** Lays what a bot would do into the hand: pinned, so that it can be looked at, lifted, and drawn or not. */

import {middleOf, spacesAt} from "./placement.js";
import {cellOf, namesOf, numberOf, SIZE} from "./spaces.js";

/** @typedef {import("./hand.js").Hand} Hand */
/** @typedef {import("./types.js").Move} Move */

/** Sets of spaces by their names, to compare them. @param {string[]} names */
const keyOf = (names) => [...names].sort().join();

/** @param {Hand} hand @param {Move} move @returns {boolean} whether it could be laid there */
export function layHint(hand, move) {
  const isLaid =
    move.move === "draw"
      ? layDrawing(hand, move)
      : move.move === "place-hero"
        ? layHero(hand, move)
        : move.move === "destroy"
          ? layOn(hand, move.space)
          : false;
  if (!isLaid) return false;
  hand.isPinned = false;
  hand.pin();
  return hand.isPinned;
}

/**
 * Lay what the skill of a move adds, if its main shape was drawn as the move has it.
 * @param {Hand} hand
 * @param {Move} move
 * @returns {boolean} whether it was laid
 */
export function layAddition(hand, move) {
  const isSame = move.move === "draw" && hand.main !== null && keyOf(hand.main.spaces) === keyOf(move.spaces);
  return isSame && layHint(hand, move);
}

/** @param {Hand} hand @param {import("./types.js").DrawMove} move */
function layDrawing(hand, {spaces, terrain, skill = null, extra, extra_terrain: extraTerrain}) {
  const wanted = keyOf(spaces);
  // The main shape was laid as the hint has it: what its skill adds is due.
  if (hand.main?.skill === skill && extra?.length && keyOf(hand.main.spaces) === wanted)
    return layMask(hand, extra, extraTerrain ?? "");
  if (hand.main || (hand.skill?.skill ?? null) !== skill) hand.pickSkill(skill);
  if (hand.kind === "masks") return layMask(hand, spaces, terrain);
  hand.terrainIndex = Math.max(0, hand.terrains.indexOf(terrain));
  for (const [pieceIndex, piece] of hand.pieces.entries())
    for (const [turnIndex, turn] of piece.turns.entries())
      for (let n = 0; n < SIZE * SIZE; n++) {
        if (!piece.legal[turnIndex][n]) continue;
        const [row, column] = cellOf(n);
        if (keyOf(namesOf(spacesAt(turn, {row, column}) ?? [])) !== wanted) continue;
        Object.assign(hand, {pieceIndex, turnIndex, grip: middleOf(turn), at: {row, column}});
        return true;
      }
  return false;
}

/** @param {Hand} hand @param {string[]} spaces @param {string} terrain */
function layMask(hand, spaces, terrain) {
  layOn(hand, spaces[0]);
  hand.terrainIndex = Math.max(0, hand.terrains.indexOf(terrain));
  const wanted = keyOf(spaces),
    found = hand.candidates.findIndex((mask) => keyOf(namesOf(mask)) === wanted);
  hand.maskTurn = Math.max(0, found);
  return found >= 0;
}

/** @param {Hand} hand @param {import("./types.js").PlaceHeroMove} move */
function layHero(hand, {space, path}) {
  layOn(hand, space);
  const attacks = hand.choices?.attacks ?? [],
    wanted = keyOf(path);
  const found = attacks.findIndex((_, n) => {
    hand.attackIndex = n;
    return keyOf(namesOf(hand.path)) === wanted;
  });
  hand.attackIndex = Math.max(0, found);
  return true;
}

/** @param {Hand} hand @param {string} space */
function layOn(hand, space) {
  hand.space = numberOf(space);
  return true;
}
