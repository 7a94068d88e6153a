// @ts-check
/** Style sheets and words that a screen needs only when it is opened. */

import {el} from "./dom.js";
import {needWords} from "./words.js";

/** Load the words and the style sheets that a screen needs, before it shows anything. @param {...string} styles */
export async function prepare(...styles) {
  await Promise.all([needWords("screens"), ...styles.map(needStyle)]);
}

/** Load a style sheet, once. @param {string} name @returns {Promise<void>} */
export function needStyle(name) {
  if (document.querySelector(`link[data-style="${name}"]`)) return Promise.resolve();
  const link = el("link", {rel: "stylesheet", href: `/static/css/${name}.css`, data: {style: name}});
  return new Promise((done) => {
    // A screen without its style is still a screen: it is shown in any case.
    link.addEventListener("load", () => done());
    link.addEventListener("error", () => done());
    document.head.append(link);
  });
}
