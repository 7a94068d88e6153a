// @ts-check
/** What helped somebody in a game, as a mark beside the result: hints, bots that stood in, take-backs after looking. */

import {hasText, listed, needWords, t} from "./words.js";

/** @typedef {import("./types.js").SeatHelp} SeatHelp */

const KINDS = /** @type {const} */ (["hints", "stand_ins", "take_backs", "trainer"]);

/** @param {SeatHelp | null | undefined} help */
export const isHelped = (help) =>
  KINDS.some((kind) => (help?.[kind] ?? 0) > 0) || help?.trained === true || help?.resigned === true;

/**
 * Whether there is anything to say: also what others let a bot draw, which is no help.
 * @param {SeatHelp | null | undefined} help
 */
export const isMarked = (help) => isHelped(help) || (help?.drawn_for ?? 0) > 0;

/**
 * What the others at a table read: that somebody who came back took a bot's drawing back, which they had not asked for,
 * is nobody else's business. Every turn that a bot drew for them is told, taken back or not.
 * @template {SeatHelp | null | undefined} Help
 * @param {Help} help
 * @returns {Help}
 */
export const publicHelp = (help) => help && {...help, take_backs: 0};

/** Load the words of marks, if there is anything to mark. @param {(SeatHelp | null | undefined)[]} helps */
export async function needHelpWords(helps) {
  if (helps.some(isMarked)) await needWords("help");
}

/** The mark in words; nothing if there is none, or before `needHelpWords`. @param {SeatHelp | null | undefined} help */
export function helpText(help) {
  const parts = KINDS.map((kind) => ({kind, count: help?.[kind] ?? 0})).filter(({count}) => count > 0);
  if (!hasText("help.with")) return "";
  if (help?.resigned) return t("help.resigned");
  const told = parts.map(({kind, count}) => t(`help.${kind.replace("_", "-")}`, {count}));
  if (help?.trained && !help.trainer) told.push(t("help.trained"));
  const marks = told.length ? [t("help.with", {list: listed(told)})] : [];
  if (help?.drawn_for) marks.push(t("help.drawn-for", {count: help.drawn_for}));
  return marks.join(" · ");
}
