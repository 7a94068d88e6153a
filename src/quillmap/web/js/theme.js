// @ts-check
/** Daylight, candlelight, or as the system has it. */

const KEY = "quillmap.theme";
export const THEMES = /** @type {const} */ (["system", "light", "dark"]);

/** @returns {typeof THEMES[number]} */
export function theme() {
  const kept = localStorage.getItem(KEY);
  return kept === "light" || kept === "dark" ? kept : "system";
}

/** @param {typeof THEMES[number]} wanted */
export function setTheme(wanted) {
  if (wanted === "system") localStorage.removeItem(KEY);
  else localStorage.setItem(KEY, wanted);
  applyTheme();
}

export function applyTheme() {
  const now = theme();
  if (now === "system") delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = now;
}
