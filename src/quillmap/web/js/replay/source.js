// @ts-check
/** Where a replay comes from: a finished game of this server or device, or a record that somebody brought along. */

import {isOnDevice} from "../device/ids.js";
import {call} from "../protocol.js";

/** @typedef {import("../types.js").RecordVerdict} RecordVerdict */
/** @typedef {import("../types.js").HistoryEntry} HistoryEntry */
/**
 * @typedef {object} Source
 * @property {string} game its id on this server or device, or "" for a record from elsewhere
 * @property {string} path where it is shown
 * @property {import("../types.js").Replay} replay
 * @property {(seat: number) => Promise<HistoryEntry[]>} story what happened to one map; asked for once
 * @property {() => Promise<RecordVerdict>} verdict
 * @property {((seat: number) => Promise<import("../types.js").ReviewProgress>) | null} review how far the review of a
 *   seat is; null where there are none
 * @property {Decisions} decisions
 * @property {(seat: number, wish: object) => Promise<import("../types.js").Seated>} playOn take a seat, at a new table
 * @property {(() => Promise<string>) | null} record its text, where a link has to hold it
 */
/**
 * What can be asked about the decisions of a game: what a seat saw, and what another answer would have cost.
 * @typedef {object} Decisions
 * @property {(seat: number, event: number) => Promise<import("../types.js").DecisionPosition>} position
 * @property {(seat: number, event: number, move: import("../types.js").Move) =>
 *   Promise<import("../types.js").TriedDecision>} attempt
 */

/** @param {string} game @returns {Decisions} */
export function decisionsOf(game) {
  const at = (/** @type {number} */ seat, /** @type {number} */ event) =>
    `/api/games/${game}/seats/${seat}/decisions/${event}`;
  return {
    position: (seat, event) => call("GET", at(seat, event)),
    attempt: (seat, event, move) => call("POST", at(seat, event), {move}),
  };
}

/** @param {string} game @returns {Promise<Source>} */
export async function fromServer(game) {
  const address = `/api/games/${encodeURIComponent(game)}`;
  /** @type {Map<number, Promise<HistoryEntry[]>>} */
  const stories = new Map();
  return {
    game,
    path: `/g/${game}`,
    replay: await call("GET", `${address}/replay`),
    story(seat) {
      let story = stories.get(seat);
      if (!story) {
        story = call("GET", `${address}/seats/${seat}`).then((found) => found.brought);
        story.catch(() => stories.delete(seat));
        stories.set(seat, story);
      }
      return story;
    },
    verdict: () => call("GET", `${address}/verdict`),
    review: (seat) => call("GET", `${address}/seats/${seat}/review`),
    decisions: decisionsOf(game),
    playOn: (seat, wish) => call("POST", `${address}/seats/${seat}/tables`, wish),
    record: isOnDevice(game) ? async () => (await import("../device/device.js")).recordOnDevice(game) : null,
  };
}

/** @param {string} record the text of the file @returns {Promise<Source>} */
export async function fromRecord(record) {
  /** @type {import("../types.js").ShownRecord} */
  const {replay, verdict, stories} = await call("POST", "/api/replay", {record});
  return {
    game: "",
    path: "/g/file",
    replay,
    story: async (seat) => stories[seat].brought,
    verdict: async () => verdict,
    // Whoever reviews it forgets it again.
    review: (seat) => call("POST", "/api/replay/review", {record, seat}),
    decisions: {
      position: (seat, event) => call("POST", "/api/replay/decision", {record, seat, event}),
      attempt: (seat, event, move) => call("POST", "/api/replay/try", {record, seat, event, move}),
    },
    playOn: (seat, wish) => call("POST", "/api/replay/tables", {...wish, record, seat}),
    record: async () => record,
  };
}

/** The id of a game in a link, or in what somebody typed; null if there is none. @param {string} text */
export function gameIn(text) {
  const found = text.trim().match(/(?:^|\/g\/)([A-Za-z0-9_-]{8,})(?:[#?/].*)?$/);
  return found ? found[1] : null;
}
