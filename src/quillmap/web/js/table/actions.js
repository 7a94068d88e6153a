// @ts-check
/** Everything that can be done at the table: drawing, opening dialogs, and what comes after the game. */

import {addressOf} from "../base.js";
import {isUnderWay, serverTime} from "../daily/days.js";
import {isOnDevice} from "../device/ids.js";
import {openDialog, openKeys, openLanguage, openMenu, openTheme} from "../dialog.js";
import {el} from "../dom.js";
import {endLesson, isEnded, isLesson, resumeLesson} from "../lesson/start.js";
import {linkTo} from "../links.js";
import {tokenFor} from "../memory.js";
import {call} from "../protocol.js";
import {saveRecord} from "../record-file.js";
import {addressForOthers} from "../replay/game-link.js";
import {playAlone} from "../screens/home.js";
import {copy} from "../screens/parts/invite.js";
import {openMe} from "../screens/parts/me-dialog.js";
import {setupOf, soloChoice, wishOf} from "../screens/parts/solo-choice.js";
import {shieldAt} from "../seat-picture.js";
import {showCrowning} from "../staging/crowning.js";
import {mayReview} from "../staging/game-end.js";
import {mayOffer, openOffer} from "../turns/offer.js";
import {listed, t} from "../words.js";
import {isStoodIn, mayLeave, mayResign} from "./absence.js";
import {openDeck} from "./deck.js";
import * as dialogs from "./dialogs.js";
import {drawingActions} from "./drawing-actions.js";
import {narrow, ruleless} from "./narrow.js";
import {absenceActions} from "./notice.js";
import {mountPlayers} from "./players.js";
import {mountScoreSheet} from "./score-sheet.js";
import {openSettings} from "./settings.js";
import {againWords, awaitedAbsent, maySignal, nudgeable, signalActions} from "./signals.js";

/**
 * @typedef {object} Table what the actions of a table work on
 * @property {string} id
 * @property {import("../session.js").Session} session
 * @property {import("./scene.js").Interface & {stamp: number}} ui
 * @property {() => import("./scene.js").Scene} scene what is shown now
 * @property {() => void} touch called when something of `ui` has changed
 * @property {(path: string) => void} go
 * @property {() => void} [menu] what opens in place of the menu of a game
 * @property {() => void} [teach] begins the lesson of this table, or ends it, as is kept on the device
 */

/** @typedef {ReturnType<typeof tableActions>} TableActions */

/** @param {Table} table @param {(event: PointerEvent) => void} dragFromCard */
export function tableActions(table, dragFromCard) {
  const drawing = drawingActions(table.session, table.ui, table.touch);
  const showing = showingActions(table);
  const absence = absenceActions(table, tokenFor(table.id));
  const signals = signalActions(table);
  const reviewing = {review: () => review(table)};
  const openOwn = () =>
    openMenu(
      {title: t("page.menu.game"), entries: gameEntries(table, {...showing, ...signals, ...absence, ...reviewing})},
      {title: t("page.menu.table"), entries: tableEntries(table)},
      {title: t("page.menu.settings"), entries: helpEntries(showing)},
      {title: t("page.menu.leaving"), entries: waysOut(table, absence)},
    );
  const menu = table.menu ?? openOwn;
  return {
    hand: table.session.hand,
    dragFromCard,
    ...drawing,
    ...showing,
    ...absence,
    ...signals,
    ...endingActions(table, menu),
    ...reviewing,
    openRules: dialogs.openRules,
    openLanguage: openLanguage,
    openTheme: openTheme,
    openMenu: menu,
  };
}

/** What opens a dialog about the game. @param {Table} table */
function showingActions({session, ui, scene, touch}) {
  const actions = {
    /** @param {number} n */
    openEdict(n) {
      const isOpen = ui.openEdict === n;
      ui.openEdict = n;
      touch();
      // Where there is a line for it, the first tap brings the rule up under the tiles, the second one its page.
      if (isOpen || !narrow.matches || ruleless.matches) actions.openCard(scene().board.edicts[n]);
    },
    /** @param {string} which @param {string} [note] */
    openCard: (which, note = "") => which && dialogs.openCard(which, session.store.state.board?.setup.rulebook, note),
    openScore() {
      const box = el("div");
      mountScoreSheet(box).render(scene());
      openDialog(t("page.score.title"), box);
    },
    /** @param {number} seat */
    zoom(seat) {
      const now = scene();
      dialogs.openMap(now.board.seats[seat].sheet, t("page.ambush.map", {owner: now.names[seat]}));
    },
    /** Where the maps of the others find no room beside one's own. */
    openFolk() {
      const box = el("div", {class: "everybody"});
      mountPlayers(box, {zoom: actions.zoom}).render(scene());
      openDialog(t("page.folk.title"), box);
    },
    completeLog: session.completeLog,
    openLog: () => dialogs.openLog(scene, session.completeLog),
    openDeck: () => openDeck(scene, actions),
    /** Why there is nothing to take back. */
    whyNoUndo() {
      const {board, isFinal} = scene(),
        why = isFinal ? "errors.server.time-is-up" : `page.undo.${board.seats.length === 1 ? "alone" : "others"}.text`;
      openDialog(t("page.control.undo"), el("p", {}, t(why)));
    },
    openText: () => dialogs.openMapText(scene().sheet, t("page.map.as-text")),
  };
  return actions;
}

/** @typedef {import("../dialog.js").MenuEntry} MenuEntry */

/**
 * What one looks at while playing.
 * @param {Table} table
 * @param {ReturnType<typeof showingActions> & ReturnType<typeof signalActions> & ReturnType<typeof absenceActions> &
 *   {review: () => void}} showing
 * @returns {MenuEntry[]}
 */
function gameEntries(table, showing) {
  const {scene, session} = table;
  /** @type {MenuEntry[]} */
  const entries = [["i-pencil", t("page.log.title"), showing.openLog], ...lessonEntries(table)];
  if (maySignal(session.store.state))
    entries.unshift(...nudgeEntries(table, showing), ["i-crown", t("signals.title"), showing.openSignals]);
  if (scene().isOver && mayReview(scene())) entries.unshift(["star", t("replay.review"), showing.review]);
  if (session.store.state.deadline !== null) entries.push(timeUpEntry(scene().table.pace.timeout));
  if (scene().board.seats.length > 1) entries.unshift(["i-people", t("page.folk.title"), showing.openFolk]);
  return entries;
}

/** What happens to those who have not drawn in time. @param {string} timeout @returns {MenuEntry} */
function timeUpEntry(timeout) {
  const title = t("absence.time-up"),
    text = t(`absence.time-up.${timeout}.text`);
  return ["i-timer", title, () => void openDialog(title, el("p", {}, text)), text];
}

/** How many of those who have not drawn yet stand in the menu; all of them are among the reactions. */
const NUDGED = 2;

/**
 * People who are here are reminded; for those who are away a bot can draw.
 * @param {Table} table
 * @param {Pick<ReturnType<typeof signalActions>, "nudge" | "nudges"> & Pick<ReturnType<typeof absenceActions>,
 *   "openStandIns">} actions
 * @returns {MenuEntry[]}
 */
function nudgeEntries({scene}, {nudge, nudges, openStandIns}) {
  const names = awaitedAbsent(scene()).flatMap(({name, mayStandIn}) => (mayStandIn ? [name] : []));
  /** @type {MenuEntry[]} */
  const nudging = nudgeable(scene())
    .slice(0, NUDGED)
    .map(({id, name}) => ["i-quill", t("signals.nudge", {name}), () => nudge(id), againWords(nudges.left(id))]);
  if (!names.length) return nudging;
  const who = t(names.length > 1 ? "absence.many.text" : "absence.one.text", {name: names[0], names: listed(names)});
  return [["i-bot", t("absence.let"), openStandIns, who], ...nudging];
}

/** The way out of a lesson, and back into it. @param {Table} table @returns {MenuEntry[]} */
function lessonEntries({id, teach}) {
  const then = (/** @type {(id: string) => void} */ change) => () => {
    change(id);
    teach?.();
  };
  if (isLesson(id)) return [["i-quill", t("page.menu.lesson.end"), then(endLesson)]];
  return isEnded(id) ? [["i-quill", t("page.menu.lesson.resume"), then(resumeLesson)]] : [];
}

/** What belongs to this table. @param {Table} table @returns {MenuEntry[]} */
function tableEntries({id, session}) {
  const {seatId, table} = session.store.state,
    seats = table?.seats ?? [],
    shield = () =>
      shieldAt(
        seats,
        seats.findIndex((seat) => seat.id === seatId),
      );
  /** @type {MenuEntry[]} */
  const entries = [];
  // Another screen could not reach a game on this device.
  if (!isOnDevice(id))
    entries.push(["i-eye", t("replay.screen.open"), () => void window.open(addressOf(`/t/${id}/screen`))]);
  if (seatId !== null)
    entries.unshift([
      "i-person",
      t("screens.me"),
      () => void openMe((change) => tellMyself(id, seatId, change), shield()),
    ]);
  if (mayOffer(session.store.state)) entries.unshift(["i-timer", t("turns.offer"), () => void openOffer()]);
  return entries;
}

/** Keys are of no use on a phone; with a keyboard connected, `?` shows them. @returns {MenuEntry[]} */
const keysEntry = () =>
  matchMedia("(hover: none) and (pointer: coarse)").matches ? [] : [["i-zoom", t("page.keys.title"), openKeys]];

/** What helps, and what one sets for oneself. @param {{openText: () => void}} showing @returns {MenuEntry[]} */
const helpEntries = ({openText}) => [
  ["i-rules", t("page.tool.rules"), dialogs.openRules],
  ["i-sound", t("endings.settings"), openSettings],
  ["i-theme", t("page.tool.theme"), openTheme],
  ["i-language", t("page.tool.language"), openLanguage],
  ...keysEntry(),
  ["i-eye", t("page.map.as-text"), openText],
];

/**
 * Tell the table what somebody has changed about themselves.
 * @param {string} id of the table
 * @param {number} seat
 * @param {object} change
 */
const tellMyself = (id, seat, change) =>
  call("PATCH", `/api/tables/${id}/seats/${seat}`, change, tokenFor(id)).catch(() => {});

/**
 * How to go: for a moment, until one comes back, for good.
 * @param {Table} table
 * @param {ReturnType<typeof absenceActions>} absence
 * @returns {MenuEntry[]}
 */
function waysOut({session, scene, go}, {letBotDraw, leave, resign}) {
  const view = session.store.state,
    isSpectator = view.seatId === null;
  /** @type {MenuEntry} */
  const home = [
    "i-close",
    t("page.home.back"),
    () => go("/"),
    t(`page.home.back.${isSpectator ? "watching" : "note"}`),
  ];
  /** @type {MenuEntry[]} */
  const forGood = mayResign(view) ? [["i-ambush", t("absence.resign"), resign, t("absence.resign.text")]] : [];
  if (!mayLeave(view)) return [home, ...forGood];
  return [
    home,
    ...(scene().choices && !isStoodIn(view)
      ? [/** @type {MenuEntry} */ (["i-bot", t("absence.for-me"), letBotDraw])]
      : []),
    ["i-next", t("absence.leave"), leave, t("absence.leave.text")],
    ...forGood,
  ];
}

/** Show how well one has played. @param {Table} table */
const review = ({scene, go}) => go(`/g/${scene().board.game}#1.${(scene().me ?? 0) + 1}r`);

/** What can be done once the game is over, or instead of going on. @param {Table} table @param {() => void} menu */
function endingActions({id, session, ui, scene, go}, menu) {
  const game = () => session.store.state.board?.game,
    next = () => go(`/t/${id}`);
  return {
    home: () => go("/"),
    again: () => playAlone(go, setupOf(soloChoice()), wishOf(soloChoice())),
    goTo: go,
    record: () => void saveRecord(game() ?? ""),
    watch: () => go(`/g/${game()}`),
    print: () => go(`/print/${game()}${scene().me ? `#${scene().me}` : ""}`),
    copy: async () => copy(linkTo(await addressForOthers(game() ?? ""))),
    rematch: () =>
      call("POST", `/api/tables/${id}/rematch`, null, tokenFor(id)).then(
        () => go(`/t/${id}`),
        () => {},
      ),
    next,
    crown() {
      const {board, table, me} = scene();
      showCrowning(board, table, me, ui.catalogue, {store: session.store, openMenu: menu, next});
    },
    async share() {
      const {board, table, names, me, view} = scene();
      if (me === null) return;
      const {openShare} = await import("../share/share.js");
      const seat = table.seats[me];
      await openShare({
        name: names[me],
        title: seat?.title ?? "",
        crest: seat?.crest ?? [],
        shield: shieldAt(table.seats, me),
        seat: me,
        board,
        day: table.counted ? table.day : "",
        isSecret: isUnderWay(table.day, serverTime(view)),
      });
    },
  };
}
