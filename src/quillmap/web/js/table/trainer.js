// @ts-check
/** What a trainer says about a move before it counts: take it back, look at the better one, or keep it. */

import {announce} from "../announce.js";
import {openDialog} from "../dialog.js";
import {el, icon, star} from "../dom.js";
import {layHint} from "../hint.js";
import {badge} from "../review/pieces.js";
import {change, decimal, whyText} from "../review/words.js";
import {needStyle} from "../styles.js";
import {listed, needWords, t} from "../words.js";
import {declaring} from "./drawing-actions.js";

/** @typedef {import("./moves.js").Warning} Warning */

/** Load what a warning needs, before there is one. */
export const getReady = () => Promise.all([needWords("review"), needStyle("review")]);

/** @param {Pick<import("../session.js").Session, "store" | "hand" | "insist">} session */
export function createTrainer({store, hand, insist}) {
  /** @type {HTMLDialogElement | null} */
  let dialog = null;
  /** @type {Warning | null} */
  let shown = null;
  let isThinking = false;

  /** @param {Warning} warning */
  function open(warning) {
    const button = (/** @type {string} */ id, /** @type {string} */ key, /** @type {() => void} */ act, look = "") =>
      el("button", {class: `btn ${look}`, on: {click: () => leave(act)}}, icon(id), el("span", {}, t(key)));
    const {best} = warning;
    const ways = [button("i-undo", "review.trainer.take-back", () => {}, "main")];
    if (best) ways.push(button("i-eye", "review.trainer.show", () => showBetter(best)));
    ways.push(button("i-confirm", "review.trainer.keep", () => void insist()));
    dialog = openDialog(
      t("review.trainer.title", {loss: decimal(warning.loss)}),
      judged(warning),
      el("p", {class: "review-why"}, whyText(warning.loss, warning.reasons)),
      el("div", {class: "menu-list"}, ...ways),
    );
    dialog.classList.add("tried", "warning");
    dialog.addEventListener("close", () => {
      dialog = null;
      if (store.state.warning === warning) store.set({warning: null});
    });
  }

  /** Act while it is known what the dialog is about, and close it. @param {() => void} act */
  function leave(act) {
    act();
    dialog?.close();
  }

  /** Lay it into the hand: it can be looked at, and drawn or not. @param {import("../types.js").Move} move */
  function showBetter(move) {
    if (move.move === "declare") {
      hand.advise(move.use);
      announce(t("page.hint.declare.text", {choice: declaring(move.use)}));
    } else if (layHint(hand, move)) {
      hand.followed = move;
      announce(t("page.hint.text", {spaces: listed(hand.names)}));
    }
  }

  return {
    /** @param {import("../session.js").View} view */
    render({warning, isSending}) {
      if (isSending && !isThinking) announce(t("page.confirm.trainer"));
      isThinking = isSending;
      if (warning === shown) return;
      shown = warning;
      dialog?.close();
      if (warning) open(warning);
    },
    close: () => dialog?.close(),
  };
}

/** How bad it is, in stars. @param {Warning} warning */
const judged = ({class: grade, loss, margin}) =>
  el(
    "p",
    {class: "review-judged"},
    badge(grade),
    el("b", {}, t(`review.class.${grade}`)),
    el("span", {class: "num minus"}, change(-loss)),
    star(),
    el("small", {class: "num"}, `± ${decimal(margin)}`),
  );
