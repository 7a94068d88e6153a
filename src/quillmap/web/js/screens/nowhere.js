// @ts-check
/** An address that is none of the page: says so, and shows the way home. */

import {el, icon} from "../dom.js";
import {t} from "../words.js";
import {prepare, topBar} from "./parts/frame.js";

/**
 * @param {HTMLElement} root
 * @param {import("../main.js").Context} context
 * @returns {Promise<import("../main.js").Opened>}
 */
export async function open(root, {go}) {
  await prepare("waiting", "start");
  root.className = "lost-way";
  root.append(
    topBar(t("screens.nowhere"), go),
    el(
      "main",
      {class: "lost-words paper"},
      icon("compass", "rose"),
      el("p", {}, t("screens.nowhere.text")),
      el("button", {class: "btn main", id: "home", on: {click: () => go("/")}}, icon("i-next"), t("screens.back")),
    ),
  );
  return {};
}
