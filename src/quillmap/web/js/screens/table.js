// @ts-check
/** The table: the game itself, from the socket to the sheet. */

import {alarm, announce} from "../announce.js";
import {loadCards} from "../cards.js";
import {isOnDevice} from "../device/ids.js";
import {setClass, setText} from "../dom.js";
import {listenForKeys} from "../keys.js";
import {isLesson} from "../lesson/start.js";
import {needLinks} from "../links.js";
import {keepTable, keptTables} from "../memory.js";
import {keepOwnMap, keepPlace} from "../my-games.js";
import {nameScreen} from "../page-title.js";
import {chooseToken} from "../seat-link.js";
import {openSession} from "../session.js";
import {spacesOf} from "../spaces.js";
import {leftCount} from "../staging/counted.js";
import {showSeasonEnd} from "../staging/season-end.js";
import {tableActions} from "../table/actions.js";
import {mountDesk} from "../table/desk.js";
import {createHovering, watchChanges} from "../table/hovering.js";
import {drawAtLastMoment} from "../table/last-moment.js";
import {gains} from "../table/marks.js";
import {narrow} from "../table/narrow.js";
import {sceneOf} from "../table/scene.js";
import {tableLabel} from "../table/season.js";
import {tableKeys} from "../table/shortcuts.js";
import {createSpeaker} from "../table/speaking.js";
import {showTimeUp} from "../table/time-up.js";
import {showTurnHere} from "../turns/badge.js";
import {needOffer} from "../turns/offer.js";
import {isTurnHere} from "../turns/waiting.js";
import {needWords, t} from "../words.js";
import {awayWords} from "./away.js";
import {showClosed} from "./parts/closed.js";
import {prepare} from "./parts/frame.js";

/** @typedef {import("../table/actions.js").Table} Table */
/** @typedef {import("../table/desk.js").Desk} Desk */
/** @typedef {import("../table/scene.js").Scene} Scene */
/** @typedef {import("../session.js").View} View */

/** After how many milliseconds without a table the page says that there is no connection. */
const LATE = 5000;

/**
 * @param {HTMLElement} root
 * @param {import("../main.js").Context} context
 * @returns {Promise<import("../main.js").Opened>}
 */
export async function open(root, {params: [id], hash, go}) {
  const [catalogue] = await Promise.all([
    loadCards(),
    needWords("endings", "replay", "absence", "signals", "daily", "turns"),
    prepare("endings", "absence", "daily"),
    needLinks(),
  ]);
  const session = openSession(id, await chooseToken(id, hash), {keepsEnd: true});
  const {store, hand} = session;
  const ui = {showPlaces: false, openEdict: 0, catalogue, stamp: 0};
  const touch = () => {
    ui.stamp++;
    store.touch();
  };
  /** @type {Table} */
  const table = {id, session, ui, scene: () => sceneOf(store.state, hand, ui), touch, go};
  const shown = showTable(root, table),
    title = nameWindow();
  const lesson = createLesson(root, table, shown.actions.again);
  table.teach = () => void lesson.begin();
  const render = () => {
    if (shown.render()) lesson.place();
  };
  const stopKeys = listenForKeys(tableKeys(shown.actions, table.scene, shown.focus));
  session.onStage(shown.stage);
  session.onSignal(shown.signal);
  const stops = [listenToTrainer(session), drawAtLastMoment(session), showTimeUp(session)];
  const showLeftCount = leftCountShower(session, shown.actions.openMenu);
  let isClosed = false;
  needOffer().catch(() => {});
  const unsubscribe = store.subscribe((view) => {
    remember(id, view);
    title.show(view);
    showTurnHere(isTurnHere(view));
    // The end of a game stays also when the table is gone.
    if (view.connection !== "gone" || session.hasEnded) {
      render();
      return showLeftCount(view);
    }
    close();
    isClosed = true;
    showClosed(root, {id, code: view.code, go});
  });
  // After a rotation or a resize, the card's pictures have another size.
  narrow.addEventListener("change", touch);
  render();
  lesson.begin();
  function close() {
    showTurnHere(null);
    title.leave();
    lesson.close();
    for (const stop of stops) stop();
    narrow.removeEventListener("change", touch);
    unsubscribe();
    stopKeys();
    shown.close();
    session.close();
  }
  return {
    close,
    words() {
      if (isClosed) return void showClosed(root, {id, code: store.state.code, go});
      shown.forget();
      render();
      title.show(store.state);
      showTurnHere(null);
      showTurnHere(isTurnHere(store.state));
      lesson.begin();
    },
  };
}

/**
 * Shows the count of a season that was left before its end, once, with the first board.
 * @param {import("../session.js").Session} session
 * @param {() => void} openMenu
 */
function leftCountShower({store}, openMenu) {
  let isFirst = true;
  /** @param {View} view */
  return ({board, own}) => {
    if (!isFirst || !board) return;
    isFirst = false;
    const event = leftCount(store.state);
    if (event && own) void showSeasonEnd(event, board.seats[own.seat], board, own.seat, {store, openMenu});
  };
}

/**
 * Show what a trainer says, at a table that has one.
 * @param {import("../session.js").Session} session
 * @returns {() => void} stops it
 */
function listenToTrainer(session) {
  /** @type {ReturnType<typeof import("../table/trainer.js").createTrainer> | null} */
  let trainer = null;
  let isAskedFor = false;
  async function load() {
    const {createTrainer, getReady} = await import("../table/trainer.js");
    await getReady();
    if (session.isClosed) return;
    trainer = createTrainer(session);
    trainer.render(session.store.state);
  }
  const unsubscribe = session.store.subscribe((view) => {
    if (view.table?.trainer && !isAskedFor) {
      isAskedFor = true;
      void load();
    }
    trainer?.render(view);
  });
  return () => {
    unsubscribe();
    trainer?.close();
  };
}

/** The title of the window: a shared link has brought one that is meant for messengers. */
function nameWindow() {
  return {
    /** @param {View} view */
    show({table, board}) {
      if (!table) return;
      nameScreen(board?.result ? `${t("page.end.title")} · ${tableLabel(table)}` : tableLabel(table));
    },
    leave: () => nameScreen(""),
  };
}

/** What this device keeps of the game. @param {string} id @param {View} view */
function remember(id, view) {
  rememberSeat(id, view);
  keepPlace(id, view);
  keepOwnMap(id, view);
}

/** A personal link does not say which seat it is for: the first welcome does. @param {string} id @param {View} view */
function rememberSeat(id, {seatId, table}) {
  const kept = keptTables().find((each) => each.id === id);
  if (table && seatId !== null && kept && kept.seat !== seatId)
    keepTable({...kept, seat: seatId, seats: table.most_seats, status: table.status}, true);
}

/** The desk and when what is shown on it. @param {HTMLElement} root @param {Table} table */
export function showTable(root, table) {
  const {id, session, ui, scene, go, touch} = table,
    {store, hand} = session;
  /** @type {Desk | null} */
  let desk = null;
  const actions = tableActions(table, (event) => desk?.board.pointers.dragFromCard(event));
  const changes = watchChanges(ui);
  let isLate = false;
  const lateness = setTimeout(() => {
    isLate = true;
    touch();
  }, LATE);
  // A socket may not hear for a long time that the device is cut off, but the device knows.
  for (const name of ["online", "offline"]) addEventListener(name, touch);
  const isFarAway = id !== "" && !isOnDevice(id); // a position to solve is at no table
  const isAway = (/** @type {View} */ {connection}) =>
    connection === "lost" || (connection === "connecting" && isLate) || (isFarAway && !navigator.onLine);
  const showBoard = boardShower(ui);
  const hovering = createHovering(hand, () => store.state, {
    scene,
    isOpen: () => desk !== null && !desk.game.classList.contains("none") && store.state.board !== null,
    piece: (sheet, isSwift) => desk?.board.renderPiece(sheet, isSwift),
    board: (now) => desk && showBoard(desk.board, now),
    parts: (now, from, to) => desk?.lively.slice(from, to).forEach((part) => void part.render(now)),
  });

  /** Show what has changed; says whether that was more than the piece in hand. */
  function render() {
    const view = store.state;
    desk ??= mountDesk(root, actions, session, ui.catalogue);
    if (changes.isHovering(view)) {
      hovering.hover();
      return false;
    }
    showConnection(desk, view, {isWaiting: session.isWaiting, isAway: isAway(view), goHome: () => go("/")});
    // The same address is the waiting table's again.
    if (view.table?.status === "waiting" && !view.next) go(`/t/${id}`);
    if (!isPlaying(view)) return false;
    showGame(desk, scene());
    desk.clock.render(view);
    hovering.showHand();
    return true;
  }

  return {
    actions,
    render,
    focus: () => desk?.board.focus(),
    /** @type {Parameters<typeof session.onSignal>[0]} */
    signal: (signal, view) => desk?.signals.hear(signal, view),
    /** @type {Parameters<typeof session.onStage>[0]} */
    stage: async (update, before) => desk?.stage(update, before),
    /** Everything is built again when it is shown next: in another language. */
    forget() {
      desk?.clock.stop();
      desk?.signals.stop();
      desk = null;
      changes.forget();
    },
    close() {
      clearTimeout(lateness);
      for (const name of ["online", "offline"]) removeEventListener(name, touch);
      hovering.stop();
      desk?.clock.stop();
      desk?.signals.stop();
      // Scenes cover the screen, and end with it.
      for (const each of document.querySelectorAll("dialog.count, .passing")) {
        if (each instanceof HTMLDialogElement) each.close();
        each.remove();
      }
    },
  };
}

/** @param {View} view */
const isPlaying = (view) =>
  view.board !== null && view.table !== null && (view.table.status !== "waiting" || view.next !== null);

/**
 * Whether there is a game to show, and a connection.
 * @param {Desk} desk
 * @param {View} view
 * @param {{isWaiting: boolean, isAway: boolean, goHome: () => void}} gap
 */
function showConnection({game, opening, lost}, view, {isWaiting, isAway, goHome}) {
  setClass(lost, "none", !isAway);
  const trouble = isWaiting ? "kept" : "lost";
  setText(/** @type {Element} */ (lost.lastElementChild), t(`page.connection.${trouble}.text`));
  setClass(game, "none", !isPlaying(view));
  setClass(opening, "none", isPlaying(view));
  if (!isAway) setText(opening, t("page.opening.moment"));
  else if (!opening.querySelector("button")) opening.replaceChildren(...awayWords(goHome));
  setClass(opening, "no-server", isAway && !isPlaying(view));
}

/** All that no piece in hand changes. @param {Desk} desk @param {Scene} now */
function showGame({game, quiet}, now) {
  game.dataset.version = String(now.board.version);
  setClass(game, "raiding", now.isRaid);
  setClass(game, "over", now.isOver);
  setClass(game, "looking-on", now.isWatching && !now.isOver);
  setClass(game, "deciding", now.ask === "declare");
  setClass(game, "solo", now.board.seats.length === 1);
  setClass(game, "skilled", now.board.skills.length > 0);
  for (const part of quiet) part.render(now);
}

/** Shows the map with the piece in hand and what it would bring, and says so. @param {{showPlaces: boolean}} ui */
function boardShower(ui) {
  const speak = createSpeaker({
    announce,
    alarm,
    isOnMap: () => document.activeElement?.getAttribute("role") === "gridcell",
  });
  /** Leaf and flags are made once for each preview. @type {{for: unknown, found: {marks: string, over: string}}} */
  let brought = {for: null, found: {marks: "", over: ""}};
  /** @param {Scene} now */
  function gainsOf(now) {
    const {worth, preview} = now;
    if (brought.for !== preview) {
      const scale = matchMedia("(max-width: 699px)").matches ? 1.25 : 1;
      brought = {for: preview, found: gains(worth, preview, scale)};
    }
    return brought.found;
  }
  /** @param {Desk["board"]} board @param {Scene} now */
  return (board, now) => {
    const isShown = now.choices !== null && now.sheetSeat === now.choices.sheet;
    board.render({
      sheet: now.sheet,
      hand: isShown ? now.hand : null,
      answer: now.answer,
      showPlaces: ui.showPlaces,
      wanted: now.wanted,
      ...(isShown ? gainsOf(now) : {marks: "", over: ""}),
      costing: now.isRaid && now.preview?.sheet === now.sheetSeat ? spacesOf(now.preview.monster_spaces) : [],
      label:
        now.isRaid || now.isWatching ? t("page.ambush.map", {owner: now.names[now.sheetSeat]}) : t("page.board.label"),
      canDraw: now.hand.isBusy,
    });
    speak(now);
  };
}

/**
 * Somebody's first game: a note says what to do next.
 * @param {HTMLElement} root
 * @param {Table} table
 * @param {() => void} playOn
 */
function createLesson(root, {id, session, scene, go}, playOn) {
  /** @type {{close: () => void, place: () => void} | null} */
  let lesson = null;
  let isClosed = false;
  return {
    async begin() {
      lesson?.close();
      lesson = null;
      if (!isLesson(id)) return;
      const {openLesson} = await import("../lesson/lesson.js");
      const opened = await openLesson(root, {scene, store: session.store, playOn}, go);
      if (isClosed) opened.close();
      else lesson = opened;
    },
    /** Things on the screen may have moved. */
    place: () => lesson?.place(),
    close() {
      isClosed = true;
      lesson?.close();
    },
  };
}
