// @ts-check
/** What a screen reader is told at the table: the new card, what a piece would bring, the edicts. */

import {cardName, cardRule, signed, t} from "../words.js";
import {whyNot} from "./controls.js";
import {headline, yearWords} from "./news.js";

/** @typedef {import("./scene.js").Scene} Scene */

const LETTERS = "ABCD";

/** What has happened, and what is asked now. @param {Scene} scene */
export function newsWords({view, board, names, me, choices}) {
  const text = headline(view.recent, board.setup, names, me);
  return text ? `${text} ${choices ? t(`terms.ask.${choices.ask}`) : ""}` : "";
}

/** Where the piece lies, whether it fits, and what it would bring. @param {Scene} scene */
export function pieceWords(scene) {
  const {hand} = scene;
  const parts = [
    hand.names.join(" "),
    hand.fits ? t(hand.isPinned ? "page.say.pinned" : "page.say.fits") : whyNot(scene),
  ];
  if (hand.fits && scene.preview) {
    scene.gains.forEach((gain, n) => {
      if (gain) parts.push(`${LETTERS[n]} ${signed(gain)}`);
    });
    if (scene.coinGain) parts.push(t("terms.coins", {count: scene.coinGain}));
    if (scene.monsterGain) parts.push(`${t("terms.score.monsters")} ${signed(scene.monsterGain)}`);
    const year = yearWords(scene);
    if (year) parts.push(year);
  }
  return parts.join(". ");
}

/** The edicts with their rules, and what each is worth now. @param {Scene} scene */
export const edictWords = ({board, worth}) =>
  board.edicts
    .map(
      (each, n) =>
        `${t(`terms.edict.${LETTERS[n]}`)}: ${cardName(each)}. ${cardRule(each)} ` +
        t("terms.stars", {count: worth?.edicts[n].after ?? 0}),
    )
    .join(" ");

/**
 * Says each thing once: the news when a board is new, the piece while the focus is on the map.
 * @param {{announce: (text: string, after?: number) => void, alarm: (text: string) => void, isOnMap: () => boolean}}
 *   how
 */
export function createSpeaker({announce, alarm, isOnMap}) {
  let said = "",
    told = -1;
  /** @param {Scene} scene */
  return (scene) => {
    if (scene.board.version !== told) {
      told = scene.board.version;
      const text = newsWords(scene);
      if (scene.isRaid) alarm(t("page.ambush.whose", {owner: scene.names[scene.sheetSeat]}));
      else if (text) announce(text);
    }
    if (!isOnMap() || !scene.hand.isPlaced) return;
    const text = pieceWords(scene);
    if (text === said) return;
    said = text;
    announce(text, 300);
  };
}
