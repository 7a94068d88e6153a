// @ts-check
/** Asks for a review until it is done, and tells how far it is. Touches no DOM; server and clock are parameters. */

/** How long to wait before asking again, in milliseconds. */
const PAUSE = 700;

/** @typedef {import("../types.js").ReviewProgress} ReviewProgress */

/**
 * @param {() => Promise<ReviewProgress>} ask
 * @param {(progress: ReviewProgress) => void} tell
 * @param {(error: unknown) => void} fail
 * @param {{later?: (act: () => void, after: number) => any, never?: (timer: any) => void}} [clock]
 * @returns {() => void} stop asking
 */
export function followReview(ask, tell, fail, {later = setTimeout, never = clearTimeout} = {}) {
  let isOver = false;
  /** @type {any} */
  let timer = null;
  async function step() {
    let progress;
    try {
      progress = await ask();
    } catch (error) {
      if (!isOver) fail(error);
      return;
    }
    if (isOver) return;
    if (!progress.account) timer = later(step, PAUSE);
    tell(progress);
  }
  void step();
  return () => {
    isOver = true;
    never(timer);
  };
}
