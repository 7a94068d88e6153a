// @ts-check
/** The title of the window: what is open, and before it that somebody waits for this person. */

const NAME = "Quillmap";
/** The title with which the page came: that of the first page, or one for messengers that show a link. */
const CAME_WITH = globalThis.document?.title ?? NAME;
const HOME = globalThis.location?.pathname === "/" ? CAME_WITH : NAME;

let screen = CAME_WITH,
  /** @type {Turns} */
  turns = {count: 0, isHere: false, words: ""};

/** @typedef {{count: number, isHere: boolean, words: string}} Turns how many tables wait; whether the open one does */

/**
 * The whole title. "Your turn" before the name of a table would say that it is one's turn there: where only other
 * tables wait, it stands on the first page alone, and elsewhere their number.
 * @param {string} name of the open screen @param {Turns} waiting @param {boolean} isHome
 */
export function titleOf(name, {count, isHere, words}, isHome) {
  if (!count) return name;
  return isHere || isHome ? `● ${words} · ${name}` : `(${count}) ${name}`;
}

const write = () => (document.title = titleOf(screen, turns, screen === HOME));

/** What the open screen is called. */
export const screenTitle = () => screen;

/** @param {string} text as it stands in the title, with the name of the page */
export function setScreenTitle(text) {
  screen = text;
  write();
}

/** What the open screen shows, in few words. @param {string} text nothing where it is the first page */
export const nameScreen = (text) => setScreenTitle(text ? `${text} – ${NAME}` : HOME);

/** @param {Turns} waiting */
export function setTurnsTitle(waiting) {
  turns = waiting;
  write();
}
