// @ts-check
/** Results of a day that is over, and of a week: lists of everybody. */

import {el, icon, star} from "../dom.js";
import {call} from "../protocol.js";
import {followed} from "../screens/parts/frame.js";
import {currentLanguage, figure, signed, t} from "../words.js";
import {dayAfter, dayLabel, emptyWeek} from "./days.js";
import {keptResults, knownSecret} from "./diary.js";

/** @typedef {import("../types.js").DailyWeek} DailyWeek */

const DAYS = 7;
const BEST = 3;

/**
 * The ranking of a day that is over; one's own line is marked by its game.
 * @param {HTMLElement} root
 * @param {string} day
 * @param {string} mine the game of this device, or ""
 * @param {(path: string) => void} go
 */
export async function showRanking(root, day, mine, go) {
  /** @type {import("../types.js").Leaderboard} */
  const {rows} = await call("GET", `/api/daily/${day}/leaderboard`);
  if (!rows.length) return root.replaceChildren(el("p", {class: "nobody"}, t("daily.nobody.text")));
  root.replaceChildren(el("ol", {class: "day-ranking"}, ...rows.map((row) => rankingLine(row, mine, go))));
}

/**
 * The best of a day that is over, for where there is little room.
 * @param {import("../types.js").DailyRow[]} rows
 * @param {string} mine the game of this device, or ""
 * @param {(path: string) => void} go
 */
export const bestOf = (rows, mine, go) =>
  el("ol", {class: "day-ranking best"}, ...rows.slice(0, BEST).map((row) => rankingLine(row, mine, go)));

/** @param {import("../types.js").DailyRow} row @param {string} mine @param {(path: string) => void} go */
function rankingLine({place, name, rating, total, title, game}, mine, go) {
  const path = `/g/${game}`,
    isMine = game !== "" && game === mine;
  return el(
    "li",
    {class: isMine ? "own" : "", "aria-current": isMine ? "true" : null},
    el("span", {class: "num place"}, `${place}.`),
    el("span", {class: "who"}, el("b", {}, name), el("small", {}, `${t(`terms.title.${title}`)} · ${signed(rating)}`)),
    el("b", {class: "num"}, figure(total), star()),
    // Games are removed after their time, and the ranking stays.
    game !== "" &&
      el(
        "a",
        {class: "btn", href: path, "aria-label": t("daily.watch", {name}), on: {click: followed(go, path)}},
        icon("r-play"),
      ),
  );
}

/**
 * The table of a week, with the way to those before and after.
 * @param {HTMLElement} root
 * @param {string} day any day of the week
 * @param {string} today
 */
export async function showWeek(root, day, today) {
  /** @type {DailyWeek} */
  const week = await call("GET", `/api/daily/${day}/week`, null, knownSecret());
  const step = (/** @type {number} */ days, /** @type {string} */ sign, /** @type {string} */ key) => {
    const other = dayAfter(week.monday, days),
      isThere = other <= today;
    return el(
      "button",
      {
        class: "btn quiet",
        "aria-label": t(key),
        "aria-disabled": isThere ? null : "true",
        on: {click: () => isThere && void showWeek(root, other, today).catch(() => {})},
      },
      icon(sign),
    );
  };
  const from = dayLabel(week.monday, currentLanguage(), {day: "numeric", month: "long"});
  const heading = el(
    "header",
    {class: "week-head"},
    step(-DAYS, "r-back", "daily.earlier"),
    el("h3", {}, t("daily.week", {day: from})),
    step(DAYS, "r-step", "daily.later"),
  );
  const place = week.own?.place,
    rows = week.rows.map((row) => weekLine(row, week, row.place === place && row.name === week.own?.name));
  root.replaceChildren(
    heading,
    rows.length
      ? el("ol", {class: "day-ranking week"}, ...rows)
      : el("p", {class: "nobody"}, t(`daily.week.${emptyWeek(week, today)}.text`)),
    ...resultOfToday(week, today),
    el("p", {class: "fine"}, t("daily.week.text")),
  );
}

/**
 * What this device has earned today, which the table does not have yet.
 * @param {DailyWeek} week
 * @param {string} today
 */
function resultOfToday({monday, is_over: isOver}, today) {
  const found = keptResults().find((each) => each.day === today);
  if (!found || isOver || monday > today) return [];
  return [el("p", {}, t("daily.week.today.text", {stars: t("terms.stars", {count: found.total})}))];
}

/**
 * @param {import("../types.js").WeekRow} row
 * @param {DailyWeek} week
 * @param {boolean} isMine
 */
function weekLine({place, name, stars, days}, week, isMine) {
  const each = days.map((found, n) =>
    el(
      "span",
      {
        class: found === null ? "no" : "",
        title: dayLabel(dayAfter(week.monday, n), currentLanguage(), {weekday: "long"}),
      },
      found === null ? "·" : figure(found),
    ),
  );
  return el(
    "li",
    {class: isMine ? "own" : "", "aria-current": isMine ? "true" : null},
    el("span", {class: "num place"}, `${place}.`),
    el("span", {class: "who"}, el("b", {}, name), el("small", {class: "week-days num"}, ...each)),
    el("b", {class: "num"}, figure(stars), star()),
  );
}
