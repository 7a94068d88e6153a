// @ts-check
/** How much time is left, as a clock writes it: no page. */

import {currentLanguage, t} from "../words.js";

const HOUR = 3600;
const DAY = 24 * HOUR;

/**
 * Whole days or hours, rounded down so that nobody counts on time that is not there; then minutes and seconds.
 * @param {number} seconds
 */
export function clockText(seconds) {
  const left = Math.max(0, Math.floor(seconds));
  if (left >= DAY) return t("page.clock.days", {count: Math.floor(left / DAY)});
  if (left >= HOUR) {
    const hours = {style: /** @type {const} */ ("unit"), unit: "hour", unitDisplay: /** @type {const} */ ("short")};
    return new Intl.NumberFormat(currentLanguage(), hours).format(Math.floor(left / HOUR));
  }
  return `${Math.floor(left / 60)}:${String(left % 60).padStart(2, "0")}`;
}
