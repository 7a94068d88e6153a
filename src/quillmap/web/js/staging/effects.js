// @ts-check
/**
 * What happens to one's own map by other hands: first the spaces in question get a ring and a sentence says why, then
 * they change.
 */

import {outline, UNIT} from "../art.js";
import {el, icon, paint, setText} from "../dom.js";
import {play} from "../sounds.js";
import {cellOf, namesOf, numberOf, spacesOf} from "../spaces.js";
import {t} from "../words.js";

/** @typedef {import("../types.js").GameEvent} GameEvent */
/** @typedef {import("../types.js").Sheet} Sheet */
/** @typedef {[number, number]} Cell */

/** @type {(names: string[]) => Cell[]} */
const cellsOf = (names) => names.map((name) => cellOf(numberOf(name)));

/**
 * Rings round spaces that something is about to happen to; golden ones round those that have earned.
 * @param {Cell[]} cells
 * @param {boolean} isStruck
 * @param {boolean} isGain
 */
export function ringsArt(cells, isStruck, isGain) {
  const colour = isStruck ? "clash" : isGain ? "earn-glow" : "raid-2";
  return cells
    .map(([r, c]) => {
      const cross = isStruck
        ? `<path d="M${c * UNIT + 20} ${r * UNIT + 20}l24 24m0-24l-24 24" stroke="var(--clash)" ` +
          `stroke-width="7" stroke-linecap="round"/>`
        : "";
      return (
        `<g class="ringed">` +
        `<path d="${outline([[r, c]], {inset: -3, wobble: 1})}" fill="var(--${colour})" fill-opacity=".18" ` +
        `stroke="var(--panel)" stroke-width="11"/>` +
        `<path d="${outline([[r, c]], {inset: -3, wobble: 1})}" fill="none" stroke="var(--${colour})" ` +
        `stroke-width="5.5" stroke-dasharray="${isStruck || isGain ? "none" : "11 7"}"/>${cross}</g>`
      );
    })
    .join("");
}

/**
 * @typedef {{spaces: string[], isStruck: boolean, sign: string, text: string, after: boolean, coins: number}} Effect
 *   `after` the event's own change, or before it; with this many more coins
 */

/**
 * What of an event on one's own map is to be shown, in order.
 * @param {GameEvent} event
 * @param {number} me
 * @param {string[]} names
 * @param {Sheet} sheet after it
 * @returns {Effect[]}
 */
export function effectsOf(event, me, names, sheet) {
  /** @type {Effect[]} */
  const found = [];
  const add = (
    /** @type {string[]} */ spaces,
    /** @type {boolean} */ isStruck,
    /** @type {string} */ sign,
    /** @type {string} */ text,
    after = false,
    coins = 0,
  ) => found.push({spaces, isStruck, sign, text, after, coins});
  if (event.event === "drawn" && event.seat !== null && event.seat !== me)
    add(event.spaces, false, "i-ambush", t("endings.scene.drawn.text", {player: names[event.seat]}));
  if (event.event === "spread")
    add(event.spaces, false, "i-ambush", t("endings.scene.spread.text", {count: event.spaces.length}));
  if (event.event === "destroyed")
    add(
      [event.space],
      true,
      "i-ambush",
      t(event.cause === "gorgon-gaze" ? "endings.scene.gorgon.text" : "endings.scene.troll.text", {space: event.space}),
    );
  if (event.destroyed?.length)
    add(event.destroyed, true, "i-hero", t("endings.scene.struck.text", {count: event.destroyed.length}), true);
  const coins = event.paid_by?.dragon ?? 0;
  if (coins > 0) {
    const text = t("endings.scene.dragon.text", {count: coins});
    add(namesOf(spacesOf(sheet.dragon)), false, "coin", text, true, event.coins);
  }
  return found;
}

/** The sentence that explains a scene, over the sheet. @param {HTMLElement} box */
export function mountCaption(box) {
  const sign = el("span", {class: "scene-sign"}),
    words = el("span"),
    node = el("p", {class: "scene-note none", "aria-hidden": "true"}, sign, words);
  box.append(node);
  return {
    /** @param {string} id @param {string} text @param {boolean} isAbove whether it is to leave the lower rows free */
    show(id, text, isAbove) {
      node.classList.toggle("above", isAbove);
      sign.replaceChildren(icon(id));
      setText(words, text);
      node.classList.remove("none");
    },
    hide: () => node.classList.add("none"),
  };
}

/** @typedef {ReturnType<typeof mountCaption>} Caption */

/** How long one reads, in milliseconds. @param {string} text */
export const readingTime = (text) => 900 + 22 * text.length;

/**
 * Show one effect.
 * @param {Effect} effect
 * @param {SVGElement} layer
 * @param {Caption} caption
 * @param {import("./pacing.js").Course} course
 */
export async function showEffect({spaces, isStruck, sign, text}, layer, caption, course) {
  if (course.isSkipped) return;
  const cells = cellsOf(spaces);
  caption.show(
    sign,
    text,
    cells.some(([row]) => row > 7),
  );
  paint(layer, ringsArt(cells, isStruck, sign === "coin"));
  play(sign === "coin" ? "coin" : isStruck ? "seal" : "ambush");
  await course.beat(readingTime(text));
  paint(layer, "");
  caption.hide();
}
