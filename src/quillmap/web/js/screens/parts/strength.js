// @ts-check
/** How strong a bot is among those that are offered: as many dots as there are levels, filled up to its own. */

import {el} from "../../dom.js";

/** @param {string[]} levels the gentlest first @param {string} level */
export const strengthDots = (levels, level) =>
  el(
    "i",
    {class: "strength", "aria-hidden": "true"},
    ...levels.map((_, n) => el("i", {class: n <= levels.indexOf(level) ? "on" : ""})),
  );
