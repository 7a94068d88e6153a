// @ts-check
/** What a table says about its people: who is away, for whom a bot draws, who has come back, who is host. Pure. */

/** @typedef {import("../session.js").View} View */
/**
 * Somebody who is away, and whether this device's player may let a bot draw for them.
 * @typedef {{id: number, name: string, mayStandIn: boolean}} Absent
 */
/**
 * A sentence of the catalogue `absence`, with its params.
 * @typedef {{key: string, params?: Record<string, any>}} Sentence
 */

/** The seat of this device's player, if there is one. @param {View} view */
export const ownSeat = (view) => view.table?.seats.find((seat) => seat.id === view.seatId) ?? null;

/** Whether this player has no map to draw on: a spectator, or somebody who has resigned. @param {View} view */
export const isWatching = (view) => view.seatId === null || ownSeat(view)?.until === "end";

/** The number of the map that somebody without one sees: the first, or the one they had. @param {View} view */
export const shownTo = ({table, seatId}) => Math.max(0, table?.seats.findIndex((seat) => seat.id === seatId) ?? 0);

/** Everybody who is away and is waited for: no bot draws for them. @param {View} view @returns {Absent[]} */
export function absentOf(view) {
  if (view.table?.status !== "playing") return [];
  const found = [];
  for (const {seat, stand_in_by} of view.progress?.away ?? []) {
    const info = view.table.seats.find((each) => each.id === seat);
    if (!info || info.level) continue;
    const isAllowed = stand_in_by === "anybody" || (stand_in_by === "host" && view.isHost);
    found.push({id: seat, name: info.name, mayStandIn: isAllowed && (view.isHost || view.seatId !== null)});
  }
  return found;
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

/** How the table stands, in sentences. @param {View} view @returns {Sentence[]} */
export function standing(view) {
  const sentences = [];
  if (view.table?.status !== "playing") return [];
  if (isWatching(view)) sentences.push({key: view.seatId === null ? "watching.text" : "resigned.text"});
  if (isStoodIn(view)) sentences.push({key: "mine.text"});
  const absent = absentOf(view);
  if (absent.length === 1) sentences.push({key: "one.text", params: {name: absent[0].name}});
  if (absent.length > 1) sentences.push({key: "many.text", params: {names: absent.map((each) => each.name)}});
  return sentences;
}

/**
 * What has just changed, in sentences: shown until it is dismissed, or the next card is answered.
 */
export class AbsenceNews {
  /** @type {Sentence[]} */
  #news = [];
  /** @type {number | null | undefined} */
  #host;
  /** @type {Map<number, string>} */
  #away = new Map();
  #question = -1;
  #stoodIn = 0;

  /** @param {View} view @returns {Sentence[]} */
  next(view) {
    const {table, board} = view;
    if (!table || !board) return this.#news;
    if (board.question !== this.#question) {
      // What came with the first board, or between two cards, stays for one card.
      this.#question = board.question;
      this.#news = [];
    }
    if (view.stoodIn && view.stoodIn !== this.#stoodIn)
      this.#news.push({key: "meanwhile.text", params: {count: view.stoodIn}});
    this.#stoodIn = view.stoodIn;
    this.#tellHost(view);
    this.#tellReturned(view);
    return this.#news;
  }

  dismiss() {
    this.#news = [];
  }

  /** @param {View} view */
  #tellHost({table, seatId}) {
    const host = table?.host ?? null;
    const name = table?.seats.find((seat) => seat.id === host)?.name;
    if (this.#host !== undefined && host !== this.#host && name !== undefined)
      this.#news.push(host === seatId ? {key: "host-you.text"} : {key: "host.text", params: {name}});
    this.#host = host;
  }

  /** @param {View} view */
  #tellReturned({table, progress, seatId}) {
    if (!progress) return;
    const away = new Map();
    for (const {seat} of progress.away) {
      const info = table?.seats.find((each) => each.id === seat);
      if (info) away.set(seat, info.name);
    }
    for (const [seat, name] of this.#away)
      if (!away.has(seat) && seat !== seatId && progress.present.includes(seat))
        this.#news.push({key: "back.text", params: {name}});
    this.#away = away;
  }
}
