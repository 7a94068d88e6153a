// @ts-check
/** The keys of the table. */

import {announce} from "../announce.js";
import {openKeys} from "../dialog.js";
import {edictWords} from "./speaking.js";

/** Choose by number: the shapes first, then the terrains. @param {import("../hand.js").Hand} hand @param {number} n */
export function pick(hand, n) {
  const shapes = hand.kind === "piece" && hand.pieces.length > 1 ? hand.pieces.length : 0;
  if (n < shapes) hand.pickPiece(n);
  else hand.pickTerrain(n - shapes);
}

/**
 * For `listenForKeys`: by key, what it does.
 * @param {import("./actions.js").TableActions} actions
 * @param {() => import("./scene.js").Scene} scene
 * @param {() => void} focusBoard
 * @returns {Record<string, (event: KeyboardEvent) => void | boolean>}
 */
export function tableKeys(actions, scene, focusBoard) {
  const {hand} = actions;
  const toBoard = () => {
    // Arrow keys lead to the map from anywhere, except where they have another use.
    if (document.activeElement?.closest("[role=radiogroup], [role=grid]")) return false;
    focusBoard();
  };
  const numbers = Object.fromEntries([0, 1, 2, 3, 4, 5].map((n) => [String(n + 1), () => pick(hand, n)]));
  return {
    ...numbers,
    r: (event) => hand.turnBy(!event.shiftKey),
    f: () => hand.flip(),
    l: (event) => (event.repeat ? undefined : actions.places()),
    u: () => actions.undo(),
    h: () => void actions.hint(),
    m: () => void actions.openText(),
    e: () => announce(edictWords(scene())),
    "?": () => openKeys(),
    ArrowUp: toBoard,
    ArrowDown: toBoard,
    ArrowLeft: toBoard,
    ArrowRight: toBoard,
    Escape: () => hand.lift(),
    Enter: () => {
      if (document.activeElement !== document.body) return false;
      if (hand.isPinned) void actions.confirm();
      else hand.pin();
    },
  };
}
