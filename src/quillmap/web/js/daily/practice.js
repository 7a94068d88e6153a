// @ts-check
/** Offers practice on the deal that is kept on this device, where there is no server. */

import {isKept} from "../device/engine.js";
import {el, icon} from "../dom.js";
import {beginning} from "../screens/parts/frame.js";
import {playAlone} from "../screens/parts/tables.js";
import {currentLanguage, needWords, t} from "../words.js";
import {dayLabel} from "./days.js";
import {keptDeal} from "./kept-deal.js";

/**
 * Offer to practise the deal that is here, if everything else for it is, too.
 * @param {HTMLElement} root
 * @param {(path: string) => void} go
 * @param {() => boolean} still whether anybody looks
 */
export async function offerPractice(root, go, still) {
  const deal = keptDeal();
  if (!deal || !(await isKept())) return;
  await needWords("daily");
  const words = root.querySelector(".nobody");
  if (!words || !still()) return;
  const trouble = el("p", {class: "trouble", role: "alert"}),
    day = dayLabel(deal.day, currentLanguage(), {day: "numeric", month: "short"}),
    begin = () => playAlone(go, {...deal.setup, seed: deal.seed});
  const button = el(
    "button",
    {class: "btn", id: "practise-deal", on: {click: () => beginning(button, trouble, begin)}},
    icon("i-quill"),
    t("daily.practice", {day}),
  );
  words.after(button, trouble);
}
