// @ts-check
/** The curve of expected stars over the slider of a replay, with every mistake on it. */

import {el, paint, setAttribute, setClass, star, svg} from "../dom.js";
import {t} from "../words.js";
import {mountFigures} from "./curve-figures.js";
import {rangeOf, valueAt} from "./judged.js";
import {decimal, SIGNS} from "./words.js";

/** How near a mistake a tap has to be, in pixels. */
const NEAR = 22;
const WIDTH = 1000,
  HEIGHT = 100;

/** @typedef {import("./reviewing.js").Reviewing} Reviewing */

/** @param {Element} before what it stands over @param {Reviewing} reviewing */
export function mountCurve(before, reviewing) {
  const {player} = reviewing.watching;
  const art = svg("svg", {viewBox: `0 0 ${WIDTH} ${HEIGHT}`, preserveAspectRatio: "none", "aria-hidden": "true"}),
    marks = el("div", {class: "curve-marks", "aria-hidden": "true"}),
    here = el("i", {class: "curve-here", "aria-hidden": "true"}),
    now = mountNow(reviewing),
    area = el("div", {class: "curve-area"}, art, here, marks, now.node),
    figures = mountFigures(area, marks),
    root = el("div", {class: "review-curve", role: "img", title: t("review.curve")}, ...figures.nodes, area);
  before.before(root);
  root.addEventListener("click", (event) => {
    const box = area.getBoundingClientRect();
    player.step(nearest(reviewing, event.clientX - box.left, box.width) - player.at);
  });

  function draw() {
    const points = reviewing.curve;
    setClass(root, "empty", points.length < 2);
    if (points.length < 2) return;
    const range = rangeOf(points),
      last = Math.max(1, player.count - 1);
    const x = (/** @type {number} */ at) => (at / last) * WIDTH,
      y = (/** @type {number} */ value) => ((range.high - value) / (range.high - range.low)) * HEIGHT;
    const line = points.map(({at, value}) => `${x(at).toFixed(1)} ${y(value).toFixed(1)}`).join("L");
    const [start, end] = [x(points[0].at), x(points[points.length - 1].at)].map((each) => each.toFixed(1));
    paint(
      art,
      `<path class="curve-under" d="M${start} ${HEIGHT}L${line}L${end} ${HEIGHT}Z"/>` +
        `<path class="curve-line" vector-effect="non-scaling-stroke" d="M${line}"/>`,
    );
    showMarks(reviewing, points, (at, value) => [`${x(at) / 10}%`, `${y(value)}%`]);
    figures.render(points, last);
  }

  /**
   * @param {Reviewing} of
   * @param {import("./judged.js").Point[]} points
   * @param {(at: number, value: number) => string[]} place
   */
  function showMarks({marks: found}, points, place) {
    const key = JSON.stringify(found.map(({at, decision}) => [at, decision.class]));
    if (marks.dataset.shown === key + points.length) return;
    marks.dataset.shown = key + points.length;
    marks.replaceChildren(
      ...found.map(({at, decision}) => {
        const node = el("i", {class: `curve-mark ${decision.class}`}, SIGNS[decision.class]),
          [left, top] = place(at, valueAt(points, at));
        node.style.setProperty("--left", left);
        node.style.setProperty("--top", top);
        return node;
      }),
    );
  }

  return {
    render() {
      draw();
      const last = Math.max(1, player.count - 1);
      here.style.setProperty("--left", `${(100 * player.at) / last}%`);
      const faults = `${t("review.curve")}: ${t("review.faults", {count: reviewing.faults.length})}`;
      setAttribute(root, "aria-label", [faults, now.render()].filter(Boolean).join("; "));
    },
    close() {
      figures.close();
      root.remove();
    },
  };
}

/**
 * The figure of the moment that is looked at, on the free side of the curve; while points are missing, none.
 * @param {Reviewing} reviewing
 */
function mountNow(reviewing) {
  const node = el("b", {class: "curve-now num none", "aria-hidden": "true"});
  return {
    node,
    /** @returns {string} what it shows */
    render() {
      const {at, count} = reviewing.watching.player,
        points = reviewing.curve,
        isKnown = reviewing.progress.account !== null,
        value = isKnown ? valueAt(points, at) : 0,
        {low, high} = rangeOf(points);
      setClass(node, "none", !isKnown);
      setClass(node, "over", value < (low + high) / 2);
      node.style.setProperty("--left", `${(100 * at) / Math.max(1, count - 1)}%`);
      const text = isKnown ? decimal(value) : "";
      if (node.textContent !== text) node.replaceChildren(text, star());
      return text;
    },
  };
}

/**
 * The moment that a tap means: that of the mistake beside it, or the one where it is.
 * @param {Pick<Reviewing, "marks"> & {watching: {player: {count: number}}}} reviewing
 * @param {number} x
 * @param {number} width
 */
export function nearest({marks, watching}, x, width) {
  const last = Math.max(1, watching.player.count - 1),
    place = (/** @type {number} */ at) => (at / last) * width;
  const near = marks
    .map(({at}) => ({at, far: Math.abs(place(at) - x)}))
    .filter(({far}) => far <= NEAR)
    .sort((a, b) => a.far - b.far);
  return near.length ? near[0].at : Math.max(0, Math.min(last, Math.round((x / width) * last)));
}
