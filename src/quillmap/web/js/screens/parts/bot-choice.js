// @ts-check
/** Choosing whom to meet: the faces of all levels, the gentlest first, and the sentence of the one that is chosen. */

import {facePicture, hasFace} from "../../art-faces.js";
import {levelLabel} from "../../bots.js";
import {el, paint, setText} from "../../dom.js";
import {hasText, t} from "../../words.js";
import {oneOf} from "./options.js";
import {strengthDots} from "./strength.js";

/**
 * @param {string} title
 * @param {string[]} levels
 * @param {(level: string) => void} chosen
 * @param {{value: string, label: string, picture?: Node}[]} [others] what can be chosen instead of a bot
 */
export function botChoice(title, levels, chosen, others = []) {
  const choices = levels.map((level) => ({value: level, label: levelLabel(level), picture: face(level)}));
  const dots = el("div", {class: "bot-strength"}),
    sentence = el("p", {class: "fine", "aria-live": "polite"});
  const control = oneOf(
    title,
    [...others, ...choices],
    (value) => {
      show(value);
      chosen(value);
    },
    "faces",
  );
  /** @param {string} value */
  function show(value) {
    control.show(value);
    dots.replaceChildren(...(levels.includes(value) ? [strengthDots(levels, value)] : []));
    setText(sentence, hasText(`setup.bot.${value}.help`) ? t(`setup.bot.${value}.help`) : "");
  }
  return {node: el("div", {class: "bot-choice"}, control.node, dots, sentence), show};
}

/** @param {string} level */
function face(level) {
  const picture = el("span", {class: "face-of", "aria-hidden": "true"});
  if (hasFace(level)) paint(picture, facePicture({id: 0, level, style: ""}, 46));
  return picture;
}
