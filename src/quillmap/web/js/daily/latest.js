// @ts-check
/** The last day on which somebody finished: its games can be watched by everybody. */

import {call} from "../protocol.js";
import {dayAfter} from "./days.js";

/** How many days are asked about, from yesterday on. */
const DAYS = 7;

/**
 * The ranking of the last day that is over and has one; null if there is none within a week.
 * @param {string} today
 * @returns {Promise<{day: string, rows: import("../types.js").DailyRow[]} | null>}
 */
export async function latestRanking(today) {
  for (let back = 1; back <= DAYS; back++) {
    const day = dayAfter(today, -back);
    const found = await call("GET", `/api/daily/${day}/leaderboard`).catch(() => null);
    if (!found) return null;
    if (found.rows.length) return {day, rows: found.rows};
  }
  return null;
}
