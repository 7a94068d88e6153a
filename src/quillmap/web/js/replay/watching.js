// @ts-check
/** What is looked at in a finished game: which moment, whose map, and all that follows from it. Touches no DOM. */

import {outline} from "../art.js";
import {Hand} from "../hand.js";
import {helpText, publicHelp} from "../help-marks.js";
import {calledAt} from "../nicknames.js";
import {Reviewing} from "../review/reviewing.js";
import {cellOf, numberOf} from "../spaces.js";
import {gains} from "../table/marks.js";
import {sceneOf} from "../table/scene.js";
import {cardName, t} from "../words.js";
import {changedSpaces, momentAt, momentsOf, seasonMarks, worthOf} from "./moments.js";
import {createPlayer} from "./player.js";

/** @typedef {import("./source.js").Source} Source */
/** @typedef {import("../table/scene.js").Scene} Scene */

const NOTHING = {marks: "", over: ""};

/**
 * What one sees first, from the address: `#12.3` is the twelfth moment on the third map, `#12.3r` with its review.
 * @param {string} hash
 * @param {number} seats
 */
export function placeIn(hash, seats) {
  const found = hash.match(/^#(?:e\d{1,5}|(\d{1,4}))(?:\.(\d{1,3}))?(r?)$/);
  return {
    at: found?.[1] ? Number(found[1]) - 1 : 0,
    seat: found?.[2] ? Math.min(seats, Math.max(1, Number(found[2]))) - 1 : 0,
    isReviewed: found?.[3] === "r",
  };
}

/** The line of the record in an address: `#e120.3` is the moment that it led to. @param {string} hash */
const lineIn = (hash) => Number(hash.match(/^#e(\d{1,5})(?:\.|$)/)?.[1] ?? 0);

/**
 * What players are called whose names a record may not have.
 * @param {number} seats
 * @param {Pick<import("../types.js").GameSummary, "names" | "stands_for">} summary
 */
export const seatNames = (seats, {names, stands_for: before}) =>
  Array.from({length: seats}, (_, n) =>
    names[n] ? calledAt(names[n], before?.[n]) : t("replay.seat", {number: n + 1}),
  );

export class Watching {
  isOverview = false;
  hand = new Hand(() => {});
  /**
   * What each drawing on a map brought, as far as it is known.
   * @type {Map<number, import("../types.js").HistoryEntry[]>}
   */
  stories = new Map();

  /**
   * @param {Source} source
   * @param {import("../types.js").Catalogue} catalogue
   * @param {string} hash of the address
   * @param {() => void} changed called whenever something else is to be shown
   */
  constructor(source, catalogue, hash, changed) {
    this.source = source;
    this.changed = changed;
    this.summary = source.replay.summary;
    this.first = source.replay.board;
    this.moments = momentsOf(source.replay);
    this.seasons = seasonMarks(this.moments);
    this.ui = {showPlaces: false, openEdict: 0, catalogue};
    this.player = createPlayer(this.moments.length, changed);
    this.place = placeIn(hash, this.first.seats.length);
    this.line = lineIn(hash);
    this.seat = this.place.seat;
    this.reviewing = new Reviewing(this);
  }

  /** Go to where the address leads. */
  begin() {
    this.player.go(this.line ? momentAt(this.moments, this.line) : this.place.at);
    if (this.place.isReviewed) this.reviewing.set(true);
    void this.#need(this.seat);
  }

  get moment() {
    return this.moments[this.player.at];
  }
  get names() {
    return seatNames(this.first.seats.length, this.summary);
  }
  /**
   * What has to be known of the whole game before its result is read, each with its sign: that it was played on from
   * another one; that somebody chose its deal, unless nobody else played.
   * @returns {[string, string][]}
   */
  get origins() {
    /** @type {[string, string][]} */
    const found = [];
    if (this.summary.continued_from) found.push(["r-play", t("replay.continued.text")]);
    if (this.summary.is_seeded && this.first.seats.length > 1) found.push(["i-eye", t("games.chosen-deal.text")]);
    return found;
  }
  /** What has to be known of the result, at the end: where it comes from, and what helped the seat looked at. */
  get notes() {
    if (this.moment.kind !== "end") return [];
    const help = this.summary.help?.[this.seat],
      isAlone = this.first.seats.length === 1,
      mark = helpText(isAlone ? help : publicHelp(help)),
      origins = this.origins.map(([, text]) => text);
    return [...origins, mark && !isAlone ? `${this.names[this.seat]}: ${mark}` : mark].filter(Boolean);
  }
  /** The address of what is looked at. */
  get address() {
    return `${this.source.path}#${this.player.at + 1}.${this.seat + 1}${this.reviewing.isOn ? "r" : ""}`;
  }
  /** From which the same game can be dealt again; games of old records have none. @returns {string | undefined} */
  get seed() {
    return this.moments[this.moments.length - 1].board.result?.seed;
  }

  /** Look at another map. @param {number} to */
  async choose(to) {
    const count = this.first.seats.length;
    this.seat = (to + count) % count;
    this.isOverview = false;
    this.reviewing.need();
    this.changed();
    await this.#need(this.seat);
  }

  /** @param {number} seat whose story is asked for, unless it is known */
  async #need(seat) {
    if (this.stories.has(seat)) return;
    const story = await this.source.story(seat).catch(() => null);
    if (!story) return;
    this.stories.set(seat, story);
    this.changed();
  }

  /** All maps, or one. */
  toggleOverview() {
    this.isOverview = !this.isOverview;
    this.changed();
  }

  /** What a moment is called. @param {number} at */
  nameOf(at) {
    const {kind, board, card} = this.moments[at],
      season = board.season ? t(`terms.season.${board.season}`) : "";
    if (kind === "begin") return t("replay.moment.begin");
    if (kind === "end") return t("events.game-ended");
    if (kind === "count") return t("page.count.title", {season});
    return [season, card ? cardName(card) : t("replay.moment.lasting")].filter(Boolean).join(" · ");
  }

  /** The table as it was at this moment, seen from the seat whose map is looked at. @returns {Scene} */
  scene() {
    const {moment, seat, first} = this,
      story = this.stories.get(seat),
      worth = story ? worthOf(story, moment) : null;
    const seats = this.names.map((name, n) => ({id: n + 1, kind: "person", name, title: "", crest: [], level: ""}));
    /** @type {any} */
    const view = {
      connection: "open",
      table: {id: "", code: "", status: "finished", seats, setup: first.setup},
      board: moment.board,
      own: {seat, answer: null, choices: null},
      progress: null,
      worth,
      preview: worth,
      recent: moment.events,
      refusal: null,
    };
    const scene = sceneOf(view, this.hand, this.ui),
      {revealed} = moment.board;
    // A result has the names as they are written, those of bots that play on for somebody, too.
    return {
      ...scene,
      names: this.names,
      revealed: revealed[revealed.length - 1] === moment.card ? revealed.slice(0, -1) : revealed,
    };
  }

  /** Gold leaf and flags for what this moment brought, and a line round what was drawn. @param {number} scale */
  marks(scale) {
    const {moment, seat} = this,
      story = this.stories.get(seat),
      last = this.moments[this.player.at - 1];
    if (!last || moment.kind !== "move") return NOTHING;
    const covered = changedSpaces(moment, seat).map(numberOf),
      cells = covered.map(cellOf);
    const d = cells.length ? outline(cells, {inset: 1.5, wobble: 0.8}) : "";
    const line =
      d &&
      `<path d="${d}" fill="none" stroke="var(--panel)" stroke-width="10"/>` +
        `<path d="${d}" fill="none" stroke="var(--act)" stroke-width="5.5"/>`;
    const found = story ? gains(worthOf(story, last), worthOf(story, moment), scale) : NOTHING;
    return {marks: line + found.marks, over: found.over};
  }

  /** All maps for a wall. @param {Scene} scene @returns {import("./wall.js").WallMap[]} */
  maps({board, names}) {
    const hasRanks = names.length > 1;
    return board.seats.map(({sheet, total}, n) => ({
      seat: n,
      name: names[n],
      sheet,
      total,
      rank: hasRanks ? board.result?.ranks[n] : undefined,
      isFirst: hasRanks && board.result?.ranks[n] === 1,
      isOn: n === this.seat && !this.isOverview,
      label: `${t("page.ambush.map", {owner: names[n]})}, ${t("terms.stars", {count: total})}`,
    }));
  }
}
