// @ts-check
/** What somebody plays alone, as it was chosen last on this device. */

const KEY = "quillmap.solo";

/**
 * @typedef {object} SoloChoice
 * @property {string} box
 * @property {string} map `""` is the map of the box
 * @property {string | (string | null)[]} edicts
 * @property {string} skills
 * @property {string} rulebook
 * @property {string} opponent the level of a bot to play against, or `""` for nobody
 * @property {string} trainer what it points out: a class of reviews, or `off`
 * @property {boolean} showsBest whether it shows the better drawing
 */

/** @type {SoloChoice} */
export const PLAIN = {
  box: "base",
  map: "",
  edicts: "drawn",
  skills: "none",
  rulebook: "standard",
  opponent: "",
  trainer: "off",
  showsBest: true,
};
export const TRAINERS = ["off", "slip", "mistake", "blunder"];

/** The last choice; the plain one where there is none, or none that can be read. @returns {SoloChoice} */
export function soloChoice() {
  try {
    const kept = JSON.parse(localStorage.getItem(KEY) ?? "{}");
    return typeof kept?.box === "string" ? {...PLAIN, ...kept} : PLAIN;
  } catch {
    return PLAIN;
  }
}

/** @param {SoloChoice} choice */
export const keepSoloChoice = (choice) => localStorage.setItem(KEY, JSON.stringify(choice));

/** Whether what is played is what one gets without choosing. @param {SoloChoice} choice */
export const isPlain = (choice) => JSON.stringify(setupOf(choice)) === JSON.stringify(setupOf(PLAIN));

/** What the server is asked for: only what was chosen, the rest is the box's. @param {SoloChoice} choice */
export function setupOf({box, map, edicts, skills, rulebook}) {
  /** @type {Record<string, any>} */
  const setup = {box};
  if (map) setup.map = map;
  if (edicts !== PLAIN.edicts) setup.edicts = edicts;
  if (skills !== PLAIN.skills) setup.skills = skills;
  if (rulebook !== PLAIN.rulebook) setup.rulebook = rulebook;
  return setup;
}

/** Whether a trainer looks on; only where nobody else plays. @param {SoloChoice} choice */
export const isTrained = ({trainer, opponent}) => !opponent && trainer !== PLAIN.trainer && TRAINERS.includes(trainer);

/**
 * What else the server is asked for, and who plays as well.
 * @param {SoloChoice} choice
 * @returns {Record<string, any>}
 */
export function wishOf(choice) {
  if (choice.opponent) return {opponent: choice.opponent};
  return isTrained(choice) ? {trainer: {least: choice.trainer, shows_best: choice.showsBest}} : {};
}
