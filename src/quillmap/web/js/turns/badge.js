// @ts-check
/** How many tables wait for this person: in the title, on the icon of the page, and on that of an installed page. */

import {asset} from "../assets.js";
import {fileAddress} from "../base.js";
import {setTurnsTitle} from "../page-title.js";
import {t} from "../words.js";

const PLAIN = fileAddress("icon.svg");
const MARKED = "icons/icon-turn.svg";

/** Tables elsewhere that wait, and whether the open one does; null while no game is open. */
let elsewhere = 0,
  /** @type {boolean | null} */
  here = null;

/** How many tables wait that are not open on this page. @param {number} count */
export function showBadge(count) {
  elsewhere = count;
  show();
}

/** Whether the table that is open waits for its person; null when it is closed. @param {boolean | null} is */
export function showTurnHere(is) {
  if (is === here) return;
  here = is;
  show();
}

/** Whether the open screen itself says that it waits. */
export const isToldHere = () => here !== null;

function show() {
  const count = elsewhere + (here ? 1 : 0);
  setTurnsTitle({count, isHere: Boolean(here), words: count ? t("turns.title", {count}) : ""});
  const icon = document.querySelector('link[rel="icon"]'),
    wanted = count ? asset(MARKED) : PLAIN;
  if (icon && icon.getAttribute("href") !== wanted) icon.setAttribute("href", wanted);
  // The number on the icon of an installed page; browsers without one have the marked icon in the tab.
  const told = count ? navigator.setAppBadge?.(count) : navigator.clearAppBadge?.();
  told?.catch(() => {});
}
