// @ts-check
/** When a list may have grown old: somebody comes back to the page, another tab has changed it, or time has passed. */

/** How often what may have changed elsewhere is asked for while somebody looks, in milliseconds. */
const PAUSE = 60_000;

/**
 * Act whenever a list that stays open may have grown old, until nobody looks at it any more.
 * @param {() => void} act
 * @param {() => boolean} still whether the list is open
 * @param {{page?: EventTarget & {hidden: boolean}, frame?: EventTarget, every?: (step: () => void) => () => void}}
 *   [surroundings] for tests to replace
 */
export function whenLookedAtAgain(act, still, {page = document, frame = globalThis, every = regularly} = {}) {
  function look() {
    if (!still()) stop();
    else if (!page.hidden) act();
  }
  /** Only games are listed: what else a tab keeps is no news. @param {Event} event */
  function changed(event) {
    if (/** @type {StorageEvent} */ (event).key === "quillmap.tables") look();
  }
  function stop() {
    page.removeEventListener("visibilitychange", look);
    frame.removeEventListener("storage", changed);
    quit();
  }
  page.addEventListener("visibilitychange", look);
  frame.addEventListener("storage", changed);
  const quit = every(look);
}

/** @param {() => void} step */
function regularly(step) {
  const timer = setInterval(step, PAUSE);
  return () => clearInterval(timer);
}
