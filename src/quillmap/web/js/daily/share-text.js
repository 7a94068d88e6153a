// @ts-check
/** A result to send to others as text: it gives away nothing of the day's map, edicts or cards. Touches no DOM. */

const SEASONS = ["🌱", "☀️", "🍂", "❄️"];
const BARS = "▁▂▃▄▅▆▇█";
/** Stars of a season at which its bar is full. */
const FULL = 60;

/** A bar for the stars of a season. @param {number} stars */
const bar = (stars) => BARS[Math.max(0, Math.min(BARS.length - 1, Math.floor((stars / FULL) * BARS.length)))];

/** A sign and a bar for each season. @param {number[]} seasons */
export const seasonLine = (seasons) => seasons.map((stars, n) => `${SEASONS[n]}${bar(stars)}`).join(" ");

/**
 * @param {{heading: string, verdict: string, seasons: number[], link: string}} parts whose words are in the reader's
 *   language
 */
export const shareText = ({heading, verdict, seasons, link}) =>
  [heading, verdict, seasonLine(seasons), link].filter(Boolean).join("\n");
