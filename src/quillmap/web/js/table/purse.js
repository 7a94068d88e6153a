// @ts-check
/** The coin track, and on a phone the stars that monsters cost. */

import {coinSlots} from "../cards.js";
import {el, icon, setAttribute, setClass, setIcon, setText} from "../dom.js";
import {figure, t} from "../words.js";
import {renderGain} from "./edicts.js";
import {shownAlready} from "./scene.js";

/** @param {HTMLElement} root */
export function mountPurse(root) {
  const slots = Array.from({length: coinSlots()}, () => icon("coin-empty"));
  const track = el("div", {class: "coins", role: "img"}, ...slots);
  const lost = el("span"),
    gain = el("span", {class: "gain none"});
  const loss = el("span", {class: "loss"}, icon("i-ambush"), lost);
  root.append(track, loss, gain);
  const isShown = shownAlready();
  return {
    /** @param {import("./scene.js").Scene} scene */
    render({stamp, mine, coinGain, worth, monsterGain}) {
      if (isShown(`${stamp}/${coinGain}/${monsterGain}`)) return;
      slots.forEach((slot, n) => {
        const isComing = n >= mine.coins && n < mine.coins + coinGain;
        setIcon(slot, n < mine.spent ? "coin-spent" : n < mine.coins ? "coin" : isComing ? "coin-next" : "coin-empty");
        setClass(slot, "coming", isComing);
      });
      setAttribute(track, "aria-label", t("page.coins.label", {count: mine.coins - mine.spent, filled: mine.coins}));
      const monsters = worth ? worth.monsters_after : 0;
      setText(lost, figure(-monsters));
      setAttribute(loss, "title", t("terms.score.monsters"));
      setClass(loss, "none", monsters === 0);
      renderGain(gain, monsterGain);
    },
  };
}
