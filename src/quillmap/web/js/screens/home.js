// @ts-check
/**
 * The first screen: play alone with one tap, with friends by a link, today's expedition, what this device has begun.
 */

import {isAlone} from "../base.js";
import {aloneText} from "../bots.js";
import {el, icon} from "../dom.js";
import {firstGameKey, openLessonTable, playFirst} from "../lesson/start.js";
import {keptTables} from "../memory.js";
import {t} from "../words.js";
import {joining} from "./parts/code-field.js";
import {countryPicture} from "./parts/country.js";
import {beginning, NAME, prepare, tools} from "./parts/frame.js";
import {nothingYet, showDaily, showTables} from "./parts/home-rooms.js";
import {isPlain, isTrained, setupOf, soloChoice, wishOf} from "./parts/solo-choice.js";
import {openTable, PRESETS, playAlone} from "./parts/tables.js";

export {playAlone};

const SHOWN = 4;

/**
 * @param {HTMLElement} root
 * @param {import("../main.js").Context} context
 * @returns {Promise<import("../main.js").Opened>}
 */
export async function open(root, {go}) {
  await prepare("start");
  root.className = "start";
  const trouble = el("p", {class: "trouble", role: "alert"});
  const room = (/** @type {string} */ name, /** @type {string} */ title, /** @type {string} */ note) => {
    const content = el("div", {class: "room-in"});
    return {
      content,
      node: el(
        "section",
        {class: `room paper ${name}`, "aria-label": title},
        el("h2", {}, title, note ? el("small", {}, note) : null),
        content,
      ),
    };
  };
  const today = room("today", t("screens.home.today"), t("screens.home.today-note"));
  const mine = room("mine", t("screens.home.mine"), t("screens.home.mine-note"));
  const tables = room("tables", t("screens.home.open"), "");
  const left = el("div", {class: "left-game"}),
    turns = el("div", {class: "my-turns"});
  root.append(
    el(
      "header",
      {class: "hero sheet"},
      el("div", {class: "land"}, countryPicture()),
      icon("compass", "rose"),
      el("div", {class: "hero-tools"}, tools()),
      el(
        "div",
        {class: "words"},
        el("h1", {class: "mark"}, icon("logo"), el("span", {}, NAME)),
        el("p", {class: "start-motto"}, t("screens.home.tag.text")),
        left,
        starts(go, trouble),
        turns,
        newcomer(go, trouble),
        isAlone ? siteNote() : joining(go, trouble),
        trouble,
      ),
    ),
    el("main", {class: "rooms"}, ...(isAlone ? [mine.node] : [today.node, mine.node, tables.node])),
    more(go, trouble),
  );
  let isOpen = true;
  const still = () => isOpen;
  if (!isAlone) void showDaily(today.content, go, still);
  if (keptTables().length) void import("../turns/home.js").then(({showTurns}) => showTurns(turns, go, still));
  showMine(mine.content, left, go, still);
  if (!isAlone) void showTables(tables.content, go, still);
  return {
    close() {
      isOpen = false;
    },
  };
}

/** What a page without a server can't do, and how to host tables. */
const siteNote = () =>
  el("p", {class: "start-motto site-note"}, t("screens.home.site.text", {command: "quillmap serve"}));

/** @param {(path: string) => void} go @param {HTMLElement} trouble */
function starts(go, trouble) {
  const start = (
    /** @type {string} */ id,
    /** @type {string} */ picture,
    /** @type {string} */ more_,
    /** @type {string} */ key,
    /** @type {() => Promise<void>} */ act,
    words = t(key),
  ) => {
    const button = el(
      "button",
      {class: `btn begin ${more_}`, id, on: {click: () => beginning(button, trouble, act)}},
      icon(picture),
      el("span", {}, words, el("small", {}, t(`${key}-note`))),
    );
    return button;
  };
  return el(
    "div",
    {class: "begins"},
    el(
      "div",
      {class: "alone"},
      start(
        "play-alone",
        "i-quill",
        "main",
        "screens.home.alone",
        () => playAlone(go, setupOf(soloChoice()), wishOf(soloChoice())),
        aloneText(soloChoice().opponent),
      ),
      soloOptions(go, trouble),
    ),
    start("play-friends", "i-people", "", "screens.home.friends", async () =>
      go(`/t/${(await openTable({...PRESETS.base, most_seats: 6})).table.id}`),
    ),
  );
}

/**
 * What is played alone, beside the button that begins it.
 * @param {(path: string) => void} go
 * @param {HTMLElement} trouble
 */
function soloOptions(go, trouble) {
  const choice = soloChoice();
  const chosen = [
    ...(isPlain(choice) ? [] : [t(`setup.box.${choice.box}.label`)]),
    ...(isTrained(choice) ? [t("screens.trainer.label")] : []),
  ];
  const open = async () => (await import("./parts/solo-options.js")).openSoloOptions(go);
  const button = el(
    "button",
    {class: "btn", id: "solo-options", on: {click: () => beginning(button, trouble, open)}},
    icon("i-menu"),
    el("span", {}, t("screens.home.options")),
    chosen.length ? el("small", {}, chosen.join(" · ")) : null,
  );
  return button;
}

/**
 * Newcomers, without a game on this device, are shown where to begin; those who are being taught, where to go on.
 * @param {(path: string) => void} go
 * @param {HTMLElement} trouble
 */
function newcomer(go, trouble) {
  const isTaught = openLessonTable() !== null;
  if (keptTables().length && !isTaught) return null;
  const [words, note] = isTaught
    ? ["screens.home.first-on", "screens.home.first-on-note"]
    : ["screens.home.newcomer.text", "screens.home.newcomer-note"];
  const button = el(
    "button",
    {class: "btn newcomer", id: "play-first", on: {click: () => beginning(button, trouble, () => playFirst(go))}},
    icon("i-hero"),
    el("span", {}, t(words), el("small", {}, t(note))),
    icon("i-next"),
  );
  return button;
}

/** @param {(path: string) => void} go @param {HTMLElement} trouble */
function more(go, trouble) {
  const link = (
    /** @type {string} */ id,
    /** @type {string} */ key,
    /** @type {(button: HTMLElement) => void} */ act,
  ) => {
    const button = el("button", {class: "btn quiet", on: {click: () => act(button)}}, icon(id), t(key));
    return button;
  };
  return el(
    "footer",
    {class: "more"},
    link("i-hero", firstGameKey(), (button) => beginning(button, trouble, () => playFirst(go))),
    link("i-hint", "screens.home.puzzles", () => go("/puzzles")),
    link("i-pencil", "screens.home.paper", () => go("/score")),
    link("i-places", "screens.home.print", () => go("/print")),
    link("i-rules", "screens.home.rules", () => go("/rules")),
    link("r-play", "screens.home.watch", () => go("/g")),
    keeping(),
    el("p", {}, t("screens.home.unofficial.text")),
  );
}

/** Somebody who saves data is asked before anything large is loaded for playing without a server. */
function keeping() {
  const place = el("span");
  if (/** @type {any} */ (navigator).connection?.saveData)
    void import("../device/keep-button.js").then(({showKeepButton}) => showKeepButton(place));
  return place;
}

/**
 * @param {HTMLElement} root
 * @param {HTMLElement} top where the game that was left is offered
 * @param {(path: string) => void} go @param {() => boolean} still
 */
async function showMine(root, top, go, still) {
  if (!keptTables().length) return root.replaceChildren(...nothingYet("logo", "screens.home.mine-none.text"));
  const {showLatest} = await import("./parts/game-list.js");
  await showLatest(root, {go, still, most: SHOWN, top});
}
