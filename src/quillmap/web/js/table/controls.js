// @ts-check
/** Turn, flip, show places, undo, and the one loud button: draw here. */

import {el, icon, setAttribute, setClass, setIcon, setName, setText, star} from "../dom.js";
import {nameOf, spacesOf} from "../spaces.js";
import {hyphenated, listed, signed, t} from "../words.js";
import {shownAlready} from "./scene.js";

/**
 * Texts longer than this are written smaller on a phone: the button never changes its height under a piece that moves.
 */
const LONG = 17;

/**
 * @param {HTMLElement} root
 * @param {{turn: () => void, flip: () => void, places: () => void, undo: () => void, whyNoUndo: () => void, confirm:
 *   () => void}} actions
 */
export function mountControls(root, actions) {
  const make = (/** @type {string} */ id, /** @type {string} */ key, /** @type {() => void} */ act) => {
    const label = el("span");
    return {
      label,
      key: id,
      node: el(
        "button",
        {class: `btn ${id}`, on: {click: act}},
        icon(`i-${id}`),
        label,
        el("kbd", {"aria-hidden": "true", data: {key}}),
      ),
    };
  };
  const buttons = [
    make("turn", "R", actions.turn),
    make("flip", "F", actions.flip),
    make("places", "L", actions.places),
    make("undo", "U", () => (canUndo ? actions.undo() : actions.whyNoUndo())),
  ];
  const sign = icon("i-confirm"),
    text = el("span", {class: "main-text"}),
    number = el("span"),
    gain = el("span", {class: "gain none"}, number, star());
  const main = el("button", {class: "btn main", id: "confirm", on: {click: actions.confirm}}, sign, text, gain);
  root.append(...buttons.map((each) => each.node), main);
  const isNamed = shownAlready();
  let canUndo = false;

  /** @param {import("./scene.js").Scene} scene */
  function render(scene) {
    const {hand, answer, view, choices} = scene;
    if (!isNamed(String(scene.stamp)))
      for (const {label, key, node} of buttons) {
        const words = hyphenated(`page.control.${key}`);
        setText(label, words);
        setAttribute(node, "aria-label", words); // as it is written: people who speak to the page say what they read
      }
    const [turn, flip, places, undo] = buttons.map((each) => each.node);
    const canTurn = hand.kind === "piece" || hand.kind === "hero" || hand.kind === "masks";
    disable(turn, !canTurn);
    disable(flip, !canTurn);
    disable(places, !hand.isBusy);
    setAttribute(places, "aria-pressed", scene.ui.showPlaces ? "true" : "false");
    setClass(places, "on", scene.ui.showPlaces);
    canUndo = Boolean(answer ? !scene.isFinal : hand.isPlaced || hand.main);
    disable(undo, !canUndo);
    setClass(root, "none", scene.me === null);
    const {label, symbol, isReady} = wording(scene);
    writeLabel(text, label);
    setIcon(sign, symbol);
    disable(main, !isReady || view.isSending);
    setClass(main, "answered", Boolean(answer));
    setClass(main, "on-raid", scene.isRaid && !answer);
    const worth = hand.fits && scene.preview && choices && !scene.isRaid ? scene.seasonGain : 0;
    setClass(gain, "none", worth === 0);
    setText(number, signed(worth));
  }
  return {render};
}

/** Write on the big button. @param {HTMLElement} node @param {string} text */
export function writeLabel(node, text) {
  setName(node, text);
  setClass(node, "long", text.length > LONG);
}

/** @param {HTMLElement} node @param {boolean} is */
function disable(node, is) {
  setAttribute(node, "aria-disabled", is ? "true" : null);
}

/** What the button says, and whether it does something. @param {import("./scene.js").Scene} scene */
function wording(scene) {
  const {hand, answer, choices, view} = scene;
  if (scene.isOver) return {label: t("page.confirm.over"), symbol: "i-crown", isReady: false};
  if (view.connection === "lost" && view.isSending)
    return {label: t("page.confirm.kept"), symbol: "i-offline", isReady: false};
  if (scene.isFinal) return {label: t("page.confirm.wait"), symbol: "i-timer", isReady: false};
  if (answer) return {label: t("page.confirm.undo"), symbol: "i-undo", isReady: true};
  if (!choices)
    return {
      label: t(view.isSending || view.isStaging ? "page.confirm.drawing" : "page.confirm.wait"),
      symbol: "i-timer",
      isReady: false,
    };
  if (view.isSending && (scene.table.trainer || scene.ui.isTask))
    return {
      label: t(scene.ui.isTask ? "review.begin" : "page.confirm.trainer"),
      symbol: "i-timer",
      isReady: false,
    };
  if (hand.kind === "declare") return {label: t("page.confirm.declare"), symbol: "i-timer", isReady: false};
  if (!hand.isPlaced)
    return {
      label: t(hand.kind === "target" ? "page.confirm.choose" : "page.confirm.place"),
      symbol: "i-places",
      isReady: false,
    };
  if (!hand.fits) return {label: whyNot(scene), symbol: "i-close", isReady: false};
  if (hand.needsExtra) return {label: t("page.confirm.next"), symbol: "i-next", isReady: true};
  if (hand.kind === "target")
    return {label: t("page.confirm.destroy", {space: hand.names[0]}), symbol: "i-confirm", isReady: true};
  if (scene.isRaid)
    return {label: t("page.confirm.raid", {owner: scene.names[scene.sheetSeat]}), symbol: "i-ambush", isReady: true};
  return {label: t("page.confirm.draw"), symbol: "i-confirm", isReady: true};
}

/** Why a piece does not fit where it lies: shown, never decided here. @param {import("./scene.js").Scene} scene */
export function whyNot({hand, sheet, wanted}) {
  if (hand.kind === "target") return t("page.why.target");
  const has = (/** @type {string} */ field) => spacesOf(sheet[field]).filter((n) => hand.spaces.includes(n));
  if (has("mountain").length) return t("page.why.mountain");
  if (has("wasteland").length) return t("page.why.wasteland");
  const filled = ["forest", "village", "farm", "water", "monster", "hero", "destroyed"].flatMap(has);
  if (filled.length)
    return t("page.why.filled", {
      spaces: listed(
        [...new Set(filled)]
          .sort((a, b) => a - b)
          .slice(0, 3)
          .map(nameOf),
      ),
    });
  if (wanted.length && !hand.spaces.some((n) => wanted.includes(n))) return t("page.why.ruins");
  return t("page.why.other");
}
