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

/** The heading of the dialog. @param {RecordVerdict | null} verdict */
export const verdictTitle = (verdict) =>
  t(verdict?.finding === "dishonest" ? "replay.verdict.dishonest.title" : "replay.verdict.about");

/**
 * That somebody chose the deal: fair play does not say that nobody knew the cards.
 * @param {Pick<import("../types.js").GameSummary, "names">} game
 */
export const chosenDeal = ({names}) => t(names.length > 1 ? "games.chosen-deal.text" : "games.chosen-deal");

/**
 * What was found, and how one can know. The fingerprint of a chosen seed was not shown before the end.
 * @param {RecordVerdict | null} verdict
 * @param {boolean} isSeeded
 */
export function verdictTexts(verdict, isSeeded) {
  const how = verdict?.finding === "dishonest" ? "how-wrong" : isSeeded ? "how-chosen" : "how";
  return [t(`replay.verdict.${verdict?.finding ?? "checking"}.text`), t(`replay.verdict.${how}.text`)];
}

/**
 * The facts below it: fingerprint, seed, and what is wrong where.
 * @param {RecordVerdict | null} verdict
 * @param {{hash: string, seed: string, setup: Record<string, any>, names: string[], isSeeded: boolean}} game
 * @returns {Line[]}
 */
export function verdictLines(verdict, {hash, seed, setup, names, isSeeded}) {
  /** @type {Line[]} */
  const lines = [[isSeeded ? "hash-chosen" : "hash", [hash], true]];
  if (seed) lines.push(["seed", [seed], true]);
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
