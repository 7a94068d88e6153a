// @ts-check
/**
 * The count of a season: edict by edict, spaces lighting up as they earn, then coins and monsters, then how the table
 * stands. Everybody counts at their own pace; it can be held, hurried and skipped.
 */

import {mapArt, viewOf} from "../art.js";
import {edictPicture} from "../art-cards.js";
import {costs, glow, medal, vellum} from "../art-marks.js";
import {coinSlots, seasonsOf} from "../cards.js";
import {showOver, watchDialogs} from "../dialog.js";
import {el, icon, paint, seal, setAttribute, setClass, setIcon, setName, setText, star, svg} from "../dom.js";
import {play} from "../sounds.js";
import {cellOf, spacesOf} from "../spaces.js";
import {namesAt} from "../table/scene.js";
import {cardName, cardRule, figure, t} from "../words.js";
import {noteBegun, noteEnded} from "./counted.js";
import {groupsOf, linesOf, standings} from "./counting.js";
import {openCourse} from "./pacing.js";
import {makeSigns, untilClock} from "./signs.js";
import {showMine, standingList} from "./standing.js";

const LETTERS = "ABCD";
/** Of a scene that nobody hurries, in milliseconds. */
const AWARD = 260,
  LONGEST = 4000,
  REST = 1500,
  FIRST = 500;

/** @typedef {import("./counting.js").Line} Line */
/** @typedef {{line: Line, node: HTMLElement, value: HTMLElement, name: string}} Row */

/**
 * @param {import("../types.js").GameEvent} event `season-scored`
 * @param {import("../types.js").SeatBoard} counted the seat as it was counted
 * @param {import("../types.js").Board} board after it and all that followed
 * @param {number} seat whose map is counted
 * @param {Pick<import("./signs.js").Covered, "store" | "openMenu">} covered
 */
export async function showSeasonEnd(event, counted, board, seat, covered) {
  const {table} = covered.store.state,
    {sheet} = counted,
    seasons = seasonsOf(board.setup),
    season = seasons.findIndex(({id}) => id === event.season);
  if (!table) return;
  const lines = linesOf(event, seat, board.edicts, seasons[season].edicts),
    rows = lines.map((line) => makeRow(line, board.setup.rulebook, counted));
  const names = namesAt(board, table);
  const course = openCourse(),
    signs = makeSigns(covered, true),
    scene = build(event.season, rows, sheet, course, signs);
  const uncover = watchDialogs(course.cover),
    clock = whenClockBegins(covered.store.state, course.leave);
  scene.dialog.addEventListener("close", () => {
    uncover();
    signs.stop();
    clearTimeout(clock);
  });
  noteBegun(board.game, event.season);
  play("bell");
  await course.beat(FIRST);

  let sum = 0;
  for (const [n, row] of rows.entries()) {
    for (const each of rows) setClass(each.node, "now", each === row);
    setClass(row.node, "later", false);
    row.node.scrollIntoView({block: "nearest"});
    setText(
      scene.nextText,
      rows[n + 1]
        ? t("page.count.next", {name: rows[n + 1].name})
        : t(names.length > 1 ? "endings.count.standing" : "page.count.done"),
    );
    if (!course.isSkipped) setText(scene.status, `${row.name}: ${t("terms.stars", {count: row.line.points})}`);
    await light(row, scene.marks, course);
    setText(row.value, figure(row.line.points));
    sum += row.line.points;
    setText(scene.sum, figure(sum));
    await course.rest(REST);
  }

  for (const {node} of rows) setClass(node, "now", false);
  paint(scene.marks, "");
  const order = standings(board);
  if (names.length > 1) {
    const {list, hasTie} = standingList(order, {names, table, board, me: seat}, {season, label: t("endings.standing")});
    scene.race.append(
      el("h3", {}, t("endings.standing"), hasTie ? el("small", {}, t("endings.tie-rule.text")) : ""),
      list,
    );
    setClass(scene.race, "none", false);
    showMine(list);
    scene.race.scrollIntoView({block: "nearest"});
  }
  setText(
    scene.status,
    spoken(rows, sum, order.find((each) => each.seat === seat)?.rank ?? 1, names.length, event.season),
  );
  setClass(scene.dialog, "done", true);
  setText(scene.nextText, t("page.count.done"));
  scene.next.focus();
  await course.end();
  noteEnded();
  scene.dialog.close();
  scene.dialog.remove();
}

/**
 * The count makes way when the clock of the next card begins to run.
 * @param {import("../session.js").View} view
 * @param {() => void} act
 */
function whenClockBegins(view, act) {
  const wait = untilClock(view);
  return wait === null ? undefined : setTimeout(act, 1000 * wait);
}

/**
 * The whole count for those who hear it.
 * @param {Row[]} rows
 * @param {number} sum
 * @param {number} rank
 * @param {number} count
 * @param {string} season
 */
function spoken(rows, sum, rank, count, season) {
  const said = rows.map(({name, line}) => `${name}: ${t("terms.stars", {count: line.points})}.`);
  said.push(`${t(`terms.season.${season}`)}: ${t("terms.stars", {count: sum})}.`);
  if (count > 1) said.push(t("endings.place.text", {rank, players: t("terms.players", {count})}));
  return said.join(" ");
}

/**
 * One line of the ledger: what it is, why, and what it brings.
 * @param {Line} line
 * @param {string} rulebook
 * @param {import("../types.js").SeatBoard} counted
 * @returns {Row}
 */
function makeRow(line, rulebook, counted) {
  const value = el("b", {class: "num"}),
    why = el("div", {class: "line-why"});
  const isEdict = line.kind === "edict",
    name = isEdict ? cardName(line.card) : t(`terms.score.${line.kind}`);
  if (isEdict) {
    const picture = el("span", {class: "line-pic"});
    paint(picture, edictPicture(line.card, rulebook));
    why.append(
      picture,
      el("div", {}, el("p", {}, cardRule(line.card, rulebook)), sums(groupsOf(line.awards, counted.sheet))),
    );
  } else if (line.kind === "coins") why.append(coinRow(counted.coins, counted.spent));
  else
    why.append(
      el(
        "ul",
        {class: "line-sums"},
        el(
          "li",
          {},
          el("span", {}, t("page.ambush.beside")),
          el("span", {class: "num"}, line.points ? `${-line.points} × −1 = ${figure(line.points)}` : "0"),
        ),
      ),
    );
  const title = el("h3");
  setName(title, name);
  const sign = isEdict ? seal(LETTERS[line.place]) : icon(line.kind === "coins" ? "coin" : "i-ambush");
  const node = el(
    "li",
    {class: `ledger-line later for-${line.kind}`},
    el("span", {class: "line-sign"}, sign),
    title,
    el("span", {class: "line-value"}, value, star()),
    why,
  );
  return {line, node, value, name};
}

/** The sum spelled out. @param {import("./counting.js").Group[]} groups */
function sums(groups) {
  return el(
    "ul",
    {class: "line-sums"},
    ...groups.map((group) => {
      const {count, points} = group;
      return el(
        "li",
        {},
        el("span", {}, wordsFor(group)),
        el("span", {class: "num"}, count > 1 ? `${count} × ${points} = ${figure(count * points)}` : figure(points)),
      );
    }),
  );
}

/**
 * What earns: a terrain, and how much of it; spaces where it is several.
 * @param {import("./counting.js").Group} group
 */
function wordsFor({terrain, size, isCluster}) {
  const many = size > 1 ? t(isCluster ? "page.space.cluster" : "terms.spaces", {count: size}) : "";
  if (!terrain) return many || t("endings.count.spaces");
  return [t(`terms.terrain.${terrain}`), many].filter(Boolean).join(", ");
}

/** The coin track in small. @param {number} filled @param {number} spent */
function coinRow(filled, spent) {
  const left = Math.max(0, filled - spent);
  return el(
    "div",
    {class: "line-coins", "aria-hidden": "true"},
    ...Array.from({length: coinSlots()}, (_, n) => icon(n < left ? "coin" : n < filled ? "coin-spent" : "coin-empty")),
  );
}

/** Holds the show, and lets it go on. @param {import("./pacing.js").Course} course */
function holdButton(course) {
  const sign = icon("r-pause"),
    label = t("endings.count.hold");
  const click = () => {
    course.hold(!course.isHeld);
    setIcon(sign, course.isHeld ? "r-play" : "r-pause");
    setAttribute(button, "aria-pressed", course.isHeld ? "true" : "false");
  };
  const about = {class: "btn hold", "aria-pressed": "false", "aria-label": label, title: label, on: {click}},
    button = el("button", about, sign);
  return button;
}

/**
 * Everything on the screen, before the count begins.
 * @param {string} season
 * @param {Row[]} rows
 * @param {import("../types.js").Sheet} sheet
 * @param {import("./pacing.js").Course} course
 * @param {ReturnType<typeof makeSigns>} signs
 */
function build(season, rows, sheet, course, signs) {
  const view = viewOf(30),
    marks = svg("g");
  const map = svg(
    "svg",
    {class: "map", viewBox: `${view.x} ${view.y} ${view.width} ${view.height}`, "aria-hidden": "true"},
    mapArt(sheet),
  );
  map.append(marks);
  const sum = el("b", {class: "num"}, "0"),
    nextText = el("span"),
    status = el("p", {class: "unseen", role: "status"}),
    race = el("section", {class: "race paper none"});
  const total = el(
    "li",
    {class: "ledger-sum"},
    el("span", {class: "line-sign"}, icon("star")),
    el("h3", {}, t(`terms.season.${season}`)),
    el("span", {class: "line-value"}, sum, star()),
  );
  const next = el("button", {class: "btn main", on: {click: () => course.next()}}, icon("r-step"), nextText);
  const skip = el(
    "button",
    {class: "btn skip", "aria-label": t("page.count.skip"), on: {click: () => course.skip()}},
    icon("r-end"),
    el("span", {}, t("page.count.skip")),
  );
  const hold = holdButton(course);
  const controls = el("div", {class: "count-controls"}, signs.node, signs.menu, hold, skip, next);
  const title = t("page.count.title", {season: t(`terms.season.${season}`)});
  const head = el(
    "header",
    {class: season},
    icon(season),
    el("h2", {}, title),
    el("p", {}, t(`events.season-scored.${season}`)),
  );
  const dialog = /** @type {HTMLDialogElement} */ (el("dialog", {class: "count", "aria-label": title}));
  dialog.append(
    el("div", {class: "sheet count-map"}, map),
    el(
      "div",
      {class: "count-side"},
      head,
      el("ol", {class: "ledger paper"}, ...rows.map(({node}) => node), total),
      race,
    ),
    controls,
    status,
  );
  // Esc ends the show first, and leaves only when there is nothing more to see.
  dialog.addEventListener("cancel", (cancel) => {
    cancel.preventDefault();
    if (dialog.classList.contains("done")) course.next();
    else course.skip();
  });
  showOver(dialog);
  next.focus();
  return {dialog, marks, sum, next, nextText, status, race};
}

/**
 * Let the spaces of a line light up one after the other.
 * @param {Row} row
 * @param {SVGElement} marks
 * @param {import("./pacing.js").Course} course
 */
async function light({line, value}, marks, course) {
  const awards = line.awards
    .map((award) => ({points: award.points, cells: spacesOf(award.spaces).map(cellOf)}))
    .filter((award) => award.cells.length);
  const isLoss = line.kind === "monsters",
    all = new Map(awards.flatMap((award) => award.cells).map((cell) => [cell.join(), cell]));
  paint(marks, "");
  if (line.kind !== "coins") paint(marks, vellum([...all.values()]));
  let shown = 0;
  setText(value, "0");
  const step = Math.min(AWARD, LONGEST / Math.max(1, awards.length));
  for (const {points, cells} of awards) {
    shown += points;
    const place = cells.reduce((a, b) => (b[0] - b[1] < a[0] - a[1] ? b : a)); // the corner on the upper right
    marks.append(
      svg(
        "g",
        {class: "lit"},
        isLoss ? costs(cells) : `${glow(cells)}<g class="dropped">${medal(place, figure(points))}</g>`,
      ),
    );
    setText(value, figure(shown));
    if (!course.isSkipped) play("star");
    await course.beat(step);
  }
  if (line.kind === "coins" && line.points && !course.isSkipped) play("coin");
}
