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
 */

/** @type {SoloChoice} */
export const PLAIN = {box: "base", map: "", edicts: "drawn", skills: "none", rulebook: "standard"};

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

/** Whether a choice is what one gets without choosing. @param {SoloChoice} choice */
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
