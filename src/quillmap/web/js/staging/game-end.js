// @ts-check
/** The end of the year: the queen's title for one who played alone, or the ranking; and where to go from there. */

import {crestPicture} from "../art-cards.js";
import {el, icon, keep, paint, setAttribute, setClass, setText, star} from "../dom.js";
import {figure, listed, signed, t} from "../words.js";

/**
 * A panel in place of the card.
 * @param {HTMLElement} root
 * @param {{again: () => void, home: () => void, record: () => void, rematch: () => void}} actions
 */
export function mountGameEnd(root, actions) {
  const crown = icon("i-crown", "crown"), title = el("h2"), line = el("p", {class: "verdict"}), rating = el("p", {class: "rating"});
  const ranks = el("ol", {class: "ranks"}), note = el("p", {class: "tie"});
  const button = (/** @type {string} */ id, /** @type {() => void} */ act, main = false) => el("button", {class: `btn ${main ? "main" : ""}`, on: {click: act}}, icon(id), el("span"));
  const again = button("i-quill", actions.again, true), rematch = button("i-people", actions.rematch, true), record = button("i-pencil", actions.record), home = button("i-next", actions.home);
  root.append(crown, title, line, rating, ranks, note, el("div", {class: "end-controls"}, again, rematch, record, home));

  return {
    /** @param {import("./../table/scene.js").Scene} scene */
    render({board, names, me, table, view}) {
      const {result} = board;
      setClass(root, "none", !result);
      if (!result) return;
      const isSolo = result.rating !== null && result.rating !== undefined;
      setText(title, isSolo ? t(`terms.title.${result.title}`) : t("page.end.title"));
      setText(line, isSolo ? t("page.end.granted.text") : winners(result, names));
      setText(rating, isSolo ? t("page.end.rating", {count: result.totals[0], rating: signed(result.rating ?? 0)}) : "");
      const order = names.map((_, seat) => seat).sort((a, b) => result.ranks[a] - result.ranks[b]);
      keep(ranks, isSolo ? [] : order, String, (seat) => {
        const crest = el("span");
        paint(crest, crestPicture(seat, table.seats[seat]?.crest, 20));
        return el("li", {}, el("span", {class: "rank-n"}), crest, el("b"), el("em", {}, el("span"), star()));
      }, (node, seat) => {
        setClass(node, "me", seat === me);
        setText(/** @type {Element} */ (node.querySelector(".rank-n")), `${result.ranks[seat]}.`);
        setText(/** @type {Element} */ (node.querySelector("b")), names[seat]);
        setText(/** @type {Element} */ (node.querySelector("em span")), figure(result.totals[seat]));
      });
      const isBroken = !isSolo && new Set(result.ranks).size > new Set(result.totals).size;
      setText(note, isBroken ? t("events.game-ended.tie-break") : "");
      setClass(again, "none", !isSolo);
      setClass(rematch, "none", isSolo || !view.isHost);
      for (const [node, key] of /** @type {[Element, string][]} */ ([[again, "again"], [rematch, "rematch"], [record, "record"], [home, "home"]])) setText(/** @type {Element} */ (node.lastElementChild), t(`page.end.${key}`));
      setAttribute(root, "aria-label", t("page.end.title"));
    },
  };
}

/** @param {import("../types.js").Result} result @param {string[]} names */
function winners(result, names) {
  const best = names.filter((_, seat) => result.ranks[seat] === 1), count = result.totals[result.ranks.indexOf(1)];
  return best.length === 1 ? t("events.game-ended.winner", {player: best[0], count}) : t("events.game-ended.shared", {players: listed(best), count});
}
