// @ts-check
/** A crest to draw: strokes on a shield, by pointer, or one of a few made ready. */

import {crestPicture} from "../../art-cards.js";
import {el, icon, paint, setAttribute} from "../../dom.js";
import {t} from "../../words.js";

/** How many strokes, and how many numbers in all, the server takes. */
const MOST_STROKES = 64,
  MOST_NUMBERS = 1000,
  STEP = 6;

/** @type {Record<string, number[][]>} */
const READY = {
  waves: [
    [20, 70, 60, 45, 100, 70, 140, 95, 180, 70, 230, 45],
    [20, 130, 60, 105, 100, 130, 140, 155, 180, 130, 230, 105],
    [60, 190, 95, 168, 128, 190, 160, 212, 195, 190],
  ],
  tower: [
    [
      75, 205, 75, 70, 60, 70, 60, 35, 90, 35, 90, 52, 112, 52, 112, 35, 145, 35, 145, 52, 167, 52, 167, 35, 197, 35,
      197, 70, 180, 70, 180, 205, 75, 205,
    ],
    [112, 205, 112, 160, 128, 142, 145, 160, 145, 205],
  ],
  star: [[128, 25, 155, 100, 230, 100, 170, 145, 192, 215, 128, 172, 64, 215, 86, 145, 26, 100, 101, 100, 128, 25]],
  peaks: [
    [15, 165, 85, 55, 135, 135, 165, 90, 240, 165, 15, 165],
    [62, 92, 85, 110, 106, 90],
    [152, 112, 166, 124, 182, 112],
  ],
  tree: [
    [128, 225, 128, 95],
    [128, 30, 60, 110, 95, 105, 50, 170, 205, 170, 160, 105, 195, 110, 128, 30],
  ],
};

/**
 * @param {HTMLElement} root
 * @param {{seat: () => number, changed: (crest: number[][]) => void}} actions
 */
export function mountCrest(root, {seat, changed}) {
  /** @type {number[][]} */
  let strokes = [];
  /** @type {number[] | null} */
  let stroke = null;
  let shown = "";
  const pad = el("div", {
    class: "crest-pad",
    role: "img",
    on: {pointerdown: begin, pointermove: go, pointerup: end, pointercancel: end},
  });
  const ready = Object.entries(READY).map(([name, crest]) => {
    const button = el("button", {
      class: "crest-ready",
      "aria-label": t(`screens.table.crest.${name}`),
      title: t(`screens.table.crest.${name}`),
      on: {click: () => take(crest)},
    });
    return {button, crest};
  });
  const wipe = el(
    "button",
    {
      class: "crest-ready",
      "aria-label": t("screens.table.crest.wipe"),
      title: t("screens.table.crest.wipe"),
      on: {click: () => take([])},
    },
    icon("i-undo"),
  );
  root.append(
    pad,
    el("p", {class: "fine"}, t("screens.table.crest.help")),
    el(
      "div",
      {class: "crests", role: "group", "aria-label": t("screens.table.crest")},
      ...ready.map(({button}) => button),
      wipe,
    ),
  );
  setAttribute(pad, "aria-label", t("screens.table.crest"));

  /** @param {PointerEvent} event @returns {[number, number]} */
  function at(event) {
    // The strokes lie in the middle 16 × 15 of the shield's 24 units.
    const box = pad.getBoundingClientRect(),
      keep = (/** @type {number} */ n) => Math.max(0, Math.min(255, Math.round(n)));
    return [
      keep(((((event.clientX - box.left) / box.width) * 24 - 4) / 16) * 255),
      keep(((((event.clientY - box.top) / box.height) * 24 - 4) / 15) * 255),
    ];
  }
  const numbers = () => strokes.reduce((sum, each) => sum + each.length, 0) + (stroke?.length ?? 0);

  /** @param {PointerEvent} event */
  function begin(event) {
    if (strokes.length >= MOST_STROKES || numbers() > MOST_NUMBERS - 4) return;
    pad.setPointerCapture(event.pointerId);
    stroke = at(event);
    event.preventDefault();
  }
  /** @param {PointerEvent} event */
  function go(event) {
    if (!stroke || numbers() > MOST_NUMBERS - 4) return;
    const [x, y] = at(event),
      n = stroke.length;
    if (Math.abs(x - stroke[n - 2]) + Math.abs(y - stroke[n - 1]) < STEP) return;
    stroke.push(x, y);
    draw();
  }
  function end() {
    if (!stroke) return;
    if (stroke.length < 4) stroke.push(Math.min(255, stroke[0] + 1), stroke[1]); // a dot
    const done = [...strokes, stroke];
    stroke = null;
    take(done);
  }
  /** @param {number[][]} crest */
  function take(crest) {
    strokes = crest;
    draw();
    changed(crest);
  }
  function draw() {
    const now = stroke && stroke.length > 2 ? [...strokes, stroke] : strokes,
      key = `${seat()}${JSON.stringify(now)}`;
    if (key === shown) return;
    shown = key;
    paint(pad, crestPicture(seat(), now, 116));
    for (const {button, crest} of ready) paint(button, crestPicture(seat(), crest, 30));
  }

  return {
    /** @param {number[][]} crest */
    render(crest) {
      if (!stroke) strokes = crest;
      draw();
    },
  };
}
