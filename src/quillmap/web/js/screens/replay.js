// @ts-check
/** A finished game to look at: any moment, any map, and what every drawing brought. */

import {announce} from "../announce.js";
import {outline} from "../art.js";
import {loadCards} from "../cards.js";
import {el, icon, setAttribute, setClass, setText} from "../dom.js";
import {Hand} from "../hand.js";
import {listenForKeys} from "../keys.js";
import {linkTo, needLinks} from "../links.js";
import {call, Refusal} from "../protocol.js";
import {mountBar} from "../replay/bar.js";
import {mainSentence, mountBrought, mountRanking} from "../replay/brought.js";
import {changedSpaces, momentsOf, seasonMarks, worthOf} from "../replay/moments.js";
import {mountNowCard} from "../replay/now-card.js";
import {createPlayer, SPEEDS} from "../replay/player.js";
import {fromServer} from "../replay/source.js";
import {mountVerdict} from "../replay/verdict.js";
import {mountWall} from "../replay/wall.js";
import {cellOf, numberOf} from "../spaces.js";
import {mountBoard} from "../table/board.js";
import {mountColumn} from "../table/card.js";
import * as dialogs from "../table/dialogs.js";
import {mountEdicts, mountRule} from "../table/edicts.js";
import {gains} from "../table/marks.js";
import {narrow} from "../table/narrow.js";
import {mountPurse} from "../table/purse.js";
import {sceneOf} from "../table/scene.js";
import {mountScoreSheet, mountTally} from "../table/score-sheet.js";
import {mountHead} from "../table/season.js";
import {cardName, currentLanguage, hasText, needWords, t} from "../words.js";
import {deviceSecret} from "./home.js";
import {prepare, topBar, troubleText} from "./parts/frame.js";
import {copy} from "./parts/invite.js";
import {keepSeat, myself, openTable, playAlone} from "./parts/tables.js";

/** How long one has to stay at a moment until the address is its own, in milliseconds. */
const REMEMBER = 300;

/** @typedef {import("../replay/source.js").Source} Source */
/** @typedef {import("../types.js").Worth} Worth */

/**
 * @param {HTMLElement} root
 * @param {import("../main.js").Context} context
 * @returns {Promise<import("../main.js").Opened>}
 */
export async function open(root, {params: [game], hash, go}) {
  try {
    const [source, catalogue] = await Promise.all([
      fromServer(game),
      loadCards(),
      prepare("waiting", "replay"),
      needWords("replay"),
      needLinks(),
    ]);
    return mountReplay(root, source, {catalogue, go, hash});
  } catch (error) {
    await Promise.all([prepare("waiting", "replay"), needWords("replay")]);
    return showTrouble(root, error, go);
  }
}

/** @param {HTMLElement} root @param {unknown} error @param {(path: string) => void} go */
function showTrouble(root, error, go) {
  root.className = "replay-chooser";
  const key = error instanceof Refusal ? `replay.problem.${error.code}.text` : "";
  root.replaceChildren(
    topBar(t("replay.title"), go),
    el(
      "main",
      {class: "replay-trouble paper"},
      el("p", {role: "alert"}, hasText(key) ? t(key) : troubleText(error)),
      el("button", {class: "btn main", on: {click: () => go("/g")}}, icon("i-eye"), t("replay.other")),
    ),
  );
  return {};
}

/**
 * What one sees first, from the address: `#12.3` is the twelfth moment on the third map.
 * @param {string} hash
 * @param {number} seats
 */
function placeIn(hash, seats) {
  const found = hash.match(/^#(\d{1,4})(?:\.(\d{1,3}))?$/);
  return {
    at: found ? Number(found[1]) - 1 : 0,
    seat: found?.[2] ? Math.min(seats, Math.max(1, Number(found[2]))) - 1 : 0,
  };
}

/**
 * @param {HTMLElement} root @param {Source} source
 * @param {{catalogue: import("../types.js").Catalogue, go: (path: string) => void, hash: string}} context
 * @returns {import("../main.js").Opened}
 */
export function mountReplay(root, source, {catalogue, go, hash}) {
  const {summary, board: first} = source.replay,
    moments = momentsOf(source.replay),
    marks = seasonMarks(moments);
  const player = createPlayer(moments.length, render),
    hand = new Hand(() => {});
  const ui = {showPlaces: false, openEdict: 0, catalogue};
  const place = placeIn(hash, first.seats.length);
  let {seat} = place,
    isOverview = false,
    subtitle = "";
  /** @type {Map<number, import("../types.js").HistoryEntry[]>} */
  const stories = new Map();
  /** @type {ReturnType<typeof build> | null} */
  let shown = null;

  const names = () => first.seats.map((_, n) => summary.names[n] || t("replay.seat", {number: n + 1}));
  const ended = () =>
    summary.ended
      ? new Date(summary.ended * 1000).toLocaleDateString(currentLanguage(), {
          day: "numeric",
          month: "short",
          year: "numeric",
        })
      : "";

  /** @param {number} to */
  async function choose(to) {
    seat = (to + first.seats.length) % first.seats.length;
    isOverview = false;
    render();
    await need(seat);
  }
  /** @param {number} of */
  async function need(of) {
    if (stories.has(of)) return;
    const story = await source.story(of).catch(() => null);
    if (!story) return;
    stories.set(of, story);
    render();
  }

  const actions = {
    hand,
    confirm() {},
    pin() {},
    /** @param {number} n */
    openEdict(n) {
      if (narrow.matches && ui.openEdict !== n) {
        ui.openEdict = n;
        render();
      } else actions.openCard(first.edicts[n]);
    },
    /** @param {string} which */
    openCard: (which) => which && dialogs.openCard(which, first.setup.rulebook),
    openScore() {
      const box = el("div");
      mountScoreSheet(box).render(sceneNow());
      dialogs.openDialog(t("page.score.title"), box);
    },
    openRules: dialogs.openRules,
    openLanguage: dialogs.openLanguage,
    openTheme: dialogs.openTheme,
    home: () => go("/"),
    under: () => subtitle,
    overview() {
      isOverview = !isOverview;
      render();
    },
    async share() {
      const link = linkTo(`/g/${source.game}#${player.at + 1}.${seat + 1}`);
      if (navigator.share && matchMedia("(pointer: coarse)").matches)
        return void navigator.share({url: link}).catch(() => {});
      if (await copy(link)) tellShort(t("screens.table.copied.text"));
    },
    record: () => location.assign(`/api/games/${source.game}/record`),
    async again() {
      const {seats, ...setup} = first.setup,
        seed = moments[moments.length - 1].board.result?.seed;
      try {
        if (summary.day) return await again(summary.day);
        if (seats === 1) await playAlone(go, {...setup, seed});
        else go(`/t/${(await openTable({setup: {...setup, seed}})).table.id}`);
      } catch (error) {
        tellShort(troubleText(error));
      }
    },
    openMenu: () =>
      dialogs.openMenu([
        .../** @type {[string, string, () => void][]} */ (
          source.game
            ? [
                ["i-share", t("replay.share"), () => void actions.share()],
                ["i-pencil", t("page.end.record"), actions.record],
              ]
            : []
        ),
        .../** @type {[string, string, () => void][]} */ (
          canPlayAgain()
            ? [
                [
                  "i-quill",
                  t(first.seats.length > 1 ? "replay.again-table" : "replay.again"),
                  () => void actions.again(),
                ],
              ]
            : []
        ),
        ["i-done", t("replay.verdict.about"), () => shown?.verdict.open()],
        ["i-eye", t("page.map.as-text"), actions.openText],
        ["i-zoom", t("page.keys.title"), openKeys],
        ["i-rules", t("page.tool.rules"), dialogs.openRules],
        ["i-language", t("page.tool.language"), dialogs.openLanguage],
        ["i-theme", t("page.tool.theme"), dialogs.openTheme],
        ["i-next", t("replay.other"), () => go("/g")],
        ["i-close", t("page.home.back"), () => go("/")],
      ]),
    openText: () =>
      dialogs.openMapText(moments[player.at].board.seats[seat].sheet, t("page.ambush.map", {owner: names()[seat]})),
  };
  const canPlayAgain = () => Boolean(moments[moments.length - 1].board.result?.seed);
  /** @param {string} day */
  async function again(day) {
    const seated = await call("POST", `/api/daily/${day}`, {...myself(), player: deviceSecret()});
    keepSeat(seated);
    go(`/t/${seated.table.id}`);
  }

  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let hush;
  /** @param {string} text */
  function tellShort(text) {
    announce(text);
    if (!shown) return;
    setText(shown.toast, text);
    setClass(shown.toast, "none", false);
    clearTimeout(hush);
    hush = setTimeout(() => shown && setClass(shown.toast, "none", true), 2500);
  }

  /** What a moment is called. @param {number} at */
  function nameOf(at) {
    const {kind, board, card} = moments[at],
      season = board.season ? t(`terms.season.${board.season}`) : "";
    if (kind === "begin") return t("replay.moment.begin");
    if (kind === "end") return t("events.game-ended");
    if (kind === "count") return t("page.count.title", {season});
    return [season, card ? cardName(card) : t("replay.moment.lasting")].filter(Boolean).join(" · ");
  }

  /** Everything on the screen, mounted once a language. */
  function build() {
    const box = (/** @type {string} */ tag, /** @type {string} */ name) => el(tag, {class: name});
    const top = box("div", "top"),
      edicts = box("section", "edicts"),
      rule = box("div", "rule-box"),
      desk = box("main", "desk"),
      rail = el("aside", {class: "rail", "aria-label": t("replay.brought")});
    const boardBox = box("div", "board-box sheet"),
      wallBox = box("div", "wall-box none"),
      purse = box("div", "purse"),
      news = box("p", "news replay-news"),
      scores = box("section", "score-box");
    const column = box("div", "column-box"),
      cardBox = box("section", "now-card"),
      brought = el("section", {class: "brought paper", tabindex: 0, "aria-label": t("replay.brought")}),
      ranking = box("section", "brought paper none"),
      seats = box("section", "seats-box"),
      tally = box("div", "folk");
    const bar = el("footer", {class: "replay-bar"}),
      more = el("div", {class: "replay-more"}),
      toast = el("p", {class: "replay-toast none", role: "status"});
    desk.append(boardBox, wallBox, purse, news, scores);
    rail.append(column, cardBox, brought, ranking, seats, tally);
    root.className = "";
    subtitle = [t("replay.title"), ended()].filter(Boolean).join(" · ");
    root.replaceChildren(
      el(
        "div",
        {class: `game watching ${first.seats.length === 1 ? "solo" : ""}`},
        el("header", {class: "head-box"}, top),
        edicts,
        rule,
        desk,
        rail,
        bar,
        toast,
      ),
    );
    // A pointer leaves the focus where it was, so that the arrow keys go on stepping; and the space bar plays wherever
    // one is.
    boardBox.addEventListener("pointerdown", (event) => event.preventDefault());
    boardBox.addEventListener("mousedown", (event) => event.preventDefault());
    boardBox.addEventListener(
      "keydown",
      (event) => {
        if (event.key !== " ") return;
        event.preventDefault();
        event.stopPropagation();
        player.toggle();
      },
      true,
    );
    const barPart = mountBar(bar, player, {marks, name: nameOf});
    bar.append(more);
    const verdict = mountVerdict(more, source);
    const tool = (/** @type {string} */ id, /** @type {string} */ text, /** @type {() => void} */ act) =>
      more.append(el("button", {class: "btn", "aria-label": text, title: text, on: {click: act}}, icon(id)));
    if (source.game) {
      tool("i-share", t("replay.share"), () => void actions.share());
      tool("i-pencil", t("page.end.record"), actions.record);
    }
    if (canPlayAgain())
      tool("i-quill", t(first.seats.length > 1 ? "replay.again-table" : "replay.again"), () => void actions.again());
    const all = el(
      "button",
      {class: "btn all-maps", on: {click: actions.overview}},
      icon("i-people"),
      el("span", {}, t("replay.all")),
    );
    seats.append(el("h2", {}, el("span", {}, t("replay.maps")), all));
    const strip = mountWall(seats, {choose: (to) => void choose(to), side: 84}),
      wall = mountWall(wallBox, {choose: (to) => void choose(to)});
    return {
      top,
      news,
      toast,
      all,
      boardBox,
      wallBox,
      purse,
      scores,
      strip,
      wall,
      verdict,
      bar: barPart,
      board: mountBoard(boardBox, actions),
      card: mountNowCard(cardBox, () => ({unit: 26, widest: 92, tile: 30})),
      brought: mountBrought(brought),
      broughtBox: brought,
      ranking: mountRanking(ranking, (to) => void choose(to)),
      parts: [
        mountHead(top, actions),
        mountEdicts(edicts, actions),
        mountRule(rule, actions),
        mountScoreSheet(scores),
        mountTally(tally, actions),
        mountColumn(column, actions),
      ],
      purseParts: mountPurse(purse),
    };
  }

  function sceneNow() {
    const moment = moments[player.at],
      story = stories.get(seat),
      worth = story ? worthOf(story, moment) : null;
    const seats = names().map((name, n) => ({
      id: n + 1,
      kind: /** @type {const} */ ("person"),
      name,
      title: "",
      crest: [],
      level: "",
    }));
    /** @type {any} */
    const view = {
      connection: "open",
      code: null,
      table: {id: "", code: "", status: "finished", seats, setup: first.setup},
      seatId: null,
      isHost: false,
      board: moment.board,
      own: {seat, answer: null, choices: null},
      progress: null,
      deadline: null,
      skew: 0,
      worth,
      preview: worth,
      log: [],
      recent: moment.events,
      isSending: false,
      isStaging: false,
      refusal: null,
    };
    const scene = sceneOf(view, hand, ui),
      {revealed} = moment.board;
    return {...scene, revealed: revealed[revealed.length - 1] === moment.card ? revealed.slice(0, -1) : revealed};
  }

  /** Gold leaf and flags for what this moment brought, and a line round what was drawn. */
  function marksNow() {
    const story = stories.get(seat),
      moment = moments[player.at],
      last = moments[player.at - 1];
    if (!last || moment.kind !== "move") return {marks: "", over: ""};
    const covered = changedSpaces(moment, seat).map(numberOf),
      cells = covered.map(cellOf);
    const d = cells.length ? outline(cells, {inset: 1.5, wobble: 0.8}) : "";
    const line =
      d &&
      `<path d="${d}" fill="none" stroke="var(--panel)" stroke-width="10"/>` +
        `<path d="${d}" fill="none" stroke="var(--act)" stroke-width="5.5"/>`;
    const found = story
      ? gains(
          worthOf(story, last),
          worthOf(story, moment),
          covered,
          last.board.seats[seat].sheet,
          matchMedia("(max-width: 699px)").matches ? 1.25 : 1,
        )
      : {marks: "", over: ""};
    return {marks: line + found.marks, over: found.over};
  }

  /** @param {import("../table/scene.js").Scene} scene @returns {import("../replay/wall.js").WallMap[]} */
  function mapsOf({board, names: all}) {
    return board.seats.map(({sheet, total}, n) => ({
      seat: n,
      name: all[n],
      sheet,
      total,
      rank: all.length > 1 ? board.result?.ranks[n] : undefined,
      isFirst: board.result?.ranks[n] === 1 && all.length > 1,
      isOn: n === seat && !isOverview,
      label: `${t("page.ambush.map", {owner: all[n]})}, ${t("terms.stars", {count: total})}`,
    }));
  }

  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let address;
  /** The address is that of this moment; not at every step of a slider, browsers refuse that. */
  const remember = () => {
    // Somebody may just be leaving: then the address is that of the next screen already.
    if (location.pathname === `/g/${source.game}`)
      history.replaceState(null, "", `/g/${source.game}#${player.at + 1}.${seat + 1}`);
  };

  let said = -1;
  function render() {
    shown ??= build();
    const scene = sceneNow(),
      moment = moments[player.at],
      count = first.seats.length,
      maps = mapsOf(scene);
    for (const part of shown.parts) part.render(scene);
    // Coins that this moment brought lie in their slots already.
    shown.purseParts.render({...scene, coinGain: 0});
    shown.bar.render();
    const {marks: under, over} = marksNow();
    shown.board.render({
      sheet: scene.sheet,
      hand: null,
      answer: null,
      showPlaces: false,
      wanted: [],
      costing: [],
      marks: under,
      over,
      label: t("page.ambush.map", {owner: scene.names[seat]}),
      canDraw: false,
    });
    const heading =
      moment.kind === "count" || moment.kind === "begin" || moment.kind === "end" || !moment.card
        ? nameOf(player.at)
        : "";
    shown.card.render(moment.card, {setup: first.setup, heading, isLast: scene.isLastCard});
    shown.brought.render(
      moment,
      scene,
      count > 1 ? t("page.ambush.map", {owner: scene.names[seat]}) : t("replay.brought"),
    );
    setClass(shown.broughtBox, "none", moment.kind === "end" && count > 1);
    shown.ranking.render(moment.board, scene.names, seat);
    setText(shown.news, mainSentence(moment, scene.names, seat));
    shown.strip.render(maps, {names: true, marks: count <= 60, gap: 10});
    for (const node of [shown.boardBox, shown.purse, shown.scores]) setClass(node, "none", isOverview);
    setClass(shown.wallBox, "none", !isOverview);
    if (isOverview) shown.wall.render(maps, {names: true, marks: count <= 60, gap: 14});
    setAttribute(shown.all, "aria-pressed", isOverview ? "true" : "false");
    setClass(shown.all, "on", isOverview);
    /** @type {HTMLElement} */ (root.firstElementChild).dataset.at = String(player.at);
    if (said !== player.at && said >= 0 && player.speed <= 2)
      announce(`${nameOf(player.at)}. ${mainSentence(moment, scene.names, seat)}`, 200);
    said = player.at;
    clearTimeout(address);
    if (source.game && !player.isPlaying) address = setTimeout(remember, REMEMBER);
  }

  function openKeys() {
    const keys = [
      ["← →", "step"],
      ["Home End", "ends"],
      ["Space", "play"],
      ["↑ ↓", "seat"],
      ["+ −", "speed"],
      ["V", "all"],
      ["M", "map"],
    ];
    dialogs.openDialog(
      t("page.keys.title"),
      el(
        "dl",
        {class: "keys"},
        ...keys.flatMap(([key, id]) => [el("dt", {}, el("kbd", {}, key)), el("dd", {}, t(`replay.keys.${id}`))]),
      ),
    );
  }
  /**
   * To another map; where there is something to scroll, the keys scroll.
   * @param {KeyboardEvent} event
   * @param {number} by
   */
  const leaf = (event, by) =>
    /** @type {Element} */ (event.target).closest(".brought") ? false : void choose(seat + by);
  /** @param {number} by */
  const faster = (by) =>
    player.setSpeed(SPEEDS[Math.max(0, Math.min(SPEEDS.length - 1, SPEEDS.indexOf(player.speed) + by))]);
  const stopKeys = listenForKeys({
    ArrowRight: () => player.step(1),
    ArrowLeft: () => player.step(-1),
    Home: () => player.go(0),
    End: () => player.go(moments.length - 1),
    ArrowUp: (event) => leaf(event, -1),
    ArrowDown: (event) => leaf(event, 1),
    "+": () => faster(1),
    "-": () => faster(-1),
    v: () => actions.overview(),
    m: () => void actions.openText(),
    "?": openKeys,
    " ": (event) => (/** @type {Element} */ (event.target).closest("button, a, summary") ? false : player.toggle()),
  });
  player.go(place.at);
  void need(seat);

  function unmount() {
    shown?.strip.close();
    shown?.wall.close();
    shown = null;
  }
  return {
    close() {
      clearTimeout(hush);
      clearTimeout(address);
      player.close();
      stopKeys();
      unmount();
    },
    words() {
      unmount();
      render();
    },
  };
}
