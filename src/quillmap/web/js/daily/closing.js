// @ts-check
/** A word in the game when the day of an expedition is about to end, or has ended. */

import {announce} from "../announce.js";
import {el, icon, setClass, setText} from "../dom.js";
import {t} from "../words.js";
import {spanText} from "./attempt.js";
import {closingOf, serverTime} from "./days.js";

const TICK = 10_000;

/** @param {HTMLElement} root */
export function mountClosing(root) {
  const words = el("span");
  /** @type {import("../session.js").View | null} */
  let view = null;
  let said = "";
  root.append(icon("i-timer"), words);
  const tell = () => {
    if (!root.isConnected) return clearInterval(timer);
    const found = view?.table && closingOf(view.table, serverTime(view));
    setClass(root, "none", !found);
    if (!found) return;
    const text = t(`daily.${found.key}.text`, {time: spanText(found.seconds)});
    setText(words, text);
    // Those who see the screen see every minute pass; those who listen are told once, and when the day is over.
    if (said !== found.key) announce(text);
    said = found.key;
  };
  const timer = setInterval(tell, TICK);
  return {
    /** @param {import("../table/scene.js").Scene} scene */
    render(scene) {
      ({view} = scene);
      tell();
    },
  };
}
