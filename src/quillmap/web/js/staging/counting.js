// @ts-check
/**
 * What a season's count is made of, worked out from events and board: the sheet as it was, the lines of the ledger, the
 * sums spelled out.
 */

import {rowsOf} from "../art.js";
import {call} from "../protocol.js";
import {cellOf, numberOf, spacesOf} from "../spaces.js";

/** @typedef {import("../types.js").GameEvent} GameEvent */
/** @typedef {import("../types.js").Sheet} Sheet */
/** @typedef {import("../types.js").Award} Award */
/**
 * @typedef {{kind: "edict" | "coins" | "monsters", place: number, card: string, points: number, awards: Award[]}} Line
 */

export const SEASONS = ["spring", "summer", "autumn", "winter"];
/** Which edicts each season scores (RULES 2.3). */
const PLACES = [
  [0, 1],
  [1, 2],
  [2, 3],
  [3, 0],
];

/**
 * The sheet as it was counted: zombies spread after the count (RULES 7.4).
 * @param {Sheet} sheet after all events @param {GameEvent[]} events @param {number} seat
 */
export function sheetWhenCounted(sheet, events, seat) {
  let found = sheet;
  const at = events.findIndex((event) => event.event === "season-scored");
  for (const event of events.slice(at)) {
    if (event.event !== "spread" || event.sheet !== seat) continue;
    let mask = 0n;
    for (const name of event.spaces) mask |= 1n << BigInt(numberOf(name));
    found = {...found};
    for (const field of ["monster", "zombie", "destroyed"])
      if (found[field]) found[field] = (BigInt(`0x${found[field]}`) & ~mask).toString(16);
  }
  return found;
}

/** A sheet in the text form that the server scores. @param {Sheet} sheet */
export function textMap(sheet) {
  const ruins = new Set(spacesOf(sheet.ruins));
  return rowsOf(sheet)
    .map((line, r) =>
      [...line]
        .map((letter, c) => {
          const isRuins = ruins.has(r * 11 + c);
          if (letter === ".") return isRuins ? ":" : ".";
          if (letter === "^" || letter === "#") return letter;
          return isRuins ? letter : letter.toUpperCase();
        })
        .join(""),
    )
    .join("\n");
}

/**
 * The lines of a count, in the order of the score sheet. Points are those the server has scored; where they earn is
 * asked of it, and left dark if it can't be reached.
 * @param {GameEvent} event `season-scored`
 * @param {number} seat
 * @param {Sheet} sheet as it was counted
 * @param {import("../types.js").Board} board
 * @returns {Promise<Line[]>}
 */
export async function linesOf(event, seat, sheet, board) {
  const score = event.scores[seat],
    places = PLACES[SEASONS.indexOf(event.season)];
  const wish = {
    map: textMap(sheet),
    edicts: places.map((n) => board.edicts[n]),
    coins: score.coins,
    rulebook: board.setup.rulebook,
  };
  const paper = await call("POST", "/api/score", wish).catch(() => null);
  /** @type {Line[]} */
  const lines = places.map((place, n) => ({
    kind: "edict",
    place,
    card: board.edicts[place],
    points: score.edicts[n],
    awards: paper?.edicts[n].points === score.edicts[n] ? paper.edicts[n].awards : [],
  }));
  const cost = paper?.monsters === score.monsters ? spacesOf(paper.monster_spaces) : [];
  lines.push({kind: "coins", place: -1, card: "", points: score.coins, awards: []});
  lines.push({
    kind: "monsters",
    place: -1,
    card: "",
    points: -score.monsters,
    awards: cost.map((n) => ({points: -1, spaces: (1n << BigInt(n)).toString(16)})),
  });
  return lines;
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
 * Everybody in order, as the rules would rank them now: stars, then fewer lost to monsters (RULES 7.3).
 * @param {import("../types.js").SeatBoard[]} seats
 * @returns {Standing[]}
 */
export function standings(seats) {
  const all = seats.map(({total, scores}, seat) => ({
    seat,
    rank: 1,
    total,
    lost: scores.reduce((sum, each) => sum + each.monsters, 0),
    isTied: false,
  }));
  all.sort((a, b) => b.total - a.total || a.lost - b.lost || a.seat - b.seat);
  all.forEach((each, n) => {
    const before = all[n - 1];
    each.rank = before && before.total === each.total && before.lost === each.lost ? before.rank : n + 1;
    each.isTied = [before, all[n + 1]].some((other) => other?.total === each.total);
  });
  return all;
}
