// @ts-check
/**
 * A shape in hand, without a page and without rules: turning, flipping, and snapping to the anchors that the server
 * says are legal. A turn is a list of [row, column] in its outline; its anchor is where the outline's top left corner
 * lies on the map.
 */

import {cellOf, flagsOf, isOnMap, SIZE, spaceAt, spacesOf} from "./spaces.js";

/** @typedef {[number, number]} Cell */
/** @typedef {{cells: Cell[], height: number, width: number}} Turn */
/** @typedef {{row: number, column: number}} Anchor */
/**
 * @typedef {{name: string, coin: boolean, turns: Turn[], legal: Uint8Array[], fitsAnywhere: boolean}} Piece a shape in
 *   all its turns
 */

/** How near a legal place must be to be taken instead of an illegal one, in spaces. */
export const REACH = 0.6;
/** How far beyond its border a place is kept, so that it does not flicker. */
export const STICK = 0.15;

/** @param {import("./types.js").ShapeTurn} sent @returns {Turn} */
export function turnOf({spaces, height, width}) {
  return {cells: spacesOf(spaces).map(cellOf), height, width};
}

/** @param {Cell[]} cells @returns {Turn} */
function framed(cells) {
  const top = Math.min(...cells.map((cell) => cell[0])),
    left = Math.min(...cells.map((cell) => cell[1]));
  const moved = cells
    .map(([r, c]) => /** @type {Cell} */ ([r - top, c - left]))
    .sort((a, b) => a[0] - b[0] || a[1] - b[1]);
  return {
    cells: moved,
    height: Math.max(...moved.map((cell) => cell[0])) + 1,
    width: Math.max(...moved.map((cell) => cell[1])) + 1,
  };
}

/** A quarter turn clockwise. @param {Turn} turn @returns {Turn} */
export const rotated = (turn) => framed(turn.cells.map(([r, c]) => [c, -r]));
/** Left and right exchanged. @param {Turn} turn @returns {Turn} */
export const flipped = (turn) => framed(turn.cells.map(([r, c]) => [r, -c]));

/** Where a space of a turn comes to by a quarter turn. @param {Turn} turn @param {Cell} cell @returns {Cell} */
export const rotatedCell = (turn, [r, c]) => [c, turn.height - 1 - r];
/** @param {Turn} turn @param {Cell} cell @returns {Cell} */
export const flippedCell = (turn, [r, c]) => [r, turn.width - 1 - c];

/** @param {Turn[]} turns @param {Turn} wanted */
export function indexOfTurn(turns, wanted) {
  const text = JSON.stringify(wanted.cells);
  return turns.findIndex((turn) => JSON.stringify(turn.cells) === text);
}

/** The space in the middle of a shape: the one it is held by. @param {Turn} turn @returns {Cell} */
export function middleOf(turn) {
  const n = turn.cells.length;
  const row = turn.cells.reduce((sum, cell) => sum + cell[0], 0) / n,
    column = turn.cells.reduce((sum, cell) => sum + cell[1], 0) / n;
  const far = (/** @type {Cell} */ [r, c]) => (r - row) ** 2 + (c - column) ** 2;
  return turn.cells.reduce((best, cell) => (far(cell) < far(best) - 1e-9 ? cell : best));
}

/**
 * The pieces to choose from: each shape in all its turns, each with its legal anchors.
 * @param {import("./types.js").Place[]} places what the server allows
 * @param {{name: string, coin: boolean, turns: import("./types.js").ShapeTurn[]}[]} printed the shapes of the card,
 *   also those that fit nowhere
 * @returns {Piece[]}
 */
export function piecesOf(places, printed) {
  const names = [...new Set([...printed.map((shape) => shape.name), ...places.map((place) => place.shape)])];
  return names.map((name) => {
    const known = printed.find((shape) => shape.name === name);
    const mine = places.filter((place) => place.shape === name);
    const turns = (known ? known.turns : mine).map(turnOf);
    const legal = turns.map((turn) => {
      const place = mine.find((each) => JSON.stringify(turnOf(each).cells) === JSON.stringify(turn.cells));
      return flagsOf(place?.anchors);
    });
    return {name, coin: known?.coin ?? false, turns, legal, fitsAnywhere: mine.length > 0};
  });
}

/**
 * The spaces a turn covers at an anchor, or null if it would hang over the edge.
 * @param {Turn} turn
 * @param {Anchor} anchor
 */
export function spacesAt(turn, {row, column}) {
  const found = [];
  for (const [r, c] of turn.cells) {
    if (!isOnMap(row + r, column + c)) return null;
    found.push(spaceAt(row + r, column + c));
  }
  return found;
}

/** @param {number} value @param {number} most */
const within = (value, most) => Math.max(0, Math.min(most, value));

/**
 * The anchor for a wished one, which may lie between spaces: the nearest on the map; the one there is, while it is near
 * enough; or a legal one close by.
 * @param {{row: number, column: number}} wish
 * @param {Turn} turn @param {Uint8Array} legal @param {Anchor | null} now
 * @returns {Anchor}
 */
export function snap(wish, turn, legal, now) {
  const down = SIZE - turn.height,
    right = SIZE - turn.width;
  const row = within(wish.row, down),
    column = within(wish.column, right);
  const isLegal = (/** @type {Anchor} */ at) => legal[spaceAt(at.row, at.column)] === 1;
  if (now && now.row <= down && now.column <= right && isLegal(now)) {
    if (Math.abs(row - now.row) <= 0.5 + STICK && Math.abs(column - now.column) <= 0.5 + STICK) return now;
  }
  const nearest = {row: Math.round(row), column: Math.round(column)};
  if (isLegal(nearest)) return nearest;
  let best = nearest,
    closest = REACH;
  for (let r = Math.floor(row); r <= Math.min(down, Math.ceil(row)); r++)
    for (let c = Math.floor(column); c <= Math.min(right, Math.ceil(column)); c++) {
      const far = Math.hypot(r - row, c - column);
      if (far > closest || !isLegal({row: r, column: c})) continue;
      best = {row: r, column: c};
      closest = far;
    }
  return best;
}

/** Every space that some legal place covers. @param {Piece} piece */
export function reachOf(piece) {
  const found = new Set();
  piece.turns.forEach((turn, n) => {
    for (let anchor = 0; anchor < SIZE * SIZE; anchor++)
      if (piece.legal[n][anchor]) for (const [r, c] of turn.cells) found.add(anchor + r * SIZE + c);
  });
  return found;
}
