// @ts-check
/** A mistake as a task: find the best answer, or one as good. The table shows the position. */

import {announce} from "../announce.js";
import {loadCards} from "../cards.js";
import {openDialog} from "../dialog.js";
import {el, icon, setText, star} from "../dom.js";
import {layHint} from "../hint.js";
import {needLinks} from "../links.js";
import {call} from "../protocol.js";
import {FILE, openedFile} from "../replay/opened-file.js";
import {decisionsOf} from "../replay/source.js";
import {badge} from "../review/pieces.js";
import {backToReview, storyBefore, taskIn} from "../review/task.js";
import {change, decimal, triedKey, whyText} from "../review/words.js";
import {needWords, t} from "../words.js";
import {prepare, topBar, troubleText} from "./parts/frame.js";
import {showPosition} from "./parts/position-table.js";

/** @typedef {import("../types.js").TriedDecision} TriedDecision */
/** @typedef {import("../review/task.js").Place} Task */

/**
 * @param {HTMLElement} root
 * @param {import("../main.js").Context} context
 * @returns {Promise<import("../main.js").Opened>}
 */
export async function open(root, {params: [game], hash, go}) {
  const words = Promise.all([
    needWords("endings", "replay", "absence", "signals", "daily", "turns", "review"),
    prepare("waiting", "endings", "absence", "daily", "review"),
    needLinks(),
  ]);
  const task = taskIn(hash) ?? {at: 1, seat: 0, event: 0},
    back = () => backToReview(`/g/${game}#${task.at}.${task.seat + 1}r`, go);
  try {
    const about = await aboutGame(game);
    const [catalogue, position, names] = await Promise.all([
      loadCards(),
      about.decisions.position(task.seat, task.event),
      about.names(),
      words,
    ]);
    return mountTask(root, {task, position, names, about, catalogue, go, back});
  } catch (error) {
    await words;
    root.className = "replay-chooser";
    root.replaceChildren(
      topBar(t("review.retry"), go),
      el("main", {class: "replay-trouble paper"}, el("p", {role: "alert"}, troubleText(error)), backButton(back)),
    );
    return {};
  }
}

/**
 * Where the task comes from: a game of this server or device, or the record that was opened from a file.
 * @typedef {{decisions: import("../replay/source.js").Decisions, names: () => Promise<string[]>, replay: () =>
 *   Promise<import("../types.js").Replay>}} AboutGame
 */

/** @param {string} game @returns {Promise<AboutGame>} */
async function aboutGame(game) {
  const file = game === FILE ? await openedFile() : null;
  if (file) return {decisions: file.decisions, names: async () => [], replay: async () => file.replay};
  return {
    decisions: decisionsOf(game),
    names: async () => (await call("GET", `/api/games/${game}`)).names,
    replay: () => call("GET", `/api/games/${game}/replay`),
  };
}

/** @param {() => void} back */
const backButton = (back) =>
  el("button", {class: "btn", on: {click: back}}, icon("i-back"), el("span", {}, t("review.back")));

/**
 * @param {HTMLElement} root
 * @param {{task: Task, position: import("../types.js").DecisionPosition, names: string[], about: AboutGame, catalogue:
 *   import("../types.js").Catalogue, go: (path: string) => void, back: () => void}} all
 * @returns {import("../main.js").Opened}
 */
function mountTask(root, {task, position, names, about, catalogue, go, back}) {
  const told = el("p");
  const tell = (/** @type {string} */ key) => setText(told, t(key));
  return showPosition(root, {
    position,
    names,
    catalogue,
    go,
    async judge(move, hand) {
      const tried = await about.decisions.attempt(task.seat, task.event, move);
      const show = () => {
        if (!layHint(hand, tried.best[0].move)) return back();
        tell("review.shown.text");
        announce(t("review.shown.text"));
      };
      return () => openVerdict(tried, task.seat, {back, show});
    },
    asking: async () => storyBefore(await about.replay(), position.board, task.event),
    makeNote() {
      tell("review.retry.text");
      const about = {class: "retry-note paper", "aria-label": t("review.retry")};
      return el("section", about, told, backButton(back));
    },
    ways: () => [["i-back", t("review.back"), back]],
  });
}

/** How an answer is judged. @param {TriedDecision} tried */
function judged({class: grade, loss, margin}) {
  const head = el("p", {class: "review-judged"}, badge(grade), el("b", {}, t(`review.class.${grade}`)));
  if (loss)
    head.append(
      el("span", {class: "num minus"}, change(-loss)),
      star(),
      el("small", {class: "num"}, `± ${decimal(margin)}`),
    );
  return head;
}

/** What a better answer still lacks; it is not called a mistake. @param {TriedDecision} tried */
const missed = ({loss}) => el("p", {class: "review-gain"}, t("review.short.text", {loss: change(-loss)}));

/**
 * What an answer is worth, and why.
 * @param {TriedDecision} tried
 * @param {number} seat
 * @param {{back: () => void, show: () => void}} ways to the review, and to the best answer
 */
function openVerdict(tried, seat, {back, show}) {
  const {loss, reasons, sheet, gain, gained} = tried,
    isRight = loss === 0;
  const why = isRight ? t("review.right.text") : whyText(loss, reasons, {isHarm: sheet !== seat}),
    brings = gain > 0 ? whyText(gain, gained, {isOwn: true}) : "";
  const brought = el("p", {class: "review-gain"}, t("review.gain.text", {gain: change(gain)}), brings && ` ${brings}`);
  const way = (/** @type {string} */ sign, /** @type {string} */ key, /** @type {() => void} */ act, look = "") => {
    const click = () => {
      dialog.close();
      act();
    };
    return el("button", {class: `btn ${look}`, on: {click}}, icon(sign), el("span", {}, t(key)));
  };
  const leave = way("i-back", "review.back", back, isRight ? "main" : ""),
    again = way("i-quill", "review.again", () => {}, "main"),
    best = way("i-eye", "review.best.show", show);
  const dialog = openDialog(
    t(triedKey(tried)),
    ...(triedKey(tried) === "review.better" ? [brought, missed(tried)] : [judged(tried), brought]),
    el("p", {class: "review-why"}, why),
    el("div", {class: "menu-list"}, ...(isRight ? [leave] : [again, best, leave])),
  );
  dialog.classList.add("tried");
}
