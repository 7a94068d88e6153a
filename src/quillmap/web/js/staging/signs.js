// @ts-check
/**
 * What a scene that covers the table shows of it: the clock, how many still draw, and the menu. The game goes on while
 * somebody looks at a scene, and one can leave it at any moment.
 */

import {el, icon, setClass, setText} from "../dom.js";
import {mountClock, mountMenu} from "../table/season.js";
import {t} from "../words.js";
import {stillDrawing} from "./standing.js";

/**
 * What a scene covers; `next` leads to the next game.
 * @typedef {{store: import("../session.js").Session["store"], openMenu: () => void, next: () => void}} Covered
 */

/**
 * In how many seconds the clock for the next answer begins to run: at tables that play by seconds it stands while a
 * season is counted. Null without such a clock.
 * @param {Pick<import("../session.js").View, "deadline" | "table" | "skew">} view
 */
export function untilClock({deadline, table, skew}, now = Date.now() / 1000 + skew) {
  if (deadline === null || table?.pace.kind !== "seconds") return null;
  return Math.max(0, deadline - table.pace.amount - now);
}

/**
 * Who still draws, in words. While a season is counted everybody has drawn: it is the next card that some draw already.
 * @param {number} count
 * @param {boolean} isCount
 */
export function stillWords(count, isCount) {
  const still = t("page.folk.drawing", {count});
  return isCount ? t("page.folk.next", {still}) : still;
}

/** @param {Pick<Covered, "store" | "openMenu">} table @param {boolean} [isCount] whether a season is counted */
export function makeSigns({store, openMenu}, isCount = false) {
  const count = el("span"),
    still = el("p", {class: "still none"}, icon("i-quill"), count),
    node = el("div", {class: "count-signs"}, still),
    menu = mountMenu(openMenu),
    clock = mountClock(node);
  const render = () => {
    const {progress, board} = store.state,
      drawing = stillDrawing(progress, board);
    clock.render(store.state);
    setClass(still, "none", drawing === 0);
    setText(count, stillWords(drawing, isCount));
    // How many still draw is written out beside it.
    menu.render({waiting: [], board: /** @type {import("../types.js").Board} */ (board)});
  };
  render();
  const leave = store.subscribe(render);
  return {
    node,
    menu: menu.node,
    stop() {
      leave();
      clock.stop();
    },
  };
}
