// @ts-check
/**
 * Where the browser denies the page its storage, as private windows of some do, the page remembers until it is closed
 * what it would keep: scripts find the same `localStorage` everywhere.
 */

/** @returns {Pick<Storage, "getItem" | "setItem" | "removeItem">} */
export function createMemory() {
  /** @type {Map<string, string>} */
  const texts = new Map();
  return {
    getItem: (key) => texts.get(key) ?? null,
    setItem: (key, text) => void texts.set(key, String(text)),
    removeItem: (key) => void texts.delete(key),
  };
}

/** Make sure that there is a storage. @param {any} [page] */
export function needStorage(page = globalThis) {
  try {
    if (page.localStorage) return;
  } catch {
    // It is there, and denied.
  }
  Object.defineProperty(page, "localStorage", {value: createMemory(), configurable: true});
}
