// @ts-check
/** Where nothing can be shown before somebody has played: a sentence, and the games to begin with. */

import {aloneText} from "../../bots.js";
import {el, icon} from "../../dom.js";
import {firstGameKey, playFirst} from "../../lesson/start.js";
import {t} from "../../words.js";
import {beginning} from "./frame.js";
import {setupOf, soloChoice, wishOf} from "./solo-choice.js";
import {playAlone} from "./tables.js";

/** @param {string} words @param {(path: string) => void} go */
export function noGames(words, go) {
  const trouble = el("p", {class: "trouble", role: "alert"});
  const start = (
    /** @type {string} */ look,
    /** @type {string} */ sign,
    /** @type {string} */ label,
    /** @type {() => Promise<void>} */ act,
  ) => {
    const button = el(
      "button",
      {class: `btn ${look}`, on: {click: () => beginning(button, trouble, act)}},
      icon(sign),
      label,
    );
    return button;
  };
  return el(
    "div",
    {class: "no-games"},
    el("p", {class: "nobody"}, words),
    start("main", "i-quill", aloneText(soloChoice().opponent), () =>
      playAlone(go, setupOf(soloChoice()), wishOf(soloChoice())),
    ),
    start("", "i-hero", t(firstGameKey()), () => playFirst(go)),
    trouble,
  );
}
