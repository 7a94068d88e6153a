// @ts-check
/** A paper map that is scored: what was painted, what can be undone, what it is worth. Touches no DOM. */

import {SPACES} from "../../spaces.js";
import {linesOf, printedSheet} from "./paper-sheet.js";

/** @typedef {import("../../types.js").Catalogue} Catalogue */
/** @typedef {import("../../types.js").PaperYear} PaperYear */
/** @typedef {{sheet: string, coins: number}} SeasonSheet the map and the coins at the end of a season */
/**
 * What is painted: `sheet` and `coins` are those of the `season` that is open, `seasons` has them all; one that was
 * never opened is null, and does not count.
 * @typedef {SeasonSheet & {edicts: string[], rulebook: string, season: number, seasons: (SeasonSheet | null)[]}} Paper
 */

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
  const {before: _, ...kept} = read();
  return inSeasons({...first, ...kept});
}

/** What could be undone when this device was left. @returns {string[]} */
function keptBefore() {
  const {before} = read();
  return Array.isArray(before) ? before.filter((sheet) => typeof sheet === "string" && sheet.length === SPACES) : [];
}

/** @returns {Partial<Paper> & {before?: unknown}} */
function read() {
  try {
    return JSON.parse(localStorage.getItem(KEPT) ?? "{}");
  } catch {
    return {};
  }
}

/** A paper that was kept when it had no seasons yet begins in spring. @param {any} paper @returns {Paper} */
function inSeasons(paper) {
  const {sheet, coins, season = 0, seasons = [{sheet, coins}, null, null, null]} = paper;
  return {...paper, season, seasons};
}

export class PaperMap {
  /** @type {PaperYear | null} */
  year = null;
  brush = "forest";
  /** Whose awards are lit on the map; -1 is none. */
  lit = -1;
  /** What can be undone, also after a reload. */
  before = keptBefore();
  #asked = 0;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #timer;

  /**
   * @param {Catalogue} catalogue
   * @param {(body: object) => Promise<PaperYear>} count asks the server what it is worth
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

  /** Begin again on a sheet: in spring, without coins, the other seasons not opened. @param {string} sheet */
  renew(sheet) {
    const {before} = this,
      {sheet: painted, coins, season, seasons} = this.paper;
    this.before = [];
    this.lit = -1;
    this.set({sheet, coins: 0, season: 0, seasons: seasons.map(() => null)});
    return () => {
      this.before = before;
      this.set({sheet: painted, coins, season, seasons});
    };
  }

  /** @param {number} n @param {string} card */
  setEdict(n, card) {
    this.set({edicts: this.paper.edicts.map((each, at) => (at === n ? card : each))});
  }

  /** @param {number} by */
  addCoins(by) {
    this.set({coins: Math.max(0, Math.min(this.mostCoins, this.paper.coins + by))});
  }

  /** Open another season: one that is new begins with the map of the season before. @param {number} season */
  open(season) {
    const {seasons} = this.paper;
    const found = seasons.slice(0, season + 1).findLast((each) => each !== null) ?? {...this.paper};
    this.before = [];
    this.lit = -1;
    this.set({season, sheet: found.sheet, coins: found.coins});
  }

  /** What the season that is open scores, if it was counted. */
  get score() {
    return this.year?.seasons[this.paper.season] ?? null;
  }

  /** Light the awards of an edict, or no longer. @param {number} n */
  light(n) {
    this.lit = this.lit === n ? -1 : n;
    this.tell.changed();
  }

  /** Change something; it is kept, shown, and counted when it rests. @param {Partial<Paper>} changes */
  set(changes) {
    Object.assign(this.paper, changes);
    const {season, sheet, coins} = this.paper;
    this.paper.seasons = this.paper.seasons.map((each, n) => (n === season ? {sheet, coins} : each));
    localStorage.setItem(KEPT, JSON.stringify({...this.paper, before: this.before}));
    this.tell.changed();
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#ask(), PAUSE);
  }

  async #ask() {
    const mine = ++this.#asked,
      {edicts, rulebook} = this.paper;
    const seasons = this.paper.seasons.map((each) => each && {map: linesOf(each.sheet).join("\n"), coins: each.coins});
    try {
      const found = await this.count({edicts, rulebook, seasons});
      if (mine !== this.#asked) return;
      const isNews = this.year?.total !== found.total;
      this.year = found;
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
