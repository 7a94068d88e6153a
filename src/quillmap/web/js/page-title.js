// @ts-check
/** The title of the window: what is open, and before it that somebody waits for this person. */

let screen = document.title,
  turns = "";

const write = () => (document.title = turns ? `● ${turns} · ${screen}` : screen);

/** What the open screen is called. */
export const screenTitle = () => screen;

/** @param {string} text */
export function setScreenTitle(text) {
  screen = text;
  write();
}

/** @param {string} text empty if nobody waits */
export function setTurnsTitle(text) {
  turns = text;
  write();
}
