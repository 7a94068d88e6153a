// @ts-check
/** The count of a season: edict by edict, spaces lighting up as they earn, then coins and monsters. A dialog; any key moves on. */

import {costs, glow, medal, vellum} from "../art-marks.js";
import {edictPicture} from "../art-cards.js";
import {mapArt, rowsOf, viewOf} from "../art.js";
import {announce} from "../announce.js";
import {el, icon, isStill, paint, pause, seal, setText, star, svg} from "../dom.js";
import {call} from "../protocol.js";
import {cellOf, numberOf, spacesOf} from "../spaces.js";
import {cardName, figure, t} from "../words.js";

const LETTERS = "ABCD";

/**
 * The sheet as it was counted: zombies spread after the count (RULES 7.4).
 * @param {import("../types.js").Sheet} sheet @param {import("../types.js").GameEvent[]} events @param {number} seat
 */
function sheetWhenCounted(sheet, events, seat) {
  let found = sheet;
  const at = events.findIndex((event) => event.event === "season-scored");
  for (const event of events.slice(at)) {
    if (event.event !== "spread" || event.sheet !== seat) continue;
    let mask = 0n;
    for (const name of event.spaces) mask |= 1n << BigInt(numberOf(name));
    found = {...found};
    for (const field of ["monster", "zombie", "destroyed"]) if (found[field]) found[field] = (BigInt(`0x${found[field]}`) & ~mask).toString(16);
  }
  return found;
}

/** A sheet in the text form that the server scores. @param {import("../types.js").Sheet} sheet */
export function textMap(sheet) {
  const ruins = new Set(spacesOf(sheet.ruins));
  return rowsOf(sheet).map((line, r) => [...line].map((letter, c) => {
    const isRuins = ruins.has(r * 11 + c);
    if (letter === ".") return isRuins ? ":" : ".";
    if (letter === "^" || letter === "#") return letter;
    return isRuins ? letter : letter.toUpperCase();
  }).join("")).join("\n");
}

/**
 * @param {import("../types.js").GameEvent[]} events among them `season-scored`
 * @param {import("../types.js").Board} board after them
 * @param {number} seat whose map is counted
 * @param {string[]} names
 */
export async function showSeasonEnd(events, board, seat, names) {
  const event = events.find((each) => each.event === "season-scored");
  if (!event) return;
  const score = event.scores[seat], seasonIndex = ["spring", "summer", "autumn", "winter"].indexOf(event.season);
  const places = [[0, 1], [1, 2], [2, 3], [3, 0]][seasonIndex];
  const sheet = sheetWhenCounted(board.seats[seat].sheet, events, seat);
  const paper = await call("POST", "/api/score", {map: textMap(sheet), edicts: places.map((n) => board.edicts[n]), coins: score.coins, rulebook: board.setup.rulebook}).catch(() => null);

  const marks = svg("g");
  const view = viewOf(30), map = svg("svg", {class: "map", viewBox: `${view.x} ${view.y} ${view.width} ${view.height}`, "aria-hidden": "true"}, mapArt(sheet));
  map.append(marks);
  const ledger = el("div", {class: "ledger paper"}), sum = el("b", {class: "num"}, "0");
  const total = el("div", {class: "ledger-sum"}, icon("star"), el("span", {}, t("page.count.so-far", {season: t(`terms.season.${event.season}`)})), sum);
  ledger.append(total);
  const next = el("button", {class: "btn main"}), skip = el("button", {class: "btn"}, icon("r-end"), el("span", {}, t("page.count.skip")));
  const standing = el("ol", {class: "standing paper"});
  const dialog = /** @type {HTMLDialogElement} */ (el("dialog", {class: "count", "aria-label": t(`events.season-scored.${event.season}`)}));
  dialog.append(el("div", {class: "sheet count-map"}, map), el("div", {class: "count-side"}, el("header", {class: event.season}, icon(event.season), el("h2", {}, t("page.count.title", {season: t(`terms.season.${event.season}`)})), el("p", {}, t(`events.season-scored.${event.season}`))), ledger, standing, el("div", {class: "count-controls"}, skip, next)));
  document.body.append(dialog);
  dialog.showModal();
  next.focus();

  let isSkipped = isStill();
  /** @type {() => void} */
  let go = () => {};
  const proceed = () => new Promise((done) => (go = () => done(undefined)));
  skip.addEventListener("click", () => ((isSkipped = true), go()));
  next.addEventListener("click", () => go());
  dialog.addEventListener("cancel", (cancel) => (cancel.preventDefault(), (isSkipped = true), go()));

  /** @typedef {{sign: Node, name: string, points: number, art?: string, awards: import("../types.js").Award[], isLoss?: boolean}} Line */
  /** @type {Line[]} */
  const lines = places.map((n, at) => ({sign: seal(LETTERS[n]), name: cardName(board.edicts[n]), points: score.edicts[at], art: edictPicture(board.edicts[n], board.setup.rulebook), awards: paper?.edicts[at].points === score.edicts[at] ? paper.edicts[at].awards : []}));
  lines.push({sign: icon("coin"), name: t("terms.score.coins"), points: score.coins, awards: []});
  lines.push({sign: icon("i-ambush"), name: t("terms.score.monsters"), points: -score.monsters, awards: paper?.monsters === score.monsters ? [{points: -1, spaces: paper.monster_spaces}] : [], isLoss: true});

  let so = 0;
  for (const [n, line] of lines.entries()) {
    const value = el("b", {class: "num"}, "0"), picture = el("span", {class: "line-pic"});
    if (line.art) paint(picture, line.art);
    const row = el("div", {class: `ledger-line now ${line.isLoss ? "loss" : ""}`}, line.sign, el("span", {class: "line-name"}, line.name), value, star(), picture);
    for (const old of ledger.querySelectorAll(".now")) old.classList.remove("now");
    total.before(row);
    setText(next, n + 1 < lines.length ? t("page.count.next", {name: lines[n + 1].name}) : t("page.count.done"));
    announce(`${line.name}: ${t("terms.stars", {count: line.points})}`);
    await light(line, value);
    setText(value, figure(line.points));
    so += line.points;
    setText(sum, figure(so));
    if (!isSkipped) await Promise.race([proceed(), pause(n + 1 < lines.length ? 1100 : 600)]);
  }
  for (const old of ledger.querySelectorAll(".now")) old.classList.remove("now");
  paint(marks, "");
  const order = names.map((_, each) => each).sort((a, b) => board.seats[b].total - board.seats[a].total);
  if (names.length > 1) for (const each of order.slice(0, 12)) standing.append(el("li", {class: each === seat ? "me" : ""}, el("span", {}, names[each]), el("b", {class: "num"}, figure(board.seats[each].total)), star()));
  else standing.remove();
  skip.remove();
  setText(next, t("page.count.done"));
  next.focus();
  await proceed();
  dialog.close();
  dialog.remove();

  /** @param {Line} line @param {HTMLElement} value */
  async function light(line, value) {
    const all = line.awards.flatMap((award) => spacesOf(award.spaces)).map(cellOf);
    if (line.isLoss) paint(marks, vellum(all) + costs(all));
    else {
      let art = vellum([...new Map(all.map((cell) => [cell.join(), cell])).values()]), shown = 0;
      paint(marks, art);
      const step = Math.min(260, 4000 / Math.max(1, line.awards.length));
      for (const award of line.awards) {
        const cells = spacesOf(award.spaces).map(cellOf);
        if (!cells.length) continue;
        art += glow(cells) + medal(cells[cells.length - 1], figure(award.points));
        shown += award.points;
        if (isSkipped) continue;
        paint(marks, art);
        setText(value, figure(shown));
        await pause(step);
      }
      paint(marks, art);
    }
  }
}
