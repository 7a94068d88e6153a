// @ts-check
/** The reviews of a replay: whether one is looked at, and what is known of each seat. Touches no DOM. */

import {hasText} from "../words.js";
import {betterArt} from "./better-art.js";
import {followReview, NOTHING} from "./following.js";
import {curveOf, faultFrom, faultsOf, marksOf, thoseAt} from "./judged.js";
import {change, judgedText} from "./words.js";

/** @typedef {import("../types.js").ReviewProgress} ReviewProgress */

/** Whether best answers are drawn on the map: only after somebody asked, and then until the page is left. */
let isBestShown = false;

export class Reviewing {
  isOn = false;
  /** @type {Map<number, ReviewProgress>} */
  #known = new Map();
  /** @type {Map<number, unknown>} */
  #troubles = new Map();
  /** @type {Map<number, () => void>} */
  #following = new Map();

  /** @param {import("../replay/watching.js").Watching} watching */
  constructor(watching) {
    this.watching = watching;
  }

  /** Whether this replay can be reviewed. */
  get isPossible() {
    return this.watching.source.review !== null;
  }
  /** How far the review of the map that is looked at is. */
  get progress() {
    return this.#known.get(this.watching.seat) ?? NOTHING;
  }
  /** What helped whoever drew the map that is looked at. */
  get help() {
    return this.watching.summary.help?.[this.watching.seat];
  }
  /** Why there is none. */
  get trouble() {
    return this.#troubles.get(this.watching.seat) ?? null;
  }

  /** Look at reviews, or no longer. @param {boolean} is */
  set(is) {
    this.isOn = is && this.isPossible;
    this.#troubles.clear();
    this.need();
    this.watching.changed();
  }

  /** Ask for the review of the map that is looked at, unless it is known, or asked for. */
  need() {
    const {source, seat, changed} = this.watching;
    if (!this.isOn || !source.review || this.#following.has(seat) || this.#troubles.has(seat)) return;
    const review = source.review;
    const stop = followReview(
      () => review(seat),
      (progress) => {
        this.#known.set(seat, progress);
        changed();
      },
      (error) => {
        this.#following.delete(seat);
        this.#troubles.set(seat, error);
        changed();
      },
    );
    this.#following.set(seat, stop);
  }

  /** What is said about the moment that is looked at. */
  get now() {
    const {moments, player} = this.watching,
      {decisions, cards} = this.progress;
    return {decisions: thoseAt(decisions, player.at, moments), cards: thoseAt(cards, player.at, moments)};
  }
  /** The same in words, for those who hear the replay. */
  get told() {
    if (!this.isOn || !hasText("review.fault")) return [];
    return this.now.decisions.map((decision) => judgedText(decision, this.watching.seat));
  }
  get isBestShown() {
    return isBestShown;
  }
  /** @param {boolean} is */
  showBest(is) {
    isBestShown = is;
    this.watching.changed();
  }
  /** The best answers where something else was played, as art for the map. @param {number} scale of their flags */
  better(scale) {
    if (!this.isOn || !isBestShown) return "";
    return this.now.decisions
      .filter(({loss, sheet}) => loss > 0 && sheet === this.watching.seat)
      .map(({best, loss}) => betterArt(best[0].move, change(loss), scale))
      .join("");
  }
  get marks() {
    return marksOf(this.progress.decisions, this.watching.moments);
  }
  get faults() {
    return faultsOf(this.marks);
  }
  get curve() {
    return curveOf(this.progress, this.watching.moments, this.watching.seat);
  }

  /** To the next mistake, or the one before. @param {1 | -1} by */
  go(by) {
    const {player} = this.watching,
      fault = faultFrom(this.faults, player.at, by);
    if (!this.isOn || !fault) return;
    player.step(fault.at - player.at);
  }

  close() {
    for (const stop of this.#following.values()) stop();
    this.#following.clear();
  }
}
