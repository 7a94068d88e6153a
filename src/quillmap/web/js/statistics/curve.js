// @ts-check
/** The curve of one's results over time as SVG markup: a dot for each game, a line for the mean of the last ones. */

export const WIDTH = 640;
export const HEIGHT = 240;
const LEFT = 58,
  RIGHT = 12,
  TOP = 14,
  BOTTOM = 22;
/** Lines across the picture, at most. */
const LINES = 5;
/** No game comes near it. Far larger numbers have no round ones beside them that a computer could tell apart. */
const LARGEST = 1e6;

/** @typedef {{value: number, mean: number, isHelped: boolean}} Point */

/** The round numbers at which lines are drawn. @param {number} low @param {number} high */
export function ticksOf(low, high) {
  return ticksBetween(...bounded(low, high));
}

/** @param {number} low @param {number} high @returns {[number, number]} */
const bounded = (low, high) => [
  Math.max(-LARGEST, Math.min(low, LARGEST)),
  Math.max(-LARGEST, Math.min(high, LARGEST)),
];

/** @param {number} low @param {number} high */
function ticksBetween(low, high) {
  const span = Math.max(1, high - low),
    widest = 500 * Math.max(1, Math.ceil(span / 500 / (LINES - 1))),
    step = [1, 2, 5, 10, 20, 50, 100, 200].find((each) => span / each <= LINES - 1) ?? widest;
  const first = Math.floor(low / step) * step,
    ticks = [];
  for (let tick = first; ticks.length < 2 || tick - step < high; tick += step) ticks.push(tick);
  return ticks;
}

/**
 * @param {Point[]} points at least one, the oldest first
 * @param {(value: number) => string} write a number beside a line
 */
export function curveArt(points, write) {
  const values = points.map(({value}) => value),
    ticks = ticksOf(Math.min(...values) - 1, Math.max(...values) + 1),
    [low, high] = [ticks[0], /** @type {number} */ (ticks.at(-1))];
  const x = (/** @type {number} */ n) =>
      LEFT + (points.length === 1 ? 0.5 : n / (points.length - 1)) * (WIDTH - LEFT - RIGHT),
    y = (/** @type {number} */ value) => TOP + ((high - value) / (high - low)) * (HEIGHT - TOP - BOTTOM);
  const at = (/** @type {number} */ n, /** @type {number} */ value) => `${x(n).toFixed(1)} ${y(value).toFixed(1)}`;
  const lines = ticks.map(
    (tick) =>
      `<path class="curve-line${tick === 0 ? " zero" : ""}" d="M${LEFT} ${y(tick).toFixed(1)}H${WIDTH - RIGHT}"/>` +
      `<text class="curve-text" x="${LEFT - 8}" y="${y(tick).toFixed(1)}">${write(tick)}</text>`,
  );
  const mean = `<path class="curve-mean" d="M${points.map((point, n) => at(n, point.mean)).join("L")}"/>`;
  const size = points.length > 60 ? 3 : 4.5;
  // A game with help is a ring: never by colour alone.
  const dots = points.map((point, n) => {
    const [cx, cy] = at(n, point.value).split(" ");
    return `<circle class="curve-dot${point.isHelped ? " helped" : ""}" cx="${cx}" cy="${cy}" r="${size}"/>`;
  });
  return lines.join("") + mean + dots.join("");
}
