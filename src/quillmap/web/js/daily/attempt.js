// @ts-check
/** An expedition of this device: setting out, and how it stands. */

import {call} from "../protocol.js";
import {keepSeat, myself} from "../screens/parts/tables.js";
import {currentLanguage, signed, t} from "../words.js";
import {dayLabel, span} from "./days.js";
import {deviceSecret, keepResults, knownSecret} from "./diary.js";

/** Today's one attempt, or practice on a past day. @param {string} day @param {(path: string) => void} go */
export async function setOut(day, go) {
  const seated = await call("POST", `/api/daily/${day}`, {...myself(), player: deviceSecret()});
  keepSeat(seated);
  go(`/t/${seated.table.id}`);
}

/** How this device's attempt stands. @param {string} day @returns {Promise<import("../types.js").OwnDay>} */
export async function ownDay(day) {
  const secret = knownSecret();
  if (!secret) return {day, state: "open", table: "", result: null, place: null, finished: 0};
  const found = await call("GET", `/api/daily/${day}/mine`, null, secret);
  if (found.result) keepResults([found.result]);
  return found;
}

/** A time span in words. @param {number} seconds */
export function spanText(seconds) {
  const {key, params} = span(seconds);
  const text = t(`daily.time.${key}`, params);
  return key === "moment" ? text : text.replaceAll(" ", "\u00a0"); // figures and units stay on one line
}

/** Stars and rating in a line. @param {{total: number, rating: number}} result */
export const resultText = ({total, rating}) =>
  t("daily.result", {stars: t("terms.stars", {count: total}), rating: signed(rating)});

/** @param {string} day */
export const headingOf = (day) =>
  t("daily.heading", {day: dayLabel(day, currentLanguage(), {day: "numeric", month: "long", year: "numeric"})});

/** What a game of an expedition is called. @param {import("../types.js").TableInfo} table */
export const labelOf = ({day, counted}) =>
  counted
    ? t("daily.title")
    : t("daily.practice", {day: dayLabel(day, currentLanguage(), {day: "numeric", month: "short"})});
