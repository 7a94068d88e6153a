// @ts-check
/**
 * What this device keeps of puzzles: the first answer to each, and the days on which the puzzle of the day was solved.
 * What is counted from that touches neither page nor storage.
 */

const KEY = "quillmap.puzzles";
/** More than there are puzzles. */
const MOST = 5000;
const MOST_DAYS = 1000;

/** @typedef {{number: number, isRight: boolean, at: number}} Answer `at` is in milliseconds */
/** @typedef {{answers: Answer[], days: string[]}} Progress the latest answer and the latest day first */

/** @returns {Progress} */
export function keptProgress() {
  try {
    const found = JSON.parse(localStorage.getItem(KEY) ?? "null");
    return isProgress(found) ? found : nothing();
  } catch {
    return nothing();
  }
}

/** @returns {Progress} */
const nothing = () => ({answers: [], days: []});

/** @param {Progress} progress */
const keep = (progress) => localStorage.setItem(KEY, JSON.stringify(progress));

/**
 * Keep the answer to a puzzle, if it is the first one.
 * @param {Answer} answer
 * @param {string} day of which this is the puzzle, or ""
 */
export const keepAnswer = (answer, day) => keep(withAnswer(keptProgress(), answer, day));

/** Keep the progress from a file in addition to what there is. @param {unknown} found */
export function keepProgress(found) {
  if (isProgress(found)) keep(merged(keptProgress(), found));
}

/** @param {Progress} progress @param {Answer} answer @param {string} day @returns {Progress} */
export function withAnswer(progress, answer, day) {
  if (answerTo(progress, answer.number)) return progress;
  return merged(progress, {answers: [answer], days: day && answer.isRight ? [day] : []});
}

/** Both together; of two answers to a puzzle the earlier counts. @param {Progress} one @param {Progress} other */
export function merged(one, other) {
  const all = [...one.answers, ...other.answers].sort((a, b) => b.at - a.at);
  const first = new Map(all.map((answer) => [answer.number, answer]));
  return {
    answers: [...first.values()].sort((a, b) => b.at - a.at).slice(0, MOST),
    days: [...new Set([...one.days, ...other.days])].sort().reverse().slice(0, MOST_DAYS),
  };
}

/** @param {Progress} progress @param {number} number */
export const answerTo = ({answers}, number) => answers.find((each) => each.number === number) ?? null;

/** How many puzzles were right at the first try, up to the latest. @param {Progress} progress */
export function rowOf({answers}) {
  const missed = answers.findIndex(({isRight}) => !isRight);
  return missed < 0 ? answers.length : missed;
}

/** How many of some puzzles were solved. @param {Progress} progress @param {number[]} numbers */
export function solvedOf({answers}, numbers) {
  const right = new Set(answers.filter(({isRight}) => isRight).map(({number}) => number));
  return numbers.filter((number) => right.has(number)).length;
}

/**
 * The next of some puzzles that has no answer yet, after one of them if there is one; the first if all have one.
 * @param {Progress} progress
 * @param {number[]} numbers
 * @param {number} [after]
 */
export function nextOf(progress, numbers, after = 0) {
  const isOpen = (/** @type {number} */ number) => number !== after && !answerTo(progress, number);
  return (
    numbers.find((number) => number > after && isOpen(number)) ??
    numbers.find(isOpen) ??
    numbers.find((number) => number > after) ??
    numbers[0]
  );
}

/** @param {any} value */
const isAnswer = (value) =>
  typeof value === "object" &&
  value !== null &&
  Number.isInteger(value.number) &&
  value.number > 0 &&
  typeof value.isRight === "boolean" &&
  Number.isFinite(value.at);

/** Whether something is what this device keeps. @param {any} value @returns {value is Progress} */
export const isProgress = (value) =>
  typeof value === "object" &&
  value !== null &&
  Array.isArray(value.answers) &&
  value.answers.length <= MOST &&
  value.answers.every(isAnswer) &&
  Array.isArray(value.days) &&
  value.days.length <= MOST_DAYS &&
  value.days.every((/** @type {any} */ day) => typeof day === "string" && /^\d{4}-\d\d-\d\d$/.test(day));
