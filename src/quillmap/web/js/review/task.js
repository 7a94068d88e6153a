// @ts-check
/** A mistake as a task: where it is, what had happened before, and the way back to the review. */

import {wayBack} from "../way-back.js";

/** @typedef {{at: number, seat: number, event: number}} Place */

/**
 * `#12.3.40`: the twelfth moment of the replay, the third map, line 40 of the record.
 * @param {string} hash
 * @returns {Place | null}
 */
export function taskIn(hash) {
  const found = hash.match(/^#(\d{1,4})\.(\d{1,3})\.(\d{1,5})$/);
  return found ? {at: Number(found[1]), seat: Number(found[2]) - 1, event: Number(found[3])} : null;
}

/**
 * What had happened before a line of the record; the first line is the beginning, which has no frame.
 * @param {Pick<import("../types.js").Replay, "frames">} replay
 * @param {import("../types.js").Board} board of the task
 * @param {number} event
 * @returns {import("../types.js").Story}
 */
export const storyBefore = ({frames}, {game, version}, event) => ({
  game,
  version,
  events: frames.slice(0, Math.max(0, event - 2)).map((frame) => frame.event),
});

/** Whether the review is the page before the task: then the way back leads there, and not once more ahead. */
let isFromReview = false;

/** @param {string} path of the review as it is left */
export function leaveForTask(path) {
  isFromReview = true;
  wayBack.rename(path);
}

/**
 * Back to the review, so that whoever goes back from there does not come to the task again.
 * @param {string} path of the review
 * @param {(path: string) => void} go
 */
export function backToReview(path, go) {
  if (isFromReview) {
    isFromReview = false;
    wayBack.leave();
    return;
  }
  wayBack.rename(path);
  go(path);
}
