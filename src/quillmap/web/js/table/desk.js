// @ts-check
/** The table as it is laid out: every part in its box, mounted once for each language. */

import {mountClosing} from "../daily/closing.js";
import {el, icon} from "../dom.js";
import {mountBegun} from "../staging/begun.js";
import {mountGameEnd} from "../staging/game-end.js";
import {createStage} from "../staging/stage.js";
import {mountBanner, mountRaid, mountRibbon} from "./ambush.js";
import {mountBoard} from "./board.js";
import {mountCard, mountColumn} from "./card.js";
import {mountControls} from "./controls.js";
import {mountDeck} from "./deck.js";
import {mountEdicts, mountRule} from "./edicts.js";
import {narrow, wordless} from "./narrow.js";
import {mountNews} from "./news.js";
import {mountNotice} from "./notice.js";
import {mountPlayers} from "./players.js";
import {mountPurse} from "./purse.js";
import {mountScoreSheet, mountTally} from "./score-sheet.js";
import {mountClock, mountHead} from "./season.js";
import {mountSignals} from "./signals.js";
import {mountStory} from "./story.js";

/** @typedef {ReturnType<typeof mountDesk>} Desk */

/** @param {string} tag @param {string} name @param {...Node} children */
const box = (tag, name, ...children) => el(tag, {class: name}, ...children);

/** The boxes of all parts, one in the other. */
function makeBoxes() {
  const banner = box("header", "banner none"),
    top = box("header", "top"),
    column = box("div", "column-box"),
    card = box("section", "card"),
    end = box("section", "end paper none"),
    controls = box("div", "controls"),
    people = box("div", "people"),
    folk = box("section", "folk", people),
    notice = box("section", "notice none"),
    closing = box("p", "closing none"),
    signs = box("div", "signs"),
    deck = box("section", "deck"),
    story = box("section", "story"),
    past = box("div", "past-and-future", deck, story);
  const tag = box("div", "tag none"),
    board = box("div", "board-box sheet", tag),
    purse = box("div", "purse"),
    news = box("div", "news"),
    scores = box("section", "score-box");
  const edicts = box("section", "edicts"),
    rule = box("div", "rule-box"),
    raid = box("section", "raid none"),
    lost = el("p", {class: "lost none", role: "status"}, icon("i-offline"), el("span")),
    begun = box("aside", "begun none");
  const rail = box("div", "rail", column, box("div", "tray", card, end, controls), closing, notice, past, folk),
    desk = box("div", "desk", board, purse, news, scores),
    game = box("main", "game", banner, top, rail, desk, edicts, rule, raid, lost, begun);
  return {
    game,
    banner,
    top,
    column,
    card,
    end,
    controls,
    people,
    folk,
    deck,
    story,
    notice,
    closing,
    signs,
    tag,
    board,
    purse,
    news,
    scores,
    edicts,
    rule,
    raid,
    lost,
    begun,
  };
}

/**
 * @param {HTMLElement} root
 * @param {import("./actions.js").TableActions} actions
 * @param {import("../session.js").Session} session
 * @param {import("../types.js").Catalogue} catalogue
 */
export function mountDesk(root, actions, session, catalogue) {
  const boxes = makeBoxes(),
    opening = el("p", {class: "opening"});
  root.replaceChildren(boxes.game, opening);
  const board = mountBoard(boxes.board, actions),
    signals = mountSignals(boxes.game, actions);
  return {
    game: boxes.game,
    lost: boxes.lost,
    opening,
    board,
    /** In the order in which a piece that comes to rest shows what it means. */
    lively: [
      mountControls(boxes.controls, actions),
      mountCard(boxes.card, actions),
      mountRaid(boxes.raid),
      mountEdicts(boxes.edicts, actions),
      mountPurse(boxes.purse),
      mountNews(boxes.news, actions, narrow),
      mountHead(boxes.top, actions),
      mountTally(boxes.folk, actions),
      mountScoreSheet(boxes.scores),
    ],
    /** What no piece in hand changes. */
    quiet: [
      mountBanner(boxes.banner, boxes.signs, actions),
      mountNotice(boxes.notice, actions, wordless),
      mountClosing(boxes.closing),
      mountColumn(boxes.column, actions),
      mountGameEnd(boxes.end, actions, (words) => signals.show("i-people", words)),
      mountBegun(boxes.begun, actions),
      mountPlayers(boxes.people, actions),
      mountRibbon(boxes.tag),
      mountDeck(boxes.deck, actions),
      mountStory(boxes.story, actions),
      mountRule(boxes.rule, actions),
    ],
    stage: createStage({
      session,
      layer: board.layer.walk,
      box: /** @type {HTMLElement} */ (board.grid.parentElement),
      catalogue,
      covered: {store: session.store, openMenu: actions.openMenu, next: actions.next},
    }),
    signals,
    clock: mountClock(boxes.top, boxes.signs),
  };
}
