// @ts-check
/**
 * The deal of the last expedition that is over, kept on this device, so that it can be practised without the server.
 * That of today is told to nobody: it would be known before it counts.
 */

import {isKept} from "../device/engine.js";
import {el, icon} from "../dom.js";
import {call} from "../protocol.js";
import {beginning} from "../screens/parts/frame.js";
import {playAlone} from "../screens/parts/tables.js";
import {currentLanguage, needWords, t} from "../words.js";
import {dayLabel} from "./days.js";

const KEY = "quillmap.deal";

/** @typedef {Pick<import("../types.js").DailyInfo, "day" | "setup" | "seed">} Deal */

/** @returns {Deal | null} */
export function keptDeal() {
  try {
    const found = JSON.parse(localStorage.getItem(KEY) ?? "null");
    return typeof found?.day === "string" && found.seed ? found : null;
  } catch {
    return null;
  }
}

/** Fetch the deal of a day that is over, unless it is here. @param {string} day */
export async function keepDeal(day) {
  if (keptDeal()?.day === day) return;
  const {setup, seed} = await call("GET", `/api/daily/${day}`);
  if (seed) localStorage.setItem(KEY, JSON.stringify({day, setup, seed}));
}

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
