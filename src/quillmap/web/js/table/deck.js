// @ts-check
/** What has come this season and what may still come: the server says what is left in the deck. */

import {barePicture, tilePicture} from "../art-cards.js";
import {card} from "../cards.js";
import {openDialog} from "../dialog.js";
import {el, icon, paint, setName, setText} from "../dom.js";
import {cardName, t} from "../words.js";
import {shownAlready} from "./scene.js";
import {storyList} from "./story.js";

/** @typedef {import("../types.js").ToCome} ToCome */

/** How many cards are left, hidden ones included. @param {ToCome} deck */
export const leftIn = ({cards = [], ambushes = 0, heroes = 0}) => cards.length + ambushes + heroes;

/**
 * What may still come this season: nothing after its last card.
 * @param {Pick<import("../types.js").Board, "to_come" | "ends_season">} board @param {boolean} isOver
 * @returns {ToCome}
 */
export const mayCome = ({to_come, ends_season}, isOver) => (isOver || ends_season ? {} : to_come);

/** What is known of the hidden cards, in sentences. @param {ToCome} deck */
export function hiddenWords({ambushes = 0, ambush_candidates: may = [], heroes = 0, hero_candidates: help = []}) {
  const told = (/** @type {string} */ key, /** @type {number} */ count, /** @type {string[]} */ cards) =>
    count ? [t(key, {count, cards: cards.map(cardName).join(", ")})] : [];
  return [...told("page.deck.ambushes.text", ambushes, may), ...told("page.deck.heroes.text", heroes, help)];
}

/** A card as a small tile: what it draws, how long it takes. @param {string} id @param {(id: string) => void} open */
function tile(id, open) {
  const found = card(id),
    shape = found.shapes?.[found.shapes.length - 1] ?? found.shape;
  const picture = el("span", {class: "shape-s", "aria-hidden": "true"}),
    kinds = el("span", {class: "kinds", "aria-hidden": "true"});
  if (found.terrains && found.terrains.length < 5)
    paint(kinds, found.terrains.map((terrain) => tilePicture(terrain, 14)).join(""));
  if (shape && found.kind !== "ruins") paint(picture, barePicture(shape.rows, 6));
  else picture.append(icon(`i-${found.kind}`));
  const name = el("span", {class: "name"});
  setName(name, cardName(id));
  return el(
    "li",
    {},
    el(
      "button",
      {class: `deck-card ${found.kind}`, title: cardName(id), on: {click: () => open(id)}},
      picture,
      kinds,
      name,
    ),
  );
}

/** @param {ToCome} deck @param {(id: string) => void} open */
function leftList({cards = [], ambushes = 0, heroes = 0}, open) {
  const hidden = (/** @type {string} */ kind, /** @type {number} */ count) =>
    Array.from({length: count}, () =>
      el(
        "li",
        {class: `deck-card hidden ${kind}`},
        icon(`i-${kind}`),
        el("span", {class: "name"}, t(`terms.kind.${kind}`)),
      ),
    );
  return el(
    "ul",
    {class: "deck-cards"},
    ...cards.map((id) => tile(id, open)),
    ...hidden("ambush", ambushes),
    ...hidden("hero", heroes),
  );
}

/**
 * In the column beside the map, where there is room for it.
 * @param {HTMLElement} root
 * @param {{openCard: (id: string) => void}} actions
 */
export function mountDeck(root, {openCard}) {
  const title = el("h2"),
    box = el("div");
  root.append(title, box);
  const isShown = shownAlready();
  return {
    /** @param {import("./scene.js").Scene} scene */
    render({board, isOver}) {
      const deck = mayCome(board, isOver),
        count = leftIn(deck);
      if (isShown([board.game, board.season, count, document.documentElement.lang].join("/"))) return;
      root.classList.toggle("none", count === 0);
      setText(title, t("page.deck.left", {count}));
      box.replaceChildren(leftList(deck, openCard), ...hiddenWords(deck).map((text) => el("p", {class: "fine"}, text)));
    },
  };
}

/**
 * All of it in a dialog: for phones, and wherever the column has no room.
 * @param {() => import("./scene.js").Scene} scene
 * @param {{openCard: (id: string) => void, completeLog: () => Promise<void>}} actions
 */
export function openDeck(scene, actions) {
  const {board, isOver} = scene(),
    {openCard} = actions,
    deck = mayCome(board, isOver);
  const come = el("ul", {class: "deck-cards"}, ...board.revealed.map((id) => tile(id, openCard)));
  openDialog(
    t("page.deck.title"),
    el(
      "div",
      {class: "deck-page"},
      ...(board.revealed.length ? [el("h3", {}, t("page.deck.come")), come] : []),
      ...(leftIn(deck)
        ? [
            el("h3", {}, t("page.deck.left", {count: leftIn(deck)})),
            leftList(deck, openCard),
            ...hiddenWords(deck).map((text) => el("p", {class: "fine"}, text)),
          ]
        : []),
      el("h3", {}, t("page.log.title")),
      storyList(scene, actions.completeLog),
    ),
  );
}
