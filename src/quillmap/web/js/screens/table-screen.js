// @ts-check
/**
 * The table on a big screen in the room: card, edicts, everybody's map, who is missing. It watches, and nothing on it
 * can be pressed.
 */

import {announce} from "../announce.js";
import {loadCards} from "../cards.js";
import {el, icon, setAttribute, setClass, setIcon, setText} from "../dom.js";
import {needLinks} from "../links.js";
import {tokenFor} from "../memory.js";
import {nameScreen} from "../page-title.js";
import {mountNowCard} from "../replay/now-card.js";
import {mountFoot, mountInvitation, mountJoin, mountStanding, mountTvEdicts, noteOf} from "../replay/tv-parts.js";
import {mountWall} from "../replay/wall.js";
import {shieldAt} from "../seat-picture.js";
import {openSession} from "../session.js";
import {standings} from "../staging/counting.js";
import {hasResigned} from "../table/absence.js";
import {headline} from "../table/news.js";
import {holderOf, sceneOf} from "../table/scene.js";
import {renderSeasons} from "../table/season.js";
import {cardName, needWords, t} from "../words.js";
import {showClosed} from "./parts/closed.js";
import {NAME, prepare} from "./parts/frame.js";

/** From how many maps on the edicts are a strip, and from how many marks and most names go. */
const FOLDED = 41,
  CROWD = 61;
/** How long the ranking of a season stays, in milliseconds. */
const STANDING = 20000;

/** @typedef {import("../table/scene.js").Scene} Scene */
/** @typedef {import("../session.js").View} View */
/** @typedef {import("../types.js").Board} Board */
/** @typedef {ReturnType<typeof mountScreen>} Screen */

/**
 * @param {HTMLElement} root
 * @param {import("../main.js").Context} context
 * @returns {Promise<import("../main.js").Opened>}
 */
export async function open(root, {params: [id], go}) {
  const [catalogue] = await Promise.all([
    loadCards(),
    prepare("table-screen"),
    needWords("replay", "absence", "endings"),
    needLinks(),
  ]);
  const ui = {showPlaces: false, openEdict: 0, catalogue};
  const watching = watchTable(id, render);
  const ranking = createRanking(render);
  /** @type {Screen | null} */
  let shown = null;
  let told = -1,
    isClosed = false;

  /** There is no way to this table, but for the end of its game, which stays. @param {View} view */
  function showNoWay({code}) {
    isClosed = true;
    watching.close();
    unmount();
    void showClosed(root, {id, code, go, isScreen: true});
  }
  function render() {
    if (isClosed) return;
    const isGone = watching.session.store.state.connection === "gone";
    if (isGone && !watching.tryToken() && !watching.session.hasEnded) return showNoWay(watching.session.store.state);
    shown ??= mountScreen(root, id, render);
    const {session} = watching,
      view = session.store.state,
      {table} = view;
    const isWaiting = table !== null && (table.status === "waiting" || !view.board);
    showState(shown, view, isWaiting);
    if (!table) return;
    nameScreen(t("page.head.table", {code: table.code}));
    setText(shown.under, t("replay.screen.at-table", {count: table.seats.length}));
    if (isWaiting) {
      ranking.restart();
      told = -1;
      shown.seasons.replaceChildren();
      return shown.invitation.render(table);
    }
    const scene = sceneOf(view, session.hand, ui),
      {board} = scene;
    showGame(shown, scene, ranking.isDue(board));
    if (told !== board.version) announce(headline(view.recent, board.setup, scene.names, null), 300);
    told = board.version;
  }
  function unmount() {
    shown?.foot.stop();
    shown?.wall.close();
    shown?.watcher.disconnect();
    shown = null;
  }

  render();
  const sleep = stayAwake();
  return {
    close() {
      ranking.stop();
      sleep();
      watching.close();
      unmount();
    },
    words() {
      if (isClosed) return showNoWay(watching.session.store.state);
      unmount();
      render();
    },
  };
}

/** Watch a table, as a spectator if it has any. @param {string} id @param {() => void} changed */
function watchTable(id, changed) {
  let session = openSession(id, null),
    unsubscribe = session.store.subscribe(changed),
    hasToken = false;
  return {
    get session() {
      return session;
    },
    /** A table without spectators lets its own people look, on a device of theirs. Says whether that is tried now. */
    tryToken() {
      const token = tokenFor(id);
      if (hasToken || !token || session.store.state.code !== "no-spectators") return false;
      hasToken = true;
      unsubscribe();
      session.close();
      session = openSession(id, token);
      unsubscribe = session.store.subscribe(changed);
      return true;
    },
    close() {
      unsubscribe();
      session.close();
    },
  };
}

/** The ranking is shown for a while after a season was counted. @param {() => void} ended */
function createRanking(ended) {
  let countedAt = 0,
    counted = -1;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;
  return {
    /** Whether a season has just been counted. @param {Board} board */
    isDue(board) {
      const seasons = board.seats[0]?.scores.length ?? 0;
      if (counted >= 0 && seasons > counted) {
        countedAt = Date.now();
        clearTimeout(timer);
        timer = setTimeout(ended, STANDING + 50);
      }
      counted = seasons;
      return countedAt > 0 && Date.now() - countedAt < STANDING;
    },
    /** Another game begins. */
    restart() {
      counted = -1;
    },
    stop: () => clearTimeout(timer),
  };
}

/** A screen on the wall stays awake, where the browser lets it. @returns {() => void} let it sleep again */
function stayAwake() {
  /** @type {any} */
  let lock = null;
  const awake = async () => {
    if (document.visibilityState !== "visible") return;
    const asked = /** @type {any} */ (navigator).wakeLock?.request("screen");
    lock = (await asked?.catch(() => null)) ?? lock;
  };
  document.addEventListener("visibilitychange", awake);
  awake();
  return () => {
    document.removeEventListener("visibilitychange", awake);
    lock?.release?.();
  };
}

/** @param {string} tag @param {string} name @param {...Node} children */
const box = (tag, name, ...children) => el(tag, {class: name}, ...children);

/**
 * Everything on the screen, mounted once for each language.
 * @param {HTMLElement} root
 * @param {string} id
 * @param {() => void} resized
 */
function mountScreen(root, id, resized) {
  const under = el("small"),
    seasons = box("ol", "seasons"),
    join = box("div", "tv-join"),
    brand = el("h1", {class: "brand"}, icon("logo"), el("span", {}, NAME, under)),
    top = box("header", "tv-top", brand, seasons, join);
  const cardBox = box("section", "now-card paper"),
    edictsBox = box("ol", "tv-edicts"),
    ranksBox = box("section", "tv-standing paper none");
  const raid = el("p", {class: "tv-raid none"}, icon("i-ambush"), el("span"), icon("i-pass-cw", "tv-way")),
    wallBox = box("div", "wall-box"),
    foot = box("footer", "tv-foot");
  const side = box("aside", "tv-side", cardBox, edictsBox, ranksBox),
    game = box("div", "tv-game", side, box("main", "tv-main", raid, wallBox), foot);
  const invitationBox = box("main", "tv-waiting none"),
    lost = el("p", {class: "tv-lost none", role: "status"}, icon("i-offline"), el("span")),
    tv = box("div", "tv", top, game, invitationBox, lost);
  root.replaceChildren(tv);
  const watcher = new ResizeObserver(() => resized());
  watcher.observe(tv);
  return {
    ...{tv, under, seasons, join, game, invitationBox, raid, ranksBox, edictsBox, lost, watcher},
    joinPart: mountJoin(join, id),
    invitation: mountInvitation(invitationBox, id),
    edicts: mountTvEdicts(edictsBox),
    standing: mountStanding(ranksBox),
    foot: mountFoot(foot),
    wall: mountWall(wallBox),
    card: mountNowCard(cardBox, () => cardSizes(tv)),
  };
}

/** How large the card's pictures are. @param {HTMLElement} tv */
function cardSizes(tv) {
  const em = parseFloat(getComputedStyle(tv).fontSize);
  return tv.classList.contains("folded")
    ? {unit: em * 1.15, widest: em * 3.7, tile: em * 2}
    : {unit: em * 3.3, widest: em * 11.5, tile: em * 3.6};
}

/**
 * Whether there is a table, a game, a connection.
 * @param {Screen} parts
 * @param {View} view
 * @param {boolean} isWaiting
 */
function showState({tv, lost, game, invitationBox, join}, view, isWaiting) {
  const isPlaying = view.table !== null && !isWaiting;
  setClass(lost, "none", view.connection === "open" || view.connection === "connecting");
  const trouble = view.connection === "gone" ? "page.connection.gone.text" : "page.connection.lost.text";
  setText(/** @type {Element} */ (lost.lastElementChild), t(trouble));
  setClass(tv, "waits", !isPlaying);
  setClass(game, "none", !isPlaying);
  setClass(invitationBox, "none", !isWaiting);
  setClass(join, "none", !isPlaying);
}

/** @param {Screen} parts @param {Scene} scene @param {boolean} isCounted whether a season has just been counted */
function showGame(parts, scene, isCounted) {
  const {board, table, view} = scene,
    count = board.seats.length;
  setClass(parts.tv, "folded", count >= FOLDED);
  setClass(parts.tv, "crowd", count >= CROWD);
  setClass(parts.tv, "over", scene.isOver);
  parts.tv.dataset.version = String(board.version);
  renderSeasons(parts.seasons, scene);
  parts.joinPart.render(table);
  parts.edicts.render(scene);
  showCard(parts, scene);
  showRaid(parts, scene);
  const isStanding = scene.isOver || isCounted;
  setClass(parts.ranksBox, "none", !isStanding || count < 2);
  setClass(parts.edictsBox, "none", isStanding && count > 1);
  if (isStanding) parts.standing.render(scene);
  const answered = view.progress?.question === board.question ? view.progress.answered : board.answered;
  parts.foot.render(scene, answered.length, scene.waiting.length + answered.length);
  showMaps(parts, scene);
}

/** @param {Screen} parts @param {Scene} scene */
function showCard(parts, {board, isLastCard, isOver}) {
  const last = board.card ?? board.revealed[board.revealed.length - 1] ?? null;
  parts.card.render(last, {
    setup: board.setup,
    heading: isOver ? t("events.game-ended") : last ? "" : t("page.card.none"),
    isLast: isLastCard,
    isBrief: true,
  });
}

/** Which way the maps went, in words and with an arrow. @param {Screen} parts @param {Scene} scene */
function showRaid({tv, raid}, {board, card: now}) {
  const isRaid = now?.kind === "ambush" && board.ask === "ambush",
    goes = isRaid && board.holders.length > 0;
  setClass(tv, "raiding", isRaid);
  setClass(raid, "none", !isRaid);
  if (!now || !isRaid) return;
  const way = t(`terms.arrow.${now.clockwise ? "clockwise" : "counterclockwise"}`);
  setText(raid.children[1], goes ? `${cardName(now.id)}. ${way}` : cardName(now.id));
  setClass(raid.children[2], "none", !goes);
  setIcon(raid.children[2], now.clockwise ? "i-pass-cw" : "i-pass-ccw");
}

/** @param {Screen} parts @param {Scene} scene */
function showMaps({wall}, scene) {
  const {board, isOver} = scene,
    count = board.seats.length,
    hasHolders = board.ask === "ambush" && board.holders.length > 0 && count < FOLDED;
  const seats = isOver ? standings(board).map(({seat}) => seat) : board.seats.map((_, seat) => seat);
  setAttribute(wall.list, "aria-label", t("replay.maps"));
  wall.render(
    seats.map((seat) => mapOf(scene, seat, hasHolders)),
    {names: count < CROWD || isOver, marks: count < CROWD, crowd: count >= FOLDED, holders: hasHolders},
  );
}

/**
 * One map on the wall.
 * @param {Scene} scene
 * @param {number} seat
 * @param {boolean} hasHolder whether somebody else draws on it
 */
function mapOf(scene, seat, hasHolder) {
  const {board, names, table, isOver} = scene,
    info = table.seats[seat],
    {sheet, total} = board.seats[seat],
    rank = board.ranks[seat],
    state = stateOf(scene, seat),
    note = noteOf(board, table, seat);
  const doing =
    note || (state && t(`page.folk.${{away: "absent", busy: "is-drawing", done: "is-done", bot: ""}[state]}`));
  return {
    seat,
    name: names[seat],
    note,
    sheet,
    total,
    state,
    who: info,
    shield: shieldAt(table.seats, seat),
    rank: isOver ? rank : undefined,
    isFirst: board.seats[0].scores.length > 0 && rank === 1,
    holder: hasHolder ? names[holderOf(board, seat)] : undefined,
    label: [names[seat], t("terms.stars", {count: total}), doing].filter(Boolean).join(", "),
  };
}

/** What a seat does now. @param {Scene} scene @param {number} seat @returns {"" | "away" | "busy" | "done" | "bot"} */
function stateOf({board, table, view, waiting, isOver}, seat) {
  const info = table.seats[seat];
  if (isOver || board.ask === null) return "";
  if (hasResigned(board, table, seat)) return "bot";
  if (!waiting.includes(seat)) return "done";
  const isAway = info?.kind === "person" && view.progress !== null && !view.progress.present.includes(info.id);
  return isAway ? "away" : "busy";
}
