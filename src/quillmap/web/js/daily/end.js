// @ts-check
/** The end of an expedition: one's place among those who have finished, when the next one starts, and where to go. */

import {el, icon, setClass, setText} from "../dom.js";
import {call} from "../protocol.js";
import {busy, followed} from "../screens/parts/frame.js";
import {t} from "../words.js";
import {headingOf, labelOf, ownDay, setOut, spanText} from "./attempt.js";
import {shareButton} from "./card.js";
import {isUnderWay, secondsLeft, serverTime} from "./days.js";
import {bestOf} from "./ranking.js";

const TICK = 10_000;

/** @param {HTMLElement} root @param {(path: string) => void} go */
export function mountDailyEnd(root, go) {
  let shown = "";
  return {
    /**
     * @param {import("../session.js").View} view
     * @param {import("../types.js").TableInfo} table
     * @param {string} game
     */
    render(view, table, game) {
      setClass(root, "none", table.day === "");
      if (table.day === "" || shown === game) return;
      shown = game;
      if (table.counted) void showCounted(root, table.day, view, go);
      else showPractice(root, table, go);
    },
  };
}

/**
 * @param {HTMLElement} root
 * @param {string} day
 * @param {import("../session.js").View} view
 * @param {(path: string) => void} go
 */
async function showCounted(root, day, view, go) {
  const left = el("p", {class: "fine"}),
    place = el("p", {class: "end-place"}, "…"),
    buttons = el("div", {class: "end-controls bar"}, daysLink(day, isUnderWay(day, serverTime(view)), go));
  root.replaceChildren(el("h3", {}, headingOf(day)), place, left, buttons);
  countDown(left, day, view);
  const own = await ownDay(day).catch(() => null);
  setText(place, own ? placeText(own, isUnderWay(day, serverTime(view))) : "");
  if (own?.result) buttons.prepend(shareButton(own.result));
  if (!isUnderWay(day, serverTime(view))) await showBest(place, day, own?.result?.game ?? "", go);
}

/**
 * The best of a day that is over, with their replays.
 * @param {HTMLElement} place after which they stand
 * @param {string} day
 * @param {string} mine
 * @param {(path: string) => void} go
 */
async function showBest(place, day, mine, go) {
  const found = await call("GET", `/api/daily/${day}/leaderboard`).catch(() => null);
  if (found?.rows.length) place.after(bestOf(found.rows, mine, go));
}

/** @param {import("../types.js").OwnDay} own @param {boolean} isGoingOn */
function placeText({place, finished}, isGoingOn) {
  if (place === null) return t("daily.late.text");
  return t(isGoingOn ? "daily.place-now" : "daily.place", {place, count: finished});
}

/**
 * When the next one starts, for as long as anybody looks.
 * @param {HTMLElement} node
 * @param {string} day
 * @param {import("../session.js").View} view
 */
function countDown(node, day, view) {
  const tell = () => {
    const seconds = secondsLeft(day, serverTime(view));
    setText(node, seconds > 0 ? t("daily.next.text", {time: spanText(seconds)}) : "");
    if (!node.isConnected || seconds <= 0) clearInterval(timer);
  };
  const timer = setInterval(tell, TICK);
  tell();
}

/** @param {HTMLElement} root @param {import("../types.js").TableInfo} table @param {(path: string) => void} go */
function showPractice(root, table, go) {
  const trouble = el("p", {class: "trouble", role: "alert"});
  const button = el(
    "button",
    {class: "btn main", on: {click: () => busy(button, trouble, () => setOut(table.day, go))}},
    icon("i-quill"),
    el("span", {}, t("daily.practise-again")),
  );
  root.replaceChildren(
    el("h3", {}, labelOf(table)),
    el("div", {class: "end-controls bar"}, button, daysLink(table.day, false, go)),
    trouble,
  );
}

/** @param {string} day @param {boolean} isGoingOn @param {(path: string) => void} go */
function daysLink(day, isGoingOn, go) {
  const path = isGoingOn ? "/daily" : `/daily/${day}`;
  return el(
    "a",
    {class: "btn", href: path, on: {click: followed(go, path)}},
    icon("i-crown"),
    el("span", {}, t("daily.days")),
  );
}
