// @ts-check
/**
 * When the time for a question ends, by the server's clock: somebody is woken a moment before or after that, and what
 * is drawn then stays. Touches no page; clock and timer are parameters.
 */

/** @typedef {import("../session.js").View} View */

/** How long after the end of the time the screen is shown again, in seconds: then it has ended for certain. */
const AFTER = 0.1;

/** Timers are this exact, in seconds. */
const ROUNDING = 0.05;

/** The longest wait of a browser's timer, in milliseconds; longer ones would end at once. */
const LONGEST = 2 ** 31 - 1;

export const CLOCK = {
  now: () => Date.now() / 1000,
  later: (/** @type {() => void} */ act, /** @type {number} */ wait) => setTimeout(act, wait),
  never: (/** @type {any} */ timer) => clearTimeout(timer),
};

/**
 * Whether the time for the question is up, so that nothing can be taken back; where the table waits, it ends nothing.
 * @param {Pick<View, "deadline" | "table" | "skew">} view
 */
export function isTimeUp({deadline, table, skew}, now = CLOCK.now() + skew) {
  return deadline !== null && deadline <= now && table?.pace?.timeout !== "wait";
}

/**
 * Call *act* so many seconds before the time of every question ends, with the seconds that are left.
 * @param {Pick<import("../session.js").ViewStore, "subscribe">} store
 * @param {number} before less than 0 for a moment after it
 * @param {(left: number) => void} act
 * @param {typeof CLOCK} [clock]
 * @returns {() => void} stops it
 */
export function wakeBeforeTimeIsUp(store, before, act, clock = CLOCK) {
  /** @type {any} */
  let timer;
  /** @type {number | null} */
  let until = null;
  let skew = 0;

  const left = () => (until ?? 0) - skew - clock.now();
  function wait() {
    clock.never(timer);
    if (until !== null && left() > 0) timer = clock.later(look, Math.min(LONGEST, 1000 * Math.max(0, left() - before)));
  }
  function look() {
    if (left() > before + ROUNDING) return wait();
    act(left());
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

/**
 * Show the screen again when the time is up: what could be taken back no longer can.
 * @param {Pick<import("../session.js").Session, "store">} session
 * @param {typeof CLOCK} [clock]
 * @returns {() => void} stops it
 */
export const showTimeUp = ({store}, clock = CLOCK) => wakeBeforeTimeIsUp(store, -AFTER, () => store.touch(), clock);
