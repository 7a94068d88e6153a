// @ts-check
/**
 * The end of the year: a scroll with the queen's seal. Alone one gets a title, and the rating is explained; at a table
 * the ranking is read out from below.
 */

import {mapArt, viewOf} from "../art.js";
import {card} from "../cards.js";
import {showOver, watchDialogs} from "../dialog.js";
import {el, icon, paint, seal, setClass, setName, setText, svg} from "../dom.js";
import {helpText, isMarked, needHelpWords} from "../help-marks.js";
import {pictureAt} from "../seat-picture.js";
import {play} from "../sounds.js";
import {namesAt} from "../table/scene.js";
import {cardName, figure, signed, t} from "../words.js";
import {isJoining, mountBegun} from "./begun.js";
import {orderRules, standings} from "./counting.js";
import {openCourse} from "./pacing.js";
import {makeSigns} from "./signs.js";
import {showMine, standingList, winnersText} from "./standing.js";

const LETTERS = "ABCD";
const LINE = 650,
  PLACE = 800,
  SEAL = 900;
/** With more players than this the ranking is there at once. */
const READ_OUT = 12;

/** @typedef {import("../types.js").Board} Board */
/** @typedef {import("../types.js").Result} Result */

/** Whether somebody played alone, and so gets a title. @param {Result} result */
export const isSolo = (result) => result.rating !== null && result.rating !== undefined;

/**
 * @param {Board} board with its result
 * @param {import("../types.js").TableInfo} table @param {number | null} me
 * @param {import("../types.js").Catalogue} catalogue
 * @param {import("./signs.js").Covered} covered
 */
export async function showCrowning(board, table, me, catalogue, covered) {
  const {result} = board;
  if (!result || table.continued_from) return; // what counts for nothing is not crowned
  await needHelpWords(result.help ?? []);
  const course = openCourse(),
    names = namesAt(board, table);
  const parts = isSolo(result)
    ? soloParts(board, result, names[0], table, catalogue)
    : tableParts(board, result, names, table, me);
  const best = result.ranks.indexOf(1),
    signs = makeSigns(covered),
    map = mapOf(board.seats[best].sheet, isSolo(result) ? "" : names[best]),
    {dialog, next, status} = build(parts.inside, map, course, signs.menu);
  const uncover = watchDialogs(course.cover),
    uncall = showBegun(dialog, status, covered);
  dialog.addEventListener("close", () => {
    uncover();
    uncall();
    signs.stop();
  });
  setText(status, parts.spoken);
  if (parts.list) showMine(parts.list);
  if (course.isSkipped) setClass(dialog, "whole", true);
  await course.beat(LINE);
  for (const {node, after, sounds} of parts.steps) {
    setClass(node, "shown", true);
    if (sounds && !course.isSkipped) play(sounds);
    await course.beat(after);
  }
  setClass(dialog, "whole", true);
  setClass(dialog, "done", true);
  setText(next, t("endings.crowning.map"));
  await course.end();
  dialog.close();
  dialog.remove();
}

/**
 * The others may play the next game while somebody still looks at the end of this one.
 * @param {HTMLDialogElement} dialog
 * @param {HTMLElement} status
 * @param {import("./signs.js").Covered} covered
 * @returns {() => void} stops it
 */
function showBegun(dialog, status, {store, next}) {
  const bar = el("aside", {class: "begun"}),
    begun = mountBegun(bar, {next}, (text) => setText(status, text));
  const render = () => {
    const view = store.state;
    if (!isJoining(view)) return;
    if (!bar.isConnected) dialog.append(bar);
    begun.render({view, isOver: true});
  };
  render();
  return store.subscribe(render);
}

/**
 * The map that won, beside the scroll where there is room for it.
 * @param {import("../types.js").Sheet} sheet
 * @param {string} name
 */
function mapOf(sheet, name) {
  const {x, y, width, height} = viewOf(30);
  return el(
    "figure",
    {class: "crown-map sheet", "aria-hidden": "true"},
    svg("svg", {class: "map", viewBox: `${x} ${y} ${width} ${height}`}, mapArt(sheet)),
    el("figcaption", {}, name),
  );
}

/** @param {Node[]} inside @param {Node} map @param {import("./pacing.js").Course} course @param {Node} menu */
function build(inside, map, course, menu) {
  const words = el("span", {}, t("page.count.skip")),
    status = el("p", {class: "unseen", role: "status"});
  const isDone = () => dialog.classList.contains("done");
  const next = el(
    "button",
    {class: "btn main", on: {click: () => (isDone() ? course.next() : course.skip())}},
    icon("r-step"),
    words,
  );
  const dialog = /** @type {HTMLDialogElement} */ (
    el("dialog", {class: "count crowning", "aria-label": t("page.end.title")})
  );
  dialog.append(
    el("div", {class: "scroll-box"}, map, el("div", {class: "scroll"}, ...inside)),
    el("div", {class: "count-controls"}, menu, next),
    status,
  );
  dialog.addEventListener("cancel", (cancel) => {
    cancel.preventDefault();
    if (isDone()) course.next();
    else course.skip();
  });
  showOver(dialog);
  next.focus();
  return {dialog, next: words, status};
}

/** @typedef {{node: Element, after: number, sounds?: Parameters<typeof play>[0]}} Step */
/** @typedef {{inside: Node[], steps: Step[], spoken: string, list?: HTMLElement}} Parts */

/**
 * The title, and how the rating comes about (RULES 8.4).
 * @param {Board} board
 * @param {Result} result
 * @param {string} name
 * @param {import("../types.js").TableInfo} table
 * @param {import("../types.js").Catalogue} catalogue
 * @returns {Parts}
 */
function soloParts(board, result, name, table, catalogue) {
  const crest = el("span", {class: "scroll-crest"}),
    rating = result.rating ?? 0;
  paint(crest, pictureAt(table, 0, 54));
  const to = el("p", {class: "scroll-to step"}, t("endings.crowning.solo.text", {player: name})),
    title = el("h2", {class: "step"}),
    helped = isMarked(result.help?.[0]) ? el("p", {class: "step fine helped"}, helpText(result.help?.[0])) : null;
  setName(title, t(`terms.title.${result.title}`));
  const rows = [
    el(
      "li",
      {class: "step"},
      el("span", {}, t("endings.rating.stars")),
      el("b", {class: "num"}, figure(result.totals[0])),
    ),
    ...board.edicts.map((id, n) =>
      el(
        "li",
        {class: "step"},
        el("span", {}, seal(LETTERS[n]), " ", cardName(id)),
        el("b", {class: "num"}, figure(-(card(id).solo_value ?? 0))),
      ),
    ),
    el("li", {class: "step sum"}, el("span", {}, t("terms.score.rating")), el("b", {class: "num"}, signed(rating))),
  ];
  const sum = el("ol", {class: "scroll-sum"}, ...rows),
    note = el("p", {class: "step fine"}, t("endings.rating.text"));
  const ladder = ladderOf(result.title ?? "", rating, catalogue),
    wax = waxOf();
  const under = helped ? [title, helped] : [title];
  const steps = [to, ...rows, note, ...under, ladder].map((node) => ({node, after: node === note ? 900 : LINE}));
  /** @type {Step[]} */
  const all = [...steps, {node: wax, after: SEAL, sounds: "seal"}];
  const rated = t("page.end.rating", {count: result.totals[0], rating: signed(rating)});
  const told = [
    t("endings.crowning.solo.text", {player: name}),
    `${t(`terms.title.${result.title}`)}. ${rated}.`,
    helpText(result.help?.[0]),
  ];
  const spoken = told.filter(Boolean).join(" ");
  return {inside: [icon("i-crown", "crown"), crest, to, ...under, sum, note, ladder, wax], steps: all, spoken};
}

/**
 * All titles with what they ask for, one's own marked.
 * @param {string} mine
 * @param {number} rating
 * @param {import("../types.js").Catalogue} catalogue
 */
function ladderOf(mine, rating, catalogue) {
  const titles = [...catalogue.titles].sort((a, b) => b.rating - a.rating),
    above = titles[titles.findIndex((each) => each.id === mine) - 1];
  const list = titles.map((each, n) =>
    el(
      "li",
      {class: each.id === mine ? "me" : "", "aria-current": each.id === mine ? "true" : null},
      el("span", {}, t(`terms.title.${each.id}`)),
      el("b", {class: "num"}, n + 1 < titles.length ? t("endings.ladder.from", {rating: signed(each.rating)}) : ""),
    ),
  );
  const further = above
    ? el(
        "p",
        {class: "fine"},
        t("endings.ladder.next.text", {count: above.rating - rating, title: t(`terms.title.${above.id}`)}),
      )
    : null;
  return el(
    "details",
    {class: "ladder step"},
    el("summary", {}, t("endings.ladder")),
    el("ol", {}, ...list),
    ...(further ? [further] : []),
  );
}

/**
 * The ranking, read out from the last place to the first.
 * @param {Board} board
 * @param {Result} result
 * @param {string[]} names
 * @param {import("../types.js").TableInfo} table
 * @param {number | null} me
 * @returns {Parts}
 */
function tableParts(board, result, names, table, me) {
  const first = result.ranks.map((rank, seat) => (rank === 1 ? seat : -1)).filter((seat) => seat >= 0);
  const crest = el("span", {class: "scroll-crest step"});
  paint(
    crest,
    first
      .slice(0, 4)
      .map((seat) => pictureAt(table, seat, 54))
      .join(""),
  );
  const said = winnersText(result, names, me),
    verdict = el("h2", {class: `step ${said.length > 60 ? "long" : ""}`}, said);
  const {list, rows} = standingList(standings(board), {names, table, board, me}, {label: t("endings.ranking")});
  const rules = orderRules(board, result.tie_broken ? "events.game-ended.tie-break" : "endings.tie-rule.text"),
    tie = rules.length ? el("p", {class: "fine step"}, rules.map((key) => t(key)).join(" ")) : null,
    chosen = result.is_seeded ? el("p", {class: "fine step"}, t("games.chosen-deal.text")) : null,
    under = [tie, chosen].filter((each) => each !== null),
    wax = waxOf();
  for (const row of rows) row.classList.add("step");
  const readOut = names.length <= READ_OUT ? [...rows].reverse() : [];
  if (!readOut.length) for (const row of rows) row.classList.add("shown");
  /** @type {Step[]} */
  const steps = [
    ...readOut.map((node) => ({node, after: PLACE})),
    {node: crest, after: LINE},
    {node: verdict, after: LINE},
    ...under.map((node) => ({node, after: LINE})),
    {node: wax, after: SEAL, sounds: "seal"},
  ];
  const mine =
    me === null
      ? ""
      : t("endings.place.text", {rank: result.ranks[me], players: t("terms.players", {count: names.length})});
  return {
    inside: [
      icon("i-crown", "crown"),
      el("p", {class: "scroll-to"}, t("endings.crowning.table.text")),
      crest,
      verdict,
      list,
      ...under,
      wax,
    ],
    steps,
    spoken: `${said} ${mine}`,
    list,
  };
}

/** The queen's seal. */
const waxOf = () => el("span", {class: "wax step", "aria-hidden": "true"}, icon("i-crown"));
