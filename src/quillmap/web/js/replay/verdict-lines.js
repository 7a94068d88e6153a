// @ts-check
/** What a verdict says, in words. Touches no DOM. */

import {tell, tellCount} from "../telling.js";
import {cardName, hasText, listed, t} from "../words.js";

/** @typedef {import("../types.js").RecordVerdict} RecordVerdict */
/** @typedef {import("../types.js").GameEvent} GameEvent */
/** @typedef {[label: string, values: string[], isCode?: boolean]} Line */

/** What is told more fully than in a story, so that every difference shows. @param {GameEvent} event */
const FULL = /** @type {Record<string, (event: GameEvent, names: string[]) => string[]>} */ ({
  "game-began": ({edicts, skills, setup}) => [
    t("events.game-began", {count: setup.seats}),
    ...(hasText(`setup.map.${setup.map}.label`)
      ? [t("events.game-began.map", {map: t(`setup.map.${setup.map}.label`)})]
      : []),
    ...edicts.map((/** @type {string} */ id, /** @type {number} */ n) =>
      t("events.game-began.edict", {edict: t(`terms.edict.${"ABCD"[n]}`), card: cardName(id)}),
    ),
    ...(skills?.length ? [t("events.game-began.skills", {skills: listed(skills.map(cardName))})] : []),
  ],
  "season-scored": (event, names) =>
    event.scores.map((/** @type {any} */ _, /** @type {number} */ seat) => tellCount(event, seat, names)),
  "game-ended": ({totals, ranks, title}, names) => [
    ...totals.map((/** @type {number} */ count, /** @type {number} */ seat) =>
      t("events.game-ended.player", {rank: ranks[seat], player: names[seat], count}),
    ),
    ...(title ? [t("events.game-ended.title", {title: t(`terms.title.${title}`)})] : []),
  ],
});

/**
 * An event of a record in sentences: none if it can't be told, since anything may stand in a record.
 * @param {GameEvent | null | undefined} event
 * @param {Record<string, any>} setup
 * @param {string[]} names
 */
function told(event, setup, names) {
  if (!event) return [];
  try {
    return (FULL[event.event] ?? ((each) => tell(each, setup, names)))(event, names);
  } catch {
    return [];
  }
}

/**
 * What can be said of how the cards came about: nobody knew them, somebody chose them, somebody had seen them all, or
 * nothing, since a record from elsewhere does not tell.
 * @typedef {"published" | "chosen" | "continued" | "elsewhere"} Origin
 * @param {Pick<import("../types.js").GameSummary, "is_seeded" | "continued_from">} summary @returns {Origin}
 */
export function originOf({is_seeded: isSeeded, continued_from: from}) {
  if (from) return "continued";
  if (typeof isSeeded !== "boolean") return "elsewhere";
  return isSeeded ? "chosen" : "published";
}

/**
 * Whether a game may be called fair that kept the rules: not where one of its players could know the cards unnoticed.
 * @param {Origin} origin @returns {origin is "published" | "chosen"}
 */
const mayBeFair = (origin) => origin === "published" || origin === "chosen";

/** What the seal says. @param {RecordVerdict} verdict @param {Origin} origin */
export const sealOf = ({finding}, origin) => (finding === "honest" && !mayBeFair(origin) ? origin : finding);

/** The heading of the dialog. @param {RecordVerdict | null} verdict @param {Origin} origin */
export function verdictTitle(verdict, origin) {
  if (verdict?.finding === "dishonest") return t("replay.verdict.dishonest.title");
  return t(mayBeFair(origin) ? "replay.verdict.about" : "replay.verdict.checkable");
}

/** What stands for the fingerprint and for the reasons, by where the cards come from. */
const HOW = /** @type {const} */ ({
  published: {how: "how", hash: "hash", seed: "seed"},
  chosen: {how: "how-chosen", hash: "hash-chosen", seed: "seed"},
  continued: {how: "how-continued", hash: "hash-alone", seed: "seed-alone"},
  elsewhere: {how: "how-elsewhere", hash: "hash-alone", seed: "seed-alone"},
});

/**
 * That somebody chose the deal: fair play does not say that nobody knew the cards.
 * @param {Pick<import("../types.js").GameSummary, "names">} game
 */
export const chosenDeal = ({names}) => t(names.length > 1 ? "games.chosen-deal.text" : "games.chosen-deal");

/**
 * What was found, and how one can know. The fingerprint of a chosen seed was not shown before the end.
 * @param {RecordVerdict | null} verdict
 * @param {Origin} origin
 */
export function verdictTexts(verdict, origin) {
  const how = verdict?.finding === "dishonest" ? "how-wrong" : HOW[origin].how;
  return [t(`replay.verdict.${verdict?.finding ?? "checking"}.text`), t(`replay.verdict.${how}.text`)];
}

/**
 * The facts below it: fingerprint, seed, and what is wrong where.
 * @param {RecordVerdict | null} verdict
 * @param {{hash: string, seed: string, setup: Record<string, any>, names: string[], origin: Origin}} game
 * @returns {Line[]}
 */
export function verdictLines(verdict, {hash, seed, setup, names, origin}) {
  /** @type {Line[]} */
  const lines = [[HOW[origin].hash, [hash], true]];
  if (seed) lines.push([HOW[origin].seed, [seed], true]);
  if (verdict?.finding !== "dishonest") return lines;
  const reason = t(`command.verdict.reason.${verdict.code}`);
  lines.unshift(["line", [verdict.event === null ? reason : `${verdict.event}: ${reason}`]]);
  const expected = told(verdict.expected_event, setup, names),
    found = told(verdict.found_event, setup, names);
  const only = (/** @type {string[]} */ some, /** @type {string[]} */ others) =>
    some.filter((each) => !others.includes(each));
  const differences = /** @type {Line[]} */ ([
    ["expected", only(expected, found)],
    ["found", only(found, expected)],
  ]);
  lines.splice(1, 0, ...differences.filter(([, values]) => values.length));
  return lines;
}
