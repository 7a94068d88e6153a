// @ts-check
/** Days of the daily expedition: how long one goes on, what it is called. A day is a date in UTC. Touches no DOM. */

const DAY = 86_400_000;
/** From how many seconds before the end of its day on a game says so. */
const SHORT = 3600;

/** The date of a moment. @param {number} now in milliseconds @returns {string} such as 2026-03-02 */
export const dayAt = (now) => new Date(now).toISOString().slice(0, 10);

/** The present by the server's clock, in milliseconds: a device's own may be wrong. @param {{skew: number}} view */
export const serverTime = ({skew}) => Date.now() + 1000 * skew;

/** The day this many days later. @param {string} day @param {number} days */
export const dayAfter = (day, days = 1) => dayAt(Date.parse(`${day}T00:00Z`) + days * DAY);

/** The days of the last *weeks* weeks, up to *today*; weeks begin on Monday. @param {string} today */
export function lastWeeks(today, weeks = 4) {
  const sinceMonday = (new Date(`${today}T00:00Z`).getUTCDay() + 6) % 7,
    count = 7 * (weeks - 1) + sinceMonday + 1;
  return Array.from({length: count}, (_, n) => dayAfter(today, n + 1 - count));
}

/** Seconds until a day is over; 0 if it is. @param {string} day @param {number} now in milliseconds */
export const secondsLeft = (day, now) => Math.max(0, (Date.parse(`${day}T00:00Z`) + DAY - now) / 1000);

/** Whether others may still play this day's expedition; "" is none. @param {string} day @param {number} now */
export const isUnderWay = (day, now) => day !== "" && secondsLeft(day, now) > 0;

/**
 * A time span as a key of `daily.time` and its params: whole minutes, rounded down, so that nobody counts on time that
 * is not there.
 * @param {number} seconds
 */
export function span(seconds) {
  const minutes = Math.floor(seconds / 60);
  if (minutes >= 60) return {key: "hours", params: {hours: Math.floor(minutes / 60), minutes: minutes % 60}};
  return minutes ? {key: "minutes", params: {minutes}} : {key: "moment", params: {}};
}

/** How many days in a row were finished, up to today or yesterday. @param {string[]} days @param {string} today */
export function streakOf(days, today) {
  const finished = new Set(days);
  let day = finished.has(today) ? today : dayAfter(today, -1),
    count = 0;
  for (; finished.has(day); day = dayAfter(day, -1)) count++;
  return count;
}

/**
 * Why the table of a week has no line: no day of it is over, nobody finished on those that are, or nobody did at all.
 * @param {{monday: string, is_over: boolean}} week
 * @param {string} today
 * @returns {"none" | "so-far" | "nobody"}
 */
export function emptyWeek({monday, is_over: isOver}, today) {
  if (isOver) return "nobody";
  return monday < today ? "so-far" : "none";
}

/** A day in words. @param {string} day @param {string} language @param {Intl.DateTimeFormatOptions} [format] */
export const dayLabel = (day, language, format = {weekday: "long", day: "numeric", month: "long"}) =>
  new Date(`${day}T12:00Z`).toLocaleDateString(language, {...format, timeZone: "UTC"});

/**
 * What to say of a counted attempt that goes on: nothing, how short the time is, or that the day is over.
 * @param {import("../types.js").TableInfo} table
 * @param {number} now in milliseconds
 * @returns {{key: "short" | "over", seconds: number} | null}
 */
export function closingOf({day, counted, status}, now) {
  if (!day || !counted || status !== "playing") return null;
  const seconds = secondsLeft(day, now);
  if (seconds > SHORT) return null;
  return {key: seconds > 0 ? "short" : "over", seconds};
}
