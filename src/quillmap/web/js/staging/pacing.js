// @ts-check
/** How fast scenes go: a setting of this device, and a sequence of steps that the viewer can hold, hurry or end. */

import {isStill, pause} from "../dom.js";

const KEY = "quillmap.pace";
/** What a second of a scene lasts, by pace. */
const FACTORS = {unhurried: 1, brisk: 0.45, "at-once": 0};
/** @typedef {keyof typeof FACTORS} Pace */
export const PACES = /** @type {Pace[]} */ (Object.keys(FACTORS));

/** The pace that this device likes. @returns {Pace} */
export function pace() {
  const kept = localStorage.getItem(KEY);
  return PACES.find((each) => each === kept) ?? "unhurried";
}

/** @param {Pace} wanted */
export const setPace = (wanted) => localStorage.setItem(KEY, wanted);

/** Whether scenes are not played at all: only what they come to is shown. */
export const isAtOnce = () => isStill() || pace() === "at-once";

/**
 * A course of steps. Steps are made of beats and end with a rest; `next` goes on to the next step, `skip` to the end.
 */
export function openCourse() {
  const factor = FACTORS[pace()];
  let isSkipped = isAtOnce(),
    isHeld = false,
    isCovered = false,
    isHurried = false,
    isStepping = false,
    isLeft = false;
  /** @type {() => void} */
  let wake = () => {};
  const woken = () => new Promise((/** @type {(done: void) => void} */ done) => (wake = () => done()));
  const goesOn = () => isSkipped || isHurried;

  /**
   * Let time pass, and wait for as long as the show is stopped. What lay under a dialog is shown for its whole time
   * again.
   * @param {number} milliseconds
   * @param {() => boolean} isStopped
   */
  async function wait(milliseconds, isStopped) {
    let wasCovered;
    do {
      wasCovered = false;
      await Promise.race([woken(), pause(milliseconds * factor)]);
      while ((isCovered || isStopped()) && !goesOn()) {
        wasCovered ||= isCovered;
        await woken();
      }
    } while (wasCovered && !goesOn());
  }

  return {
    get isSkipped() {
      return isSkipped;
    },
    get isHeld() {
      return isHeld;
    },
    /** Stop where it is, or go on. @param {boolean} is */
    hold(is) {
      isHeld = is;
      wake();
    },
    /** Wait while a dialog lies over it. @param {boolean} is */
    cover(is) {
      if (is === isCovered) return;
      isCovered = is;
      wake();
    },
    /** Whatever this step still has to show is shown; then the next one begins. */
    next() {
      isHurried = true;
      wake();
    },
    /** Go to the end. */
    skip() {
      isSkipped = true;
      wake();
    },
    /** Go to the end, and do not wait there. */
    leave() {
      isLeft = true;
      isSkipped = true;
      wake();
    },
    /** A moment inside a step. @param {number} milliseconds */
    async beat(milliseconds) {
      if (!goesOn()) await wait(milliseconds, () => isHeld && !isStepping);
    },
    /** The moment between two steps. @param {number} milliseconds */
    async rest(milliseconds) {
      isStepping = false;
      if (!goesOn()) await wait(milliseconds, () => isHeld);
      // A viewer who has paused and asks for the next step sees that one play, and no further.
      isStepping = isHurried && isHeld;
      isHurried = false;
    },
    /** Wait for a press of `next`. */
    async end() {
      isHurried = false;
      while (!isHurried && !isLeft) await woken();
    },
  };
}

/** @typedef {ReturnType<typeof openCourse>} Course */
