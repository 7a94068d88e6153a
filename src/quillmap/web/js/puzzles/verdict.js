// @ts-check
/** What is said about an answer to a puzzle: right or wrong, why, and what else could have been drawn. */

import {announce} from "../announce.js";
import {openDialog} from "../dialog.js";
import {el, icon, star} from "../dom.js";
import {layHint} from "../hint.js";
import {badge} from "../review/pieces.js";
import {change, decimal, whyText} from "../review/words.js";
import {t} from "../words.js";

/** @typedef {import("../types.js").PuzzleVerdict} Verdict */
/** @typedef {import("../types.js").PuzzleChoice} Choice */
/** @typedef {import("../hand.js").Hand} Hand */
/** @typedef {{next: () => void, all: () => void}} Ways where one can go from here */

/**
 * What an answer is called: whoever was shown the solution has not found it.
 * @param {boolean} right
 * @param {boolean} isShown
 */
export const verdictKey = (right, isShown) =>
  right ? (isShown ? "puzzles.solution" : "puzzles.right") : "puzzles.wrong";

/**
 * @param {Verdict} verdict
 * @param {Hand} hand
 * @param {Ways} ways
 * @param {{isShown: boolean, onShown: (text: string) => void, row: number}} about whether the solution was shown
 *   before, what to do when a drawing is, and how many puzzles in a row were right
 */
export function openVerdict(verdict, hand, ways, {isShown, onShown, row}) {
  const leave = (/** @type {() => void} */ act) => () => {
    dialog.close();
    act();
  };
  const show = (/** @type {Choice} */ choice) =>
    leave(() => {
      const text = shownText(choice, verdict.best.includes(choice));
      if (layHint(hand, /** @type {any} */ (choice.move))) announce(`${moveText(choice)}. ${text}`);
      onShown(text);
    });
  const again = button("i-quill", t("puzzles.again"), "main", () => dialog.close()),
    solution = button("i-eye", t("puzzles.show"), "", show(verdict.best[0])),
    next = button("i-next", t("puzzles.next"), verdict.right ? "main" : "", leave(ways.next)),
    all = button("i-menu", t("puzzles.all"), "", leave(ways.all));
  const dialog = openDialog(
    t(verdictKey(verdict.right, isShown)),
    judged(verdict),
    el("p", {class: "review-why"}, reasonsText(verdict)),
    row > 1 ? el("p", {class: "puzzle-row"}, icon("i-crown"), t("puzzles.row", {count: row})) : "",
    verdict.right ? choiceList(verdict, show) : "",
    el("div", {class: "menu-list"}, ...(verdict.right ? [next, all] : [again, solution, next])),
  );
  dialog.classList.add("tried", "puzzle-verdict");
}

/** @param {string} sign @param {string} words @param {string} look @param {() => void} act */
const button = (sign, words, look, act) =>
  el("button", {class: `btn ${look}`, on: {click: act}}, icon(sign), el("span", {}, words));

/** What an answer loses. @param {Verdict} verdict */
function judged({right, loss}) {
  if (loss < 0.05) return "";
  const sign = badge(right ? "good" : "mistake");
  return el("p", {class: "review-judged"}, sign, el("span", {class: "num minus"}, change(-loss)), star());
}

/** @param {Verdict} verdict */
function reasonsText({right, loss, lead, reasons}) {
  if (!right) return whyText(loss, reasons);
  return loss >= 0.05 ? t("puzzles.also.text") : t("puzzles.right.text", {lead: decimal(lead)});
}

/** @param {Verdict} verdict @param {(choice: Choice) => () => void} show */
const choiceList = ({best, wrong}, show) =>
  el(
    "section",
    {class: "puzzle-choices", "aria-label": t("puzzles.others")},
    el("h3", {}, t("puzzles.others")),
    el("p", {class: "fine"}, t("puzzles.others.text")),
    el(
      "ul",
      {},
      ...[...best, ...wrong].map((choice, n) =>
        el(
          "li",
          {},
          el(
            "button",
            {on: {click: show(choice)}},
            badge(n < best.length ? "best" : "mistake"),
            el("span", {}, moveText(choice)),
            el("b", {class: "num"}, choice.loss >= 0.05 ? change(-choice.loss) : t("puzzles.best")),
            choice.reasons.length ? el("small", {}, whyText(choice.loss, choice.reasons)) : "",
          ),
        ),
      ),
    ),
  );

/** A drawing in words. @param {Choice} choice */
function moveText({move}) {
  if (move.move !== "draw") return "";
  return `${t(`terms.terrain.${move.terrain}`)}: ${move.spaces.join(" ")}`;
}

/** What is said of a drawing while it lies on the map. @param {Choice} choice @param {boolean} isBest */
const shownText = ({loss}, isBest) =>
  isBest ? t("puzzles.shown.text") : t("puzzles.tempting.text", {loss: decimal(loss)});
