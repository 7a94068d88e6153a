// @ts-check
/** How many tables wait for this person: in the title, on the icon of the page, and on that of an installed page. */

import {asset} from "../assets.js";
import {setTurnsTitle} from "../page-title.js";
import {t} from "../words.js";

const PLAIN = "/icon.svg";
const MARKED = "icons/icon-turn.svg";

/** @param {number} count */
export function showBadge(count) {
  setTurnsTitle(count ? t("turns.title", {count}) : "");
  const icon = document.querySelector('link[rel="icon"]'),
    wanted = count ? asset(MARKED) : PLAIN;
  if (icon && icon.getAttribute("href") !== wanted) icon.setAttribute("href", wanted);
  // The number on the icon of an installed page; browsers without one have the marked icon in the tab.
  const told = count ? navigator.setAppBadge?.(count) : navigator.clearAppBadge?.();
  told?.catch(() => {});
}
