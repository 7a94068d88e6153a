// @ts-check
/**
 * QR codes (ISO/IEC 18004): text as bytes, error correction M, versions 1 to 10, which is enough for 213 bytes. Pure:
 * text in, rows of dark and light out.
 */

/** For each version from 1: check bytes of a block, then how many blocks hold how many bytes. */
const BLOCKS = [
  [10, [1, 16]],
  [16, [1, 28]],
  [26, [1, 44]],
  [18, [2, 32]],
  [24, [2, 43]],
  [16, [4, 27]],
  [18, [4, 31]],
  [22, [2, 38], [2, 39]],
  [22, [3, 36], [2, 37]],
  [26, [4, 43], [1, 44]],
].map(([check, ...groups]) => ({
  check: /** @type {number} */ (check),
  sizes: /** @type {number[][]} */ (groups).flatMap(([count, size]) => Array(count).fill(size)),
}));
/** Where the small squares lie, for each version from 1. */
const ALIGNED = [[], [6, 18], [6, 22], [6, 26], [6, 30], [6, 34], [6, 22, 38], [6, 24, 42], [6, 26, 46], [6, 28, 50]];

/** Powers in the field of 256 elements, and their exponents. */
const POWER = new Uint8Array(512),
  EXPONENT = new Uint8Array(256);
for (let i = 0, x = 1; i < 255; i++) {
  POWER[i] = POWER[i + 255] = x;
  EXPONENT[x] = i;
  x = (x << 1) ^ (x & 128 ? 0x11d : 0);
}
/** @param {number} a @param {number} b */
const times = (a, b) => (a && b ? POWER[EXPONENT[a] + EXPONENT[b]] : 0);

/** The check bytes of a block (Reed–Solomon). @param {number[]} data @param {number} count */
function checkBytes(data, count) {
  let generator = [1];
  for (let i = 0; i < count; i++)
    generator = [...generator, 0].map((each, n) => each ^ times(n ? generator[n - 1] : 0, POWER[i]));
  const left = [...data, ...Array(count).fill(0)];
  for (let i = 0; i < data.length; i++) {
    const factor = left[i];
    for (let n = 0; factor && n < generator.length; n++) left[i + n] ^= times(generator[n], factor);
  }
  return left.slice(data.length);
}

/** All bytes of the code, in the order in which they are written. @param {Uint8Array} bytes @param {number} version */
function codewords(bytes, version) {
  const {check, sizes} = BLOCKS[version - 1],
    room = sizes.reduce((a, b) => a + b, 0),
    long = version > 9;
  const bits = [0b0100, 4, bytes.length, long ? 16 : 8];
  let text = "";
  for (let i = 0; i < bits.length; i += 2) text += bits[i].toString(2).padStart(bits[i + 1], "0");
  for (const byte of bytes) text += byte.toString(2).padStart(8, "0");
  text += "0".repeat(Math.min(4, room * 8 - text.length));
  text = text.padEnd(Math.ceil(text.length / 8) * 8, "0");
  const data = Array.from({length: text.length / 8}, (_, n) => parseInt(text.slice(8 * n, 8 * n + 8), 2));
  for (let pad = 0xec; data.length < room; pad ^= 0xec ^ 0x11) data.push(pad);
  let at = 0;
  const blocks = sizes.map((size) => {
    at += size;
    return data.slice(at - size, at);
  });
  const checks = blocks.map((block) => checkBytes(block, check));
  const woven = (/** @type {number[][]} */ lists) =>
    Array.from({length: Math.max(...lists.map((list) => list.length))}, (_, n) =>
      lists.flatMap((list) => (n < list.length ? [list[n]] : [])),
    ).flat();
  return [...woven(blocks), ...woven(checks)];
}

/** @type {((r: number, c: number) => boolean)[]} */
const MASKS = [
  (r, c) => (r + c) % 2 === 0,
  (r) => r % 2 === 0,
  (_, c) => c % 3 === 0,
  (r, c) => (r + c) % 3 === 0,
  (r, c) => ((r >> 1) + Math.floor(c / 3)) % 2 === 0,
  (r, c) => ((r * c) % 2) + ((r * c) % 3) === 0,
  (r, c) => (((r * c) % 2) + ((r * c) % 3)) % 2 === 0,
  (r, c) => (((r + c) % 2) + ((r * c) % 3)) % 2 === 0,
];

/**
 * A remainder for checking numbers by.
 * @param {number} value
 * @param {number} divisor
 * @param {number} bits of the divisor, less one
 */
function remainder(value, divisor, bits) {
  let left = value << bits;
  while (32 - Math.clz32(left) > bits) left ^= divisor << (32 - Math.clz32(left) - 1 - bits);
  return left;
}

/** Everything that is the same for all texts; undefined where data go. @param {number} version @param {number} mask */
function framework(version, mask) {
  const size = 17 + 4 * version;
  /** @type {(boolean | undefined)[][]} */
  const rows = Array.from({length: size}, () => Array(size).fill(undefined));
  const put = (/** @type {number} */ r, /** @type {number} */ c, /** @type {any} */ dark) => {
    if (r >= 0 && c >= 0 && r < size && c < size) rows[r][c] = Boolean(dark);
  };
  for (const [top, left] of [
    [0, 0],
    [0, size - 7],
    [size - 7, 0],
  ])
    for (let r = -1; r < 8; r++)
      for (let c = -1; c < 8; c++) {
        const ring = Math.max(Math.abs(r - 3), Math.abs(c - 3));
        put(top + r, left + c, ring !== 2 && ring < 4);
      }
  for (const r of ALIGNED[version - 1])
    for (const c of ALIGNED[version - 1]) {
      if (rows[r][c] !== undefined) continue;
      for (let y = -2; y < 3; y++)
        for (let x = -2; x < 3; x++) put(r + y, c + x, Math.max(Math.abs(y), Math.abs(x)) !== 1);
    }
  for (let n = 8; n < size - 8; n++) {
    rows[6][n] ??= n % 2 === 0;
    rows[n][6] ??= n % 2 === 0;
  }
  // Level M is 00, so the format is the mask alone.
  const format = ((mask << 10) | remainder(mask, 0x537, 10)) ^ 0x5412;
  for (let n = 0; n < 15; n++) {
    const dark = (format >> n) & 1;
    put(n < 6 ? n : n < 8 ? n + 1 : size - 15 + n, 8, dark);
    put(8, n < 8 ? size - 1 - n : n < 9 ? 7 : 14 - n, dark);
  }
  put(size - 8, 8, true);
  if (version > 6) {
    const number = (version << 12) | remainder(version, 0x1f25, 12);
    for (let n = 0; n < 18; n++) {
      put(Math.floor(n / 3), size - 11 + (n % 3), (number >> n) & 1);
      put(size - 11 + (n % 3), Math.floor(n / 3), (number >> n) & 1);
    }
  }
  return rows;
}

/** How hard a code is to read: long runs, blocks, false finders, too dark or too light. @param {boolean[][]} rows */
function penalty(rows) {
  const size = rows.length,
    lines = [...rows, ...rows.map((_, c) => rows.map((row) => row[c]))].map((line) => line.map(Number).join(""));
  let points = 0;
  for (const line of lines) {
    for (const run of line.match(/0{5,}|1{5,}/g) ?? []) points += run.length - 2;
    for (const finder of ["10111010000", "00001011101"])
      for (let at = line.indexOf(finder); at >= 0; at = line.indexOf(finder, at + 1)) points += 40;
  }
  for (let r = 1; r < size; r++)
    for (let c = 1; c < size; c++)
      if (rows[r][c] === rows[r - 1][c] && rows[r][c] === rows[r][c - 1] && rows[r][c] === rows[r - 1][c - 1])
        points += 3;
  const dark = rows.flat().filter(Boolean).length / (size * size);
  return points + 10 * Math.floor(Math.abs(dark - 0.5) * 20);
}

/** @param {number[]} words @param {number} version @param {number} mask */
function written(words, version, mask) {
  const rows = framework(version, mask),
    size = rows.length;
  const bits = words.map((word) => word.toString(2).padStart(8, "0")).join("");
  let at = 0,
    up = true;
  for (let right = size - 1; right > 0; right -= 2, up = !up) {
    if (right === 6) right--;
    for (let n = 0; n < size; n++)
      for (const c of [right, right - 1]) {
        const r = up ? size - 1 - n : n;
        if (rows[r][c] === undefined) rows[r][c] = (bits[at++] === "1") !== MASKS[mask](r, c);
      }
  }
  return /** @type {boolean[][]} */ (rows);
}

/**
 * The code of a text as rows, true where it is dark; null if the text is too long.
 * @param {string} text
 * @param {number} [forced] mask, for tests
 */
export function qrCode(text, forced) {
  const bytes = new TextEncoder().encode(text);
  const version =
    1 + BLOCKS.findIndex(({sizes}, n) => sizes.reduce((a, b) => a + b, 0) >= bytes.length + (n > 8 ? 3 : 2));
  if (!version) return null;
  const words = codewords(bytes, version);
  const found = (forced === undefined ? [...MASKS.keys()] : [forced]).map((mask) => written(words, version, mask));
  return found.reduce((best, each) => (penalty(each) < penalty(best) ? each : best));
}

/**
 * A code as the path of one picture, a unit a square, with the quiet border.
 * @param {string} text
 * @returns {{size: number, path: string} | null}
 */
export function qrPath(text) {
  const rows = qrCode(text);
  if (!rows) return null;
  let path = "";
  rows.forEach((row, r) => {
    row.forEach((dark, c) => {
      if (dark) path += `M${c + 4} ${r + 4}h1v1h-1z`;
    });
  });
  return {size: rows.length + 8, path};
}
