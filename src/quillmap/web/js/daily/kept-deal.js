// @ts-check
/**
 * The deal of the last expedition that is over, kept on this device, so that it can be practised without the server.
 * That of today is told to nobody: it would be known before it counts.
 */

import {call} from "../protocol.js";

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
