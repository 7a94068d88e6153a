// @ts-check
/** Name, title and crest in a dialog: for those who play alone, and before an expedition that names everybody. */

import {openDialog} from "../../dialog.js";
import {el, icon} from "../../dom.js";
import {needStyle} from "../../styles.js";
import {needWords, t} from "../../words.js";
import {mountMe} from "./me.js";

/**
 * @param {(change: {name?: string, title?: string, crest?: number[][]}) => void} [changed]
 * @param {number} [shield] the one that somebody has at their table
 */
export async function openMe(changed = () => {}, shield = 0) {
  await Promise.all([needWords("screens"), needStyle("me")]);
  const box = el("div"),
    me = mountMe(box, {shield: () => shield, changed});
  me.render();
  const done = el(
    "button",
    {class: "btn main", id: "me-done", on: {click: () => dialog.close()}},
    icon("i-confirm"),
    t("screens.me.done"),
  );
  const dialog = openDialog(t("screens.me"), el("p", {class: "fine"}, t("screens.me.text")), box, done);
  dialog.classList.add("me-dialog");
  return dialog;
}
