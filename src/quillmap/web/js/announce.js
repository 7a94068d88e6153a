// @ts-check
/**
 * What a screen reader is told: politely (cards, news, whether a piece fits) or at once (an ambush, time running out).
 */

/** @type {Record<string, ReturnType<typeof setTimeout>>} */
const timers = {};

/**
 * Say *text* when a pause has come; a newer text replaces one that was not said yet.
 * @param {string} text
 * @param {number} [after]
 */
export function announce(text, after = 60) {
  say("polite", text, after);
}

/** Say *text* at once. @param {string} text */
export function alarm(text) {
  say("assertive", text, 20);
}

/** @param {string} where @param {string} text @param {number} after */
function say(where, text, after) {
  clearTimeout(timers[where]);
  timers[where] = setTimeout(() => {
    const node = document.getElementById(where);
    if (!node) return;
    // The same text twice is news, too: an empty region in between makes readers say it again.
    node.textContent = "";
    requestAnimationFrame(() => (node.textContent = text));
  }, after);
}
