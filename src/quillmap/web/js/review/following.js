// @ts-check
/** Asks for a review until it is done, and tells how far it is. Touches no DOM; server and clock are parameters. */

/** How long to wait before asking again, in milliseconds; longer if the server has too much to do. */
const PAUSE = 700,
  BUSY_PAUSE = 5000;
/** What a server says that has too much to do now. */
const BUSY = new Set(["too-many", "not-ready"]);

/** @typedef {import("../types.js").ReviewProgress} ReviewProgress */

/** What is known before the first answer. @type {ReviewProgress} */
export const NOTHING = {done: 0, length: 0, ahead: 0, decisions: [], cards: [], account: null, is_waiting: false};

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
  let known = NOTHING;
  async function step() {
    try {
      known = await ask();
    } catch (error) {
      const isBusy = BUSY.has(/** @type {{code?: string}} */ (error).code ?? "");
      if (isOver) return;
      if (!isBusy) return fail(error);
      timer = later(step, BUSY_PAUSE);
      return tell({...known, is_waiting: true});
    }
    if (isOver) return;
    if (!known.account) timer = later(step, PAUSE);
    tell(known);
  }
  void step();
  return () => {
    isOver = true;
    never(timer);
  };
}
