// @ts-check
/**
 * Sets of spaces: they travel as hex (bit 11 × row + column), live here as lists of numbers, and are named A1 to K11.
 */

export const SIZE = 11;
export const SPACES = SIZE * SIZE;
const ROWS = "ABCDEFGHIJK";
/** A set of spaces as text; nothing longer can be one. */
const HEX = /^[0-9a-f]{1,31}$/i;

/**
 * The numbers of the spaces in a set that came as hex, in order; none if it is no set.
 * @param {string | null | undefined} hex
 * @returns {number[]}
 */
export function spacesOf(hex) {
  /** @type {number[]} */
  const found = [];
  if (!hex || !HEX.test(hex)) return found;
  let mask = BigInt(`0x${hex}`);
  for (let n = 0; mask && n < SPACES; n++, mask >>= 1n) if (mask & 1n) found.push(n);
  return found;
}

/**
 * A set that came as hex, as flags by the number of the space: for looking up sixty times a second.
 * @param {string | null | undefined} hex
 */
export function flagsOf(hex) {
  const flags = new Uint8Array(SPACES);
  for (const n of spacesOf(hex)) flags[n] = 1;
  return flags;
}

/** @param {number} n */
export const rowOf = (n) => Math.floor(n / SIZE);
/** @param {number} n */
export const columnOf = (n) => n % SIZE;
/** @param {number} row @param {number} column */
export const spaceAt = (row, column) => row * SIZE + column;
/** @param {number} row @param {number} column */
export const isOnMap = (row, column) => row >= 0 && column >= 0 && row < SIZE && column < SIZE;

/** The name of a space, as on the sheet. @param {number} n */
export const nameOf = (n) => ROWS[rowOf(n)] + (columnOf(n) + 1);
/** The number of a space from its name. @param {string} name */
export const numberOf = (name) => ROWS.indexOf(name[0]) * SIZE + Number(name.slice(1)) - 1;
/** @param {Iterable<number>} spaces */
export const namesOf = (spaces) => [...spaces].sort((a, b) => a - b).map(nameOf);
/** @param {number} n @returns {[number, number]} */
export const cellOf = (n) => [rowOf(n), columnOf(n)];

/** The spaces beside one. @param {number} n */
export function neighboursOf(n) {
  const row = rowOf(n),
    column = columnOf(n);
  return [
    [row - 1, column],
    [row, column + 1],
    [row + 1, column],
    [row, column - 1],
  ]
    .filter(([r, c]) => isOnMap(r, c))
    .map(([r, c]) => spaceAt(r, c));
}

/**
 * Where a key leads to from a space, or null if it leads nowhere.
 * @param {number} from
 * @param {string} key as `KeyboardEvent.key` has it
 */
export function stepFrom(from, key) {
  const row = rowOf(from),
    column = columnOf(from);
  /** @type {Record<string, [number, number]>} */
  const steps = {
    ArrowUp: [row - 1, column],
    ArrowDown: [row + 1, column],
    ArrowLeft: [row, column - 1],
    ArrowRight: [row, column + 1],
    Home: [row, 0],
    End: [row, SIZE - 1],
  };
  const within = (/** @type {number} */ value) => Math.max(0, Math.min(SIZE - 1, value));
  return key in steps ? spaceAt(within(steps[key][0]), within(steps[key][1])) : null;
}
