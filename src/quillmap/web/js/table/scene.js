// @ts-check
/** One frame of the table: everything that the parts of the screen show, worked out once from the newest view. Pure. */

import {card} from "../cards.js";
import {spacesOf} from "../spaces.js";

/** @typedef {import("../session.js").View} View */
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
 */

/**
 * @param {View} view @param {import("../hand.js").Hand} hand @param {Interface} ui
 */
export function sceneOf(view, hand, ui) {
  const board = /** @type {import("../types.js").Board} */ (view.board);
  const table = /** @type {import("../types.js").TableInfo} */ (view.table);
  const me = view.own?.seat ?? null;
  const shownSeat = me ?? 0;
  const choices = view.own?.choices ?? null;
  const answer = view.own?.answer ?? null;
  const sheetSeat = choices ? choices.sheet : me !== null && answer ? sheetOfAnswer(board, me) : shownSeat;
  const names = board.seats.map((_, n) => table.seats[n]?.name ?? String(n + 1));
  const worth = view.worth && view.worth.sheet === me ? view.worth : null;
  const preview = view.preview;
  const own = preview && preview.sheet === me ? preview : null;
  const now = board.card ? card(board.card) : null;
  const isOpen = board.ask !== null;
  const adds = isOpen && board.ask === "draw" && now?.kind === "explore" ? (now.time ?? 0) : 0;
  const seasons = ui.catalogue.seasons[board.setup.seasons] ?? ui.catalogue.seasons.base;
  const revealed =
    isOpen && board.revealed[board.revealed.length - 1] === board.card ? board.revealed.slice(0, -1) : board.revealed;
  const waiting = view.progress && view.progress.question === board.question ? view.progress.waiting : board.waiting;
  const answered = view.progress && view.progress.question === board.question ? view.progress.answered : board.answered;
  return {
    stamp: ui.stamp ?? --fresh,
    view,
    hand,
    board,
    table,
    me,
    choices,
    answer,
    names,
    worth,
    preview,
    ui,
    seasons,
    revealed,
    sheetSeat,
    /** Whether a neighbour's map lies on the desk. */
    isRaid: me !== null && sheetSeat !== me,
    mine: board.seats[shownSeat],
    sheet: board.seats[sheetSeat].sheet,
    card: now,
    ask: choices?.ask ?? null,
    seasonIndex: seasons.findIndex((season) => season.id === board.season),
    gone: board.time - adds,
    adds,
    isLastCard: isOpen && board.ask === "draw" && board.time >= board.season_time && board.season_time > 0,
    /** What each edict would gain, or lose, on one's own map. */
    gains: board.edicts.map((_, n) => (own ? own.edicts[n].after - own.edicts[n].before : 0)),
    coinGain: own ? own.coins_after - own.coins_before : 0,
    monsterGain: own ? own.monsters_before - own.monsters_after : 0,
    seasonGain: own ? own.season_after - own.season_before : 0,
    wanted: spacesOf(choices?.wanted),
    waiting: waiting.filter((seat) => !answered.includes(seat)),
    isOver: board.result !== null,
  };
}

/** @typedef {ReturnType<typeof sceneOf>} Scene */

/**
 * On whose map somebody draws who has answered already (RULES 5.1).
 * @param {import("../types.js").Board} board
 * @param {number} me
 */
function sheetOfAnswer(board, me) {
  const seats = board.seats.length;
  if (
    seats < 2 ||
    board.setup.ambush_by === "automatic" ||
    !board.card ||
    (board.ask !== "ambush" && board.ask !== "gorgon")
  )
    return me;
  return (me + (card(board.card).clockwise ? seats - 1 : 1)) % seats;
}

/** Where one's own map is during an ambush. @param {import("../types.js").Board} board @param {number} me */
export function holderOf(board, me) {
  const seats = board.seats.length;
  return (me + (board.card && card(board.card).clockwise ? 1 : seats - 1)) % seats;
}
