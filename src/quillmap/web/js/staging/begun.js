// @ts-check
/** While somebody still looks at the end of a game: the bar that says that the next one has begun, always in sight. */

import {announce} from "../announce.js";
import {el, icon, setClass, setText} from "../dom.js";
import {isTurnHere} from "../turns/waiting.js";
import {t} from "../words.js";

/**
 * Whether the others play the next game already, and wait.
 * @param {Pick<import("../session.js").View, "table" | "own" | "next" | "seatId" | "connection">} view
 */
export const isJoining = (view) => view.next !== null && view.connection !== "gone" && isTurnHere(view);

/**
 * @param {HTMLElement} root
 * @param {{next: () => void}} actions
 * @param {(text: string) => void} tell whoever hears the page
 */
export function mountBegun(root, {next}, tell = announce) {
  const text = el("b"),
    join = el("span");
  root.append(text, el("button", {class: "btn main", on: {click: next}}, icon("i-people"), join));
  let isTold = false;
  return {
    /** @param {Pick<import("../table/scene.js").Scene, "view" | "isOver">} scene */
    render({view, isOver}) {
      const isShown = isOver && isJoining(view);
      setClass(root, "none", !isShown);
      setClass(/** @type {Element} */ (root.parentElement), "called", isShown);
      setText(text, t("signals.begun.text"));
      setText(join, t("signals.join"));
      if (isShown && !isTold) tell(t("signals.begun.text"));
      isTold = isShown;
    },
  };
}
