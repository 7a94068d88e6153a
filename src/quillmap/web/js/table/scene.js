// @ts-check
/** One frame of the table: everything that the parts of the screen show, worked out once from the newest view. Pure. */

import {card, seasonsOf} from "../cards.js";
import {calledAt} from "../nicknames.js";
import {spacesOf} from "../spaces.js";
import {isWatching, shownTo} from "./absence.js";
import {isTimeUp} from "./time-up.js";

/** @typedef {import("../session.js").View} View */
/** @typedef {import("../types.js").Board} Board */
/** Counts scenes of screens that do not count for themselves. */
let fresh = 0;

/**
 * Say whether a part shows something already: it need not be shown twice. While a piece hovers that is what a slow
 * phone lives on.
 * @returns {(key: string) => boolean}
 */
export function shownAlready() {
  let last = "";
  return (key) => {
    const isSame = key === last;
    last = key;
    return isSame;
  };
}

/**
 * @typedef {object} Interface what only this screen knows
 * @property {boolean} showPlaces
 * @property {number} openEdict whose rule the phone shows
 * @property {import("../types.js").Catalogue} catalogue
 * @property {number} [stamp] another one whenever something else than the piece in hand or its preview has changed
 * @property {boolean} [isHinting] whether a hint is on its way
 * @property {boolean} [isTask] whether an answer is judged and not played
 */

/**
 * What everybody is called: beside a result as they were when the game ended, whatever they call themselves since.
 * @param {Board} board @param {import("../types.js").TableInfo} table
 */
export const namesAt = ({seats, result}, table) =>
  seats.map((_, n) => {
    const info = table.seats[n];
    return calledAt(result?.names?.[n] ?? info?.name ?? String(n + 1), info?.stands_for);
  });

/**
 * @param {View} view @param {import("../hand.js").Hand} hand @param {Interface} ui
 */
export function sceneOf(view, hand, ui) {
  const board = /** @type {Board} */ (view.board);
  const table = /** @type {import("../types.js").TableInfo} */ (view.table);
  const me = view.own?.seat ?? null;
  const shownSeat = me ?? shownTo(view);
  const choices = view.own?.choices ?? null;
  const answer = view.own?.answer ?? null;
  const sheetSeat = choices ? choices.sheet : me !== null && answer ? sheetInHand(board, me) : shownSeat;
  const worth = view.worth && view.worth.sheet === shownSeat ? view.worth : null;
  const preview = view.preview;
  const own = preview && preview.sheet === me ? preview : null;
  const now = board.card ? card(board.card) : null;
  const isOpen = board.ask !== null;
  const adds = isOpen && board.ask === "draw" && now?.kind === "explore" ? (now.time ?? 0) : 0;
  const seasons = seasonsOf(board.setup);
  const revealed =
    isOpen && board.revealed[board.revealed.length - 1] === board.card ? board.revealed.slice(0, -1) : board.revealed;
  const seasonIndex = seasons.findIndex((season) => season.id === board.season);
  const mine = answer ? withDrawnCoins(board.seats[shownSeat], worth) : board.seats[shownSeat];
  // After the count, when the Troll is answered, the season is in ink already.
  const isCounted = board.result !== null || mine.scores.length > seasonIndex;
  const pencil = isCounted ? null : (own ?? worth);
  // While a scene is shown, others draw already for the board that it leads to.
  const {waiting, answered} = view.progress && view.progress.question >= board.question ? view.progress : board;
  return {
    stamp: ui.stamp ?? --fresh,
    view,
    hand,
    board,
    table,
    me,
    choices,
    answer,
    names: namesAt(board, table),
    worth,
    preview,
    ui,
    seasons,
    revealed,
    sheetSeat,
    isWatching: isWatching(view),
    /** What a drawing on a neighbour's map does to it, or would do; null if that is not known. */
    harm: harmOf(view, sheetSeat),
    /** Whether a neighbour's map lies on the desk. */
    isRaid: me !== null && sheetSeat !== me,
    mine,
    /** What the season would bring if it ended now; nothing when it is counted. */
    pencil,
    /** What has been counted, alone as beside others: so totals compare, and no game has another rule. */
    total: mine.total,
    sheet: board.seats[sheetSeat].sheet,
    card: now,
    ask: choices?.ask ?? null,
    seasonIndex,
    gone: board.time - adds,
    adds,
    isLastCard: board.ask === "draw" && board.ends_season,
    ...gainsOf(board, own),
    /** Ruins that have to be covered; what a skill adds may lie beside them. */
    wanted: hand.main ? [] : spacesOf(choices?.wanted),
    waiting: board.result ? [] : waiting.filter((seat) => !answered.includes(seat)),
    isOver: board.result !== null,
    /** Whether the host chose the deal of this game; after a rematch the table tells it of the next one. */
    isSeeded: board.result ? board.result.is_seeded === true : table.is_seeded,
    /** Whether what was drawn stays, because the time is up. */
    isFinal: answer !== null && isTimeUp(view),
  };
}

/** @typedef {ReturnType<typeof sceneOf>} Scene */

/**
 * A seat with the coins of what it has drawn, which the board shows only when all have.
 * @param {Board["seats"][number]} seat
 * @param {import("../types.js").Worth | null} worth of its map with what was drawn
 */
function withDrawnCoins(seat, worth) {
  const more = worth ? worth.coins_after - (seat.coins - seat.spent) : 0;
  return more ? {...seat, coins: seat.coins + Math.max(0, more), spent: seat.spent + Math.max(0, -more)} : seat;
}

/**
 * What the piece in hand would bring to one's own map.
 * @param {Board} board
 * @param {import("../types.js").Worth | null} own
 */
const gainsOf = (board, own) => ({
  /** What each edict would gain, or lose. */
  gains: board.edicts.map((_, n) => (own ? own.edicts[n].after - own.edicts[n].before : 0)),
  coinGain: own ? own.coins_after - own.coins_before : 0,
  monsterGain: own ? own.monsters_before - own.monsters_after : 0,
  /** What coins and monsters come to by the end of the year. */
  coinYear: own?.coins_year ?? 0,
  monsterYear: own?.monsters_year ?? 0,
  seasonGain: own ? own.season_after - own.season_before : 0,
});

/** @param {View} view @param {number} sheet whose map lies on the desk */
const harmOf = ({preview, drawn}, sheet) => [preview, drawn].find((each) => each?.sheet === sheet) ?? null;

/** Whose map a seat has in hand: a neighbour's during an ambush. @param {Board} board @param {number} me */
const sheetInHand = (board, me) => (board.holders.length ? board.holders.indexOf(me) : me);

/** Who has a seat's own map in hand. @param {Board} board @param {number} me */
export const holderOf = (board, me) => board.holders[me] ?? me;
