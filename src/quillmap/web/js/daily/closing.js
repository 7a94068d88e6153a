// @ts-check
/** A word in the game when the day of an expedition is about to end, or has ended. */

import {el, icon, setClass, setText} from "../dom.js";
import {t} from "../words.js";
import {spanText} from "./attempt.js";
import {closingOf} from "./days.js";

const TICK = 10_000;

/** @param {HTMLElement} root */
export function mountClosing(root) {
  const words = el("span", {role: "status"});
  /** @type {import("../types.js").TableInfo | null} */
  let table = null;
  root.append(icon("i-timer"), words);
  const tell = () => {
    if (!root.isConnected) return clearInterval(timer);
    const found = table && closingOf(table, Date.now());
    setClass(root, "none", !found);
    if (found) setText(words, t(`daily.${found.key}.text`, {time: spanText(found.seconds)}));
  };
  const timer = setInterval(tell, TICK);
  return {
    /** @param {import("../table/scene.js").Scene} scene */
    render(scene) {
      ({table} = scene);
      tell();
    },
  };
}
