// @ts-check
/** A crest to draw: strokes on a shield, by pointer, or one of a few made ready. */

import {crestPicture} from "../../art-cards.js";
import {el, icon, paint} from "../../dom.js";
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
 * @param {{shield: () => number, changed: (crest: number[][]) => void}} actions `shield` is the number of that one
 */
export function mountCrest(root, {shield, changed}) {
  /** @type {number[][]} */
  let strokes = [];
  let shown = "";
  /** @param {number[][]} crest */
  function take(crest) {
    strokes = crest;
    draw();
    changed(crest);
  }
  const pen = createPen(() => strokes, draw, take);
  const pad = el("div", {class: "crest-pad", role: "img", "aria-label": t("screens.table.crest"), on: pen.on}),
    ready = Object.entries(READY).map(([name, crest]) => ({crest, button: choice(name, () => take(crest))})),
    wipe = choice("wipe", () => take([]), icon("i-undo"));
  const choices = [...ready.map(({button}) => button), wipe];
  root.append(
    pad,
    el("p", {class: "fine"}, t("screens.table.crest.help")),
    el("div", {class: "crests", role: "group", "aria-label": t("screens.table.crest")}, ...choices),
  );

  function draw() {
    const now = pen.stroke && pen.stroke.length > 2 ? [...strokes, pen.stroke] : strokes,
      key = `${shield()}${JSON.stringify(now)}`;
    if (key === shown) return;
    shown = key;
    paint(pad, crestPicture(shield(), now, 116));
    for (const {button, crest} of ready) paint(button, crestPicture(shield(), crest, 30));
  }

  return {
    /** @param {number[][]} crest */
    render(crest) {
      if (!pen.stroke) strokes = crest;
      draw();
    },
  };
}

/** @param {string} name @param {() => void} click @param {...Node} nodes */
function choice(name, click, ...nodes) {
  const label = t(`screens.table.crest.${name}`);
  return el("button", {class: "crest-ready", "aria-label": label, title: label, on: {click}}, ...nodes);
}

/**
 * A pen on the pad: what it draws becomes a stroke when it is lifted.
 * @param {() => number[][]} strokes those there are
 * @param {() => void} draw
 * @param {(strokes: number[][]) => void} take
 */
function createPen(strokes, draw, take) {
  /** @type {number[] | null} */
  let stroke = null;
  const numbers = () => strokes().reduce((sum, each) => sum + each.length, 0) + (stroke?.length ?? 0);

  /** @param {PointerEvent} event */
  function pointerdown(event) {
    if (strokes().length >= MOST_STROKES || numbers() > MOST_NUMBERS - 4) return;
    /** @type {Element} */ (event.currentTarget).setPointerCapture(event.pointerId);
    stroke = strokeAt(event);
    event.preventDefault();
  }
  /** @param {PointerEvent} event */
  function pointermove(event) {
    if (!stroke || numbers() > MOST_NUMBERS - 4) return;
    const [x, y] = strokeAt(event),
      n = stroke.length;
    if (Math.abs(x - stroke[n - 2]) + Math.abs(y - stroke[n - 1]) < STEP) return;
    stroke.push(x, y);
    draw();
  }
  function pointerup() {
    if (!stroke) return;
    if (stroke.length < 4) stroke.push(Math.min(255, stroke[0] + 1), stroke[1]); // a dot
    const done = [...strokes(), stroke];
    stroke = null;
    take(done);
  }
  return {
    on: {pointerdown, pointermove, pointerup, pointercancel: pointerup},
    /** What is being drawn. */
    get stroke() {
      return stroke;
    },
  };
}

/** Where a pointer is in the middle 16 × 15 of the shield's 24 units. @param {PointerEvent} event */
function strokeAt({currentTarget, clientX, clientY}) {
  const box = /** @type {Element} */ (currentTarget).getBoundingClientRect(),
    kept = (/** @type {number} */ n) => Math.max(0, Math.min(255, Math.round(n)));
  return [
    kept(((((clientX - box.left) / box.width) * 24 - 4) / 16) * 255),
    kept(((((clientY - box.top) / box.height) * 24 - 4) / 15) * 255),
  ];
}
