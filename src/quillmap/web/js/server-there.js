// @ts-check
/** Whether the server can be reached, and when it is back. */

import {isAlone} from "./base.js";

/** How often the server is asked whether it is back, and how long it may take to answer, in milliseconds. */
const PAUSE = 4000;

/** Whether the server answers now: no worker keeps this address. */
export const isServerThere = async () =>
  isAlone ||
  fetch("/healthz", {cache: "no-store", signal: AbortSignal.timeout(PAUSE)}).then(
    ({ok}) => ok,
    () => false,
  );

/**
 * Act once the server answers again, unless nobody waits for it any more.
 * @param {() => void} act
 * @param {() => boolean} still whether somebody waits
 * @param {{isThere?: () => Promise<boolean>, later?: (step: () => void) => void,
 *   page?: Pick<EventTarget, "addEventListener" | "removeEventListener">}} [surroundings] for tests to replace
 */
export function whenServerIsBack(act, still, surroundings = {}) {
  const {isThere = isServerThere, later = (step) => setTimeout(step, PAUSE), page = globalThis} = surroundings;
  let isOver = false;
  const end = () => {
    isOver = true;
    page.removeEventListener("online", look);
  };
  async function look() {
    if (!still()) end();
    if (isOver || !(await isThere()) || isOver) return;
    end();
    if (still()) act();
  }
  /** Asks again and again. */
  async function watch() {
    await look();
    if (!isOver) later(watch);
  }
  page.addEventListener("online", look);
  later(watch);
}
