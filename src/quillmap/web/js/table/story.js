// @ts-check
/** The story so far, the newest first: beside a solo game on a wide screen, where nobody else's map needs the room. */

import {el, setAttribute, setText} from "../dom.js";
import {tell} from "../telling.js";
import {t} from "../words.js";

/** How many events are told. */
const MOST = 40;

/** @param {HTMLElement} root */
export function mountStory(root) {
  const title = el("h2"),
    list = el("ol", {class: "log", tabindex: 0}); // it scrolls, also by keys
  root.append(title, list);
  let shown = "";
  return {
    /** @param {import("./scene.js").Scene} scene */
    render({view, board, names}) {
      const events = names.length === 1 && !board.result ? view.log : [],
        key = `${board.game}/${board.version}/${events.length}/${document.documentElement.lang}`;
      if (key === shown) return;
      shown = key;
      setText(title, t("page.log.title"));
      setAttribute(list, "aria-label", t("page.log.title"));
      const lines = events
        .slice(-MOST)
        .flatMap((event) => tell(event, board.setup, names).map((line) => el("li", {class: event.event}, line)));
      list.replaceChildren(...lines.reverse());
    },
  };
}
