// @ts-check
/**
 * A replay as moments: a card is revealed, everybody has drawn, a season is counted. Seats draw at the same time, so
 * their drawings are one moment, whatever their number. Pure; the boards are the server's.
 */

/** @typedef {import("../types.js").GameEvent} GameEvent */
/** @typedef {import("../types.js").Board} Board */
/** @typedef {import("../types.js").Worth} Worth */
/** @typedef {import("../types.js").SeatBoard} SeatBoard */
/** @typedef {{event: GameEvent, changes: Record<string, any>, seats: Record<string, SeatBoard>}} Frame */
/** @typedef {"begin" | "card" | "move" | "count" | "end"} Kind */
/**
 * @typedef {object} Moment
 * @property {Kind} kind
 * @property {number} first the number of its first frame, from 1; the beginning is 0
 * @property {number} last
 * @property {GameEvent[]} events
 * @property {Board} board after it
 * @property {string | null} card the last one revealed in this season
 */

/** @type {Record<string, Kind>} */
const KINDS = {
  "season-began": "card",
  "card-revealed": "card",
  "season-scored": "count",
  "game-ended": "end",
  drawn: "move",
  passed: "move",
  declared: "move",
  "hero-placed": "move",
  destroyed: "move",
  spread: "move",
  "lasting-resolved": "move",
};

/**
 * Which frames belong together.
 * @param {Frame[]} frames
 * @returns {{kind: Kind, from: number, to: number}[]} the last frame not included
 */
function grouped(frames) {
  /** @type {{kind: Kind, from: number, to: number}[]} */
  const groups = [];
  let hasCard = false,
    isAsked = false;
  frames.forEach(({event}, n) => {
    const kind = KINDS[event.event],
      now = groups[groups.length - 1];
    if (!kind && now) {
      // Questions and ends of rounds belong to what was there; but what is answered to a further question is a moment
      // of its own.
      if (event.event === "asked" && now.kind === "move") isAsked = true;
      now.to = n + 1;
      return;
    }
    const isNew = !now || isAsked || kind !== now.kind || (hasCard && kind === "card");
    if (isNew) groups.push({kind: kind ?? "move", from: n, to: n + 1});
    else now.to = n + 1;
    isAsked = false;
    hasCard = event.event === "card-revealed";
  });
  return groups;
}

/** @param {{board: Board, frames: Frame[]}} replay @returns {Moment[]} */
export function momentsOf({board, frames}) {
  /** @type {Moment[]} */
  const moments = [{kind: "begin", first: 0, last: 0, events: [{event: "game-began"}], board, card: null}];
  let now = board;
  /** @type {string | null} */
  let card = null;
  for (const {kind, from, to} of grouped(frames)) {
    const mine = frames.slice(from, to),
      seats = [...now.seats];
    for (const {event, changes, seats: changed} of mine) {
      now = {...now, ...changes};
      for (const [seat, each] of Object.entries(changed)) seats[Number(seat)] = each;
      if (event.event === "season-began") card = null;
      if (event.event === "card-revealed") card = event.card;
    }
    now = {...now, seats, version: to + 1};
    moments.push({kind, first: from + 1, last: to, events: mine.map((frame) => frame.event), board: now, card});
  }
  return moments;
}

/** The last line of the record that belongs to a moment: that of the beginning is 1. @param {Moment} moment */
export const eventOf = ({last}) => last + 1;

/** The moment to which a line of the record has led. @param {Moment[]} moments @param {number} event */
export const momentAt = (moments, event) =>
  Math.max(
    0,
    moments.findLastIndex((moment) => eventOf(moment) <= event),
  );

/** Whether seats are asked something after a moment, or at its end. @param {Frame[]} frames @param {Moment} moment */
export const goesOn = (frames, {last}) => frames.findLastIndex(({event}) => event.event === "asked") + 1 >= last;

/** Where each season begins. @param {Moment[]} moments @returns {{season: string, at: number}[]} */
export function seasonMarks(moments) {
  /** @type {{season: string, at: number}[]} */
  const marks = [];
  moments.forEach(({board: {season}}, at) => {
    if (season && marks[marks.length - 1]?.season !== season) marks.push({season, at});
  });
  return marks;
}

/**
 * What a moment brought to the map of a story: from before its first frame to after its last one.
 * @param {{event: number, worth: Worth}[]} brought in the order of events @param {Moment} moment @returns {Worth}
 */
export function worthOf(brought, {first, last, board}) {
  const until = brought.filter((each) => each.event <= last),
    mine = until.filter((each) => each.event >= first);
  const {worth} = until[until.length - 1],
    start = mine.length ? mine[0].worth : null;
  const edicts = worth.edicts.map((edict, n) => ({...edict, before: start ? start.edicts[n].before : edict.after}));
  // A season that has been counted is ink: nothing is added to it in pencil.
  const isCounted = board.step !== "exploring" && board.step !== "resolving";
  return {
    ...worth,
    edicts,
    coins_before: start ? start.coins_before : worth.coins_after,
    monsters_before: start ? start.monsters_before : worth.monsters_after,
    season_before: isCounted ? 0 : start ? start.season_before : worth.season_after,
    season_after: isCounted ? 0 : worth.season_after,
  };
}

/**
 * The names of the spaces that a moment changed on a map.
 * @param {Moment} moment
 * @param {number} seat
 * @returns {string[]}
 */
export function changedSpaces({events}, seat) {
  return events.flatMap((event) => {
    if (event.event === "hero-placed") return event.seat === seat ? [event.space, ...(event.destroyed ?? [])] : [];
    if (event.sheet !== seat) return [];
    return [...(event.spaces ?? []), ...(event.extra?.spaces ?? []), ...(event.space ? [event.space] : [])];
  });
}
