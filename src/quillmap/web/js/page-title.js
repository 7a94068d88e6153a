// @ts-check
/** The title of the window: what is open, and before it that somebody waits for this person. */

const NAME = "Quillmap";
/** The title with which the page came: that of the first page, or one for messengers that show a link. */
const CAME_WITH = globalThis.document?.title ?? NAME;
const HOME = globalThis.location?.pathname === "/" ? CAME_WITH : NAME;

let screen = CAME_WITH,
  turns = "";

const write = () => (document.title = turns ? `● ${turns} · ${screen}` : screen);

/** What the open screen is called. */
export const screenTitle = () => screen;

/** @param {string} text as it stands in the title, with the name of the page */
export function setScreenTitle(text) {
  screen = text;
  write();
}

/** What the open screen shows, in few words. @param {string} text nothing where it is the first page */
export const nameScreen = (text) => setScreenTitle(text ? `${text} – ${NAME}` : HOME);

/** @param {string} text empty if nobody waits */
export function setTurnsTitle(text) {
  turns = text;
  write();
}
