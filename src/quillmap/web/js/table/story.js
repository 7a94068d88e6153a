// @ts-check
/** The story so far, the newest first: beside a solo game on a wide screen, where nobody else's map needs the room. */

import {el, setAttribute, setText} from "../dom.js";
import {tell} from "../telling.js";
import {t} from "../words.js";

/**
 * What has happened, the newest first, as items of a list. It begins with the fingerprint of the deal: whoever keeps it
 * can check at the end that nobody chose the cards meanwhile. A deal that the host chose has none before the end.
 * @param {import("./scene.js").Scene} scene
 */
function storyItems({view, board, names}) {
  const lines = view.log.flatMap((event) =>
    tell(event, board.setup, names).map((text) => el("li", {class: event.event}, text)),
  );
  const seal = board.seed_hash ? [t("events.game-began.seal", {seal: board.seed_hash})] : [];
  return [...lines.reverse(), ...seal.map((text) => el("li", {class: "deal-seal"}, text))];
}

/**
 * The story as a list for a dialog: at once what this page has seen, and a moment later all of it.
 * @param {() => import("./scene.js").Scene} scene
 * @param {() => Promise<void>} completeLog
 */
export function storyList(scene, completeLog) {
  const list = el("ol", {class: "log"}, ...storyItems(scene()));
  void completeLog().then(() => list.isConnected && list.replaceChildren(...storyItems(scene())));
  return list;
}

/** @param {HTMLElement} root @param {{completeLog: () => Promise<void>}} actions */
export function mountStory(root, {completeLog}) {
  const title = el("h2"),
    list = el("ol", {class: "log", tabindex: 0}); // it scrolls, also by keys
  root.append(title, list);
  let shown = "";
  return {
    /** @param {import("./scene.js").Scene} scene */
    render(scene) {
      const {view, board, names} = scene,
        isTold = names.length === 1 && !board.result;
      if (isTold && !view.isLogWhole) void completeLog();
      const key = [board.game, board.version, view.log.length, isTold, document.documentElement.lang].join("/");
      if (key === shown) return;
      shown = key;
      setText(title, t("page.log.title"));
      setAttribute(list, "aria-label", t("page.log.title"));
      list.replaceChildren(...(isTold ? storyItems(scene) : []));
    },
  };
}
