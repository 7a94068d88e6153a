// @ts-check
/** One's own expeditions: streak, best, the last weeks, and how they get to another device. */

import {announce} from "../announce.js";
import {openDialog} from "../dialog.js";
import {el, icon, setText} from "../dom.js";
import {linkTo, needLinks} from "../links.js";
import {call} from "../protocol.js";
import {followed} from "../screens/parts/frame.js";
import {copy} from "../screens/parts/invite.js";
import {currentLanguage, figure, signed, t} from "../words.js";
import {resultText} from "./attempt.js";
import {dayLabel, lastWeeks, streakOf} from "./days.js";
import {deviceSecret, keepResults, keptResults, knownSecret, takeSecret} from "./diary.js";

const WEEK = 7;

/** The results that the server knows of this device, kept here, too. */
async function allResults() {
  const secret = knownSecret();
  const found = secret && (await call("GET", "/api/daily/today/history", null, secret).catch(() => null));
  return found ? keepResults(found.results) : keptResults();
}

/** @param {HTMLElement} root @param {string} today @param {(path: string) => void} go */
export async function showRecord(root, today, go) {
  const results = await allResults();
  root.replaceChildren(
    ...(results.length ? [figures(results, today)] : [el("p", {class: "nobody"}, t("daily.none.text"))]),
    calendar(results, today, go),
    el(
      "button",
      {class: "btn quiet", id: "other-device", on: {click: () => void openDevice()}},
      icon("i-link"),
      t("daily.device"),
    ),
  );
}

/** @param {import("../types.js").DailyResult[]} results @param {string} today */
function figures(results, today) {
  const streak = streakOf(
    results.map((each) => each.day),
    today,
  );
  const line = (/** @type {string} */ key, /** @type {string} */ value) =>
    el("div", {}, el("dt", {}, t(key)), el("dd", {class: "num"}, value));
  return el(
    "dl",
    {class: "day-figures"},
    line("daily.streak", t("daily.streak.days", {count: streak})),
    line("daily.played", figure(results.length)),
    line("daily.best", signed(Math.max(...results.map((each) => each.rating)))),
  );
}

/**
 * This week and the three before it, from Monday on, a link for each day.
 * @param {import("../types.js").DailyResult[]} results
 * @param {string} today
 * @param {(path: string) => void} go
 */
function calendar(results, today, go) {
  const byDay = new Map(results.map((each) => [each.day, each]));
  const days = lastWeeks(today);
  const letters = days
    .slice(0, WEEK)
    .map((day) => el("span", {}, dayLabel(day, currentLanguage(), {weekday: "narrow"})));
  return el(
    "div",
    {},
    el("div", {class: "day-letters", "aria-hidden": "true"}, ...letters),
    el(
      "ol",
      {class: "day-grid"},
      ...days.map((day, n) => el("li", {}, dayLink(day, byDay.get(day), day === today, isNamed(day, n), go))),
    ),
  );
}

/** Whether a day is written with its month. @param {string} day @param {number} place in the calendar */
const isNamed = (day, place) => place === 0 || day.endsWith("-01");

/**
 * @param {string} day
 * @param {import("../types.js").DailyResult | undefined} result
 * @param {boolean} isToday
 * @param {boolean} hasMonth
 * @param {(path: string) => void} go
 */
function dayLink(day, result, isToday, hasMonth, go) {
  const path = `/daily/${day}`,
    date = String(Number(day.slice(8))),
    label = dayLabel(day, currentLanguage());
  return el(
    "a",
    {
      class: result ? "done" : "",
      href: path,
      "aria-current": isToday ? "date" : null,
      "aria-label": result ? `${label}: ${resultText(result)}` : label,
      on: {click: followed(go, path)},
    },
    el(
      "small",
      {},
      ...(hasMonth ? [el("strong", {}, dayLabel(day, currentLanguage(), {month: "short"})), " "] : []),
      date,
    ),
    el("b", {class: "num"}, result ? figure(result.total) : "·"),
  );
}

/** The link that brings everything to another device. */
async function openDevice() {
  await needLinks();
  const link = linkTo(`/daily#${deviceSecret()}`),
    label = el("span", {}, t("daily.copy"));
  const copied = async () => {
    if (!(await copy(link))) return;
    announce(t("daily.copied-link.text"));
    setText(label, t("daily.copied-link.text"));
  };
  openDialog(
    t("daily.device"),
    el("p", {}, t("daily.device.text")),
    el("p", {class: "device-link"}, link),
    el("button", {class: "btn main", on: {click: () => void copied()}}, icon("i-link"), label),
  );
}

/**
 * Ask whether the expeditions of another device are to be taken over: anybody could send such a link.
 * @param {string} secret
 * @param {() => void} taken
 */
export function offerSecret(secret, taken) {
  const take = () => {
    takeSecret(secret);
    dialog.close();
    taken();
  };
  const dialog = openDialog(
    t("daily.take.title"),
    el("p", {}, t("daily.take.text")),
    el(
      "div",
      {class: "menu-list"},
      el("button", {class: "btn main", id: "take-secret", on: {click: take}}, icon("i-next"), t("daily.take")),
      el("button", {class: "btn", on: {click: () => dialog.close()}}, icon("i-close"), t("daily.keep")),
    ),
  );
}
