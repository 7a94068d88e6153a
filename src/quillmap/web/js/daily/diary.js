// @ts-check
/**
 * What this device keeps of its expeditions: the secret by which the server knows them again, and the results. The
 * secret leaves the device in requests to the server, and behind the # of a link for one's other device.
 */

import {newId} from "../protocol.js";

const SECRET = "quillmap.device";
const RESULTS = "quillmap.expeditions";
const MOST = 400;
const FORM = /^[A-Za-z0-9_-]{22,64}$/;

/** @typedef {import("../types.js").DailyResult} DailyResult */

/** The secret of this device, if it has ever set out; somebody who only looks has none. */
export const knownSecret = () => localStorage.getItem(SECRET);

/** The secret of this device; made when it is first needed. */
export function deviceSecret() {
  const kept = knownSecret() ?? newId();
  localStorage.setItem(SECRET, kept);
  return kept;
}

/** The secret that a link of another device carries, if it is one. @param {string} hash @returns {string | null} */
export function secretIn(hash) {
  const found = hash.slice(1);
  return FORM.test(found) && found !== knownSecret() ? found : null;
}

/** Play on with the secret of another device: its results are fetched again. @param {string} secret */
export function takeSecret(secret) {
  localStorage.setItem(SECRET, secret);
  localStorage.removeItem(RESULTS);
}

/** The results of this device, the latest first. @returns {DailyResult[]} */
export function keptResults() {
  try {
    const found = JSON.parse(localStorage.getItem(RESULTS) ?? "[]");
    return Array.isArray(found) ? found : [];
  } catch {
    return [];
  }
}

/** Keep results beside those there are; each day has one. @param {DailyResult[]} results @returns {DailyResult[]} */
export function keepResults(results) {
  const byDay = new Map([...keptResults(), ...results].map((each) => [each.day, each]));
  const all = [...byDay.values()].sort((a, b) => (a.day < b.day ? 1 : -1)).slice(0, MOST);
  localStorage.setItem(RESULTS, JSON.stringify(all));
  return all;
}
