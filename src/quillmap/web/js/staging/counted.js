// @ts-check
/**
 * Which count of a season this device has begun to show and not shown to its end: somebody who goes back or loads the
 * page again meanwhile sees it when they return. No page.
 */

import {untilClock} from "./signs.js";

const KEY = "quillmap.count";
/** With less time than this, in seconds, before the clock of the next card runs, the card comes first. */
const LEAST = 5;

/** @param {string} game @param {string} season */
export const noteBegun = (game, season) => localStorage.setItem(KEY, `${game}/${season}`);

export const noteEnded = () => localStorage.removeItem(KEY);

/**
 * The event of the count that led to the board shown, if it was left before its end.
 * @param {Pick<import("../session.js").View, "board" | "own" | "recent" | "deadline" | "table" | "skew">} view
 */
export function leftCount(view) {
  const {board, own, recent} = view,
    wait = untilClock(view),
    event = recent.find((each) => each.event === "season-scored");
  if (!board || !own || board.result || !event?.awards || (wait !== null && wait < LEAST)) return null;
  return localStorage.getItem(KEY) === `${board.game}/${event.season}` ? event : null;
}
