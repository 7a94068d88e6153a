// @ts-check
/**
 * Links to send to others. On the host's own machine the page's address is of no use to a phone, so the server is
 * asked.
 */

import {call} from "./protocol.js";

const OWN = ["localhost", "127.0.0.1", "[::1]"];
let base = location.origin;

/** Learn the address for others: once, before a link is shown. */
export async function needLinks() {
  if (base !== location.origin || !OWN.includes(location.hostname)) return;
  const found = await call("GET", "/api/invitation").catch(() => null);
  if (found) base = found.base;
}

/** @param {string} path */
export const linkTo = (path) => base + path;
