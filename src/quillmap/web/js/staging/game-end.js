// @ts-check
/** What is on the table when the year is over, in place of the card: how it ended, and where to go from there. */

import {announce} from "../announce.js";
import {isUnderWay, serverTime} from "../daily/days.js";
import {mountDailyEnd} from "../daily/end.js";
import {isOnDevice} from "../device/ids.js";
import {el, icon, setAttribute, setClass, setName, setText} from "../dom.js";
import {helpText, isMarked, needHelpWords} from "../help-marks.js";
import {MOST_SEATS} from "../replay/game-link.js";
import {HostNews} from "../table/absence.js";
import {hasText, listed, signed, t} from "../words.js";
import {isJoining} from "./begun.js";
import {mountBothEndings} from "./both-endings.js";
import {decidingRules, standings} from "./counting.js";
import {isSolo} from "./crowning.js";
import {standingList, winnersText} from "./standing.js";

/**
 * @typedef {{again: () => void, home: () => void, record: () => void, rematch: () => void, next: () => void, wish: ()
 *   => void, crown: () => void, share: () => void, review: () => void, watch: () => void, print: () => void, copy: ()
 *   => Promise<boolean>, goTo: (path: string) => void}} Actions
 */

/** @typedef {import("../session.js").View} View */

/** What it does, icon, words. @type {[Exclude<keyof Actions, "goTo">, string, string][]} */
const BUTTONS = [
  ["again", "i-quill", "page.end.again"],
  ["next", "i-people", "signals.next"],
  ["rematch", "i-people", "page.end.rematch"],
  ["wish", "i-people", "signals.wish"],
  ["share", "i-share", "endings.share.open"],
  ["review", "star", "replay.review"],
  ["watch", "r-play", "endings.replay.watch"],
  ["copy", "i-link", "endings.replay.copy"],
  ["print", "i-print", "endings.print"],
  ["record", "i-pencil", "page.end.record"],
  ["crown", "i-crown", "endings.crowning.again"],
  ["home", "i-next", "page.end.home"],
];

/** How many of these are what most people want next: on a phone they stay in sight. */
const WANTED = 6;

/**
 * @param {HTMLElement} root @param {Actions} actions
 * @param {(words: string) => void} [say] what has to be seen at once, wherever one has scrolled to
 */
export function mountGameEnd(root, actions, say = () => {}) {
  const title = el("h2"),
    line = el("p", {class: "verdict"}),
    rating = el("p", {class: "rating"}),
    helped = el("p", {class: "tie helped none"}),
    chosen = el("p", {class: "tie chosen-deal none"}),
    ranks = el("div", {class: "ranks"}),
    expedition = el("div", {class: "end-daily none"}),
    note = el("p", {class: "tie"}),
    wishes = mountWishes(say),
    later = el("p", {class: "tie"});
  const both = mountBothEndings(actions.goTo),
    buttons = buttonsOf({...actions, copy: () => void copyLink(root, actions)}),
    nodes = buttons.map(({node}) => node),
    // Who would like another game stands beside the button for it, in sight wherever that is.
    wanted = el("div", {class: "end-wanted"}, wishes.node, ...nodes.slice(0, WANTED));
  root.append(
    icon("i-crown", "crown"),
    title,
    line,
    rating,
    helped,
    chosen,
    expedition,
    both.node,
    ranks,
    note,
    el("div", {class: "end-controls"}, wanted, ...nodes.slice(WANTED)),
    later,
  );

  const daily = mountDailyEnd(expedition, actions.goTo);
  const help = mountHelp(helped);
  let listed = "";
  const part = {
    /** @param {import("./../table/scene.js").Scene} scene */
    render(scene) {
      const {board, names, me, table, view, isSeeded} = scene,
        {result} = board;
      wishes.render(view, board);
      setClass(root, "none", !result);
      if (!result) return;
      const alone = isSolo(result),
        isSecret = isUnderWay(table.day, serverTime(view));
      if (me !== null) daily.render(view, table, board.game);
      // An expedition has other buttons that most people want.
      setClass(wanted, "bar", me === null || table.day === "");
      both.render(table, board.game, me);
      setName(title, isGranted(result, table) ? t(`terms.title.${result.title}`) : t("page.end.title"));
      setText(line, lineOf(result, table, names, me));
      setText(rating, alone ? t("page.end.rating", {count: result.totals[0], rating: signed(result.rating ?? 0)}) : "");
      help.render(board, alone, () => part.render(scene));
      setText(chosen, t("games.chosen-deal.text"));
      setClass(chosen, "none", !isSeeded || alone); // who plays alone has chosen it, or plays the lesson
      setClass(ranks, "none", alone);
      const key = `${board.game}/${names.join()}/${hasText("help.with")}`;
      if (!alone && key !== listed)
        ranks.replaceChildren(
          standingList(standings(board), {names, table, board, me}, {label: t("endings.ranking")}).list,
        );
      listed = key;
      setText(note, alone ? "" : noteOf(board));
      setText(later, isSecret ? t("endings.replay.later.text") : "");
      showButtons(buttons, view, hiddenButtons(scene, alone, isSecret));
      setAttribute(root, "aria-label", t("page.end.title"));
    },
  };
  return part;
}

/**
 * Whether a title was won: not with what counts for nothing.
 * @param {import("../types.js").Result} result @param {import("../types.js").TableInfo} table
 */
const isGranted = (result, table) => isSolo(result) && table.continued_from === null;

/**
 * @param {import("../types.js").Result} result @param {import("../types.js").TableInfo} table
 * @param {string[]} names @param {number | null} me
 */
function lineOf(result, table, names, me) {
  if (table.continued_from) return t("endings.continued.text");
  return isSolo(result) ? t("page.end.granted.text") : winnersText(result, names, me);
}

/** @param {Record<Exclude<keyof Actions, "goTo">, () => void>} actions */
const buttonsOf = (actions) =>
  BUTTONS.map(([what, sign, words]) => {
    const look = ["again", "rematch", "next"].includes(what) ? "main" : "",
      on = {click: actions[what]};
    return {what, words, node: el("button", {class: `btn end-${what} ${look}`, on}, icon(sign), el("span"))};
  });

/**
 * @param {ReturnType<typeof buttonsOf>} buttons
 * @param {View} view
 * @param {ReturnType<typeof hiddenButtons>} hidden
 */
function showButtons(buttons, view, hidden) {
  for (const {what, words, node} of buttons) {
    setClass(node, "none", hidden[what]);
    setText(
      /** @type {Element} */ (node.lastElementChild),
      t(what === "next" && isJoining(view) ? "signals.begun" : words),
    );
  }
}

/** Copy the link to the replay, and say so on its button. @param {HTMLElement} root @param {Actions} actions */
async function copyLink(root, actions) {
  if (!(await actions.copy())) return;
  const words = /** @type {Element} */ (root.querySelector(".end-copy span"));
  announce(t("endings.replay.copied"));
  setText(words, t("endings.replay.copied"));
  setTimeout(() => setText(words, t("endings.replay.copy")), 2500);
}

/** The mark of a title that was won with help; in rankings every line has its own. @param {HTMLElement} node */
function mountHelp(node) {
  let asked = "";
  return {
    /** @param {import("../types.js").Board} board @param {boolean} alone @param {() => void} onWords */
    render({game, result}, alone, onWords) {
      const helps = result?.help ?? [];
      // The words are loaded when somebody had help: few have.
      if (asked !== game && helps.some(isMarked)) void needHelpWords(helps).then(onWords);
      asked = game;
      setText(node, alone ? helpText(helps[0]) : "");
      setClass(node, "none", !node.textContent);
    },
  };
}

/**
 * Whether the server would review this game, once it is over.
 * @param {Pick<import("./../table/scene.js").Scene, "table" | "view">} scene
 */
export const mayReview = ({table, view}) => !isUnderWay(table.day, serverTime(view));

/**
 * Which buttons are of no use now.
 * @param {import("./../table/scene.js").Scene} scene
 * @param {boolean} alone
 * @param {boolean} isSecret
 */
function hiddenButtons({board, me, table, view}, alone, isSecret) {
  const isNext = view.next !== null,
    isContinued = table.continued_from !== null,
    wished = view.progress?.again ?? [];
  return {
    again: !alone || me === null || table.day !== "" || isContinued,
    rematch: alone || !view.isHost || isNext || isContinued,
    next: !isNext || view.connection === "gone",
    wish: alone || view.isHost || view.seatId === null || isNext || wished.includes(view.seatId ?? 0),
    share: me === null || isContinued,
    review: !mayReview({table, view}),
    watch: isSecret,
    copy: isSecret || (isOnDevice(table.id) && board.seats.length > MOST_SEATS),
    print: isSecret,
    record: isSecret,
    crown: isContinued,
    home: false,
  };
}

/**
 * Who would like another game, and who has become host since this one ended: before, the strip that says who is away
 * tells of a new host.
 * @param {(words: string) => void} say
 */
function mountWishes(say) {
  const node = el("p", {class: "tie wishes", role: "status"}),
    news = new HostNews();
  let host = "";
  return {
    node,
    /** @param {View} view @param {import("../types.js").Board} board */
    render(view, {result}) {
      const found = news.next(view);
      if (!result) host = "";
      else if (found) {
        host = t(`absence.${found.key}`, found.params);
        say(host);
      }
      setText(node, result ? `${host} ${wishWords(view)}`.trim() : "");
    },
  };
}

/** Who would like another game, for the host; for those who do, that it is known. @param {View} view */
function wishWords({table, progress, seatId, isHost, next}) {
  if (next) return "";
  const again = progress?.again ?? [];
  const names = (table?.seats ?? []).filter((seat) => again.includes(seat.id)).map((seat) => seat.name);
  if (isHost && names.length) return t("signals.wishes.text", {names: listed(names)});
  return seatId !== null && again.includes(seatId) ? t("signals.wished") : "";
}

/** Why the order is what it is, where the stars alone don't say it. @param {import("../types.js").Board} board */
const noteOf = (board) =>
  decidingRules(board)
    .map((key) => t(key))
    .join(" ");
