// @ts-check
/** A map on paper: one page with the map, the edicts, the coins, and a score table for the four seasons. */

import {mapArt, viewOf} from "../art.js";
import {coinSlots, seasonsOf} from "../cards.js";
import {el, icon, paint, seal, svg} from "../dom.js";
import {helpText} from "../help-marks.js";
import {cardName, cardRule, figure, signed, t} from "../words.js";

const LETTERS = "ABCD";
/** Room round the map for letters and numbers, in units of the art. */
const PAD = 34;

/**
 * @typedef {object} PrintedSheet what a page shows; a map to draw on has no name, points or coins yet
 * @property {import("../types.js").Sheet} sheet
 * @property {string} mapName
 * @property {string} [name]
 * @property {string} [date]
 * @property {(string | null)[]} edicts the cards at A to D, as far as they are known
 * @property {string} rulebook
 * @property {Record<string, any>} setup
 * @property {import("../types.js").ScoreBoard[]} [scores]
 * @property {number} [coins]
 * @property {number} [total]
 * @property {number | null} [rating]
 * @property {string | null} [title]
 * @property {import("../types.js").SeatHelp | null} [help]
 * @property {boolean} [isContinued] whether it was played on from another game
 */

/** @param {PrintedSheet} printed */
export function printedSheet(printed) {
  const {x, y, width, height} = viewOf(PAD),
    map = svg("svg", {class: "print-map", viewBox: `${x} ${y} ${width} ${height}`}, mapArt(printed.sheet, PAD));
  map.setAttribute("role", "img");
  map.setAttribute("aria-label", printed.mapName);
  return el(
    "article",
    // On paper it is always day.
    {class: "print-sheet", "data-theme": "light"},
    heading(printed),
    map,
    el("ol", {class: "print-edicts"}, ...LETTERS.split("").map((_, n) => edict(printed, n))),
    el("div", {class: "print-foot"}, coins(printed), scoreTable(printed)),
    el(
      "p",
      {class: "print-small"},
      [
        printed.isContinued ? t("page.head.continued") : "",
        helpText(printed.help),
        "Quillmap",
        t("print.unofficial.text"),
      ]
        .filter(Boolean)
        .join(" · "),
    ),
  );
}

/** A label and its line: an empty one is to be written on. @param {string} label @param {string} [text] */
const written = (label, text = "") =>
  el("p", {class: text ? "filled" : "blank"}, el("span", {}, label), el("b", {}, text));

/** @param {PrintedSheet} printed */
const heading = ({name, date, mapName, title}) =>
  el(
    "header",
    {class: "print-head"},
    el("h2", {}, mapName),
    written(t("print.name"), title && name ? `${name}, ${t(`terms.title.${title}`)}` : name),
    written(t("print.date"), date),
  );

/** @param {PrintedSheet} printed @param {number} place */
function edict({edicts, rulebook, setup}, place) {
  const card = edicts[place],
    seasons = seasonsOf(setup).filter((season) => season.edicts.includes(place));
  return el(
    "li",
    {class: card ? "known" : "blank"},
    el("span", {class: "print-edict"}, seal(LETTERS[place]), el("b", {}, card ? cardName(card) : "")),
    el("small", {class: "print-seasons"}, ...seasons.map(({id}) => el("span", {}, icon(id), t(`terms.season.${id}`)))),
    card ? el("p", {}, cardRule(card, rulebook)) : null,
  );
}

/** The track of coins: those that were won are filled. @param {PrintedSheet} printed */
function coins({coins: won = 0}) {
  const track = el("span", {class: "print-track"});
  paint(track, Array.from({length: coinSlots()}, (_, n) => `<i class="${n < won ? "won" : ""}"></i>`).join(""));
  return el("div", {class: "print-coins"}, el("b", {}, t("terms.score.coins")), track);
}

/** @param {PrintedSheet} printed */
function scoreTable({setup, scores = [], total, rating}) {
  const seasons = seasonsOf(setup);
  const row = (/** @type {string} */ name, /** @type {(n: number) => string} */ text, sum = "") =>
    el(
      "tr",
      {},
      el("th", {scope: "row"}, name),
      ...seasons.map((_, n) => el("td", {}, text(n))),
      el("td", {class: "sum"}, sum),
    );
  const points = (/** @type {number} */ n, /** @type {(score: import("../types.js").ScoreBoard) => number} */ of) =>
    scores[n] ? figure(of(scores[n])) : "";
  const pair = (/** @type {number} */ which) => (/** @type {number} */ n) =>
    `${LETTERS[seasons[n].edicts[which]]} ${points(n, (score) => score.edicts[which])}`;
  return el(
    "table",
    {class: "print-score"},
    el(
      "thead",
      {},
      el(
        "tr",
        {},
        el("td"),
        ...seasons.map(({id}) => el("th", {scope: "col"}, icon(id), t(`terms.season.${id}`))),
        el("th", {scope: "col"}, t("print.year")),
      ),
    ),
    el(
      "tbody",
      {},
      row(t("print.edict-first"), pair(0)),
      row(t("print.edict-second"), pair(1)),
      row(t("terms.score.coins"), (n) => points(n, (score) => score.coins)),
      row(t("terms.score.monsters"), (n) => points(n, (score) => -score.monsters)),
      row(
        t("terms.score.total"),
        (n) => points(n, (score) => score.total),
        total === undefined ? "" : figure(total) + (rating != null ? ` (${signed(rating)})` : ""),
      ),
    ),
  );
}
