// @ts-check
/** What a review says in words and figures; the sentence of a reason is that of `quillmap review`. */

import {cardName, currentLanguage, t} from "../words.js";

/** The parts of a map's worth that are not edicts. */
export const OTHER_PARTS = ["coins", "monsters", "room", "skills"];
/** A smaller difference is left out of a sentence. */
export const WORTH_TELLING = 0.3;
/** What is left of a sum is told from here on, in tenths of a star; less may be nothing but rounding. */
const LEAST_REST = 2;
/** How many gains and how many costs a sentence names. */
const MOST_TOLD = 2;

/** @typedef {import("../types.js").ReviewedDecision} ReviewedDecision */
/** @typedef {import("../types.js").ReviewReason} ReviewReason */
/** @typedef {Pick<import("../types.js").TriedDecision, "loss" | "gain">} Tried */

/** Stars with one decimal, as people write them here. @param {number} value */
export const decimal = (value) =>
  (Math.round(value * 10) / 10 || 0)
    .toLocaleString(currentLanguage(), {minimumFractionDigits: 1, maximumFractionDigits: 1})
    .replace("-", "\u2212");

/** The same as a change: +1.5, −0.3, 0.0. @param {number} value */
export const change = (value) => (Math.round(value * 10) > 0 ? "+" : "") + decimal(value);

/** @param {string} part */
export const partName = (part) => (OTHER_PARTS.includes(part) ? t(`review.part.${part}`) : cardName(part));

/** A part as a label of its own, not in a sentence: with a capital letter in every language. @param {string} part */
export function partLabel(part) {
  const [first, ...rest] = partName(part);
  return first.toLocaleUpperCase(currentLanguage()) + rest.join("");
}

/** The reasons that a sentence names: the first gains, then the first costs. @param {ReviewReason[]} reasons */
export function toldReasons(reasons) {
  const told = reasons.filter(({difference}) => Math.abs(difference) >= WORTH_TELLING),
    gains = told.filter(({difference}) => difference > 0).slice(0, MOST_TOLD),
    costs = told.filter(({difference}) => difference < 0).slice(0, MOST_TOLD);
  return gains.length ? [...gains, ...costs] : [];
}

/**
 * Why the best answer is better than another one, or one's own than the one that was given.
 * @param {ReviewReason[]} reasons @param {boolean} isHarm @param {boolean} isOwn
 */
export function reasonText(reasons, isHarm = false, isOwn = false) {
  const told = toldReasons(reasons);
  const items = (/** @type {1 | -1} */ sign) =>
    told
      .filter(({difference}) => difference * sign > 0)
      .map(({part, difference}) => `${partName(part)} (${change(difference)})`)
      .join(", ");
  const gains = items(1),
    costs = items(-1);
  if (!gains) return "";
  if (isOwn)
    return costs ? t("review.reason.own-price.text", {gains, costs}) : t("review.reason.own-gain.text", {gains});
  if (isHarm) return t("review.reason.harm.text", {gains});
  return costs ? t("review.reason.price.text", {gains, costs}) : t("review.reason.gain.text", {gains});
}

/**
 * What the reasons that are named leave of a sum, so that the numbers add up as they are shown.
 * @param {number} sum @param {ReviewReason[]} reasons @param {boolean} isHarm whether only gains are named
 */
export function restText(sum, reasons, isHarm = false) {
  const told = toldReasons(reasons).filter(({difference}) => !isHarm || difference > 0),
    tenths = (/** @type {number} */ value) => Math.round(value * 10),
    rest = told.reduce((left, {difference}) => left - tenths(difference), tenths(sum));
  return told.length && Math.abs(rest) >= LEAST_REST ? t("review.rest.text", {rest: change(rest / 10)}) : "";
}

/**
 * The reasons for a gain or a loss, and what else it is made of.
 * @param {number} sum @param {ReviewReason[]} reasons @param {{isHarm?: boolean, isOwn?: boolean}} [about]
 */
export const whyText = (sum, reasons, {isHarm = false, isOwn = false} = {}) =>
  [reasonText(reasons, isHarm, isOwn), restText(sum, reasons, isHarm)].filter(Boolean).join(" ");

/** How good a decision was, what it lost and why, in a line. @param {ReviewedDecision} decision @param {number} seat */
export function judgedText({class: grade, loss, reasons, sheet}, seat) {
  const head = `${t(`review.class.${grade}`)}${loss ? ` ${change(-loss)}` : ""}.`;
  return [head, loss ? whyText(loss, reasons, {isHarm: sheet !== seat}) : ""].filter(Boolean).join(" ");
}

/** What another answer to a mistake is called: better than the mistake is not yet the best. @param {Tried} tried */
export function triedKey({loss, gain}) {
  if (loss === 0) return "review.right";
  return Math.round(gain * 10) > 0 ? "review.better" : "review.not-yet";
}

/** The signs of the classes: never by colour alone. @type {Record<string, string>} */
export const SIGNS = {best: "✓", good: "✓", slip: "?!", mistake: "?", blunder: "??"};
