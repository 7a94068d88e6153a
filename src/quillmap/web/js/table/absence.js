// @ts-check
/** What a table says about its people: who is away, for whom a bot draws, who has come back, who is host. No page. */

import {hostSeen, seeHost} from "../memory.js";

/** @typedef {import("../session.js").View} View */
/**
 * Somebody who is away, and whether this device's player may let a bot draw for them.
 * @typedef {{id: number, name: string, mayStandIn: boolean, isLookingBack: boolean}} Absent
 */
/**
 * A sentence, with its params: of the catalogue `absence`, or another one that it names.
 * @typedef {{key: string, params?: Record<string, any>, of?: string}} Sentence
 */

/** That the host chose the deal. @type {Sentence} */
const CHOSEN_DEAL = {of: "games", key: "chosen-deal.text"};

/** Whether a sentence is about the deal. @param {Sentence} sentence */
export const isOfDeal = (sentence) => sentence === CHOSEN_DEAL;

/** The seat of this device's player, if there is one. @param {View} view */
export const ownSeat = (view) => view.table?.seats.find((seat) => seat.id === view.seatId) ?? null;

/** Whether this player has no map to draw on: a spectator, or somebody who has resigned. @param {View} view */
export const isWatching = (view) => view.seatId === null || ownSeat(view)?.until === "end";

/** The number of the map that somebody without one sees: the first, or the one they had. @param {View} view */
export const shownTo = ({table, seatId}) => Math.max(0, table?.seats.findIndex((seat) => seat.id === seatId) ?? 0);

/**
 * Whether somebody has given up, so that a bot plays on for them.
 * @param {Pick<import("../types.js").Board, "result">} board
 * @param {Pick<import("../types.js").TableInfo, "seats">} table
 * @param {number} seat in the game, from 0
 */
export const hasResigned = ({result}, {seats}, seat) =>
  seats[seat]?.until === "end" || result?.help?.[seat]?.resigned === true;

/** Whoever loads the page again is away for a moment: nobody need hear of it. In seconds. */
const SHORT = 2;

/** The time by the server's clock. @param {View} view */
const serverTime = ({skew}) => Date.now() / 1000 + skew;

/** In how many seconds somebody who has just gone counts as away; null if nobody has. @param {View} view */
export function untilAway(view, now = serverTime(view)) {
  const waits = (view.progress?.away ?? []).map(({since}) => since + SHORT - now).filter((wait) => wait > 0);
  return waits.length ? Math.min(...waits) : null;
}

/** Everybody who is away and is waited for: no bot draws for them. @param {View} view @returns {Absent[]} */
export function absentOf(view, now = serverTime(view)) {
  if (view.table?.status !== "playing") return [];
  const found = [];
  for (const {seat, since, stand_in_by, is_looking_back} of view.progress?.away ?? []) {
    const info = view.table.seats.find((each) => each.id === seat);
    if (!info || info.level || now - since < SHORT) continue;
    // With a pace of days people are usually away: that is worth a word when something can be done about it.
    if (view.table.pace?.kind === "days" && stand_in_by === "nobody") continue;
    const isAllowed = stand_in_by === "anybody" || (stand_in_by === "host" && view.isHost),
      mayStandIn = isAllowed && (view.isHost || view.seatId !== null);
    found.push({id: seat, name: info.name, mayStandIn, isLookingBack: is_looking_back});
  }
  return found;
}

/**
 * In how many seconds this player may let a bot draw for somebody who is away; null if they may now, or never.
 * @param {View} view
 */
export function untilStandIn(view, now = serverTime(view)) {
  const absent = absentOf(view, now);
  if (view.seatId === null || isWatching(view) || absent.some((each) => each.mayStandIn)) return null;
  const waits = (view.progress?.away ?? [])
    .filter(({seat}) => absent.some(({id}) => id === seat))
    .map(({anybody_from, host_from}) => (view.isHost ? host_from : anybody_from))
    .flatMap((from) => (from !== null && from > now ? [from - now] : []));
  return waits.length ? Math.ceil(Math.min(...waits)) : null;
}

/** Whether a bot draws for this player, who could draw themselves. @param {View} view */
export function isStoodIn(view) {
  const seat = ownSeat(view);
  return view.table?.status === "playing" && seat !== null && seat.level !== "" && seat.until !== "end";
}

/**
 * Whether leaving means anything: another person plays on, or waits.
 * @param {View} view
 */
export function mayLeave(view) {
  const {table} = view;
  if (table?.status !== "playing" || table.day || isWatching(view)) return false;
  return table.seats.some((seat) => seat.kind === "person" && seat.id !== view.seatId && seat.until !== "end");
}

/** Whether this player may give up: somebody else, a person or a bot, plays on. @param {View} view */
export function mayResign(view) {
  const {table} = view;
  return table?.status === "playing" && !table.day && !isWatching(view) && table.seats.length > 1;
}

/** How the table stands, in sentences. @param {View} view @returns {Sentence[]} */
export function standing(view, now = serverTime(view)) {
  const sentences = [];
  if (view.table?.status !== "playing") return [];
  if (view.table.continued_from) sentences.push({key: "continued.text"});
  if (isWatching(view)) sentences.push({key: view.seatId === null ? "watching.text" : "resigned.text"});
  if (isStoodIn(view)) sentences.push({key: "mine.text"});
  const absent = absentOf(view, now);
  return [
    ...sentences,
    ...aboutAll(
      absent.filter((each) => !each.isLookingBack),
      "one.text",
      "many.text",
    ),
    ...aboutAll(
      absent.filter((each) => each.isLookingBack),
      "looking.text",
      "looking-many.text",
    ),
  ];
}

/** @param {Absent[]} absent @param {string} one @param {string} many @returns {Sentence[]} */
function aboutAll(absent, one, many) {
  if (absent.length > 1) return [{key: many, params: {names: absent.map((each) => each.name)}}];
  return absent.map(({name}) => ({key: one, params: {name}}));
}

/** What was done for somebody whose time ran out. @param {import("../session.js").Late} late @returns {Sentence} */
const lateSentence = ({drawn}) =>
  drawn ? {key: "late.text", params: {terrain: drawn.terrain, spaces: drawn.spaces}} : {key: "late-other.text"};

/** Who has become host since the last look, which may have been before somebody left the page. */
export class HostNews {
  /** @type {number | null | undefined} */
  #host;
  #isFirst = true;

  /**
   * @param {Pick<View, "table" | "seatId"> & {next?: View["next"]}} view
   * @returns {Sentence | null}
   */
  next({table, next, seatId}) {
    // While somebody looks at the end of a game, the table may have gone on.
    const now = next ?? table,
      host = now?.host ?? null,
      name = now?.seats.find((seat) => seat.id === host)?.name,
      before = this.#isFirst && now ? hostSeen(now.id) : this.#host;
    if (now) {
      this.#isFirst = false;
      this.#host = host;
      if (host !== before) seeHost(now.id, host);
    }
    if (before === undefined || host === before || name === undefined) return null;
    return host === seatId ? {key: "host-you.text"} : {key: "host.text", params: {name}};
  }
}

/**
 * What has just changed, in sentences: shown until it is dismissed, or the next card is answered.
 */
export class AbsenceNews {
  /** @type {Sentence[]} */
  #news = [];
  #host = new HostNews();
  /** Who is away, since when. @type {Map<number, number>} */
  #away = new Map();
  /** For how long bots draw, by seat; null before the first look. @type {Map<number, string> | null} */
  #untils = null;
  #question = -1;
  /** The game with a chosen deal of which that was told. */
  #chosenGame = "";
  #stoodIn = 0;
  /** @type {number | null} */
  #asItLay = null;

  /** @param {View} view @returns {Sentence[]} */
  next(view, now = serverTime(view)) {
    const {table, board} = view;
    if (!table || !board) return this.#news;
    if (board.question !== this.#question) {
      // What came with the first board, or between two cards, stays for one card.
      this.#news = view.asItLay !== null && view.asItLay === this.#question ? [{key: "as-it-lay.text"}] : [];
      this.#question = board.question;
      if (view.late?.question === board.question) this.#news.push(lateSentence(view.late));
    }
    if (view.asItLay === board.question && view.asItLay !== this.#asItLay) this.#news.push({key: "as-it-lay.text"});
    this.#asItLay = view.asItLay;
    if (view.stoodIn && view.stoodIn !== this.#stoodIn)
      this.#news.push({key: "meanwhile.text", params: {count: view.stoodIn}});
    this.#stoodIn = view.stoodIn;
    const host = this.#host.next(view);
    if (host) this.#news.push(host);
    this.#tellDeal(view, host !== null);
    this.#tellReturned(view, now);
    this.#tellLeft(view);
    return this.#news;
  }

  dismiss() {
    this.#news = [];
  }

  /**
   * Once in a game, to all but the host who chose its deal: whoever has just become host did not.
   * @param {View} view
   * @param {boolean} isNewHost whether the host is another one than at the last look
   */
  #tellDeal({table, board, isHost}, isNewHost) {
    if (!table?.is_seeded || !board || board.result || this.#chosenGame === board.game) return;
    this.#chosenGame = board.game;
    if (board.seats.length > 1 && (!isHost || isNewHost)) this.#news.push(CHOSEN_DEAL);
  }

  /** @param {View} view @param {number} now */
  #tellReturned({table, progress, seatId}, now) {
    if (!progress) return;
    for (const [seat, since] of this.#away) {
      const name = table?.seats.find((each) => each.id === seat)?.name;
      if (name !== undefined && seat !== seatId && progress.present.includes(seat) && now - since >= SHORT)
        this.#news.push({key: "back.text", params: {name}});
    }
    this.#away = new Map(progress.away.map(({seat, since}) => [seat, since]));
  }

  /** On small phones nothing else shows that a bot has taken over. @param {View} view */
  #tellLeft({table, seatId}) {
    const seats = table?.seats ?? [];
    for (const {id, name, until} of seats) {
      if (id === seatId || !this.#untils || this.#untils.get(id) === until) continue;
      if (until === "end") this.#news.push({key: "given-up.text", params: {name}});
      else if (until === "return") this.#news.push({key: "left.text", params: {name}});
    }
    this.#untils = new Map(seats.map(({id, until}) => [id, until]));
  }
}
