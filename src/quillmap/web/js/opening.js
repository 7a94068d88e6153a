// @ts-check
/** In the place of a screen that takes its time, such as one for which this device has to start Python: a sentence. */

import {isAlone} from "./base.js";
import {isOnDevice} from "./device/ids.js";
import {el, icon} from "./dom.js";
import {t} from "./words.js";

/** A screen that is there within this many milliseconds needs no words. */
const SOON = 300;

/** What is waited for: the server, or this device. @param {string} path of the screen @param {boolean} isOnline */
export const openingKey = (path, isOnline = navigator.onLine) =>
  isAlone || !isOnline || isOnDevice(path.split("/")[2] ?? "") ? "page.opening.device.text" : "page.opening.moment";

/** Takes the sentence away. */
let end = () => {};

/**
 * Say that a screen is on its way, as long as there is nothing of it.
 * @param {HTMLElement} root where it will be
 * @param {string} path
 * @param {(path: string) => void} go
 */
export function sayWhileEmpty(root, path, go) {
  end();
  const home = el("button", {class: "btn", on: {click: () => go("/")}}, icon("logo"), t("page.away.home")),
    words = el("span", {role: "status"}, t(openingKey(path))),
    note = el("main", {class: "opening on-its-way"}, words, path === "/" ? null : home);
  const timer = setTimeout(() => root.hasChildNodes() || root.before(note), SOON),
    watching = new MutationObserver(() => root.hasChildNodes() && end());
  watching.observe(root, {childList: true});
  end = () => {
    clearTimeout(timer);
    watching.disconnect();
    note.remove();
  };
}
