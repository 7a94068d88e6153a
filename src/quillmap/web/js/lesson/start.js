// @ts-check
/** The first game: a real one for one player, whose cards come in an order that teaches. */

import {call} from "../protocol.js";
import {openTable} from "../screens/parts/tables.js";

const KEY = "quillmap.lesson";

/** The cards of its first season are those of `steps.js`, in that order: a test looks after it. */
export const LESSON = {box: "base", edicts: "first-game", ambush_by: "automatic", seed: "First map 91"};

/**
 * Open the table of a lesson and begin; a lesson that was under way is forgotten.
 * @param {(path: string) => void} go
 */
export async function playFirst(go) {
  const {table, token} = await openTable({setup: LESSON, most_seats: 1});
  localStorage.setItem(KEY, table.id);
  await call("POST", `/api/tables/${table.id}/start`, null, token);
  go(`/t/${table.id}`);
}

/** Whether somebody is being taught at a table. @param {string} id */
export const isLesson = (id) => localStorage.getItem(KEY) === id;

/** The lesson is over, or was skipped. */
export const endLesson = () => localStorage.removeItem(KEY);
