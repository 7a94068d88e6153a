// @ts-check
/**
 * Links to send to others. On the host's own machine the page's address is of no use to a phone, so the server is
 * asked.
 */

import {addressOf, isAlone} from "./base.js";
import {call} from "./protocol.js";

const OWN = /^(?:(?:.+\.)?localhost|127(?:\.\d+){3}|\[::1\])$/;
/** The address for others, if it is another one than the page has here. */
let base = "";
let isForNobody = false;

/** Learn the address for others: once, before a link is shown. */
export async function needLinks() {
  if (base || isAlone || !OWN.test(location.hostname)) return;
  const found = await call("GET", "/api/invitation").catch(() => null);
  if (!found) return;
  base = found.base;
  isForNobody = found.is_for_this_machine;
}

/** Whether only this machine can open links, because the server listens to nobody else. */
export const isReachedByNobody = () => isForNobody;

/** @param {string} path */
export const linkTo = (path) => (base || location.origin) + addressOf(path);
