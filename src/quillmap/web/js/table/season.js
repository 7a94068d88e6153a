// @ts-check
/** The head of the table: name and code, the four seasons with the time bar, the tools, and on a phone the total. */

import {labelOf} from "../daily/attempt.js";
import {isOnDevice} from "../device/ids.js";
import {el, icon, keep, seal, setAttribute, setClass, setIcon, setText, star, unseen} from "../dom.js";
import {figure, t} from "../words.js";
import {clockText} from "./clock-face.js";
import {shownAlready} from "./scene.js";
import {mountSum, sumInWords} from "./score-sheet.js";

const LETTERS = "ABCD";

/**
 * @param {HTMLElement} root
 * @param {{openMenu: () => void, openRules: () => void, openLanguage: () => void, openTheme: () => void, openScore: ()
 *   => void, home: () => void, openDeck?: () => void, under?: () => string}} actions `under` is written under the name
 *   of the game
 */
export function mountHead(root, actions) {
  const under = el("small"),
    back = unseen(),
    heading = el("h1", {class: "unseen"});
  const brand = el(
    "button",
    {class: "brand", on: {click: actions.home}},
    icon("logo"),
    el("span", {}, "Quillmap", under),
    back,
  );
  const seasons = el("ol", {class: "seasons"});
  const tool = (/** @type {string} */ id, /** @type {() => void} */ act) =>
    el("button", {class: "btn quiet", on: {click: act}}, icon(id));
  const menu = mountMenu(actions.openMenu),
    rules = tool("i-rules", actions.openRules),
    language = tool("i-language", actions.openLanguage),
    theme = tool("i-theme", actions.openTheme);
  const tools = el("nav", {class: "tools"}, rules, language, theme, menu.node);
  const sum = mountSum(),
    spokenSum = unseen();
  const total = el("button", {class: "btn sum", on: {click: actions.openScore}}, spokenSum, ...sum.nodes);
  for (const each of sum.nodes) each.setAttribute("aria-hidden", "true");
  root.append(brand, seasons, total, tools);
  root.before(heading); // a screen has its name also while this bar gives way to the banner of an ambush
  const isShown = shownAlready();

  /** @param {import("./scene.js").Scene} scene */
  function render(scene) {
    const {table, total: counted, pencil} = scene;
    if (isShown(`${scene.stamp}/${counted}/${pencil?.season_after}`)) return;
    setClass(root, "on-device", isOnDevice(table.id));
    setText(under, actions.under ? actions.under() : tableLabel(table));
    setText(back, ` ${t("page.home.back")}`);
    setText(heading, `Quillmap, ${under.textContent}`);
    for (const [node, key] of /** @type {[Element, string][]} */ ([
      [rules, "rules"],
      [language, "language"],
      [theme, "theme"],
    ])) {
      setAttribute(node, "aria-label", t(`page.tool.${key}`));
      setAttribute(node, "title", t(`page.tool.${key}`));
    }
    menu.render(scene);
    setAttribute(tools, "aria-label", t("page.tool.all"));
    renderSeasons(seasons, scene, actions.openDeck);
    sum.render(scene);
    setText(spokenSum, `${sumInWords(scene)} ${t("page.score.open")}`);
  }
  return {render};
}

/** What a table is, in few words. @param {import("../types.js").TableInfo} table */
export function tableLabel(table) {
  if (table.continued_from) return t("page.head.continued");
  if (table.seats.length > 1)
    return isOnDevice(table.id) ? t("page.head.device-table") : t("page.head.table", {code: table.code});
  if (table.trainer) return t("page.head.trainer");
  if (isOnDevice(table.id)) return t("page.head.device");
  return table.day ? labelOf(table) : t("page.head.alone");
}

/**
 * The way to everything else; where there is no room for more it also says how many still draw.
 * @param {() => void} open
 */
export function mountMenu(open) {
  const count = el("span", {class: "num"}),
    badge = el("span", {class: "drawing", "aria-hidden": "true"}, icon("i-quill"), count);
  const node = el("button", {class: "btn quiet menu", on: {click: open}}, icon("i-menu"), badge);
  return {
    node,
    /** @param {Pick<import("./scene.js").Scene, "waiting" | "board">} scene */
    render({waiting, board}) {
      const isShown = waiting.length > 0 && board.seats.length > 1;
      setClass(badge, "none", !isShown);
      setText(count, String(waiting.length));
      const words = t("page.tool.menu");
      const still = isShown ? `. ${t("page.folk.drawing", {count: waiting.length})}` : "";
      setAttribute(node, "aria-label", words + still);
      setAttribute(node, "title", words + still);
    },
  };
}

/**
 * The four seasons, the present one with its time bar.
 * @param {HTMLElement} list
 * @param {import("./scene.js").Scene} scene
 * @param {() => void} [openDeck] what a tap on the present season does
 */
export function renderSeasons(list, scene, openDeck) {
  const {seasonIndex} = scene;
  setAttribute(list, "aria-label", t("terms.kind.season"));
  keep(
    list,
    scene.seasons,
    (season) => season.id,
    (season) => makeSeason(season, openDeck),
    (node, season) => {
      const n = scene.seasons.indexOf(season),
        isNow = n === seasonIndex && !scene.isOver,
        isPast = n < seasonIndex || scene.isOver;
      node.className = `${season.id} ${isNow ? "now" : isPast ? "past" : "next"}`;
      setAttribute(node, "aria-current", isNow ? "step" : null);
      const [name, points, seals, bar] = [...node.children].slice(1);
      setText(name, t(`terms.season.${season.id}`));
      const score = scene.mine.scores[n];
      setClass(points, "none", !isPast || !score);
      setText(/** @type {Element} */ (points.firstElementChild), score ? figure(score.total) : "");
      setClass(seals, "none", isPast);
      setClass(bar, "none", !isNow);
      const open = node.querySelector(".open-deck");
      if (open) {
        setClass(open, "none", !isNow);
        setAttribute(open, "aria-label", t("page.deck.title"));
        setAttribute(open, "title", t("page.deck.title"));
      }
      if (isNow) renderBar(/** @type {HTMLElement} */ (bar), scene, season.time);
    },
  );
}

/** @param {import("../types.js").Season} season @param {() => void} [openDeck] */
function makeSeason(season, openDeck) {
  const [first, second] = season.edicts;
  return el(
    "li",
    {},
    icon(season.id),
    el("span", {class: "name"}),
    el("span", {class: "pts num"}, el("span"), star()),
    el("span", {class: "seals"}, seal(LETTERS[first]), seal(LETTERS[second])),
    el("span", {class: "timebar", role: "img"}),
    openDeck ? el("button", {class: "open-deck", on: {click: openDeck}}) : null,
  );
}

/**
 * One box a time unit: filled is gone, hatched is this card, a red line is the season's end.
 * @param {HTMLElement} bar
 * @param {import("./scene.js").Scene} scene
 * @param {number} limit
 */
function renderBar(bar, {gone, adds}, limit) {
  const key = `${gone}/${adds}/${limit}`;
  setAttribute(bar, "aria-label", t("page.time.label", {gone: gone + adds, limit}));
  if (bar.dataset.shown === key) return;
  bar.dataset.shown = key;
  const boxes = Array.from({length: Math.max(limit, gone + adds)}, (_, n) =>
    el("i", {
      class:
        `${n < gone ? "gone" : n < gone + adds ? "adds" : ""} ${n >= limit ? "over" : ""} ` +
        `${n === limit - 1 ? "limit" : ""}`,
    }),
  );
  bar.replaceChildren(
    ...boxes,
    el("span", {class: "timebar-n"}, String(gone), adds ? el("em", {}, `+${adds}`) : null, `/${limit}`),
  );
}

/**
 * The clock of a table that plays against time, in every place where it may be looked for.
 * @param {...HTMLElement} roots
 */
export function mountClock(...roots) {
  const faces = roots.map((root) => {
    const hand = icon("i-timer"),
      text = el("span", {class: "num"});
    const node = el("p", {class: "clock none"}, hand, text);
    root.append(node);
    return {node, hand, text};
  });
  /** @type {ReturnType<typeof setInterval> | undefined} */
  let timer;
  /** @type {number | null} */
  let until = null;
  let skew = 0,
    most = Number.POSITIVE_INFINITY;
  function tick() {
    const left = until === null ? 0 : Math.min(most, Math.max(0, Math.round(until - skew - Date.now() / 1000)));
    const words = clockText(left);
    for (const {node, text} of faces) {
      setText(text, words);
      setClass(node, "late", left <= 10);
    }
  }
  return {
    /** @param {import("../session.js").View} view */
    render(view) {
      for (const {node, hand} of faces) {
        setIcon(hand, "i-timer");
        setClass(node, "none", view.deadline === null);
      }
      if (view.deadline === until && view.skew === skew) return;
      // While a season is counted, the clock stands.
      most = view.table?.pace.kind === "seconds" ? view.table.pace.amount : Number.POSITIVE_INFINITY;
      until = view.deadline;
      skew = view.skew;
      clearInterval(timer);
      if (until !== null) timer = setInterval(tick, 500);
      tick();
    },
    stop: () => clearInterval(timer),
  };
}
