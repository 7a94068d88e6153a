// @ts-check
/** The first game: a real one for one player, whose cards come in an order that teaches. */

import {keptTables, tokenFor} from "../memory.js";
import {call} from "../protocol.js";
import {openTable} from "../screens/parts/tables.js";

const KEY = "quillmap.lesson";
/** The table at which a lesson was ended before its time: it can be gone on with. */
const ENDED = "quillmap.lesson.ended";

/** The cards of its first season are those of `steps.js`, in that order: a test looks after it. */
export const LESSON = {box: "base", edicts: "first-game", ambush_by: "automatic", seed: "First map 91"};

/** The table of a lesson that is under way on this device, or null. @returns {string | null} */
export function openLessonTable() {
  const id = localStorage.getItem(KEY),
    kept = keptTables().find((each) => each.id === id);
  return kept?.token && kept.status !== "finished" ? kept.id : null;
}

/** What the button is called that leads to the first game. */
export const firstGameKey = () => (openLessonTable() ? "screens.home.first-on" : "screens.home.first");

/**
 * Go on with the lesson that is under way, or begin one.
 * @param {(path: string) => void} go
 */
export async function playFirst(go) {
  const id = openLessonTable();
  if (id && (await isThere(id))) return go(`/t/${id}`);
  const {table, token} = await openTable({setup: LESSON, most_seats: 1});
  forgetLesson();
  localStorage.setItem(KEY, table.id);
  await call("POST", `/api/tables/${table.id}/start`, null, token);
  go(`/t/${table.id}`);
}

/** Servers clear away tables that nobody has used for long. @param {string} id @returns {Promise<boolean>} */
const isThere = (id) =>
  call("GET", `/api/tables/${id}`, null, tokenFor(id)).then(
    () => true,
    ({code}) => code !== "no-such-table",
  );

/** Whether somebody is being taught at a table. @param {string} id */
export const isLesson = (id) => localStorage.getItem(KEY) === id;

/** Whether somebody was taught at a table and has ended that. @param {string} id */
export const isEnded = (id) => localStorage.getItem(ENDED) === id;

/** The lesson is over. */
export function forgetLesson() {
  for (const key of [KEY, ENDED]) localStorage.removeItem(key);
}

/** No more notes, unless they are asked for again. @param {string} id of the table */
export function endLesson(id) {
  forgetLesson();
  localStorage.setItem(ENDED, id);
}

/** Teach again at a table. @param {string} id */
export function resumeLesson(id) {
  forgetLesson();
  localStorage.setItem(KEY, id);
}
