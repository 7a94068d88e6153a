// @ts-check
/**
 * Links to send to others. On the host's own machine the page's address is of no use to a phone, so the server is
 * asked.
 */

import {call} from "./protocol.js";

const OWN = ["localhost", "127.0.0.1", "[::1]"];
/** The address for others, if it is another one than the page has here. */
let base = "";

/** Learn the address for others: once, before a link is shown. */
export async function needLinks() {
  if (base || !OWN.includes(location.hostname)) return;
  const found = await call("GET", "/api/invitation").catch(() => null);
  if (found) base = found.base;
}

/** @param {string} path */
export const linkTo = (path) => (base || location.origin) + path;
