// @ts-check
/**
 * What a review says about the moments of a replay: where its decisions and cards stand, the curve of expected stars,
 * the way from mistake to mistake, and how the account adds up. Touches no DOM, and knows no words.
 */

/** @typedef {import("../types.js").ReviewProgress} ReviewProgress */
/** @typedef {import("../types.js").ReviewedDecision} ReviewedDecision */
/** @typedef {import("../types.js").ReviewedCard} ReviewedCard */
/** @typedef {{first: number, last: number}} Span the frames of a moment */
/** @typedef {{at: number, decision: ReviewedDecision}} Fault */
/** @typedef {{at: number, value: number}} Point */
/** @typedef {{expected: number, luck: number, loss: number, remainder: number, stars: number}} Account */
/** @typedef {{id: keyof Account, tenths: number, from: number, to: number}} Step */

/** Worth a mark on the curve, the smallest first. */
export const MARKED = ["slip", "mistake", "blunder"];
/** What the keys go to. */
const FAULTS = ["mistake", "blunder"];

/**
 * The moment of a line of the record; the first line is the beginning.
 * @param {number} event from 1
 * @param {Span[]} moments
 */
export function momentOf(event, moments) {
  const found = moments.findIndex(({last}) => event - 1 <= last);
  return found < 0 ? moments.length - 1 : found;
}

/**
 * @template {{event: number}} T
 * @param {T[]} things
 * @param {number} at
 * @param {Span[]} moments
 */
export const thoseAt = (things, at, moments) => things.filter(({event}) => momentOf(event, moments) === at);

/** @param {ReviewedDecision[]} decisions @param {Span[]} moments @returns {Fault[]} in their order */
export const marksOf = (decisions, moments) =>
  decisions
    .filter((decision) => MARKED.includes(decision.class))
    .map((decision) => ({at: momentOf(decision.event, moments), decision}));

/** Mistakes and blunders; somebody who made none is shown slips. @param {Fault[]} marks */
export function faultsOf(marks) {
  const grave = marks.filter(({decision}) => FAULTS.includes(decision.class));
  return grave.length ? grave : marks;
}

/**
 * The next fault after a moment, or the last one before it.
 * @param {Fault[]} faults
 * @param {number} at
 * @param {1 | -1} by
 */
export const faultFrom = (faults, at, by) =>
  by > 0 ? faults.find((fault) => fault.at > at) : faults.filter((fault) => fault.at < at).pop();

/**
 * The stars that could be expected, moment by moment. A decision falls from what its best answer is worth to what the
 * played one is; between two decisions there is luck. Values are those of a good player who overlooks something, so
 * what a perfect one has more (`ahead`) is added for the part of the year that is left.
 * @param {ReviewProgress} progress
 * @param {Span[]} moments
 * @param {number} seat whose map it is
 * @returns {Point[]}
 */
export function curveOf({decisions, ahead, account}, moments, seat) {
  const last = Math.max(1, moments.length - 1);
  /** @type {Point[]} */
  const points = account ? [{at: 0, value: account.expected}] : [];
  const add = (/** @type {number} */ at, /** @type {number} */ value) =>
    points.push({at, value: value + ahead * (1 - at / last)});
  for (const {event, sheet, loss, best, played} of decisions) {
    if (sheet !== seat) continue;
    const at = momentOf(event, moments);
    add(at - 0.5, loss ? best[0].value : played.value);
    add(at, played.value);
  }
  if (account) points.push({at: last, value: account.stars});
  return points;
}

/** The numbers that a curve lies between, with room for a figure above and below. @param {Point[]} points */
export function rangeOf(points) {
  const values = points.map(({value}) => value),
    low = Math.min(...values),
    high = Math.max(...values),
    air = Math.max(2, (high - low) * 0.3);
  return {low: low - air, high: high + air};
}

/** What a curve says about a moment, between its points. @param {Point[]} points @param {number} at */
export function valueAt(points, at) {
  const next = points.findIndex((point) => point.at >= at);
  if (next < 0) return points[points.length - 1]?.value ?? 0;
  const [before, after] = [points[Math.max(0, next - 1)], points[next]],
    share = after.at === before.at ? 1 : (at - before.at) / (after.at - before.at);
  return before.value + (after.value - before.value) * Math.max(0, share);
}

/**
 * Numbers rounded to tenths that add up to their rounded sum: what rounding leaves over goes to those that it changes
 * least.
 * @param {number[]} values
 * @param {number} sum
 */
export function evenTenths(values, sum) {
  const exact = values.map((value) => value * 10),
    found = exact.map(Math.round),
    over = Math.round(sum * 10) - found.reduce((all, each) => all + each, 0),
    by = Math.sign(over);
  const order = exact.map((_, n) => n).sort((a, b) => by * (exact[b] - found[b] - exact[a] + found[a]));
  for (const n of order.slice(0, Math.abs(over))) found[n] += by;
  return found.map((tenths) => tenths / 10);
}

/**
 * An account whose parts add up to the whole as they are shown, line by line and column by column.
 * @template {Account & {parts: Account[]}} T
 * @param {T} account
 * @returns {T}
 */
export function evened(account) {
  const column = (/** @type {keyof Account} */ id) =>
    evenTenths(
      account.parts.map((part) => part[id]),
      account[id],
    );
  const [expected, luck, loss] = [column("expected"), column("luck"), column("loss")];
  const parts = account.parts.map((part, n) => ({...part, expected: expected[n], luck: luck[n], loss: loss[n]}));
  return {...account, parts};
}

/**
 * An account in tenths of a star, as bars that begin where the one before ended. What is shown adds up: the remainder,
 * which is an error anyway, takes what rounding leaves over.
 * @param {Account} account
 * @returns {Step[]}
 */
export function waterfallOf(account) {
  const tenths = (/** @type {number} */ value) => Math.round(value * 10);
  const [expected, luck, loss, stars] = [account.expected, account.luck, -account.loss, account.stars].map(tenths),
    remainder = stars - expected - luck - loss;
  let sum = expected;
  const step = (/** @type {keyof Account} */ id, /** @type {number} */ by) => {
    const from = sum;
    sum += by;
    return {id, tenths: by, from, to: sum};
  };
  return [
    {id: "expected", tenths: expected, from: 0, to: expected},
    step("luck", luck),
    step("loss", loss),
    step("remainder", remainder),
    {id: "stars", tenths: stars, from: 0, to: stars},
  ];
}

/**
 * How far it is from the left that the bars of a waterfall begin, and how long they are, in percent.
 * @param {Step[]} steps
 */
export function barsOf(steps) {
  const ends = steps.flatMap(({from, to}) => [from, to]),
    low = Math.min(0, ...ends),
    span = Math.max(1, Math.max(...ends) - low);
  return steps.map(({from, to}) => ({
    left: (100 * (Math.min(from, to) - low)) / span,
    width: (100 * Math.abs(to - from)) / span,
  }));
}
