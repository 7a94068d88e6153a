// @ts-check
/** The button with which somebody who saves data loads what plays without a server; it says how much that is. */

import {el, icon} from "../dom.js";
import {t} from "../words.js";
import {keepNow, missingMegabytes} from "./keeping.js";

/** @param {HTMLElement} place */
export async function showKeepButton(place) {
  const registration = await navigator.serviceWorker?.ready,
    megabytes = registration?.active ? await missingMegabytes() : 0;
  if (!megabytes) return;
  const load = () => {
    place.replaceChildren();
    if (registration.active) void keepNow(registration.active);
  };
  place.replaceChildren(
    el("button", {class: "btn quiet", on: {click: load}}, icon("i-device"), t("screens.home.keep", {megabytes})),
  );
}
