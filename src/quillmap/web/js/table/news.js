// @ts-check
/** What just happened, in a sentence; and everything that has, in a list. */

import {card} from "../cards.js";
import {el, icon, setText} from "../dom.js";
import {tell} from "../telling.js";
import {signed, t} from "../words.js";
import {shownAlready} from "./scene.js";

/** What a player wants to hear of first, the most important last. */
const WEIGHT = [
  "card-revealed",
  "drawn",
  "passed",
  "hero-placed",
  "spread",
  "destroyed",
  "declared",
  "season-began",
  "game-ended",
];

/**
 * The sentence for the newest events: what happened to others before what I did myself.
 * @param {import("../types.js").GameEvent[]} events
 * @param {Record<string, any>} setup
 * @param {string[]} names
 * @param {number | null} me
 */
export function headline(events, setup, names, me) {
  let best = null,
    most = -1;
  for (const event of events) {
    let weight = WEIGHT.indexOf(event.event);
    if (weight < 0) continue;
    if (event.event === "card-revealed" && ["ambush", "hero"].includes(card(event.card).kind)) weight = 4.5;
    if (event.event === "drawn")
      weight +=
        (event.sheet === me && event.seat !== me ? 0.9 : 0) +
        (event.coins ? 0.5 : 0) +
        (event.skill ? 0.3 : 0) -
        (event.seat === me && names.length > 1 ? 0.8 : 0);
    if (weight < most) continue;
    best = event;
    most = weight;
  }
  if (!best) return "";
  const sentences = tell(best, setup, names);
  return best.event === "drawn" && best.coins ? sentences[sentences.length - 1] : (sentences[0] ?? "");
}

/**
 * What coins and monsters of the piece in hand come to over the rest of the year, if that is more than now. Where the
 * screen is narrow it stands on the card, which always has room for it.
 * @param {Pick<import("./scene.js").Scene, "coinGain" | "coinYear" | "monsterGain" | "monsterYear">} scene
 */
export function yearWords({coinGain, coinYear, monsterGain, monsterYear}) {
  const told = (/** @type {string} */ what, /** @type {number} */ now, /** @type {number} */ year) =>
    now === year ? [] : [t("page.year.text", {what: t(`terms.score.${what}`), now: signed(now), year: signed(year)})];
  return [...told("coins", coinGain, coinYear), ...told("monsters", monsterGain, monsterYear)].join(" ");
}

/** What is told of a move that was refused. @param {import("../refusal.js").Refusal} refusal */
const refusedWords = ({code}) => (code === "time-is-up" ? "errors.server.time-is-up" : "page.news.refused.text");

/**
 * @param {HTMLElement} root
 * @param {{openLog: () => void}} actions
 * @param {{matches: boolean}} narrow whether the card says what the year brings
 */
export function mountNews(root, {openLog}, narrow) {
  const text = el("span"),
    button = el("button", {class: "event", on: {click: openLog}}, icon("i-quill"), text);
  root.append(button);
  const isShown = shownAlready();
  return {
    /** @param {import("./scene.js").Scene} scene */
    render(scene) {
      const {view, board, names, me, ask, revealed, mine, isOver} = scene,
        year = narrow.matches ? "" : yearWords(scene);
      if (isShown(`${scene.stamp}/${year}`)) return;
      if (year) return setText(text, year);
      if (view.refusal) return setText(text, t(refusedWords(view.refusal)));
      // A player who comes back to a restarted server has missed the news, not the beginning.
      const isFresh = !revealed.length && !mine.scores.length;
      const otherwise = isOver ? "events.game-ended" : ask && !isFresh ? `terms.ask.${ask}` : "page.news.begin.text";
      setText(text, headline(view.recent, board.setup, names, me) || t(otherwise));
    },
  };
}
