// @ts-check
/** The highest and the lowest number of a curve, each at its point or beside the mark there, or else left out. */

import {el, setClass, setText} from "../dom.js";
import {decimal} from "./words.js";

/** @param {HTMLElement} area of the curve @param {HTMLElement} marks those of mistakes */
export function mountFigures(area, marks) {
  const low = el("span", {class: "curve-low", "aria-hidden": "true"}),
    high = el("span", {class: "curve-high", "aria-hidden": "true"});
  /** How far along the curve each of them belongs. @type {[HTMLElement, number][]} */
  let shares = [];
  let placed = "";

  function place() {
    const {left, width} = area.getBoundingClientRect();
    const key = JSON.stringify([width, marks.dataset.shown, shares.map(([node, share]) => [node.textContent, share])]);
    if (!width || key === placed) return;
    placed = key;
    const boxes = [...marks.children].map((mark) => mark.getBoundingClientRect());
    for (const [node, share] of shares) {
      const own = node.getBoundingClientRect();
      const taken = boxes
        .filter(({top, bottom}) => top < own.bottom && bottom > own.top)
        .map((box) => ({from: box.left - left, to: box.right - left}));
      const middle = clearPlace(share * width, own.width, width, taken);
      node.style.setProperty("--left", `${middle}px`);
      setClass(node, "far", isFar(middle, share * width, own.width, taken));
    }
  }
  const watched = new ResizeObserver(place);
  watched.observe(area);

  return {
    nodes: [high, low],
    /** @param {import("./judged.js").Point[]} points @param {number} last the last moment */
    render(points, last) {
      const rising = [...points].sort((a, b) => a.value - b.value),
        [least, most] = [rising[0], rising[rising.length - 1]];
      setText(low, decimal(least.value));
      setText(high, decimal(most.value));
      shares = [
        [low, least.at / last],
        [high, most.at / last],
      ];
      place();
    },
    close: () => watched.disconnect(),
  };
}

/**
 * The middle of a figure, as near to its point as what is taken leaves room; at its point if there is none at all.
 * @param {number} point
 * @param {number} size of the figure
 * @param {number} width of the curve
 * @param {{from: number, to: number}[]} taken
 */
export function clearPlace(point, size, width, taken) {
  const half = size / 2,
    within = (/** @type {number} */ middle) => Math.max(half, Math.min(width - half, middle)),
    isClear = (/** @type {number} */ middle) =>
      taken.every(({from, to}) => middle + half <= from + 1e-6 || middle - half >= to - 1e-6);
  const tries = [point, ...taken.flatMap(({from, to}) => [from - half, to + half])].map(within).filter(isClear);
  const far = (/** @type {number} */ middle) => Math.abs(middle - point);
  return tries.length ? tries.reduce((best, each) => (far(each) < far(best) ? each : best)) : within(point);
}

/**
 * Whether a figure stands so far from its point that it would be read as that of another one: beyond the mark that its
 * point may have.
 * @param {number} middle of the figure
 * @param {number} point
 * @param {number} size of the figure
 * @param {{from: number, to: number}[]} taken
 */
export function isFar(middle, point, size, taken) {
  const mark = Math.max(
    0,
    ...taken.filter(({from, to}) => from <= point && point <= to).map(({from, to}) => to - from),
  );
  return Math.abs(middle - point) > size / 2 + mark + 1e-6;
}
