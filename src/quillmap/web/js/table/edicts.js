// @ts-check
/** The four edicts: picture, rule, points now, and what the piece in hand would change. */

import {edictPicture} from "../art-cards.js";
import {el, icon, keep, paint, seal, setAttribute, setClass, setText, star} from "../dom.js";
import {cardName, cardRule, figure, signed, t} from "../words.js";
import {shownAlready} from "./scene.js";

const LETTERS = "ABCD";
/** A change of points on a small tag; nothing if nothing changes. @param {Element} node @param {number} gain */
export function renderGain(node, gain) {
  setClass(node, "none", gain === 0);
  setClass(node, "up", gain > 0);
  setClass(node, "down", gain < 0);
  setText(node, gain === 0 ? "" : signed(gain));
}

/** @typedef {import("./scene.js").Scene} Scene */

/**
 * @param {HTMLElement} root
 * @param {{openEdict: (n: number) => void}} actions
 */
export function mountEdicts(root, {openEdict}) {
  const list = el("div", {class: "edict-list"});
  const coins = makeSource("coin"),
    monsters = makeSource("i-ambush");
  root.append(list, el("div", {class: "sources"}, coins.node, monsters.node));
  const isShown = shownAlready();

  /** @param {Scene} scene */
  function render(scene) {
    const {board, gains, worth} = scene,
      {rulebook} = board.setup;
    if (isShown(`${scene.stamp}/${gains}/${scene.coinGain}/${scene.monsterGain}`)) return;
    setAttribute(root, "aria-label", t("terms.score.edicts"));
    keep(
      list,
      board.edicts.map((id, n) => ({id, n})),
      ({id}) => id,
      ({id, n}) => makeEdict(id, n, rulebook, () => openEdict(n)),
      (node, {id, n}) => renderEdict(node, id, n, scene),
    );
    const purse = scene.mine.coins - scene.mine.spent;
    renderSource(coins, t("terms.score.coins"), figure(purse), scene.coinGain);
    const lost = worth ? figure(-worth.monsters_after) : "";
    renderSource(monsters, t("terms.score.monsters"), lost, scene.monsterGain);
  }
  return {render};
}

/** What coins or monsters are worth, below the edicts. @param {string} symbol */
function makeSource(symbol) {
  const name = el("span", {class: "what"}),
    value = el("b"),
    gain = el("span", {class: "gain none"});
  return {node: el("div", {class: "source"}, icon(symbol), name, value, gain), name, value, gain};
}

/**
 * @param {ReturnType<typeof makeSource>} source
 * @param {string} name
 * @param {string} value
 * @param {number} gain
 */
function renderSource(source, name, value, gain) {
  setText(source.name, name);
  setText(source.value, value);
  renderGain(source.gain, gain);
}

/** @param {string} id @param {number} n @param {string} rulebook @param {() => void} open */
function makeEdict(id, n, rulebook, open) {
  const picture = el("span", {class: "pic"});
  paint(picture, edictPicture(id, rulebook));
  const value = el("span", {class: "val"}, el("b", {"aria-hidden": "true"}), star(), el("i", {class: "unseen"}));
  const head = el(
    "span",
    {class: "edict-head"},
    seal(LETTERS[n]),
    el("i", {class: "unseen edict-letter"}),
    el("span", {class: "edict-name"}),
    el("span", {class: "edict-worth"}, value, el("span", {class: "edict-times"})),
    el("span", {class: "gain none"}),
  );
  const rule = el("span", {class: "edict-rule", "aria-hidden": "true"});
  return el(
    "button",
    {class: "edict", on: {click: open}},
    head,
    el("span", {class: "edict-body"}, picture, el("span", {class: "edict-text"}, rule)),
    el("span", {class: "edict-foot"}, el("span", {class: "edict-when"})),
  );
}

/** @param {HTMLElement} node @param {string} id @param {number} n @param {Scene} scene */
function renderEdict(node, id, n, scene) {
  const {board, worth} = scene,
    rule = cardRule(id, board.setup.rulebook),
    points = worth ? worth.edicts[n].after : null,
    isActive = board.season_edicts.includes(n) && !scene.isOver;
  const part = (/** @type {string} */ which) => /** @type {HTMLElement} */ (node.querySelector(which));
  setClass(node, "active", isActive);
  setClass(node, "open", scene.ui.openEdict === n);
  setText(part(".edict-name"), cardName(id));
  setText(part(".edict-rule"), rule);
  setText(part(".val b"), points === null ? "" : figure(points));
  renderGain(part(".gain"), scene.gains[n]);
  setText(part(".edict-letter"), `${t(`terms.edict.${LETTERS[n]}`)}: `);
  setText(part(".val .unseen"), points === null ? "" : ` ${t("terms.stars", {count: points})} `);
  setAttribute(node, "aria-description", isActive ? `${rule} ${t("page.edict.now.text")}` : rule);
  renderWhen(node, n, scene, isActive);
}

/**
 * When it scores: below it with a word, where that finds room; in low windows beside its name.
 * @param {HTMLElement} edict
 * @param {number} n
 * @param {Scene} scene
 * @param {boolean} isActive
 */
function renderWhen(edict, n, {seasons, seasonIndex: now}, isActive) {
  const key = `${n}/${now}/${isActive}/${document.documentElement.lang}`;
  if (edict.dataset.when === key) return;
  edict.dataset.when = key;
  for (const node of edict.querySelectorAll(".edict-when, .edict-times")) {
    const signs = seasons.flatMap((season, at) => {
      if (!season.edicts.includes(n)) return [];
      return el("span", {class: `when ${at === now && isActive ? "on" : at < now ? "past" : ""}`}, icon(season.id));
    });
    node.replaceChildren(...signs);
  }
  const below = /** @type {Element} */ (edict.querySelector(".edict-when"));
  if (isActive) below.append(el("span", {class: "now-tag"}, t("page.edict.scores-now")));
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
