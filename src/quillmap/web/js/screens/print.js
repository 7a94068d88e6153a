// @ts-check
/** Maps on paper: an empty one of any box to draw on, or that of a finished game. */

import {loadCards} from "../cards.js";
import {dayAt, dayLabel} from "../daily/days.js";
import {el, icon, setClass} from "../dom.js";
import {calledAt} from "../nicknames.js";
import {printedSheet} from "../print/sheet.js";
import {call} from "../protocol.js";
import {cardName, currentLanguage, needWords, t} from "../words.js";
import {prepare, topBar, troubleText} from "./parts/frame.js";
import {oneOf, oneOfMany} from "./parts/options.js";
import {mapLabel} from "./parts/tables.js";

/** @typedef {import("../print/sheet.js").PrintedSheet} PrintedSheet */
/** @typedef {import("../types.js").Catalogue} Catalogue */

const LETTERS = "ABCD";
/** What was chosen, also when the page is opened again in another language. */
const chosen = {map: "", edicts: /** @type {(string | null)[]} */ ([null, null, null, null])};

/**
 * @param {HTMLElement} root
 * @param {import("../main.js").Context} context
 * @returns {Promise<import("../main.js").Opened>}
 */
export async function open(root, {params: [game], hash, go}) {
  const [catalogue] = await Promise.all([
    loadCards(),
    prepare("waiting", "setup", "print"),
    needWords("print", "help"),
  ]);
  const page = el("div", {class: "print-page"}),
    controls = el("div", {class: "print-choices"});
  const show = (/** @type {PrintedSheet} */ printed) => page.replaceChildren(printedSheet(printed));
  const ink = oneOf(
    t("print.ink"),
    ["black", "colour"].map((value) => ({value, label: t(`print.ink.${value}`)})),
    useInk,
  );
  function useInk(/** @type {string} */ value) {
    ink.show(value);
    setClass(page, "in-colour", value === "colour");
  }
  root.className = "printing";
  root.replaceChildren(
    topBar(t("print.title"), go),
    el(
      "main",
      {},
      el(
        "section",
        {class: "print-controls paper", "aria-label": t("print.title")},
        el("p", {}, t(game ? "print.finished.text" : "print.empty.text")),
        controls,
        ink.node,
        el(
          "button",
          {class: "btn main", id: "print-now", on: {click: () => print()}},
          icon("i-pencil"),
          t("print.now"),
        ),
      ),
      page,
    ),
  );
  useInk(game ? "colour" : "black");
  if (game) await offerFinished(game, Number(hash.slice(1)) || 0, controls, show);
  else offerEmpty(catalogue, controls, show);
  return {};
}

/**
 * Every printed map, with the edicts that are known before the game begins.
 * @param {Catalogue} catalogue
 * @param {HTMLElement} root
 * @param {(printed: PrintedSheet) => void} show
 */
function offerEmpty(catalogue, root, show) {
  const maps = Object.keys(catalogue.maps).filter((map) => catalogue.maps[map]);
  chosen.map ||= maps[0];
  const draw = () =>
    show({
      sheet: catalogue.maps[chosen.map] ?? {},
      mapName: mapLabel(chosen.map),
      edicts: chosen.edicts,
      rulebook: "standard",
      // Which edicts a season counts is the same in both boxes.
      setup: {seasons: "base"},
    });
  const which = oneOf(
    t("print.map"),
    maps.map((value) => ({value, label: mapLabel(value)})),
    (value) => {
      chosen.map = value;
      draw();
    },
  );
  which.show(chosen.map);
  const cards = [
    {value: "", label: t("print.edict.none")},
    ...catalogue.scoring.map(({id, suit}) => ({value: id, label: cardName(id), group: t(`terms.suit.${suit}`)})),
  ];
  const choices = [...LETTERS].map((letter, place) => {
    const choice = oneOfMany(t(`terms.edict.${letter}`), cards, (value) => {
      chosen.edicts[place] = value || null;
      draw();
    });
    choice.show(chosen.edicts[place] ?? "");
    return el("label", {class: "print-choice"}, el("span", {}, t(`terms.edict.${letter}`)), choice.node);
  });
  root.replaceChildren(which.node, el("details", {}, el("summary", {}, t("print.edicts")), ...choices));
  draw();
}

/**
 * The maps of a finished game.
 * @param {string} game
 * @param {number} first the number of the seat whose map is shown first
 * @param {HTMLElement} root
 * @param {(printed: PrintedSheet) => void} show
 */
async function offerFinished(game, first, root, show) {
  try {
    const replay = await call("GET", `/api/games/${game}/replay`),
      sheets = finishedSheets(replay);
    const names = sheets.map(({name}, n) => ({value: String(n), label: name ?? ""}));
    const choose = oneOfMany(t("print.whose"), names, (value) => show(sheets[Number(value)]));
    const start = sheets[first] ? first : 0;
    choose.show(String(start));
    if (sheets.length > 1)
      root.replaceChildren(el("label", {class: "print-choice"}, el("span", {}, t("print.whose")), choose.node));
    show(sheets[start]);
  } catch (error) {
    root.replaceChildren(el("p", {class: "trouble", role: "alert"}, troubleText(error)));
  }
}

/** @param {import("../types.js").Replay} replay @returns {PrintedSheet[]} */
function finishedSheets({summary, board, frames}) {
  const seats = [...board.seats];
  let last = board;
  for (const frame of frames) {
    last = {...last, ...frame.changes};
    for (const [n, seat] of Object.entries(frame.seats)) seats[Number(n)] = seat;
  }
  const day = summary.day || dayAt(1000 * (summary.ended ?? 0));
  return seats.map((seat, n) => ({
    sheet: seat.sheet,
    mapName: mapLabel(board.setup.map),
    name: calledAt(summary.names[n] ?? "", summary.stands_for?.[n]),
    date: dayLabel(day, currentLanguage(), {day: "numeric", month: "short", year: "numeric"}),
    edicts: [...last.edicts],
    rulebook: board.setup.rulebook,
    setup: board.setup,
    scores: [...seat.scores],
    coins: seat.coins,
    total: seat.total,
    rating: summary.rating,
    title: summary.continued_from ? null : summary.title, // which is granted for what counts
    help: summary.help[n] ?? null,
    isContinued: summary.continued_from !== null,
  }));
}
