// @ts-check
/** Small things that several parts of a review show. */

import {el} from "../dom.js";
import {t} from "../words.js";
import {decimal, SIGNS} from "./words.js";

/** How good a decision was, as a sign. @param {string} grade */
export const badge = (grade) => el("b", {class: `badge ${grade}`, "aria-hidden": "true"}, SIGNS[grade]);

/** Accuracy, and whom one drew like. @param {import("../types.js").ReviewAccount} account */
export const sumOf = ({accuracy, level}) => [
  `${t("review.accuracy")} `,
  el("b", {class: "num"}, decimal(accuracy)),
  el("br"),
  t("review.level.text", {level: t(`setup.bot.${level}.label`)}),
];
