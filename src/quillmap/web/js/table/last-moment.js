// @ts-check
/**
 * What somebody has laid down, but not confirmed, is drawn a moment before their time ends: nobody who has chosen
 * a place expects a bot to choose another one. Touches no page; clock and timer are parameters.
 */

import {isStoodIn} from "./absence.js";

/** @typedef {import("../session.js").View} View */

/** How long before the end of the time it is sent, in seconds: long enough for a slow connection. */
const MARGIN = 1.2;

/** Timers are this exact, in seconds. */
const ROUNDING = 0.05;

/** The longest wait of a browser's timer, in milliseconds; longer ones would end at once. */
const LONGEST = 2 ** 31 - 1;

const CLOCK = {
  now: () => Date.now() / 1000,
  later: (/** @type {() => void} */ act, /** @type {number} */ wait) => setTimeout(act, wait),
  never: (/** @type {any} */ timer) => clearTimeout(timer),
};

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
  /** @type {any} */
  let timer;
  /** @type {number | null} */
  let until = null;
  let skew = 0;
  let sent = "";

  const left = () => (until ?? 0) - skew - clock.now();
  function wait() {
    clock.never(timer);
    if (until !== null && left() > 0) timer = clock.later(look, Math.min(LONGEST, 1000 * Math.max(0, left() - MARGIN)));
  }
  function look() {
    if (left() > MARGIN + ROUNDING) return wait();
    const view = store.state,
      question = `${view.board?.game}/${view.board?.question}`,
      move = moveAsItLies(view, hand);
    if (!move || left() <= 0 || sent === question) return;
    sent = question;
    store.set({asItLay: view.board?.question ?? null});
    void play(move);
  }
  const unsubscribe = store.subscribe((view) => {
    if (view.deadline === until && view.skew === skew) return;
    until = view.deadline;
    skew = view.skew;
    wait();
  });
  return () => {
    unsubscribe();
    clock.never(timer);
  };
}
