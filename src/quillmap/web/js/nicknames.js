// @ts-check
/** The name of somebody who has written none, the same wherever they play: no two people at a table have the same. */

import {player, setPlayer} from "./memory.js";
import {t} from "./words.js";

/** What games of before call somebody without a name, in any language, and those of programs that give none. */
export const NO_NAMES = ["Cartographer", "Kartograf", "Kartenfuchs", "Térképész", "Χαρτογράφος"];

/** A name as it is read: one that nobody has written is said in the reader's language. @param {string} name */
export const readName = (name) => (NO_NAMES.includes(name) ? t("page.player") : name);

/**
 * What a seat is called. A bot that plays on in the place of somebody is never read as that person.
 * @param {string} name @param {string} [standsFor] who had its seat before, in a game that is played on
 */
export const calledAt = (name, standsFor) =>
  standsFor ? t("page.instead", {player: readName(standsFor)}) : readName(name);

/** How many there are in the catalogues. */
export const NICKNAMES = 12;

/**
 * This device keeps its nickname; where somebody has it already, the next one that is free.
 * @param {string[]} [taken] names that others have at the table
 * @param {() => number} [chance] from 0 to 1
 */
export function nickname(taken = [], chance = Math.random) {
  const mine = player().nickname ?? Math.floor(chance() * NICKNAMES);
  if (player().nickname === undefined) setPlayer({nickname: mine});
  const names = Array.from({length: NICKNAMES}, (_, n) => t(`screens.nickname.${((mine + n) % NICKNAMES) + 1}`));
  return names.find((name) => !taken.includes(name)) ?? names[0];
}
