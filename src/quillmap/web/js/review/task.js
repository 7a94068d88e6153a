// @ts-check
/** A mistake as a task: where it is, and what had happened before. No page. */

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
