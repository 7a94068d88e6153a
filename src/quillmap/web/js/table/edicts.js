// @ts-check
/** The four edicts: picture, rule, points now, and what the piece in hand would change. */

import {edictPicture} from "../art-cards.js";
import {el, icon, keep, paint, seal, setAttribute, setClass, setText, star} from "../dom.js";
import {cardName, cardRule, figure, signed, t} from "../words.js";
import {shownAlready} from "./scene.js";

const LETTERS = "ABCD";
/** A rule with more letters needs the room of what is said elsewhere, too. */
const WORDY = 90;

/** A change of points on a small tag; nothing if nothing changes. @param {Element} node @param {number} gain */
export function renderGain(node, gain) {
  setClass(node, "none", gain === 0);
  setClass(node, "up", gain > 0);
  setClass(node, "down", gain < 0);
  setText(node, gain === 0 ? "" : signed(gain));
}

/**
 * @param {HTMLElement} root
 * @param {{openEdict: (n: number) => void}} actions
 */
export function mountEdicts(root, {openEdict}) {
  const list = el("div", {class: "edict-list"});
  const sources = el("div", {class: "sources"});
  const coins = source("coin"),
    monsters = source("i-ambush");
  sources.append(coins.node, monsters.node);
  root.append(list, sources);

  /** @param {string} symbol */
  function source(symbol) {
    const name = el("span", {class: "what"}),
      value = el("b"),
      gain = el("span", {class: "gain none"});
    return {node: el("div", {class: "source"}, icon(symbol), name, value, gain), name, value, gain};
  }

  /** @param {number} n @param {string} id @param {string} rulebook */
  function make(n, id, rulebook) {
    const picture = el("span", {class: "pic"});
    paint(picture, edictPicture(id, rulebook));
    return el(
      "button",
      {class: "edict", on: {click: () => openEdict(n)}},
      el(
        "span",
        {class: "edict-head"},
        seal(LETTERS[n]),
        el("i", {class: "unseen edict-letter"}),
        el("span", {class: "edict-name"}),
        el("span", {class: "val"}, el("b", {"aria-hidden": "true"}), star(), el("i", {class: "unseen"})),
        el("span", {class: "gain none"}),
      ),
      el(
        "span",
        {class: "edict-body"},
        picture,
        el(
          "span",
          {class: "edict-text"},
          el("span", {class: "edict-rule", "aria-hidden": "true"}),
          el("span", {class: "edict-when"}),
        ),
      ),
    );
  }

  const isShown = shownAlready();

  /** @param {import("./scene.js").Scene} scene */
  function render(scene) {
    const {board, gains, worth, seasonIndex, seasons} = scene,
      {rulebook} = board.setup;
    if (isShown(`${scene.stamp}/${gains}/${scene.coinGain}/${scene.monsterGain}`)) return;
    setAttribute(root, "aria-label", t("terms.score.edicts"));
    keep(
      list,
      board.edicts.map((id, n) => ({id, n})),
      ({id}) => id,
      ({id, n}) => make(n, id, rulebook),
      (node, {id, n}) => {
        const points = worth ? worth.edicts[n].after : null,
          isActive = board.season_edicts.includes(n) && !scene.isOver;
        setClass(node, "active", isActive);
        setClass(node, "open", scene.ui.openEdict === n);
        setClass(node, "wordy", cardRule(id, rulebook).length > WORDY);
        setText(/** @type {Element} */ (node.querySelector(".edict-name")), cardName(id));
        setText(/** @type {Element} */ (node.querySelector(".edict-rule")), cardRule(id, rulebook));
        setText(/** @type {Element} */ (node.querySelector(".val b")), points === null ? "" : figure(points));
        renderGain(/** @type {Element} */ (node.querySelector(".gain")), gains[n]);
        setText(/** @type {Element} */ (node.querySelector(".edict-letter")), `${t(`terms.edict.${LETTERS[n]}`)}: `);
        setText(
          /** @type {Element} */ (node.querySelector(".val .unseen")),
          points === null ? "" : ` ${t("terms.stars", {count: points})} `,
        );
        setAttribute(
          node,
          "aria-description",
          isActive ? `${cardRule(id, rulebook)} ${t("page.edict.now.text")}` : cardRule(id, rulebook),
        );
        renderWhen(/** @type {HTMLElement} */ (node.querySelector(".edict-when")), n, seasons, seasonIndex, isActive);
      },
    );
    const purse = scene.mine.coins - scene.mine.spent;
    setText(coins.name, t("terms.score.coins"));
    setText(coins.value, figure(purse));
    renderGain(coins.gain, scene.coinGain);
    setText(monsters.name, t("terms.score.monsters"));
    setText(monsters.value, worth ? figure(-worth.monsters_after) : "");
    renderGain(monsters.gain, scene.monsterGain);
  }
  return {render};
}

/**
 * When it scores.
 * @param {HTMLElement} node
 * @param {number} n
 * @param {import("../types.js").Season[]} seasons
 * @param {number} now
 * @param {boolean} isActive
 */
function renderWhen(node, n, seasons, now, isActive) {
  const key = `${n}/${now}/${isActive}/${document.documentElement.lang}`;
  if (node.dataset.shown === key) return;
  node.dataset.shown = key;
  node.replaceChildren();
  seasons.forEach((season, at) => {
    if (season.edicts.includes(n))
      node.append(
        el("span", {class: `when ${at === now && isActive ? "on" : at < now ? "past" : ""}`}, icon(season.id)),
      );
  });
  if (isActive) node.append(el("span", {class: "now-tag"}, t("page.edict.scores-now")));
}

/**
 * On a phone: the rule of the edict that was touched last.
 * @param {HTMLElement} root
 * @param {{openCard: (id: string) => void}} actions
 */
export function mountRule(root, {openCard}) {
  const wax = seal("A"),
    name = el("b"),
    text = el("span"),
    more = el("span", {class: "unseen"});
  let id = "";
  const button = el(
    "button",
    {class: "rule", on: {click: () => openCard(id)}},
    wax,
    el("span", {}, name, " ", text, more),
  );
  root.append(button);
  return {
    /** @param {import("./scene.js").Scene} scene */
    render({board, ui}) {
      id = board.edicts[ui.openEdict];
      setText(wax, LETTERS[ui.openEdict]);
      setText(name, `${cardName(id)}.`);
      setText(text, cardRule(id, board.setup.rulebook));
    },
  };
}
