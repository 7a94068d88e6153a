// @ts-check
/** The table in order: rank, crest, name, a bar of what each season brought, the stars; for 2 seats or 100. */

import {seasonsOf} from "../cards.js";
import {el, paint, star} from "../dom.js";
import {helpText, isMarked, publicHelp} from "../help-marks.js";
import {pictureAt} from "../seat-picture.js";
import {tellWinners} from "../telling.js";
import {figure, listed, t} from "../words.js";

/**
 * Who has won, told to somebody: the winner who reads it is not told a name that was perhaps never chosen.
 * @param {{ranks: number[], totals: number[]}} result of a game that was not played alone
 * @param {string[]} names @param {number | null} me
 */
export function winnersText(result, names, me) {
  if (me === null || result.ranks[me] !== 1) return tellWinners(result, names);
  const others = names.filter((_, seat) => seat !== me && result.ranks[seat] === 1),
    count = result.totals[me];
  return others.length
    ? t("endings.you-share.text", {players: listed([t("page.you"), ...others]), count})
    : t("endings.you-win.text", {count});
}

/** @typedef {import("./counting.js").Standing} Standing */
/**
 * @typedef {{names: string[], table: import("../types.js").TableInfo, board: import("../types.js").Board, me: number |
 *   null}} Table
 */

/** Lists longer than this scroll by themselves. */
const LONG = 8;

/**
 * How long each season's part of a bar is, so that the bar is as long as the stars are many: what a season lost is
 * taken from those before it, and what they don't have from those after it.
 * @param {number[]} totals
 */
export function lengthsOf(totals) {
  /** @type {number[]} */
  const lengths = [];
  let owed = 0;
  for (const total of totals) {
    lengths.push(Math.max(0, total - owed));
    owed = Math.max(0, owed - total);
    for (let n = lengths.length - 1; n >= 0 && owed > 0; n--) {
      const taken = Math.min(lengths[n], owed);
      lengths[n] -= taken;
      owed -= taken;
    }
  }
  return lengths;
}

/**
 * @param {Standing[]} order @param {Table} table
 * @param {{season?: number, label: string}} options `season` is the one that is being counted, and hatched
 */
export function standingList(order, {names, table, board, me}, {season = -1, label}) {
  const seasons = seasonsOf(board.setup);
  const most = Math.max(1, ...board.seats.map(({total}) => total));
  const hasTie = order.some((each) => each.isTied);
  const rows = order.map(({seat, rank, total, lost, isTied}) => {
    const info = table.seats[seat],
      sign = el("span", {class: "race-crest"});
    paint(sign, pictureAt(table, seat, 22));
    const bar = el("span", {class: "race-bar", "aria-hidden": "true"});
    for (const [n, length] of lengthsOf(board.seats[seat].scores.map((score) => score.total)).entries()) {
      const part = el("i", {class: `${seasons[n].id} ${n === season ? "fresh" : ""}`});
      part.style.setProperty("inline-size", `${(length / most) * 100}%`);
      bar.append(part);
    }
    const words = el("span", {class: "race-name"}, seat === me ? t("page.you") : names[seat]);
    if (isTied) words.append(" ", el("small", {}, t("endings.lost", {count: lost})));
    const help = publicHelp(board.result?.help?.[seat]);
    if (isMarked(help)) words.append(" ", el("small", {class: "helped"}, helpText(help)));
    else if (info?.until === "end") words.append(" ", el("small", {class: "helped"}, t("absence.seat.resigned")));
    return el(
      "li",
      {class: seat === me ? "me" : "", data: {seat: String(seat)}},
      el("span", {class: "race-rank num"}, `${rank}.`),
      sign,
      words,
      bar,
      el("b", {class: "num"}, figure(total)),
      star(),
    );
  });
  const isLong = rows.length > LONG;
  const list = el(
    "ol",
    {class: `race-list ${isLong ? "long" : ""}`, "aria-label": label, tabindex: isLong ? 0 : null},
    ...rows,
  );
  return {list, rows, hasTie};
}

/** Bring one's own line of a long list into sight. @param {HTMLElement} list */
export function showMine(list) {
  const mine = /** @type {HTMLElement | null} */ (list.querySelector(".me"));
  if (mine && list.scrollHeight > list.clientHeight) list.scrollTop = mine.offsetTop - list.clientHeight / 2;
}

/**
 * How many people and bots have not answered yet, at a table of more than one.
 * @param {import("../types.js").Progress | null} progress
 * @param {import("../types.js").Board | null} board
 */
export function stillDrawing(progress, board) {
  if (!progress || !board || board.seats.length < 2) return 0;
  return progress.waiting.filter((seat) => !progress.answered.includes(seat)).length;
}
