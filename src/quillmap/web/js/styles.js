// @ts-check
/** Style sheets and words that a screen needs only when it is opened. */

import {asset} from "./assets.js";
import {el} from "./dom.js";
import {needWords} from "./words.js";

/** Load the words and the style sheets that a screen needs, before it shows anything. @param {...string} styles */
export async function prepare(...styles) {
  await Promise.all([needWords("screens"), ...styles.map(needStyle)]);
}

/**
 * The sheets in the order in which they count: the same whichever screen was opened first. Those in `index.html` stand
 * before them all.
 */
const ORDER = [
  "waiting",
  "me",
  "setup",
  "paper",
  "start",
  "daily",
  "rules",
  "table-screen",
  "replay",
  "review",
  "puzzles",
  "endings",
  "games",
  "statistics",
  "print",
  "absence",
  "lesson",
];

/** @type {Map<string, {link: HTMLLinkElement, loaded: Promise<void>}>} */
const sheets = new Map();
/** What the screen that is open has asked for. @type {Set<string>} */
const wanted = new Set();

/** Let a style sheet count until the next screen is opened; it is loaded once. @param {string} name */
export async function needStyle(name) {
  wanted.add(name);
  const {link, loaded} = sheets.get(name) ?? load(name);
  await loaded;
  setUse(link, wanted.has(name));
}

/** Let no style sheet count but those of `index.html`: what one screen needed must not change the next one. */
export function putStylesAside() {
  wanted.clear();
  for (const {link} of sheets.values()) setUse(link, false);
}

/** @param {HTMLLinkElement} link @param {boolean} is */
function setUse(link, is) {
  // Not the attribute of the link, which would load the sheet again. One that could not be loaded is null.
  if (link.sheet) link.sheet.disabled = !is;
}

/** @param {string} name */
function load(name) {
  const link = /** @type {HTMLLinkElement} */ (
    el("link", {rel: "stylesheet", href: asset(`css/${name}.css`), data: {style: name}})
  );
  /** @type {Promise<void>} */
  const loaded = new Promise((done) => {
    // A screen without its style is still a screen: it is shown in any case.
    link.addEventListener("load", () => done());
    link.addEventListener("error", () => done());
  });
  const sheet = {link, loaded};
  sheets.set(name, sheet);
  const next = ORDER.slice(ORDER.indexOf(name) + 1).find((each) => each !== name && sheets.has(each));
  document.head.insertBefore(link, (next && sheets.get(next)?.link) || null);
  return sheet;
}
