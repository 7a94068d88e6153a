// @ts-check
/** What can be done while a replay is watched: by buttons, from the menu, by keys. */

import {setOut} from "../daily/attempt.js";
import {openDialog, openLanguage, openMenu, openTheme} from "../dialog.js";
import {el} from "../dom.js";
import {linkTo} from "../links.js";
import {saveRecord} from "../record-file.js";
import {troubleText} from "../screens/parts/frame.js";
import {copy} from "../screens/parts/invite.js";
import {openTable, playAlone} from "../screens/parts/tables.js";
import * as dialogs from "../table/dialogs.js";
import {narrow, ruleless} from "../table/narrow.js";
import {mountScoreSheet} from "../table/score-sheet.js";
import {t} from "../words.js";
import {addressHolding, MOST_SEATS} from "./game-link.js";
import {mayPlayOn, openPlayOn} from "./play-on.js";
import {SPEEDS} from "./player.js";
import {originOf, verdictTitle} from "./verdict-lines.js";

/** @typedef {import("./watching.js").Watching} Watching */
/** @typedef {ReturnType<typeof replayActions>} ReplayActions */

/**
 * @param {Watching} watching
 * @param {{go: (path: string) => void, tell: (text: string) => void, openVerdict: () => void, under: () => string}}
 *   page
 */
export function replayActions(watching, page) {
  const {first, ui, source} = watching;
  const actions = {
    hand: watching.hand,
    confirm() {},
    pin() {},
    /** @param {number} n */
    openEdict(n) {
      const isOpen = ui.openEdict === n;
      ui.openEdict = n;
      watching.changed();
      // Where there is a line for it, the first tap brings the rule up under the tiles, the second one its page.
      if (isOpen || !narrow.matches || ruleless.matches) actions.openCard(first.edicts[n]);
    },
    /** @param {string} which */
    openCard: (which) => which && dialogs.openCard(which, first.setup.rulebook),
    openScore() {
      const box = el("div");
      mountScoreSheet(box).render(watching.scene());
      openDialog(t("page.score.title"), box);
    },
    openText() {
      const {moment, seat, names} = watching;
      dialogs.openMapText(moment.board.seats[seat].sheet, t("page.ambush.map", {owner: names[seat]}));
    },
    openRules: dialogs.openRules,
    openLanguage: openLanguage,
    openTheme: openTheme,
    openMenu: () => openMenu({entries: menuEntries(watching, page, actions)}),
    home: () => page.go("/"),
    under: page.under,
    overview() {
      watching.toggleOverview();
      // On a phone the maps hang above the button, maybe out of sight.
      if (narrow.matches) scrollTo({top: 0});
    },
    share: async () => share(linkTo(await shownAddress(watching)), page.tell),
    record: () => void saveRecord(source.game),
    print: () => page.go(`/print/${source.game}${watching.seat ? `#${watching.seat}` : ""}`),
    again: () => playAgain(watching, page.go).catch((error) => page.tell(troubleText(error))),
  };
  return actions;
}

/** The address of what is looked at, for others, too. @param {Watching} watching */
const shownAddress = async ({source, address}) =>
  source.record ? addressHolding(await source.record(), address.replace(/^[^#]*/, "")) : address;

/** @param {string} link @param {(text: string) => void} tell @returns {Promise<void>} */
async function share(link, tell) {
  if (navigator.share && matchMedia("(pointer: coarse)").matches)
    return void navigator.share({url: link}).catch(() => {});
  if (await copy(link)) tell(t("screens.table.copied.text"));
}

/**
 * Play the same deal: the game of that day, alone, or at a new table.
 * @param {Watching} watching
 * @param {(path: string) => void} go
 */
async function playAgain({summary, first, seed}, go) {
  const {seats, ...setup} = first.setup;
  if (summary.day) await setOut(summary.day, go);
  else if (seats === 1) await playAlone(go, {...setup, seed});
  else go(`/t/${(await openTable({setup: {...setup, seed}})).table.id}`);
}

/** @param {{share: () => Promise<void>}} actions @returns {[string, string, () => void]} */
const sharing = (actions) => ["i-share", t("replay.share"), () => void actions.share()];

/**
 * What only some replays offer, with its sign and name: for the bar and for the menu.
 * @param {Watching} watching
 * @param {{share: () => Promise<void>, record: () => void, print: () => void, again: () => Promise<void>}} actions
 */
export function offersOf({source, first, seed}, actions) {
  /** @type {[string, string, () => void][]} */
  const offers = [];
  if (!source.record || first.seats.length <= MOST_SEATS) offers.push(sharing(actions));
  if (source.game)
    offers.push(["i-pencil", t("page.end.record"), actions.record], ["i-print", t("replay.print"), actions.print]);
  const again = first.seats.length > 1 ? "replay.again-table" : "replay.again";
  if (seed) offers.push(["i-quill", t(again), () => void actions.again()]);
  return offers;
}

/**
 * @param {Watching} watching
 * @param {{go: (path: string) => void, openVerdict: () => void}} page
 * @param {{share: () => Promise<void>, record: () => void, print: () => void, again: () => Promise<void>, openText: ()
 *   => void}} actions
 * @returns {[string, string, () => void][]}
 */
const menuEntries = (watching, {go, openVerdict}, actions) => [
  ...reviewEntry(watching),
  ...playOnEntry(watching, go),
  ...offersOf(watching, actions),
  ["i-done", verdictTitle(null, originOf(watching.summary)), openVerdict],
  ["i-eye", t("page.map.as-text"), actions.openText],
  ["i-zoom", t("page.keys.title"), () => openKeys(watching)],
  ["i-rules", t("page.tool.rules"), dialogs.openRules],
  ["i-language", t("page.tool.language"), openLanguage],
  ["i-theme", t("page.tool.theme"), openTheme],
  ["i-next", t("replay.other"), () => go("/g")],
  ["i-close", t("page.home.back"), () => go("/")],
];

/** @param {Watching} watching @returns {[string, string, () => void][]} */
const reviewEntry = ({reviewing}) =>
  reviewing.isPossible && !reviewing.isOn ? [["star", t("replay.review"), () => reviewing.set(true)]] : [];

/** @param {Watching} watching @param {(path: string) => void} go @returns {[string, string, () => void][]} */
function playOnEntry(watching, go) {
  const {at} = watching.player;
  return mayPlayOn(watching, at) ? [["i-quill", t("replay.play-on"), () => openPlayOn(watching, at, go)]] : [];
}

/** The keys as they are now. @param {boolean} isReviewed */
export const keysOf = (isReviewed) => [
  ["← →", "step"],
  ...(isReviewed
    ? [
        ["↑ ↓", "fault"],
        ["⇧ ↑ ↓", "seat"],
      ]
    : [["↑ ↓", "seat"]]),
  ["Home End", "ends"],
  ["Space", "play"],
  ["+ −", "speed"],
  ["V", "all"],
  ["M", "map"],
];

/** @param {Watching} watching */
function openKeys({reviewing}) {
  const lines = keysOf(reviewing.isOn).flatMap(([key, id]) => [
    el("dt", {}, el("kbd", {}, key)),
    el("dd", {}, t(`replay.keys.${id}`)),
  ]);
  openDialog(t("page.keys.title"), el("dl", {class: "keys"}, ...lines));
}

/**
 * For `listenForKeys`: by key, what it does.
 * @param {Watching} watching
 * @param {ReplayActions} actions
 * @returns {Record<string, (event: KeyboardEvent) => void | boolean>}
 */
export function replayKeys(watching, actions) {
  const {player, moments, reviewing} = watching;
  // With the shift key from mistake to mistake, too, for hands that stay on these two.
  const step = (/** @type {KeyboardEvent} */ event, /** @type {1 | -1} */ by) =>
    event.shiftKey && reviewing.isOn ? reviewing.go(by) : player.step(by);
  const isIn = (/** @type {KeyboardEvent} */ event, /** @type {string} */ where) =>
    /** @type {Element} */ (event.target).closest(where) !== null;
  // From mistake to mistake, or to another map; what scrolls by these keys scrolls, and a slider slides.
  const leaf = (/** @type {KeyboardEvent} */ event, /** @type {1 | -1} */ by) => {
    if (isIn(event, reviewing.isOn ? ".brought" : ".brought, .scrub")) return false;
    if (reviewing.isOn && !event.shiftKey) reviewing.go(by);
    else void watching.choose(watching.seat + by);
  };
  const faster = (/** @type {number} */ by) =>
    player.setSpeed(SPEEDS[Math.max(0, Math.min(SPEEDS.length - 1, SPEEDS.indexOf(player.speed) + by))]);
  return {
    ArrowRight: (event) => step(event, 1),
    ArrowLeft: (event) => step(event, -1),
    Home: () => player.go(0),
    End: () => player.go(moments.length - 1),
    ArrowUp: (event) => leaf(event, -1),
    ArrowDown: (event) => leaf(event, 1),
    "+": () => faster(1),
    "-": () => faster(-1),
    v: () => actions.overview(),
    m: () => void actions.openText(),
    "?": () => openKeys(watching),
    " ": (event) => (isIn(event, "button, a, summary") ? false : player.toggle()),
  };
}
