// @ts-check
/**
 * In the place of a screen that can't be opened because the server is away and the device has not kept it. It is part
 * of the first bundle, and needs nothing that may be missing.
 */

import {el, icon} from "../dom.js";
import {whenServerIsBack} from "../server-there.js";
import {t} from "../words.js";

/** What says that there is no connection, and leads home. @param {() => void} goHome */
export const awayWords = (goHome) => [
  icon("i-offline"),
  el("span", {role: "status"}, t("page.away.text")),
  el("button", {class: "btn", on: {click: goHome}}, icon("logo"), t("page.away.home")),
];

/**
 * @param {HTMLElement} root
 * @param {import("../router.js").Context} context
 * @returns {import("../router.js").Opened}
 */
export function open(root, {path, go}) {
  let isOpen = true;
  const words = () => root.replaceChildren(el("main", {class: "opening no-server"}, ...awayWords(home)));
  // The first page may be what could not be opened: then only the browser can try again.
  const home = () => (path === "/" ? location.reload() : go("/"));
  words();
  // Scripts that could not be loaded are not asked for again before the page is.
  whenServerIsBack(
    () => location.reload(),
    () => isOpen,
  );
  return {
    words,
    close() {
      isOpen = false;
    },
  };
}
