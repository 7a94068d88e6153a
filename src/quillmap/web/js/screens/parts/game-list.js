// @ts-check
/** My games: the same list on the first page and where replays are chosen. */

import {levelLabel} from "../../bots.js";
import {loadCards} from "../../cards.js";
import {dayLabel, isUnderWay} from "../../daily/days.js";
import {isOnDevice} from "../../device/ids.js";
import {el, icon, paint, setClass} from "../../dom.js";
import {helpText, isMarked} from "../../help-marks.js";
import {forgetTable, hasLostGames, keepTable, keptTables} from "../../memory.js";
import {miniMap} from "../../minimap.js";
import {exported, FILTERS, filtered, imported, leftLast, loadEntries, loadOthers} from "../../my-games.js";
import {calledAt} from "../../nicknames.js";
import {whenServerIsBack} from "../../server-there.js";
import {needStyle} from "../../styles.js";
import {currentLanguage, hasText, listed, needWords, signed, t} from "../../words.js";
import {followed} from "./frame.js";
import {whenLookedAtAgain} from "./looking.js";
import {oneOf} from "./options.js";
import {mapLabel} from "./tables.js";

/** @typedef {import("../../my-games.js").Entry} Entry */

/**
 * Fill the short list of the first page.
 * @param {HTMLElement} root
 * @param {{go: (path: string) => void, still: () => boolean, most: number, top: HTMLElement}} surroundings `top` gets
 *   the way back to a game that was left
 */
export async function showLatest(root, {go, still, most, top}) {
  const [catalogue] = await Promise.all([loadCards().catch(() => null), ready()]);
  const list = el("ul", {class: "game-list"}),
    all = el("button", {class: "btn quiet all-games", on: {click: () => go("/g")}}, icon("i-next"), t("games.all")),
    none = el("p", {class: "nobody"}, t("screens.home.mine-none.text")),
    lineFor = lineKeeper((entry) => line(entry, catalogue, go));
  async function refresh() {
    const entries = await loadEntries(most);
    if (!still()) return;
    const lines = entries.slice(0, most).map(lineFor);
    replaceLines(list, lines);
    for (const each of [list, all]) setClass(each, "none", !lines.length);
    setClass(none, "none", lines.length > 0);
    const left = leftLast(entries);
    top.replaceChildren(...(left ? [goOn(left, go)] : []));
    if (!list.isConnected) root.replaceChildren(list, all, none);
    if (entries.some(({isUnreachable}) => isUnreachable)) whenServerIsBack(() => void refresh(), still);
  }
  await refresh();
  whenLookedAtAgain(() => void refresh(), still);
}

/** A button that leads to the game that somebody has left. @param {Entry} entry @param {(path: string) => void} go */
const goOn = (entry, go) =>
  el(
    "button",
    {class: "btn newcomer go-on", on: {click: () => go(`/t/${entry.kept.id}`)}},
    icon("i-quill"),
    el("span", {}, t("screens.home.go-on", {table: nameOf(entry)})),
    icon("i-next"),
  );

const ready = () => Promise.all([needWords("games", "help"), needStyle("games")]);

/** How many games are listed at first, and how many more each time. */
const PORTION = 30;

/**
 * Fill the whole list, with what can be done to it.
 * @param {HTMLElement} root
 * @param {{go: (path: string) => void, still: () => boolean, none: () => HTMLElement}} surroundings `none` is shown
 *   where there is no game yet
 */
export async function showAll(root, {go, still, none}) {
  const [catalogue, found] = await Promise.all([loadCards().catch(() => null), loadEntries(), ready()]);
  if (!still()) return;
  let entries = found,
    filter = /** @type {import("../../my-games.js").Filter} */ ("all"),
    most = PORTION;
  const list = el("ul", {class: "game-list"}),
    empty = el("p", {class: "nobody"}, t("games.filter.none.text")),
    first = none(),
    news = el("p", {class: "fine", role: "status"}),
    full = el("p", {class: "fine", id: "games-full", role: "status"}, t("games.full.text")),
    lineFor = lineKeeper((entry) => line(entry, catalogue, go, () => remove(entry)));
  const filters = oneOf(t("games.filter"), filterChoices(), (value) => {
    filter = /** @type {any} */ (value);
    most = PORTION;
    show();
  });
  const more = el("button", {class: "btn quiet more-games", on: {click: showMore}});
  filters.show(filter);
  function show() {
    const all = filtered(entries, filter),
      lines = all.slice(0, most).map(lineFor);
    replaceLines(list, lines);
    more.textContent = t("games.more", {left: all.length - lines.length});
    setClass(full, "none", !hasLostGames());
    setClass(more, "none", all.length <= most);
    for (const each of [head, list, save]) setClass(each, "none", !entries.length);
    setClass(empty, "none", lines.length > 0 || !entries.length);
    setClass(first, "none", entries.length > 0);
  }
  function showMore() {
    most += PORTION;
    show();
    list.children[most - PORTION].querySelector("button")?.focus();
  }
  /** A game goes with its table: what is left is a way back. @param {Entry} entry */
  function remove(entry) {
    const {kept} = entry,
      before = entries;
    entries = entries.filter((each) => each.kept.id !== kept.id);
    forgetTable(kept.id);
    const undo = el("button", {class: "btn quiet", on: {click: back}}, icon("i-undo"), t("games.undo"));
    news.replaceChildren(t("games.removed.text"), undo);
    show();
    undo.focus();
    function back() {
      keepTable(kept, true);
      entries = before;
      news.replaceChildren();
      show();
    }
  }
  async function refresh() {
    entries = await loadEntries();
    if (!still()) return;
    show();
    followServer();
  }
  const followServer = () =>
    entries.some(({isUnreachable}) => isUnreachable) && whenServerIsBack(() => void refresh(), still);
  const save = saving(),
    head = el("div", {class: "games-head"}, filters.node, statisticsLink(go));
  root.replaceChildren(first, head, news, full, list, more, empty, moving(save, refresh));
  // What came of the last file is no news any more once something else is done.
  root.addEventListener("click", () => root.querySelector(".moved")?.replaceChildren());
  show();
  followServer();
  whenLookedAtAgain(() => void refresh(), still);
  if ((await loadOthers()) && still()) await refresh();
}

const filterChoices = () => FILTERS.map((value) => ({value, label: t(`games.filter.${value}`)}));

/** Make each line once while nothing of its game changes. @param {(entry: Entry) => HTMLElement} make */
function lineKeeper(make) {
  /** @type {Map<string, HTMLElement>} */
  const made = new Map();
  return (/** @type {Entry} */ entry) => {
    const {kept, ...shown} = entry,
      key = JSON.stringify([kept.id, shown]),
      node = made.get(key) ?? make(entry);
    made.set(key, node);
    return node;
  };
}

/** Whoever is at a line stays there when others come. @param {HTMLElement} list @param {HTMLElement[]} lines */
function replaceLines(list, lines) {
  const focused = document.activeElement;
  list.replaceChildren(...lines);
  if (focused instanceof HTMLElement && list.contains(focused)) focused.focus({preventScroll: true});
}

/** @param {(path: string) => void} go */
const statisticsLink = (go) =>
  el(
    "a",
    {class: "btn", id: "to-statistics", href: "/statistics", on: {click: followed(go, "/statistics")}},
    icon("i-crown"),
    t("games.statistics"),
  );

/** What an import has brought; if nothing, the games are here. @param {{came: number, skipped: number}} found */
export const importedText = ({came, skipped}) =>
  [
    came || skipped ? t("games.imported.text", {count: came}) : t("games.known.text"),
    ...(skipped ? [t("games.skipped.text", {count: skipped})] : []),
  ].join(" ");

/** All games as one file. */
function saving() {
  const save = () => {
    const link = el("a", {
      href: URL.createObjectURL(new Blob([exported()], {type: "application/json"})),
      download: "quillmap-games.json",
    });
    link.click();
    setTimeout(() => URL.revokeObjectURL(/** @type {HTMLAnchorElement} */ (link).href), 1000);
  };
  return el("button", {class: "btn", id: "export-games", on: {click: save}}, icon("i-share"), t("games.export"));
}

/** Games to another device, and from there. @param {HTMLElement} save @param {() => Promise<void>} refresh */
function moving(save, refresh) {
  const news = el("p", {class: "moved", role: "status"});
  const take = async () => {
    const found = imported((await file.files?.[0]?.text()) ?? "");
    news.textContent = found ? importedText(found) : t("games.no-file.text");
    news.classList.toggle("wrong", !found);
    file.value = "";
    await refresh();
  };
  const file = /** @type {HTMLInputElement} */ (
    el("input", {type: "file", id: "games-file", class: "unseen", accept: ".json,application/json", on: {change: take}})
  );
  return el(
    "div",
    {class: "moving"},
    save,
    file,
    el("label", {class: "btn", for: "games-file"}, icon("i-plus"), t("games.import")),
    news,
    el("p", {class: "fine"}, t("games.moving.text")),
  );
}

/** A moment after every end, which is shown as the end: the ranking is what one looks for in a finished game. */
const LAST = 9999;

/**
 * @param {Entry} entry
 * @param {import("../../types.js").Catalogue | null} catalogue
 * @param {(path: string) => void} go
 * @param {() => void} [remove]
 */
function line(entry, catalogue, go, remove) {
  const {kept, table, result} = entry;
  const setup = table?.setup ?? result?.setup ?? {},
    map = el("div", {class: "list-map"});
  paint(map, miniMap(result?.sheet ?? entry.own?.sheet ?? catalogue?.maps[setup.map] ?? {}));
  const name = nameOf(entry);
  // While others may still play the same expedition there is no replay, but the table shows one's own map.
  const hasReplay = result !== null && !isUnderWay(result.day, Date.now());
  const open = () => {
    if (hasReplay) return go(`/g/${result.game}#${LAST}`);
    const now = keptTables().find(({id}) => id === kept.id);
    if (now) keepTable({...now, at: Date.now()});
    go(`/t/${kept.id}`);
  };
  map.addEventListener("click", open);
  const sign = hasReplay ? "r-play" : table?.status === "waiting" ? "i-people" : "i-next";
  const label = t(result ? "games.watch" : "screens.home.go-on", {table: name});
  return el(
    "li",
    {class: entry.isMyTurn ? "my-turn" : entry.isUnreachable ? "unreachable" : "", data: {table: kept.id}},
    map,
    el("span", {class: "game-words", on: {click: open}}, el("b", {}, name), ...about(entry), placeMark(kept.id)),
    el(
      "span",
      {class: "game-tools"},
      el("button", {class: "btn", "aria-label": label, on: {click: open}}, icon(sign)),
      remove
        ? el(
            "button",
            {class: "btn quiet", "aria-label": t("games.remove", {table: name}), on: {click: remove}},
            icon("i-close"),
          )
        : null,
    ),
  );
}

/** What a game is called. @param {Pick<Entry, "kept" | "table" | "result">} entry */
export function nameOf({kept, table, result}) {
  const day = table?.day || result?.day,
    names = result?.names ?? table?.seats.map(({name}) => name) ?? [],
    me = result ? result.seat : (table?.seats.findIndex(({id}) => id === kept.seat) ?? -1);
  if (day) {
    const shown = dayLabel(day, currentLanguage(), {day: "numeric", month: "long"});
    return t("screens.home.expedition", {day: shown});
  }
  if (!result && !table) return keptName(kept);
  if (names.length === 1 && table?.status === "waiting") return tableName(kept.id, table.code);
  if (names.length === 1) return t("screens.home.solo", {map: mapLabel((table?.setup ?? result?.setup)?.map)});
  const levels = result ? result.levels : table?.seats.map(({kind, level}) => (kind === "bot" ? level : "")),
    before = result ? result.standsFor : table?.seats.map((seat) => seat.stands_for),
    others = called(names, levels, before).filter((_, n) => n !== me);
  if (others.length <= 4) return t("games.with", {names: listed(others)});
  // Nobody else can come to a table of this device, or to a game that is played on.
  const areBots =
    isOnDevice(kept.id) ||
    result?.isContinued ||
    table?.seats.every(({id, kind}) => kind === "bot" || id === kept.seat);
  return areBots ? t("games.with-bots", {count: others.length}) : t("terms.players", {count: names.length});
}

/**
 * What everybody is called; a bot is known by its level, too: it was chosen by that, unless it plays on for somebody.
 * @param {string[]} names
 * @param {string[]} [levels]
 * @param {string[]} [standsFor]
 */
const called = (names, levels = [], standsFor = []) =>
  names.map((name, n) => {
    if (standsFor[n]) return calledAt(name, standsFor[n]);
    return levels[n] ? `${name} (${levelLabel(levels[n])})` : name;
  });

/** What a game is called of which only this device can tell. @param {import("../../memory.js").KeptTable} kept */
const keptName = ({id, code, seats, map}) =>
  seats === 1 && map ? t("screens.home.solo", {map: mapLabel(map)}) : tableName(id, code);

/**
 * What a table is called at which one sits alone: by its code, unless it is on this device, where nobody can come.
 * @param {string} id @param {string} [code]
 */
const tableName = (id, code = "") => (isOnDevice(id) ? t("games.bots-table") : t("games.table", {code}).trim());

/** How far the year of a game that is played is. @param {import("../../types.js").OwnGame} own */
export const progressText = ({season, time, season_time}) =>
  t("games.progress", {season: t(`terms.season.${season}`), gone: time, limit: season_time});

/** When something happened, in one piece. @param {number} at */
const dayOf = (at) =>
  new Date(at).toLocaleDateString(currentLanguage(), {day: "numeric", month: "short"}).replaceAll(" ", "\u00a0");

/** Words beside each other, each of which goes to the next line as a whole. @param {...(HTMLElement | string)} parts */
const pieces = (...parts) =>
  el("span", {class: "game-pieces"}, ...parts.flatMap((part) => [el("span", {}, part), " "]).slice(0, -1));

/** More names than these are too many for a line. */
const MOST_NAMES = 3;

/**
 * How a game that is not finished stands: it waits for this player, for others, or for more of them; nobody comes to a
 * table of this device.
 * @param {Pick<Entry, "table" | "isMyTurn" | "awaited">} entry
 */
export function statusOf({table, isMyTurn, awaited = []}) {
  if (isMyTurn) return t("games.my-turn");
  const isReady = table && (table.seats.length >= table.most_seats || isOnDevice(table.id));
  if (table?.status === "waiting" && isReady) return t("games.ready");
  if (!awaited.length) return t(`screens.home.status.${table?.status ?? "playing"}`);
  const names = awaited.length > MOST_NAMES ? t("terms.players", {count: awaited.length}) : listed(awaited);
  return t("games.awaits", {names});
}

/** Whose turn it is, how far the game is, and when it was last looked at. @param {Entry} entry */
function aboutUnfinished(entry) {
  const {table, own, isMyTurn, isAbandoned, isUnreachable, at} = entry;
  if (isUnreachable) return [pieces(el("span", {class: "status"}, t("games.unreachable")), dayOf(at))];
  const status = statusOf(entry);
  const parts = [isAbandoned && t("games.abandoned"), own && progressText(own), dayOf(at)].filter(
    (each) => typeof each === "string",
  );
  const state = el("span", {class: `status ${isMyTurn ? "playing" : (table?.status ?? "")}`}, status);
  return [pieces(state, ...parts), continuedMark(table?.continued_from)];
}

/** Status, stars, rating and title, and when. @param {Entry} entry */
function about(entry) {
  const {result, at} = entry;
  if (!result) return aboutUnfinished(entry);
  const {totals, ranks, rating, title, seat, help, isContinued, isSeeded} = result;
  const stars = t("terms.stars", {count: seat < 0 ? Math.max(...totals) : totals[seat]});
  const parts = [stars];
  if (rating !== null) parts.push(`${t("terms.score.rating")} ${signed(rating)}`);
  else if (seat >= 0) parts.push(t("games.place", {place: ranks[seat], count: ranks.length}));
  parts.push(dayOf(at));
  return [
    title && !isContinued && hasText(`terms.title.${title}`)
      ? el("i", {class: "game-title"}, t(`terms.title.${title}`))
      : null,
    pieces(...parts),
    continuedMark(isContinued),
    isSeeded && totals.length > 1 ? el("small", {class: "helped"}, icon("i-eye"), t("games.chosen-deal")) : null,
    isMarked(help) ? el("small", {class: "helped"}, icon("i-bot"), helpText(help)) : null,
  ];
}

/** That a game is kept on this device, and not by the server. @param {string} id of its table */
const placeMark = (id) =>
  isOnDevice(id) ? el("small", {class: "helped on-device"}, icon("i-device"), t("games.here")) : null;

/** That a game counts for nothing, because it was played on from another. @param {unknown} is */
const continuedMark = (is) => (is ? el("small", {class: "helped"}, icon("r-play"), t("games.continued")) : null);
