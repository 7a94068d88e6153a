// @ts-check
/** A paper map that is scored: what was painted, what can be undone, what it is worth. No page in here. */

import {linesOf, printedSheet} from "./paper-sheet.js";

/** @typedef {import("../../types.js").Catalogue} Catalogue */
/** @typedef {{card: string, points: number, awards: import("../../types.js").Award[]}} PaperEdict */
/**
 * @typedef {{edicts: PaperEdict[], coins: number, monsters: number, monster_spaces: string, total: number}} PaperScore
 */
/** @typedef {{sheet: string, edicts: string[], coins: number, rulebook: string}} Paper */

const KEPT = "quillmap.paper",
  MOST_UNDONE = 200;
/** The server is asked when nothing has changed for this long, in milliseconds. */
const PAUSE = 120;

/** What was painted last on this device. @param {Catalogue} catalogue @returns {Paper} */
export function keptPaper(catalogue) {
  const suits = [...new Set(catalogue.scoring.map((card) => card.suit))];
  const first = {
    sheet: printedSheet(catalogue.maps.A ?? {}),
    edicts: suits.map((suit) => /** @type {any} */ (catalogue.scoring.find((card) => card.suit === suit)).id),
    coins: 0,
    rulebook: "standard",
  };
  try {
    return {...first, ...JSON.parse(localStorage.getItem(KEPT) ?? "{}")};
  } catch {
    return first;
  }
}

export class PaperMap {
  /** @type {PaperScore | null} */
  score = null;
  brush = "forest";
  /** Whose awards are lit on the map; -1 is none. */
  lit = -1;
  /** What can be undone. @type {string[]} */
  before = [];
  #asked = 0;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #timer;

  /**
   * @param {Catalogue} catalogue
   * @param {(body: object) => Promise<PaperScore>} count asks the server what it is worth
   * @param {{changed: () => void, counted: (isNews: boolean) => void, failed: (error: unknown) => void}} tell
   */
  constructor(catalogue, count, tell) {
    this.paper = keptPaper(catalogue);
    this.mostCoins = catalogue.coin_slots;
    this.count = count;
    this.tell = tell;
  }

  /** @param {string} sheet @param {boolean} isStroke whether it goes on with a stroke, which is undone as a whole */
  draw(sheet, isStroke) {
    if (!isStroke) this.before.push(this.paper.sheet);
    if (this.before.length > MOST_UNDONE) this.before.shift();
    this.set({sheet});
  }

  undo() {
    const sheet = this.before.pop();
    if (sheet !== undefined) this.set({sheet});
  }

  /** @param {number} n @param {string} card */
  setEdict(n, card) {
    this.set({edicts: this.paper.edicts.map((each, at) => (at === n ? card : each))});
  }

  /** @param {number} by */
  addCoins(by) {
    this.set({coins: Math.max(0, Math.min(this.mostCoins, this.paper.coins + by))});
  }

  /** Light the awards of an edict, or no longer. @param {number} n */
  light(n) {
    this.lit = this.lit === n ? -1 : n;
    this.tell.changed();
  }

  /** Change something; it is kept, shown, and counted when it rests. @param {Partial<Paper>} changes */
  set(changes) {
    Object.assign(this.paper, changes);
    localStorage.setItem(KEPT, JSON.stringify(this.paper));
    this.tell.changed();
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#ask(), PAUSE);
  }

  async #ask() {
    const mine = ++this.#asked,
      {sheet, edicts, coins, rulebook} = this.paper;
    try {
      const found = await this.count({map: linesOf(sheet).join("\n"), edicts, coins, rulebook});
      if (mine !== this.#asked) return;
      const isNews = this.score?.total !== found.total;
      this.score = found;
      this.tell.counted(isNews);
    } catch (error) {
      if (mine === this.#asked) this.tell.failed(error);
    }
  }

  /** Nobody looks any longer. */
  close() {
    clearTimeout(this.#timer);
    this.#asked = -1;
  }
}
