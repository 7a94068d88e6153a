// @ts-check
/**
 * What somebody has laid down, but not confirmed, is drawn a moment before their time ends: nobody who has chosen
 * a place expects a bot to choose another one. Touches no page; clock and timer are parameters.
 */

import {isStoodIn} from "./absence.js";
import {CLOCK, wakeBeforeTimeIsUp} from "./time-up.js";

/** @typedef {import("../session.js").View} View */

/** How long before the end of the time it is sent, in seconds: long enough for a slow connection. */
const MARGIN = 1.2;

/**
 * The move that lies on the map and could be confirmed; null if there is none, or nothing may be sent.
 * @param {View} view
 * @param {Pick<import("../hand.js").Hand, "isPinned" | "move" | "needsExtra">} hand
 */
export function moveAsItLies(view, hand) {
  const {connection, table, own, isSending, isStaging} = view;
  // Where the table waits, the end of the time ends nothing.
  if (!table || table.pace?.timeout === "wait") return null;
  const isAsked = table.status === "playing" && Boolean(own?.choices) && !own?.answer && !isStoodIn(view);
  // A trainer would answer with a warning that nobody has the time to read.
  if (connection !== "open" || !isAsked || table.trainer || isSending || isStaging) return null;
  return hand.isPinned && !hand.needsExtra ? hand.move : null;
}

/**
 * @param {Pick<import("../session.js").Session, "store" | "hand" | "play">} session
 * @param {typeof CLOCK} [clock]
 * @returns {() => void} stops it
 */
export function drawAtLastMoment({store, hand, play}, clock = CLOCK) {
  let sent = "";
  /** @param {number} left */
  function look(left) {
    const view = store.state,
      question = `${view.board?.game}/${view.board?.question}`,
      move = moveAsItLies(view, hand);
    if (!move || left <= 0 || sent === question) return;
    sent = question;
    store.set({asItLay: view.board?.question ?? null});
    void play(move);
  }
  return wakeBeforeTimeIsUp(store, MARGIN, look, clock);
}
