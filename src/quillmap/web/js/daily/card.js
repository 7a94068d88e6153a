// @ts-check
/** Today's expedition on a card: not begun, under way, or finished, with the time until it ends. */

import {announce} from "../announce.js";
import {loadCards} from "../cards.js";
import {watchDialogs} from "../dialog.js";
import {el, icon, paint, setText} from "../dom.js";
import {miniMap} from "../minimap.js";
import {call} from "../protocol.js";
import {busy, followed} from "../screens/parts/frame.js";
import {myself, shortly} from "../screens/parts/tables.js";
import {needStyle} from "../styles.js";
import {needWords, t} from "../words.js";
import {ownDay, resultText, setOut, spanText} from "./attempt.js";
import {dayAfter, streakOf} from "./days.js";
import {keptResults} from "./diary.js";
import {keepDeal} from "./kept-deal.js";

/** How often the time that is left is updated, in milliseconds. */
const TICK = 10_000;

/** @typedef {{day: import("../types.js").DailyInfo, own: import("../types.js").OwnDay}} Today */

/**
 * Show the card, and return whether there was anything to show.
 * @param {HTMLElement} root
 * @param {(path: string) => void} go
 * @param {() => boolean} still whether anybody looks
 * @param {{isLinked?: boolean}} [options] whether a link leads to the other days
 * @returns {Promise<boolean>}
 */
export async function showToday(root, go, still, {isLinked = true} = {}) {
  const found = await Promise.all([
    call("GET", "/api/daily/today"),
    ownDay("today"),
    loadCards(),
    needWords("daily"),
    needStyle("daily"),
  ]).catch(() => null);
  if (!found || !still()) return false;
  const [day, own, catalogue] = found;
  const left = el("p", {class: "fine trip-left"});
  const words = el("div", {class: "trip-words"}, ...parts({day, own}, left, go), isLinked && daysLink(go));
  root.replaceChildren(el("div", {class: "trip"}, mapOf(day.setup.map, catalogue), words));
  if (isLinked) void showYesterday(root, dayAfter(day.day, -1), go);
  // For a time without the server; nobody waits for it.
  void keepDeal(dayAfter(day.day, -1)).catch(() => {});
  countDown(left, {day, own}, still, () => void showToday(root, go, still, {isLinked}));
  return true;
}

/** The printed map; a generated one is not known before. @param {string} id @param {any} catalogue */
export function mapOf(id, catalogue) {
  const map = el("div", {class: "trip-map"}),
    printed = catalogue.maps[id];
  paint(map, miniMap(printed ?? {}));
  if (!printed) map.append(el("span", {class: "unknown", "aria-hidden": "true"}, "?"));
  return map;
}

/** @param {(path: string) => void} go */
const daysLink = (go) =>
  el("a", {class: "days-link", href: "/daily", on: {click: followed(go, "/daily")}}, t("daily.days"));

/**
 * The best of the day before with their replays, and the way to that day's ranking.
 * @param {HTMLElement} root
 * @param {string} day
 * @param {(path: string) => void} go
 */
async function showYesterday(root, day, go) {
  const found = await call("GET", `/api/daily/${day}/leaderboard`).catch(() => null),
    path = `/daily/${day}`;
  if (!found?.rows.length) return;
  const {bestOf} = await import("./ranking.js");
  const mine = keptResults().find((each) => each.day === day)?.game ?? "",
    link = el("a", {class: "days-link", href: path, on: {click: followed(go, path)}}, t("daily.yesterday"));
  root.append(el("div", {class: "yesterday"}, link, bestOf(found.rows, mine, go)));
}

/** @param {Today} today @param {HTMLElement} left @param {(path: string) => void} go */
function parts({day, own}, left, go) {
  if (own.state === "finished" && own.result) return resultParts(own, own.result, left);
  const trouble = el("p", {class: "trouble", role: "alert"});
  const isOpen = own.state === "open";
  const button = el(
    "button",
    {class: "btn", id: "set-out", on: {click: () => busy(button, trouble, () => setOut("today", go))}},
    icon("i-next"),
    t(isOpen ? "daily.set-out" : "daily.go-on"),
  );
  const finished = day.finished > 0 && el("p", {class: "fine"}, t("daily.finished", {count: day.finished}));
  const text = isOpen ? "daily.open.text" : "daily.playing.text";
  return [el("p", {}, t(text, {setup: shortly(day.setup)})), left, finished, button, isOpen && asWhom(), trouble];
}

/** Under which name one will be in the ranking, and the way to another one. */
function asWhom() {
  const words = () => t("daily.as", {name: myself().name});
  const open = async () => void (await import("../screens/parts/me-dialog.js")).openMe();
  const button = el("button", {class: "days-link as-whom", on: {click: open}}, words());
  const stop = watchDialogs(() => (button.isConnected ? setText(button, words()) : stop()));
  return button;
}

/**
 * @param {import("../types.js").OwnDay} own
 * @param {import("../types.js").DailyResult} result
 * @param {HTMLElement} left
 */
function resultParts(own, result, left) {
  const streak = streakOf(
    keptResults().map((each) => each.day),
    own.day,
  );
  return [
    el("p", {class: "trip-title"}, t(`terms.title.${result.title}`)),
    el("p", {}, resultText(result)),
    el("p", {}, t("daily.place-now", {place: own.place ?? 0, count: own.finished})),
    streak > 1 && el("p", {class: "fine"}, `${t("daily.streak")}: ${t("daily.streak.days", {count: streak})}`),
    left,
    el("p", {class: "fine"}, t("daily.names-later.text")),
    shareButton(result),
  ];
}

/** @param {import("../types.js").DailyResult} result */
export function shareButton(result) {
  const said = (/** @type {string} */ words) => {
    announce(words);
    setText(label, words);
    setTimeout(() => setText(label, t("daily.share")), 2500);
  };
  const label = el("span", {}, t("daily.share"));
  return el(
    "button",
    {class: "btn share-result", on: {click: async () => (await import("./sharing.js")).shareResult(result, said)}},
    icon("i-share"),
    label,
  );
}

/**
 * Tell how long the day goes on; when it is over, begin again.
 * @param {HTMLElement} node
 * @param {Today} today
 * @param {() => boolean} still
 * @param {() => void} over
 */
function countDown(node, {day, own}, still, over) {
  const end = performance.now() + 1000 * day.seconds_left,
    key = own.state === "finished" ? "daily.next.text" : "daily.ends.text";
  const tell = () => {
    const seconds = (end - performance.now()) / 1000;
    if (!still() || !node.isConnected || seconds <= 0) {
      clearInterval(timer);
      if (still() && node.isConnected) over();
      return;
    }
    setText(node, t(key, {time: spanText(seconds)}));
  };
  const timer = setInterval(tell, TICK);
  tell();
}
