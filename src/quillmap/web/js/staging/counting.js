// @ts-check
/** What a season's count is made of: the lines of the ledger, the sums spelled out, and how the table stands. */

import {rowsOf} from "../art.js";
import {cellOf, spacesOf} from "../spaces.js";

/** @typedef {import("../types.js").GameEvent} GameEvent */
/** @typedef {import("../types.js").Sheet} Sheet */
/** @typedef {import("../types.js").Award} Award */
/**
 * @typedef {{kind: "edict" | "coins" | "monsters", place: number, card: string, points: number, awards: Award[]}} Line
 */

/**
 * The lines of a count, in the order of the score sheet.
 * @param {GameEvent} event `season-scored`
 * @param {number} seat
 * @param {string[]} edicts A to D
 * @param {number[]} places of the edicts that the season scores
 * @returns {Line[]}
 */
export function linesOf(event, seat, edicts, places) {
  const score = event.scores[seat],
    awards = event.awards?.[seat];
  const other = {place: -1, card: ""};
  const costs = spacesOf(awards?.monsters).map((n) => ({points: -1, spaces: (1n << BigInt(n)).toString(16)}));
  return [
    ...places.map((place, n) => ({
      kind: /** @type {const} */ ("edict"),
      place,
      card: edicts[place],
      points: score.edicts[n],
      awards: awards?.edicts[n] ?? [],
    })),
    {kind: "coins", ...other, points: score.coins, awards: []},
    {kind: "monsters", ...other, points: -score.monsters, awards: costs},
  ];
}

/**
 * @typedef {{count: number, points: number, terrain: string | null, size: number, isCluster: boolean}} Group equal
 *   awards; `size` is that of each, 0 if they differ; whether each is a whole cluster
 */

/** @type {Record<string, string>} */
const TERRAINS = {f: "forest", v: "village", a: "farm", w: "water", m: "monster", h: "hero", "^": "mountain"};

/**
 * Awards of the same worth in the same terrain, so that a sum can be spelled out: 5 × 2 = 10.
 * @param {Award[]} awards
 * @param {Sheet} sheet
 * @returns {Group[]}
 */
export function groupsOf(awards, sheet) {
  const rows = rowsOf(sheet);
  /** @type {Map<string, Group>} */
  const found = new Map();
  for (const {points, spaces} of awards) {
    const cells = spacesOf(spaces).map(cellOf),
      letters = new Set(cells.map(([r, c]) => rows[r][c]));
    const terrain = letters.size === 1 ? (TERRAINS[[...letters][0]] ?? null) : null,
      isCluster = terrain !== null && isWhole(cells, rows),
      key = `${points}/${terrain}/${isCluster}`;
    const group = found.get(key);
    if (!group) found.set(key, {count: 1, points, terrain, size: cells.length, isCluster});
    else {
      group.count++;
      if (group.size !== cells.length) group.size = 0;
    }
  }
  return [...found.values()].sort((a, b) => b.points - a.points);
}

/**
 * Whether no space beside these has their terrain: a column of trees is no cluster if the forest goes on beside it.
 * @param {[number, number][]} cells
 * @param {string[]} rows
 */
function isWhole(cells, rows) {
  const mine = new Set(cells.map(String)),
    letter = rows[cells[0][0]][cells[0][1]];
  return cells.every(([r, c]) =>
    [
      [r - 1, c],
      [r + 1, c],
      [r, c - 1],
      [r, c + 1],
    ].every((each) => mine.has(String(each)) || rows[each[0]]?.[each[1]] !== letter),
  );
}

/** @typedef {{seat: number, rank: number, total: number, lost: number, isTied: boolean}} Standing */

/**
 * Everybody in order, as the server ranks them; equal stars are tied.
 * @param {import("../types.js").Board} board
 * @returns {Standing[]}
 */
export function standings({seats, ranks}) {
  const all = seats.map(({total, lost}, seat) => ({seat, rank: ranks[seat], total, lost, isTied: false}));
  all.sort((a, b) => a.rank - b.rank || a.seat - b.seat);
  all.forEach((each, n) => {
    each.isTied = [all[n - 1], all[n + 1]].some((other) => other?.total === each.total);
  });
  return all;
}

const RESIGNED_LAST = "endings.resigned-last.text";

/**
 * The rules that decided the order at the end of a game, as keys of the catalogue: ties among those who played on, and
 * that whoever has resigned comes last.
 * @param {import("../types.js").Board} board
 * @param {string} tie what is said of ties
 */
export function orderRules(board, tie) {
  const hasResigned = (/** @type {number} */ seat) => board.result?.help?.[seat]?.resigned === true;
  const playedOn = standings(board).filter(({seat}) => !hasResigned(seat)),
    hasTie = playedOn.some(({total}, n) => total === playedOn[n + 1]?.total);
  return [...(hasTie ? [tie] : []), ...(playedOn.length < board.seats.length ? [RESIGNED_LAST] : [])];
}

/**
 * Why the order at the end of a game is what it is, where the stars alone don't say it, as keys of the catalogue.
 * @param {import("../types.js").Board} board
 */
export const decidingRules = (board) =>
  orderRules(board, "events.game-ended.tie-break").filter((key) => board.result?.tie_broken || key === RESIGNED_LAST);
