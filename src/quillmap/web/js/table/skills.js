// @ts-check
/** The skills beside the card: which can be used now, and the answer where one is asked for before an ambush. */

import {card} from "../cards.js";
import {el, icon, keep, setAttribute, setClass, setName, setText} from "../dom.js";
import {cardName, cardRule, t} from "../words.js";
import {declaring} from "./drawing-actions.js";

/** @typedef {import("../hand.js").Hand} Hand */
/** @typedef {import("./scene.js").Scene} Scene */

/**
 * The two buttons that answer an ambush with Acrobatics, or not.
 * @param {HTMLElement} root
 * @param {Hand} hand
 * @param {(use: boolean) => void} declare
 */
export function mountDeclare(root, hand, declare) {
  const yes = el("button", {class: "btn", on: {click: () => declare(true)}}),
    no = el("button", {class: "btn", on: {click: () => declare(false)}}),
    node = el("div", {class: "declare none"}, yes, no);
  root.append(node);
  return {
    /** @param {Scene} scene */
    render({choices}) {
      const isAsked = choices?.ask === "declare";
      setClass(node, "none", !isAsked);
      if (!isAsked) return;
      setText(yes, declaring(true));
      setText(no, declaring(false));
      setClass(yes, "on", hand.advice === true);
      setClass(no, "on", hand.advice === false);
    },
  };
}

/**
 * Why a skill can't be used now.
 * @param {string} id
 * @param {Pick<import("../types.js").SeatBoard, "coins" | "spent" | "used_skill">} mine
 */
export function whyNot(id, {coins, spent, used_skill: isUsed}) {
  const count = card(id).cost ?? 0;
  if (isUsed) return t("errors.move.skill-used");
  if (coins - spent < count) return t("errors.move.skill-too-dear", {count});
  return t("errors.move.skill-not-now", {skill: cardName(id)});
}

/**
 * The skills of this game, and whether they can be used now; of one that can't, a tap opens the page.
 * @param {HTMLElement} root
 * @param {Hand} hand
 * @param {(id: string, note?: string) => void} openCard
 */
export function mountSkills(root, hand, openCard) {
  /** Why it can't be used, by skill. @type {Map<string, string>} */
  const reasons = new Map();
  const node = el("div", {class: "skills none", role: "group"});
  root.append(node);
  /** @param {string} id */
  function make(id) {
    const isOffered = () => hand.choices?.skills?.some((each) => each.skill === id) ?? false,
      pick = () => hand.pickSkill(hand.skill?.skill === id ? null : id);
    const on = {click: () => (isOffered() ? pick() : openCard(id, reasons.get(id)))};
    const cost = el("b", {"aria-hidden": "true"}),
      words = el("i", {class: "unseen"});
    return el(
      "button",
      {class: "skill", on},
      el("span", {class: "skill-name"}),
      el("span", {class: "skill-cost"}, icon("coin"), cost, words),
    );
  }
  /** @param {HTMLElement} button @param {string} id @param {Scene} scene */
  function show(button, id, {choices, mine}) {
    const isOffered = choices?.skills?.some((each) => each.skill === id) ?? false,
      isOn = hand.skill?.skill === id,
      count = card(id).cost ?? 0;
    const part = (/** @type {string} */ which) => /** @type {HTMLElement} */ (button.querySelector(which));
    setName(part(".skill-name"), cardName(id));
    setText(part("b"), String(count));
    setText(part(".unseen"), `, ${t("terms.coins", {count})}`);
    setAttribute(button, "aria-pressed", isOn ? "true" : "false");
    setAttribute(button, "aria-disabled", isOffered ? null : "true");
    setClass(button, "on", isOn);
    const why = whyNot(id, mine);
    reasons.set(id, why);
    setAttribute(button, "title", `${cardRule(id)} ${isOffered ? "" : why}`.trim());
  }
  return {
    /** @param {Scene} scene */
    render(scene) {
      const {board, choices} = scene;
      setClass(node, "none", !board.skills.length || choices?.ask !== "draw");
      setAttribute(node, "aria-label", t("terms.kind.skill"));
      keep(node, board.skills, String, make, (button, id) => show(button, id, scene));
    },
  };
}
