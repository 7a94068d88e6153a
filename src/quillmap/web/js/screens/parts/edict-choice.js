// @ts-check
/** Edicts chosen by their pictures: four cards, each opening the pictures of all. */

import {edictPicture} from "../../art-cards.js";
import {openDialog} from "../../dialog.js";
import {el, icon, paint, setName} from "../../dom.js";
import {cardName, cardRule, t} from "../../words.js";

/** @typedef {import("../../types.js").Catalogue} Catalogue */
/** @typedef {(string | null)[]} Edicts cards by place; null is left to chance */

const LETTERS = "ABCD";

/** @param {string | null} id @param {string} rulebook */
function picture(id, rulebook) {
  const node = el("span", {class: "edict-picture", "aria-hidden": "true"});
  if (id) paint(node, edictPicture(id, rulebook));
  else node.append(el("b", {}, "?"));
  return node;
}

/** @param {string | null} id */
const nameOf = (id) => (id ? cardName(id) : t("screens.setup.chance"));

/** The scoring cards of a pool. @param {Catalogue} catalogue @param {string} pool */
export const cardsOf = ({scoring}, pool) => scoring.filter(({box}) => pool === "both" || box === pool);

/**
 * Four buttons, one for each edict.
 * @param {Catalogue["scoring"]} cards to choose from
 * @param {Edicts} value
 * @param {string} rulebook
 * @param {(value: Edicts) => void} changed
 */
export function edictButtons(cards, value, rulebook, changed) {
  return value.map((id, n) => {
    const label = `${t(`terms.edict.${LETTERS[n]}`)}: ${nameOf(id)}`;
    const choose = () =>
      openPictures(cards, n, value, rulebook, (card) => changed(value.map((each, at) => (at === n ? card : each))));
    return el(
      "button",
      {class: "edict-pick", data: {letter: LETTERS[n]}, "aria-label": label, on: {click: choose}},
      picture(id, rulebook),
      el("span", {}, el("b", {}, LETTERS[n]), el("small", {}, nameOf(id))),
    );
  });
}

/**
 * @param {Catalogue["scoring"]} cards
 * @param {number} n
 * @param {Edicts} value
 * @param {string} rulebook
 * @param {(card: string | null) => void} chosen
 */
function openPictures(cards, n, value, rulebook, chosen) {
  const button = (/** @type {string | null} */ id) => {
    const name = el("b");
    setName(name, nameOf(id));
    return el(
      "button",
      {
        class: "edict-tile",
        "aria-pressed": String(value[n] === id),
        data: {card: id ?? ""},
        on: {click: () => take(id)},
      },
      picture(id, rulebook),
      name,
      id ? el("small", {}, cardRule(id, rulebook)) : null,
      icon("i-done", "tick"),
    );
  };
  const suits = [...new Set(cards.map(({suit}) => suit))];
  const groups = suits.flatMap((suit) => [
    el("h3", {}, t(`terms.suit.${suit}`)),
    el("div", {class: "edict-tiles"}, ...cards.filter((each) => each.suit === suit).map(({id}) => button(id))),
  ]);
  const dialog = openDialog(t(`terms.edict.${LETTERS[n]}`), el("div", {class: "edict-tiles"}, button(null)), ...groups);
  dialog.classList.add("edict-choice");
  function take(/** @type {string | null} */ id) {
    dialog.close();
    chosen(id);
  }
}
