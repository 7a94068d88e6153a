// @ts-check
/**
 * Whether what is kept of games, or comes from a file, is what this device writes. Anything else would break the lists
 * for good: it comes again with every visit. What later versions may add (titles, maps, cards) passes; showing it is up
 * to those who know the words.
 */

import {SPACES} from "./spaces.js";

/** @typedef {import("./memory.js").KeptTable} KeptTable */

/** The last moment that a date can have, in milliseconds. */
const LATEST = 8.64e15;
const MOST_POINTS = 10_000;
const MOST_SEATS = 100;
const LONGEST = 200;
/** Edicts, seasons. */
const MOST_PARTS = 16;
const MOST_FIELDS = 64;
const HEX = new RegExp(`^[0-9a-f]{0,${Math.ceil(SPACES / 4)}}$`);

/** @param {any} value @param {number} least @param {number} most */
const isNumber = (value, least, most) => Number.isFinite(value) && value >= least && value <= most;
/** @param {any} value @param {number} least @param {number} most */
const isWhole = (value, least, most) => Number.isInteger(value) && isNumber(value, least, most);
/** @param {any} value @param {number} [longest] */
const isText = (value, longest = LONGEST) => typeof value === "string" && value.length <= longest;
/**
 * Whether something is an id: it becomes a part of addresses and of the keys of texts, and is looked up in objects,
 * where what all of them have (`constructor`) would be found.
 * @param {any} value
 */
const isId = (value) => typeof value === "string" && /^[\w-]{1,64}$/.test(value) && !(value in {});
/** @param {any} value */
const isTime = (value) => isNumber(value, 0, LATEST);
/** @param {any} value */
const isPoints = (value) => isNumber(value, -MOST_POINTS, MOST_POINTS);
/** @param {any} value */
const isFlag = (value) => typeof value === "boolean";
/** @param {any} value */
const isObject = (value) => typeof value === "object" && value !== null && !Array.isArray(value);
/** @param {any} value @param {number} most @param {(each: any) => boolean} isFine */
const isList = (value, most, isFine) => Array.isArray(value) && value.length <= most && value.every(isFine);
/** Whether something is not there, or fine. @param {any} value @param {(value: any) => boolean} isFine */
const isMissingOr = (value, isFine) => value === undefined || value === null || isFine(value);

/** @param {any} value */
const isSheet = (value) =>
  isObject(value) &&
  Object.keys(value).length <= MOST_FIELDS &&
  Object.values(value).every((each) => typeof each === "string" && HEX.test(each));

/** A set-up has choices, and lists of cards; which box and map are asked for by name. @param {any} value */
const isSetup = (value) =>
  isObject(value) &&
  Object.keys(value).length <= MOST_FIELDS &&
  ["map", "explore", "pool"].every((name) => isMissingOr(value[name], (each) => isText(each))) &&
  JSON.stringify(value).length <= 5000;

/** @param {any} value */
const isHelp = (value) =>
  isObject(value) &&
  ["hints", "stand_ins", "drawn_for", "take_backs", "trainer"].every((kind) => isMissingOr(value[kind], isPoints)) &&
  isMissingOr(value.trained, isFlag) &&
  isMissingOr(value.resigned, isFlag);

/** @param {any} value @param {number} edicts how many there are */
const isEarnings = (value, edicts) =>
  isObject(value) &&
  isList(value.edicts, MOST_PARTS, isPoints) &&
  value.edicts.length >= edicts &&
  isList(value.seasons, MOST_PARTS, isPoints) &&
  isPoints(value.coins) &&
  isPoints(value.monsters);

/** Whether something is a result as this device keeps them. @param {any} value */
export function isResult(value) {
  if (!isObject(value)) return false;
  const {names, totals, ranks, edicts} = value;
  const areWhole =
    isList(names, MOST_SEATS, (name) => isText(name)) &&
    isList(totals, MOST_SEATS, isPoints) &&
    isList(ranks, MOST_SEATS, (rank) => isWhole(rank, 1, MOST_SEATS)) &&
    names.length > 0 &&
    totals.length === names.length &&
    ranks.length === names.length;
  return (
    areWhole &&
    isId(value.game) &&
    isTime(value.ended) &&
    isWhole(value.seat, -1, names.length - 1) &&
    (value.rating === null || isPoints(value.rating)) &&
    isMissingOr(value.levels, (list) => isList(list, MOST_SEATS, (level) => isText(level))) &&
    isMissingOr(value.standsFor, (list) => isList(list, MOST_SEATS, (name) => isText(name))) &&
    isMissingOr(value.title, isId) &&
    isMissingOr(value.day, isDay) &&
    isMissingOr(value.sheet, isSheet) &&
    isSetup(value.setup) &&
    isMissingOr(value.help, isHelp) &&
    isMissingOr(value.isContinued, isFlag) &&
    isMissingOr(value.isSeeded, isFlag) &&
    isMissingOr(edicts, (list) => isList(list, MOST_PARTS, isId)) &&
    isMissingOr(value.earnings, (earnings) => isEarnings(earnings, edicts?.length ?? 0))
  );
}

/** Whether something is the day of an expedition, or says that there is none. @param {any} value */
const isDay = (value) =>
  value === "" || (isText(value, 10) && /^\d{4}-\d\d-\d\d$/.test(value) && !Number.isNaN(Date.parse(value)));

/** Whether something is a seat that this device has at a table. @param {any} value */
const isSeat = (value) =>
  isObject(value) &&
  isId(value.id) &&
  isText(value.token) &&
  isTime(value.at) &&
  isMissingOr(value.code, isText) &&
  isMissingOr(value.map, isText) &&
  isMissingOr(value.status, isId) &&
  isMissingOr(value.seats, (seats) => isWhole(seats, 0, MOST_SEATS)) &&
  isMissingOr(value.seat, (seat) => isWhole(seat, 0, 1e9)) &&
  isMissingOr(value.host, (seat) => isWhole(seat, 0, 1e9)) &&
  isMissingOr(value.push, (push) => isText(push, 2000));

/** @param {any} value */
const isPlaces = (value) =>
  isObject(value) && Object.entries(value).every(([game, place]) => isId(game) && isWhole(place, -1, MOST_SEATS));

/** @param {any} value */
const isOwnMap = (value) => isObject(value) && isId(value.game) && isSheet(value.sheet);

/** Whether something is a table as this device keeps them, with everything in it. @param {any} value */
export const isTable = (value) =>
  isSeat(value) &&
  isMissingOr(value.ownMap, isOwnMap) &&
  isMissingOr(value.places, isPlaces) &&
  (value.results === undefined || (Array.isArray(value.results) && value.results.every(isResult)));

/**
 * What is fine of a table that was kept: a seat does not go because a result is broken.
 * @param {any} value
 * @returns {KeptTable | null}
 */
export function mended(value) {
  if (isTable(value)) return value;
  if (!isSeat(value)) return null;
  const {ownMap, places, results, ...seat} = value;
  return {
    ...seat,
    ...(isPlaces(places) ? {places} : {}),
    ...(isOwnMap(ownMap) ? {ownMap} : {}),
    ...(Array.isArray(results) ? {results: results.filter(isResult)} : {}),
  };
}
