// @ts-check
/** Questions to the server, a few at a time: very many at once would be refused, and hold up what others ask. */

/**
 * Make what lets at most a few questions be under way, in the order in which they come.
 * @param {number} most
 */
export function fewAtOnce(most) {
  /** @type {(() => void)[]} */
  const waiting = [];
  let underWay = 0;
  return async (/** @type {() => Promise<any>} */ ask) => {
    // Whoever ends a question hands its place on, so nobody who comes meanwhile takes it.
    if (underWay >= most) await new Promise((/** @type {(value?: any) => void} */ begin) => waiting.push(begin));
    else underWay++;
    try {
      return await ask();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else underWay--;
    }
  };
}
