// @ts-check
/** The replay screen as it is laid out: every part in its box, mounted once for each language. */

import {el, icon, setAttribute, setClass, setText} from "../dom.js";
import {mountBoard} from "../table/board.js";
import {mountColumn} from "../table/card.js";
import {mountEdicts, mountRule} from "../table/edicts.js";
import {mountPurse} from "../table/purse.js";
import {mountScoreSheet, mountTally} from "../table/score-sheet.js";
import {mountHead} from "../table/season.js";
import {t} from "../words.js";
import {offersOf} from "./actions.js";
import {mountBar} from "./bar.js";
import {mainSentence, mountBrought, mountRanking} from "./brought.js";
import {mountNowCard} from "./now-card.js";
import {mountVerdict} from "./verdict.js";
import {mountWall} from "./wall.js";

/** @typedef {import("./watching.js").Watching} Watching */
/** @typedef {ReturnType<typeof mountReplayDesk>} ReplayDesk */

/** @param {string} tag @param {string} name @param {...(Node | string)} children */
const box = (tag, name, ...children) => el(tag, {class: name}, ...children);

/** The boxes of all parts, one in the other. @param {boolean} isSolo */
function makeBoxes(isSolo) {
  const top = box("div", "top"),
    edicts = box("section", "edicts"),
    rule = box("div", "rule-box");
  const board = box("div", "board-box sheet"),
    wall = box("div", "wall-box none"),
    purse = box("div", "purse"),
    news = box("p", "news replay-news", el("span"), " ", el("span", {class: "news-note"})),
    scores = box("section", "score-box"),
    desk = box("main", "desk", board, wall, purse, news, scores);
  const column = box("div", "column-box"),
    card = box("section", "now-card"),
    review = box("section", "review-box"),
    brought = el("section", {class: "brought paper", tabindex: 0, "aria-label": t("replay.brought")}),
    ranking = box("section", "brought paper none"),
    seats = box("section", "seats-box"),
    tally = box("div", "folk"),
    rail = el("aside", {class: "rail", "aria-label": t("replay.brought")});
  rail.append(column, card, review, brought, ranking, seats, tally);
  const bar = box("footer", "replay-bar"),
    toast = el("p", {class: "replay-toast none", role: "status"}),
    head = box("header", "head-box", top),
    game = box("div", `game watching ${isSolo ? "solo" : ""}`, head, edicts, rule, desk, rail, bar, toast);
  return {
    game,
    top,
    edicts,
    rule,
    board,
    wall,
    purse,
    news,
    scores,
    column,
    card,
    review,
    brought,
    ranking,
    seats,
    tally,
    bar,
    toast,
  };
}

/**
 * @param {HTMLElement} root
 * @param {Watching} watching
 * @param {import("./actions.js").ReplayActions} actions
 */
export function mountReplayDesk(root, watching, actions) {
  const {player, source, first} = watching,
    boxes = makeBoxes(first.seats.length === 1);
  root.className = "";
  root.replaceChildren(boxes.game);
  keepFocus(boxes.board, player);
  const bar = mountBar(boxes.bar, player, {marks: watching.seasons, name: (at) => watching.nameOf(at)});
  const more = box("div", "replay-more");
  boxes.bar.append(more);
  const verdict = mountVerdict(more, source);
  for (const [id, text, act] of offersOf(watching, actions))
    more.append(el("button", {class: "btn", "aria-label": text, title: text, on: {click: act}}, icon(id)));
  const words = el("span", {}, t("replay.all")),
    all = el("button", {class: "btn all-maps", on: {click: actions.overview}}, icon("i-people"), words);
  boxes.seats.append(el("h2", {}, el("span", {}, t("replay.maps")), all));
  const choose = (/** @type {number} */ to) => void watching.choose(to);
  return {
    boxes,
    all,
    bar,
    verdict,
    strip: mountWall(boxes.seats, {choose, side: 84}),
    wall: mountWall(boxes.wall, {choose}),
    board: mountBoard(boxes.board, actions),
    card: mountNowCard(boxes.card, () => ({unit: 26, widest: 92, tile: 30})),
    brought: mountBrought(boxes.brought),
    ranking: mountRanking(boxes.ranking, choose, watching.origins),
    purse: mountPurse(boxes.purse),
    parts: [
      mountHead(boxes.top, actions),
      mountEdicts(boxes.edicts, actions),
      mountRule(boxes.rule, actions),
      mountScoreSheet(boxes.scores),
      mountTally(boxes.tally, actions),
      mountColumn(boxes.column, actions),
    ],
  };
}

/**
 * A pointer on the map leaves the focus where it was, so that the arrow keys go on stepping; and the space bar plays
 * wherever one is.
 * @param {HTMLElement} board
 * @param {Watching["player"]} player
 */
function keepFocus(board, player) {
  board.addEventListener("pointerdown", (event) => event.preventDefault());
  board.addEventListener("mousedown", (event) => event.preventDefault());
  board.addEventListener(
    "keydown",
    (event) => {
      if (event.key !== " ") return;
      event.preventDefault();
      event.stopPropagation();
      player.toggle();
    },
    true,
  );
}

/** Show the moment that is looked at. @param {ReplayDesk} desk @param {Watching} watching */
export function showMoment(desk, watching) {
  const {moment, seat, first} = watching,
    scene = watching.scene();
  for (const part of desk.parts) part.render(scene);
  // Coins that this moment brought lie in their slots already.
  desk.purse.render({...scene, coinGain: 0});
  desk.bar.render();
  showMap(desk, watching, scene);
  const isCard = moment.card !== null && (moment.kind === "card" || moment.kind === "move");
  const heading = isCard ? "" : watching.nameOf(watching.player.at);
  desk.card.render(moment.card, {setup: first.setup, heading, isLast: scene.isLastCard});
  const isAlone = first.seats.length === 1,
    owner = t("page.ambush.map", {owner: scene.names[seat]});
  desk.brought.render(moment, scene, isAlone ? t("replay.brought") : owner, watching.notes);
  setClass(desk.boxes.brought, "none", moment.kind === "end" && !isAlone);
  desk.ranking.render(moment.board, scene.names, seat);
  const [happened, noted] = desk.boxes.news.children;
  setText(happened, mainSentence(moment, scene.names, seat));
  setText(noted, watching.notes.join(" "));
  showWalls(desk, watching, scene);
  desk.boxes.game.dataset.at = String(watching.player.at);
}

/** @param {ReplayDesk} desk @param {Watching} watching @param {import("../table/scene.js").Scene} scene */
function showMap({board}, watching, scene) {
  const scale = matchMedia("(max-width: 699px)").matches ? 1.25 : 1,
    {marks, over} = watching.marks(scale);
  board.render({
    sheet: scene.sheet,
    hand: null,
    answer: null,
    showPlaces: false,
    wanted: [],
    costing: [],
    marks,
    over: over + watching.reviewing.better(scale),
    label: t("page.ambush.map", {owner: scene.names[watching.seat]}),
    canDraw: false,
  });
}

/**
 * The other maps: in the strip, and on the wall if all are shown.
 * @param {ReplayDesk} desk
 * @param {Watching} watching
 * @param {import("../table/scene.js").Scene} scene
 */
function showWalls({boxes, strip, wall, all}, watching, scene) {
  const {isOverview} = watching,
    maps = watching.maps(scene),
    how = {names: true, marks: maps.length <= 60};
  strip.render(maps, {...how, gap: 10});
  for (const node of [boxes.board, boxes.purse, boxes.scores]) setClass(node, "none", isOverview);
  setClass(boxes.wall, "none", !isOverview);
  if (isOverview) wall.render(maps, {...how, gap: 14});
  setAttribute(all, "aria-pressed", isOverview ? "true" : "false");
  setClass(all, "on", isOverview);
}
