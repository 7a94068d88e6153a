// @ts-check
/**
 * Keys that work anywhere on a screen, but never while somebody writes, and never with Ctrl, Alt or the command key.
 * On the slider of a replay (`.scrub`) they do what they do beside it: nobody has to leave it first.
 */

/**
 * @param {Record<string, (event: KeyboardEvent) => void | boolean>} map by key, as `KeyboardEvent.key` has it, letters
 *   in lower case;
 *   a handler that returns false has not used the key
 * @returns {() => void} stop listening
 */
export function listenForKeys(map) {
  /** @param {KeyboardEvent} event */
  function pressed(event) {
    if (event.ctrlKey || event.altKey || event.metaKey || event.defaultPrevented) return;
    const target = /** @type {HTMLElement} */ (event.target);
    if (
      target.closest("input:not(.scrub), textarea, select, [contenteditable]") ||
      document.querySelector("dialog[open]")
    )
      return;
    const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
    const handler = map[key];
    if (handler && handler(event) !== false) event.preventDefault();
  }
  document.addEventListener("keydown", pressed);
  return () => document.removeEventListener("keydown", pressed);
}
