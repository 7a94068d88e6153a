// @ts-check
/** The parts of the page of statistics. */

import {el, setClass, svg} from "../dom.js";
import {mapLabel} from "../screens/parts/tables.js";
import {cardName, currentLanguage, figure, hasText, signed, t} from "../words.js";
import {curveArt, HEIGHT, WIDTH} from "./curve.js";
import {byEdict, byMap, byPlace, byTitle, curveOf, purseOf, SPAN, summaryOf} from "./figures.js";
import {SURVEYOR} from "./surveyor.js";

/** @typedef {import("./figures.js").Result} Result */
/** @typedef {import("./figures.js").Company} Company */

/**
 * Everything about the games of one kind.
 * @param {Result[]} results at least one
 * @param {Company} company
 * @param {import("../types.js").Catalogue} catalogue
 */
export const rooms = (results, company, catalogue) =>
  [
    overview(results, company),
    curve(results, company),
    maps(results, company),
    company === "alone" ? titles(results, catalogue) : places(results),
    edicts(results, company),
  ].filter((each) => each !== null);

/** @param {string} name @param {string} title @param {...(Node | null)} nodes */
const room = (name, title, ...nodes) =>
  el("section", {class: `${name} paper`, "aria-label": title}, el("h2", {}, title), ...nodes);

/** With one decimal, as people write it here. @param {number} value */
const decimal = (value) =>
  value.toLocaleString(currentLanguage(), {minimumFractionDigits: 1, maximumFractionDigits: 1}).replace("-", "\u2212");
/** A mean rating has its sign, as ratings do. @param {number} value @param {Company} company */
const meanText = (value, company) => (company === "alone" && value > 0 ? "+" : "") + decimal(value);
/** @param {number} value @param {Company} company */
const valueText = (value, company) => (company === "alone" ? signed(value) : figure(value));

/** @param {Result[]} results @param {Company} company */
function overview(results, company) {
  const {games, best, mean, wins, helped, unknown} = summaryOf(results),
    purse = purseOf(results);
  const line = (/** @type {string} */ words, /** @type {string} */ value) =>
    el("div", {}, el("dt", {}, words), el("dd", {class: "num"}, value));
  const what = company === "alone" ? "rating" : "stars";
  return room(
    "figures-all",
    t("statistics.overview"),
    el(
      "dl",
      {class: "figures-list"},
      line(t("statistics.games"), figure(games)),
      company === "together" ? line(t("statistics.wins"), figure(wins)) : null,
      line(t(`statistics.best-${what}`), valueText(best, company)),
      line(t(`statistics.mean-${what}`), meanText(mean, company)),
      purse && line(t("statistics.coins"), decimal(purse.coins)),
      purse && line(t("statistics.monsters"), decimal(-purse.monsters)),
    ),
    helped ? el("p", {class: "fine"}, t("statistics.helped.text", {count: helped})) : null,
    unknown ? el("p", {class: "fine"}, t("statistics.unknown.text", {count: unknown})) : null,
  );
}

/** @param {Result[]} results @param {Company} company */
function curve(results, company) {
  const points = curveOf(results),
    last = points[points.length - 1],
    values = points.map(({value}) => value);
  const label = t("statistics.curve.text", {
    count: points.length,
    low: valueText(Math.min(...values), company),
    high: valueText(Math.max(...values), company),
    mean: meanText(last.mean, company),
  });
  const picture = svg(
    "svg",
    {class: "curve", viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: "img", "aria-label": label},
    curveArt(points, (value) => valueText(value, company)),
  );
  const key = el("p", {class: "fine"}, t("statistics.curve-key.text", {span: SPAN}));
  const lines = [...points].reverse().map(({ended, value, isHelped}) => {
    const when = new Date(ended).toLocaleDateString(currentLanguage(), {
      day: "numeric",
      month: "short",
      year: "numeric",
    });
    return el("li", {}, el("span", {}, when), el("b", {class: "num"}, valueText(value, company), isHelped ? " ○" : ""));
  });
  const list = el(
    "details",
    {},
    el("summary", {}, t("statistics.curve-list")),
    el("ol", {class: "curve-list"}, ...lines),
  );
  return room("figures-curve", t("statistics.curve"), picture, key, list);
}

/**
 * A table whose first column are its rows' names.
 * @param {string} caption
 * @param {string[]} heads
 * @param {(string | Node)[][]} lines
 */
function table(caption, heads, lines) {
  return el(
    "table",
    {class: "figures-table"},
    el("caption", {class: "unseen"}, caption),
    el("thead", {}, el("tr", {}, ...heads.map((head) => el("th", {scope: "col"}, head)))),
    el(
      "tbody",
      {},
      ...lines.map(([name, ...cells]) =>
        el("tr", {}, el("th", {scope: "row"}, name), ...cells.map((cell) => el("td", {class: "num"}, cell))),
      ),
    ),
  );
}

/** A game of another version may have been played with something that has no name here. @param {string} box */
const boxName = (box) => (hasText(`setup.box.${box}.label`) ? t(`setup.box.${box}.label`) : "");

/** @param {Result[]} results @param {Company} company */
function maps(results, company) {
  const title = t(company === "alone" ? "statistics.maps-rating" : "statistics.maps-stars"),
    heads = ["map", "games", "best", "mean"].map((head) => t(`statistics.column.${head}`));
  const lines = byMap(results).map(({box, map, games, best, mean}) => [
    [boxName(box), mapLabel(map)].filter(Boolean).join(" · ") || "–",
    figure(games),
    valueText(best, company),
    meanText(mean, company),
  ]);
  return room("figures-maps", title, table(title, heads, lines));
}

/** @param {Result[]} results @param {import("../types.js").Catalogue} catalogue */
function titles(results, catalogue) {
  const heads = ["title", "games", "helped"].map((head) => t(`statistics.column.${head}`));
  const lines = byTitle(results, catalogue.titles).map(({title, games, helped}) => [
    t(`terms.title.${title}`),
    figure(games),
    helped ? figure(helped) : "–",
  ]);
  return room("figures-titles", t("statistics.titles"), table(t("statistics.titles"), heads, lines));
}

/** @param {Result[]} results */
function places(results) {
  const heads = ["place", "games"].map((head) => t(`statistics.column.${head}`));
  const lines = byPlace(results).map(({place, games}) => [`${place}.`, figure(games)]);
  return room("figures-titles", t("statistics.places"), table(t("statistics.places"), heads, lines));
}

/** @param {Result[]} results @param {Company} company */
function edicts(results, company) {
  const {games, cards} = SURVEYOR[company],
    bot = t("setup.bot.surveyor.label"),
    found = byEdict(results, cards).filter(({card}) => hasText(`cards.${card}.name`));
  if (!found.length) return null;
  const heads = [t("statistics.column.edict"), t("statistics.column.you"), bot];
  const lines = found
    .sort((a, b) => cardName(a.card).localeCompare(cardName(b.card), currentLanguage()))
    .map((each) => [
      el("span", {}, `${cardName(each.card)} `, el("small", {}, `×\u00a0${figure(each.games)}`)),
      against(each.mean, each.bot),
      each.bot === null ? "–" : decimal(each.bot),
    ]);
  return room(
    "figures-edicts",
    t("statistics.edicts"),
    el(
      "p",
      {class: "fine"},
      t(`statistics.edicts-${company}.text`, {bot, games: games.toLocaleString(currentLanguage())}),
    ),
    table(t("statistics.edicts"), heads, lines),
  );
}

/** What one earns, with an arrow if the bot earns less or more. @param {number} mean @param {number | null} bot */
function against(mean, bot) {
  const value = el("span", {}, decimal(mean));
  if (bot === null || Math.abs(mean - bot) < 0.5) return value;
  const isMore = mean > bot;
  setClass(value, isMore ? "more" : "less", true);
  value.append(" ", el("span", {"aria-hidden": "true"}, isMore ? "▲" : "▼"));
  value.append(el("i", {class: "unseen"}, ` ${t(isMore ? "statistics.more" : "statistics.less")}`));
  return value;
}
