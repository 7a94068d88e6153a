// @ts-check
/** The table: the game itself, from the socket to the sheet. */

import {alarm, announce} from "../announce.js";
import {loadCards} from "../cards.js";
import {el, icon, setClass, setText} from "../dom.js";
import {listenForKeys} from "../keys.js";
import {isLesson} from "../lesson/start.js";
import {linkTo, needLinks} from "../links.js";
import {keepTable, tokenFor} from "../memory.js";
import {call} from "../protocol.js";
import {openSession} from "../session.js";
import {play} from "../sounds.js";
import {spacesOf} from "../spaces.js";
import {showCrowning} from "../staging/crowning.js";
import {mountGameEnd} from "../staging/game-end.js";
import {createStage} from "../staging/stage.js";
import {mountBanner, mountRaid, mountRibbon} from "../table/ambush.js";
import {mountBoard} from "../table/board.js";
import {declaring, mountCard, mountColumn} from "../table/card.js";
import {mountControls, whyNot} from "../table/controls.js";
import * as dialogs from "../table/dialogs.js";
import {mountEdicts, mountRule} from "../table/edicts.js";
import {gains} from "../table/marks.js";
import {narrow} from "../table/narrow.js";
import {headline, mountNews} from "../table/news.js";
import {mountPlayers} from "../table/players.js";
import {mountPurse} from "../table/purse.js";
import {sceneOf} from "../table/scene.js";
import {mountScoreSheet, mountTally} from "../table/score-sheet.js";
import {mountClock, mountHead} from "../table/season.js";
import {openSettings} from "../table/settings.js";
import {cardName, cardRule, listed, needWords, signed, t} from "../words.js";
import {playAlone} from "./home.js";
import {prepare} from "./parts/frame.js";
import {copy} from "./parts/invite.js";

const LETTERS = "ABCD";
/** A piece that comes to another space within so many milliseconds is in full swing; after as many it rests. */
const SWING = 150;
/** The bot that is asked for hints: it answers at once. */
const HINTER = "surveyor";
/** Up to which part a piece that rests is explained, frame by frame. */
const SLICES = [3, 5, 8];

/**
 * @param {HTMLElement} root
 * @param {import("../main.js").Context} context
 * @returns {Promise<import("../main.js").Opened>}
 */
export async function open(root, {params: [id], hash, go}) {
  const [catalogue] = await Promise.all([loadCards(), needWords("endings", "replay"), prepare("endings"), needLinks()]);
  // A personal link carries the token behind the #, which no server sees; it is kept and taken out of the address.
  const given = hash.length > 20 ? hash.slice(1) : null;
  if (given) {
    keepTable({id, token: given, at: Date.now()});
    history.replaceState(null, "", `/t/${id}`);
  }
  const session = openSession(id, given ?? tokenFor(id));
  const {store, hand} = session;
  const ui = {showPlaces: false, openEdict: 0, catalogue, stamp: 0};
  /** @type {ReturnType<typeof build> | null} */
  let shown = null;

  const scene = () => sceneOf(store.state, hand, ui);
  const touch = () => {
    ui.stamp++;
    store.touch();
  };
  const actions = {
    hand,
    async confirm() {
      const {own, isSending} = store.state;
      if (isSending) return;
      if (own?.answer) return session.play({move: "take-back"});
      const {move} = hand;
      // Whoever presses the button before there is anything to draw is shown where it could go.
      if (!move && !hand.isPlaced && hand.isBusy && !ui.showPlaces) actions.places();
      if (!move) return;
      play("quill");
      if (!hand.needsExtra || move.move !== "draw") return session.play(move);
      const answer = await session.ask({type: "extras", move}).catch(() => null);
      if (answer) hand.beginExtra(answer.extras.spaces, answer.extras.terrains);
    },
    pin: () => hand.pin(),
    undo() {
      if (store.state.own?.answer) session.play({move: "take-back"});
      else hand.lift();
    },
    turn: () => hand.turnBy(true),
    flip: () => hand.flip(),
    places() {
      ui.showPlaces = !ui.showPlaces;
      touch();
    },
    get mayHint() {
      return hand.kind !== "none" && store.state.table?.hints === true && !store.state.own?.answer;
    },
    /** Let a bot say what it would draw, and lay it there. */
    async hint() {
      if (!actions.mayHint || store.state.isSending) return;
      const question = store.state.board?.question;
      const [{layHint}, answer] = await Promise.all([
        import("../hint.js"),
        session.ask({type: "hint", level: HINTER}).catch(() => null),
      ]);
      if (!answer || store.state.board?.question !== question || !actions.mayHint) return;
      if (answer.move.move === "declare") {
        hand.advise(answer.move.use);
        announce(t("page.hint.declare.text", {choice: declaring(answer.move.use)}));
      } else if (layHint(hand, answer.move)) announce(t("page.hint.text", {spaces: listed(hand.names)}));
    },
    /** @param {boolean} use */
    declare: (use) => session.play({move: "declare", use}),
    /** @param {number} n */
    openEdict(n) {
      // On a phone the first tap brings the rule up under the tiles, the second one its page.
      if (narrow.matches && ui.openEdict !== n) {
        ui.openEdict = n;
        touch();
      } else actions.openCard(scene().board.edicts[n]);
    },
    /** @param {string} which */
    openCard: (which) => which && dialogs.openCard(which, store.state.board?.setup.rulebook),
    openScore() {
      const box = el("div");
      const sheet = mountScoreSheet(box);
      sheet.render(scene());
      dialogs.openDialog(t("page.score.title"), box);
    },
    /** @param {number} seat */
    zoom(seat) {
      const now = scene();
      dialogs.openMap(now.board.seats[seat].sheet, t("page.ambush.map", {owner: now.names[seat]}));
    },
    /** Where the maps of the others find no room beside one's own. */
    openFolk() {
      const box = el("div", {class: "everybody"});
      const players = mountPlayers(box, {zoom: actions.zoom});
      players.render(scene());
      dialogs.openDialog(t("page.folk.title"), box);
    },
    openLog: () => dialogs.openLog(scene()),
    openRules: dialogs.openRules,
    openLanguage: dialogs.openLanguage,
    openTheme: dialogs.openTheme,
    openMenu: () =>
      dialogs.openMenu([
        ...(actions.mayHint
          ? [/** @type {[string, string, () => void]} */ (["i-bot", t("page.tool.hint"), () => void actions.hint()])]
          : []),
        ...(scene().board.seats.length > 1
          ? [/** @type {[string, string, () => void]} */ (["i-people", t("page.folk.title"), actions.openFolk])]
          : []),
        ["i-rules", t("page.tool.rules"), dialogs.openRules],
        ["i-pencil", t("page.log.title"), actions.openLog],
        ["i-eye", t("page.map.as-text"), actions.openText],
        ["i-zoom", t("page.keys.title"), dialogs.openKeys],
        ["i-language", t("page.tool.language"), dialogs.openLanguage],
        ["i-theme", t("page.tool.theme"), dialogs.openTheme],
        ["i-sound", t("endings.settings"), openSettings],
        ["i-eye", t("replay.screen.open"), () => void window.open(`/t/${id}/screen`)],
        ["i-close", t("page.home.back"), () => go("/")],
      ]),
    openText: () => dialogs.openMapText(scene().sheet, t("page.map.as-text")),
    home: () => go("/"),
    again: () => playAlone(go),
    record: () => location.assign(`/api/games/${store.state.board?.game}/record`),
    crown() {
      const {board, table, me} = scene();
      showCrowning(board, table, me, catalogue);
    },
    async share() {
      const {board, table, names, me} = scene();
      if (me === null) return;
      const {openShare} = await import("../share/share.js");
      await openShare({
        name: names[me],
        title: table.seats[me]?.title ?? "",
        crest: table.seats[me]?.crest ?? [],
        seat: me,
        board,
      });
    },
    watch: () => go(`/g/${store.state.board?.game}`),
    copy: () => copy(linkTo(`/g/${store.state.board?.game}`)),
    rematch: () => call("POST", `/api/tables/${id}/rematch`, null, tokenFor(id)).catch(() => {}),
    /** @param {PointerEvent} event */
    dragFromCard: (event) => shown?.board.pointers.dragFromCard(event),
  };

  /** Everything on the table, mounted once a language. */
  function build() {
    const box = (/** @type {string} */ tag, /** @type {string} */ name) => el(tag, {class: name});
    const banner = box("header", "banner none"),
      top = box("header", "top"),
      rail = box("div", "rail"),
      column = box("div", "column-box"),
      tray = box("div", "tray");
    const cardBox = box("section", "card"),
      end = box("section", "end paper none"),
      controls = box("div", "controls"),
      folk = box("section", "folk"),
      people = box("div", "people");
    const desk = box("div", "desk"),
      tag = box("div", "tag none"),
      boardBox = box("div", "board-box sheet"),
      purse = box("div", "purse"),
      news = box("div", "news"),
      scores = box("section", "score-box");
    const edicts = box("section", "edicts"),
      rule = box("div", "rule-box"),
      raid = box("section", "raid none"),
      lost = el("p", {class: "lost none", role: "status"}, icon("i-offline"), el("span"));
    boardBox.append(tag);
    folk.append(people);
    tray.append(cardBox, end, controls);
    rail.append(column, tray, folk);
    const game = el("main", {class: "game"}, banner, top, rail, desk, edicts, rule, raid, lost);
    desk.append(boardBox, purse, news, scores);
    const opening = el("p", {class: "opening"});
    root.replaceChildren(game, opening);
    const board = mountBoard(boardBox, actions);
    // In the order in which a piece that comes to rest shows what it means.
    const lively = [
      mountControls(controls, actions),
      mountCard(cardBox, actions),
      mountRaid(raid),
      mountEdicts(edicts, actions),
      mountPurse(purse),
      mountHead(top, actions),
      mountTally(folk, actions),
      mountScoreSheet(scores),
    ];
    const quiet = [
      mountBanner(banner),
      mountColumn(column, actions),
      mountGameEnd(end, actions),
      mountPlayers(people, actions),
      mountRibbon(tag),
      mountNews(news, actions),
      mountRule(rule, actions),
    ];
    const stage = createStage({
      session,
      layer: board.layer.walk,
      box: /** @type {HTMLElement} */ (board.grid.parentElement),
      catalogue,
    });
    return {game, opening, board, lively, quiet, stage, clock: mountClock(top), lost};
  }

  function render() {
    const view = store.state;
    shown ??= build();
    if (isHovering(view)) return renderHover(shown);
    const {game, opening, quiet, clock, lost} = shown;
    setClass(lost, "none", view.connection === "open" || view.connection === "connecting");
    setText(
      /** @type {Element} */ (lost.lastElementChild),
      view.connection === "gone"
        ? t("page.connection.gone.text")
        : session.isWaiting
          ? t("page.connection.kept.text")
          : t("page.connection.lost.text"),
    );
    const isPlaying = view.board !== null && view.table !== null && view.table.status !== "waiting";
    setClass(game, "none", !isPlaying);
    setClass(opening, "none", isPlaying);
    setText(opening, t(view.connection === "gone" ? "page.opening.gone" : "page.opening.moment"));
    // A rematch: the same address is the waiting table's again.
    if (view.table?.status === "waiting") return go(`/t/${id}`);
    if (!isPlaying) return;
    const now = scene();
    game.dataset.version = String(now.board.version);
    setClass(game, "raiding", now.isRaid);
    setClass(game, "over", now.isOver);
    setClass(game, "deciding", now.ask === "declare");
    setClass(game, "solo", now.board.seats.length === 1);
    setClass(game, "skilled", now.board.skills.length > 0);
    for (const part of quiet) part.render(now);
    clock.render(view);
    renderHand(shown);
    lesson?.place();
  }

  /** @type {import("../session.js").View | null} */
  let before = null;
  let stamped = -1;
  /**
   * Whether nothing but the piece in hand, or what it would bring, has changed since the last frame.
   * @param {import("../session.js").View} view
   */
  function isHovering(view) {
    const old = before,
      keys = /** @type {(keyof import("../session.js").View)[]} */ (Object.keys(view));
    before = view;
    const isSame =
      old !== null &&
      stamped === ui.stamp &&
      view.board !== null &&
      keys.every((key) => key === "preview" || view[key] === old[key]);
    if (!isSame) stamped = ++ui.stamp;
    return isSame;
  }

  let moved = 0,
    lies = "";
  /** @type {import("../types.js").Worth | null} */
  let known = null;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let calm;
  let frame = 0;
  /**
   * While a piece is in full swing only the piece moves; what it means is shown as soon as it rests or its worth is
   * known.
   * @param {ReturnType<typeof build>} parts
   */
  function renderHover(parts) {
    const {kind, at, turnIndex, pieceIndex, terrainIndex} = hand,
      place = [kind, at?.row, at?.column, turnIndex, pieceIndex, terrainIndex].join("/"),
      now = performance.now();
    const isSwift = now - moved < SWING,
      hasMoved = place !== lies,
      {preview, own, board} = store.state;
    if (hasMoved) {
      moved = now;
      lies = place;
    }
    if (hand.kind !== "piece" || hand.at === null || hand.isPinned || !own?.choices || !board) return renderHand(parts);
    if (hasMoved) parts.board.renderPiece(board.seats[own.choices.sheet].sheet, isSwift);
    if (!hasMoved && preview === known) return;
    stopSlowly();
    calm = setTimeout(() => renderSlowly(parts, 0), Math.max(0, moved + SWING - now));
  }

  function stopSlowly() {
    clearTimeout(calm);
    cancelAnimationFrame(frame);
  }

  /**
   * A few parts a frame, so that the piece never waits for all of them; gold and flags come first.
   * @param {ReturnType<typeof build>} parts
   * @param {number} slice
   */
  function renderSlowly(parts, slice) {
    stopSlowly();
    frame = requestAnimationFrame(() => {
      const now = scene();
      // Only with the board: a preview that comes between two slices is still to be shown on it.
      if (slice === 0) {
        known = store.state.preview;
        renderBoard(parts, now);
      } else for (const part of parts.lively.slice(SLICES[slice - 2] ?? 0, SLICES[slice - 1])) part.render(now);
      if (slice < SLICES.length) renderSlowly(parts, slice + 1);
    });
  }

  /** All that a piece in hand changes. @param {ReturnType<typeof build>} parts */
  function renderHand(parts) {
    stopSlowly();
    if (parts.game.classList.contains("none") || !store.state.board) return;
    const now = scene();
    known = store.state.preview;
    for (const part of parts.lively) part.render(now);
    renderBoard(parts, now);
  }

  /** @param {ReturnType<typeof build>} parts @param {import("../table/scene.js").Scene} now */
  function renderBoard({board}, now) {
    const isShown = now.choices !== null && now.sheetSeat === now.choices.sheet;
    const {marks, over} = isShown ? gainsOf(now) : {marks: "", over: ""};
    board.render({
      sheet: now.sheet,
      hand: isShown ? hand : null,
      answer: now.answer,
      showPlaces: ui.showPlaces,
      wanted: now.wanted,
      marks,
      over,
      costing: now.isRaid && now.preview?.sheet === now.sheetSeat ? spacesOf(now.preview.monster_spaces) : [],
      label: now.isRaid ? t("page.ambush.map", {owner: now.names[now.sheetSeat]}) : t("page.board.label"),
      canDraw: hand.isBusy,
    });
    speak(now);
  }

  /** Leaf and flags are made once for each preview. @type {{for: unknown, found: {marks: string, over: string}}} */
  let brought = {for: null, found: {marks: "", over: ""}};
  /** @param {import("../table/scene.js").Scene} now */
  function gainsOf(now) {
    if (brought.for !== now.preview)
      brought = {
        for: now.preview,
        found: gains(
          now.worth,
          now.preview,
          hand.spaces,
          now.sheet,
          matchMedia("(max-width: 699px)").matches ? 1.25 : 1,
        ),
      };
    return brought.found;
  }

  let said = "",
    told = -1;
  /**
   * For screen readers: the new card, and what a piece on the keyboard would bring.
   * @param {import("../table/scene.js").Scene} now
   */
  function speak(now) {
    if (now.board.version !== told) {
      told = now.board.version;
      const text = headline(now.view.recent, now.board.setup, now.names, now.me);
      if (now.isRaid) alarm(t("page.ambush.whose", {owner: now.names[now.sheetSeat]}));
      else if (text) announce(`${text} ${now.choices ? t(`terms.ask.${now.choices.ask}`) : ""}`);
    }
    if (document.activeElement?.getAttribute("role") !== "gridcell" || !hand.isPlaced) return;
    const parts = [
      hand.names.join(" "),
      hand.fits ? t(hand.isPinned ? "page.say.pinned" : "page.say.fits") : whyNot(now),
    ];
    if (hand.fits && now.preview) {
      now.gains.forEach((gain, n) => {
        if (gain) parts.push(`${LETTERS[n]} ${signed(gain)}`);
      });
      if (now.coinGain) parts.push(t("terms.coins", {count: now.coinGain}));
      if (now.monsterGain) parts.push(`${t("terms.score.monsters")} ${signed(now.monsterGain)}`);
    }
    const text = parts.join(". ");
    if (text === said) return;
    said = text;
    announce(text, 300);
  }

  const pick = (/** @type {number} */ n) => {
    const shapes = hand.kind === "piece" && hand.pieces.length > 1 ? hand.pieces.length : 0;
    if (n < shapes) hand.pickPiece(n);
    else hand.pickTerrain(n - shapes);
  };
  const toBoard = () => {
    // Arrows lead to the map from anywhere but from where they have a use of their own.
    if (document.activeElement?.closest("[role=radiogroup], [role=grid]")) return false;
    shown?.board.focus();
  };
  const stopKeys = listenForKeys({
    r: (event) => hand.turnBy(!event.shiftKey),
    f: () => hand.flip(),
    l: (event) => (event.repeat ? undefined : actions.places()),
    u: () => actions.undo(),
    h: () => void actions.hint(),
    Escape: () => hand.lift(),
    1: () => pick(0),
    2: () => pick(1),
    3: () => pick(2),
    4: () => pick(3),
    5: () => pick(4),
    6: () => pick(5),
    m: () => void actions.openText(),
    "?": () => dialogs.openKeys(),
    e: () =>
      announce(
        scene()
          .board.edicts.map(
            (each, n) =>
              `${t(`terms.edict.${LETTERS[n]}`)}: ${cardName(each)}. ${cardRule(each)} ` +
              t("terms.stars", {count: scene().worth?.edicts[n].after ?? 0}),
          )
          .join(" "),
      ),
    ArrowUp: toBoard,
    ArrowDown: toBoard,
    ArrowLeft: toBoard,
    ArrowRight: toBoard,
    Enter: () =>
      document.activeElement === document.body ? (hand.isPinned ? void actions.confirm() : hand.pin()) : false,
  });
  session.onStage(async (events, before, after) => {
    await shown?.stage(events, before, after);
  });
  /** @type {{close: () => void, place: () => void} | null} */
  let lesson = null;
  let isClosed = false;
  /** Somebody's first game: a note says what to do next. */
  async function teach() {
    lesson?.close();
    lesson = null;
    if (!isLesson(id)) return;
    const {openLesson} = await import("../lesson/lesson.js");
    const opened = await openLesson(root, {scene, store, playOn: actions.again}, go);
    if (isClosed) opened.close();
    else lesson = opened;
  }

  const unsubscribe = store.subscribe(render);
  render();
  teach();

  return {
    close() {
      isClosed = true;
      lesson?.close();
      stopSlowly();
      unsubscribe();
      stopKeys();
      shown?.clock.stop();
      // Scenes lie over the screen: they end with it.
      for (const scene of document.querySelectorAll("dialog.count, .passing")) scene.remove();
      session.close();
    },
    words() {
      shown?.clock.stop();
      shown = null;
      before = null;
      render();
      teach();
    },
  };
}
