// @ts-check
/**
 * How the tables of this device stood when they were last asked about, so that a list of games does not have to start
 * Python for that.
 */

const KEY = "quillmap.device";

/** @typedef {import("../types.js").TableAnswer} TableAnswer */

/** @returns {Record<string, TableAnswer>} */
function known() {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? "{}") ?? {};
  } catch {
    return {};
  }
}

/** @param {string} id @returns {TableAnswer | null} */
export const knownAnswer = (id) => known()[id] ?? null;

/** @param {TableAnswer} answer */
export function noteAnswer(answer) {
  try {
    localStorage.setItem(KEY, JSON.stringify({...known(), [answer.table.id]: answer}));
  } catch {
    // Without room, or without storage, it is asked for again.
  }
}
