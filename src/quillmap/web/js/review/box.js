// @ts-check
/** What the review says about the moment that is looked at, and how far it is. */

import {el, icon, setAttribute, setClass, setText, star} from "../dom.js";
import {openPlayOn} from "../replay/play-on.js";
import {troubleText} from "../screens/parts/frame.js";
import {cardName, t} from "../words.js";
import {openAccount} from "./account.js";
import {MARKED} from "./judged.js";
import {badge, mountSteps, sumOf} from "./pieces.js";
import {leaveForTask} from "./task.js";
import {change, decimal, whyText} from "./words.js";

/** @typedef {import("./reviewing.js").Reviewing} Reviewing */
/** @typedef {import("../types.js").ReviewedDecision} ReviewedDecision */

/**
 * @param {HTMLElement} root
 * @param {Reviewing} reviewing
 * @param {(path: string) => void} go
 */
export function mountBox(root, reviewing, go) {
  const sum = el("p", {class: "review-sum"}),
    bar = /** @type {HTMLProgressElement} */ (el("progress", {class: "review-bar", "aria-label": t("review.begin")})),
    working = el("p", {class: "review-working fine"}),
    trouble = el("p", {class: "trouble none", role: "alert"});
  const steps = mountSteps(reviewing),
    where = el("span", {class: "review-where"});
  const account = el(
    "button",
    {class: "btn review-account", title: t("review.account"), on: {click: () => openAccount(reviewing)}},
    icon("star"),
    el("span", {}, t("review.account")),
  );
  const close = el(
    "button",
    {class: "btn quiet", "aria-label": t("review.close"), on: {click: () => reviewing.set(false)}},
    icon("i-close"),
  );
  const now = el("div", {class: "review-now"});
  setAttribute(root, "aria-label", t("replay.review"));
  root.replaceChildren(
    el("header", {}, el("div", {class: "review-head"}, sum, bar, working, trouble), close, account),
    now,
    el("div", {class: "review-steps"}, steps.back, where, steps.next),
  );

  return {
    render() {
      const {progress, faults} = reviewing,
        {account: done} = progress;
      showHead(progress);
      setText(trouble, reviewing.trouble ? troubleText(reviewing.trouble) : "");
      setClass(trouble, "none", !reviewing.trouble);
      setClass(account, "none", !done);
      showNow(now, reviewing, go);
      const at = reviewing.watching.player.at,
        number = faults.findIndex((fault) => fault.at === at) + 1;
      setText(
        where,
        number ? t("review.fault", {number, count: faults.length}) : faultCount(faults.length, done !== null),
      );
      steps.render();
    },
  };

  /** @param {import("../types.js").ReviewProgress} progress */
  function showHead({done, length, account: found, is_waiting: isWaiting}) {
    const isWorking = !found && !reviewing.trouble;
    setClass(root, "working", isWorking);
    for (const node of [bar, working]) setClass(node, "none", !isWorking);
    setClass(sum, "none", !found);
    if (length) {
      bar.max = length;
      bar.value = done;
    }
    const begun = length ? t("review.working", {done, length}) : t("review.begin");
    setText(working, isWaiting ? t("review.waiting") : begun);
    if (found) sum.replaceChildren(...sumOf(found, reviewing.help));
  }
}

/** @param {number} count @param {boolean} isDone */
const faultCount = (count, isDone) => (count || isDone ? t("review.faults", {count}) : "");

/** @param {HTMLElement} root @param {Reviewing} reviewing @param {(path: string) => void} go */
function showNow(root, reviewing, go) {
  const {decisions, cards} = reviewing.now,
    {seat, source, player} = reviewing.watching,
    // Whoever has just opened the review is shown where to go, once it is known which mistake is the first.
    isStart = player.at === 0 && reviewing.progress.account !== null && reviewing.faults.length > 0,
    key = JSON.stringify([decisions, cards, document.documentElement.lang, reviewing.isBestShown, isStart]);
  if (root.dataset.shown === key) return;
  root.dataset.shown = key;
  const ways = {
    retry(/** @type {number} */ event) {
      leaveForTask(reviewing.watching.address);
      go(`${source.path}/retry#${player.at + 1}.${seat + 1}.${event}`);
    },
    // Before it was decided: a question ends the moment before its answers.
    playOn: () => openPlayOn(reviewing.watching, player.at - 1, go),
    isBestShown: reviewing.isBestShown,
    showBest: () => reviewing.showBest(!reviewing.isBestShown),
  };
  root.replaceChildren(
    isStart ? toFirst(() => reviewing.go(1)) : "",
    ...decisions.flatMap((decision) => judgement(decision, seat, ways)),
    ...cards.map(({card, luck, by}) =>
      el(
        "p",
        {class: "review-luck"},
        el("span", {}, by ? t("review.harm", {card: cardName(card)}) : t("review.card-luck")),
        " ",
        el("b", {class: `num ${luck < 0 ? "minus" : ""}`}, change(luck)),
        star(),
      ),
    ),
  );
}

/** The way from the beginning to the first mistake. @param {() => void} go */
const toFirst = (go) =>
  el("button", {class: "btn main review-first", on: {click: go}}, icon("i-next"), el("span", {}, t("review.first")));

/**
 * @typedef {{retry: (event: number) => void, playOn: () => void, isBestShown: boolean, showBest: () => void}} Ways
 */

/** @param {ReviewedDecision} decision @param {number} seat @param {Ways} ways to do better @returns {Node[]} */
function judgement(decision, seat, ways) {
  const {loss, margin, reasons, sheet} = decision;
  const head = el(
    "p",
    {class: "review-judged"},
    badge(decision.class),
    el("b", {}, t(`review.class.${decision.class}`)),
  );
  if (!loss) return [head];
  head.append(
    el("span", {class: "num minus"}, change(-loss)),
    star(),
    el("small", {class: "num"}, `± ${decimal(margin)}`),
  );
  const why = whyText(loss, reasons, {isHarm: sheet !== seat});
  return [head, ...(why ? [el("p", {class: "review-why"}, why)] : []), waysFrom(decision, seat, ways)];
}

/** What one can do about a decision. @param {ReviewedDecision} decision @param {number} seat @param {Ways} ways */
function waysFrom({event, ask, sheet, class: grade}, seat, ways) {
  const {retry, playOn, isBestShown, showBest} = ways;
  const way = (/** @type {string} */ name, /** @type {string} */ sign, /** @type {string} */ text) =>
    el("button", {class: `btn ${name}`, "aria-label": text, title: text}, icon(sign), el("span", {}, text));
  const isMarked = MARKED.includes(grade),
    isDrawn = ask !== "declare",
    root = el("div", {class: "review-ways"});
  const add = (/** @type {HTMLElement} */ node, /** @type {() => void} */ click) => {
    node.addEventListener("click", click);
    root.append(node);
  };
  if (isMarked && isDrawn) add(way("review-retry", "i-quill", t("review.retry")), () => retry(event));
  if (isDrawn && sheet === seat)
    add(way("review-best", "i-eye", t(isBestShown ? "review.best.hide" : "review.best.show")), showBest);
  if (isMarked) add(way("review-on", "r-play", t("replay.play-on")), playOn);
  return root;
}
