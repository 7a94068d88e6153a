// @ts-check
/** Small things that several parts of a review show. */

import {el, icon, setAttribute} from "../dom.js";
import {helpText} from "../help-marks.js";
import {t} from "../words.js";
import {decimal, SIGNS} from "./words.js";

/** How good a decision was, as a sign. @param {string} grade */
export const badge = (grade) => el("b", {class: `badge ${grade}`, "aria-hidden": "true"}, SIGNS[grade]);

/**
 * Accuracy, whom one drew like, and with which help: its part in the stars is not one's own.
 * @param {import("../types.js").ReviewAccount} account
 * @param {import("../types.js").SeatHelp | undefined} help
 */
export const sumOf = ({accuracy, level}, help) => [
  `${t("review.accuracy")} `,
  el("b", {class: "num"}, decimal(accuracy)),
  " ", // where lines are not broken, words still stand apart
  el("br"),
  el("span", {class: "review-level"}, t("review.level.text", {level: t(`setup.bot.${level}.label`)})),
  ...(helpText(help) ? [" ", el("br"), el("small", {class: "helped"}, helpText(help))] : []),
];

/** The two buttons that go from mistake to mistake. @param {import("./reviewing.js").Reviewing} reviewing */
export function mountSteps(reviewing) {
  const step = (/** @type {1 | -1} */ by, /** @type {string} */ key, /** @type {string} */ id) =>
    el(
      "button",
      {class: "btn fault-step", "aria-label": t(key), title: t(key), on: {click: () => reviewing.go(by)}},
      icon(id),
      el("i", {"aria-hidden": "true"}, SIGNS.mistake),
    );
  const back = step(-1, "review.previous", "r-back"),
    next = step(1, "review.next", "r-step");
  next.append(/** @type {Node} */ (next.firstChild));
  return {
    back,
    next,
    render() {
      const {faults, watching} = reviewing,
        {at} = watching.player;
      setAttribute(back, "aria-disabled", faults.some((fault) => fault.at < at) ? null : "true");
      setAttribute(next, "aria-disabled", faults.some((fault) => fault.at > at) ? null : "true");
    },
  };
}
