// @ts-check
/** The end of a game that was played on from another one: how both ended, part by part. */

import {el, icon, setClass, star} from "../dom.js";
import {call} from "../protocol.js";
import {followed} from "../screens/parts/frame.js";
import {cardName, figure, signed, t} from "../words.js";

/** @typedef {import("../types.js").Earnings} Earnings */
/** @typedef {{part: string, before: number, now: number}} Row a scoring card, coins, monsters or the total */

/**
 * What both endings brought, the total last.
 * @param {string[]} edicts the cards at the places A to D @param {Earnings} before @param {Earnings} now
 * @returns {Row[]}
 */
export function endingRows(edicts, before, now) {
  const parts = edicts.map((part, n) => ({part, before: before.edicts[n], now: now.edicts[n]}));
  const total = (/** @type {Earnings} */ {seasons}) => seasons.reduce((sum, each) => sum + each, 0);
  return [
    ...parts,
    {part: "coins", before: before.coins, now: now.coins},
    {part: "monsters", before: 0 - before.monsters, now: 0 - now.monsters},
    {part: "total", before: total(before), now: total(now)},
  ];
}

/** @param {(path: string) => void} go */
export function mountBothEndings(go) {
  const node = el("div", {class: "end-both none"});
  let shown = "";
  return {
    node,
    /**
     * @param {import("../types.js").TableInfo} table
     * @param {string} game the one that has ended now
     * @param {number | null} me
     */
    render({continued_from: from}, game, me) {
      setClass(node, "none", !from);
      const key = `${game}/${document.documentElement.lang}`;
      if (!from || me === null || shown === key) return;
      shown = key;
      void show(node, from, game, me, go);
    },
  };
}

/**
 * @param {HTMLElement} root @param {import("../types.js").Continued} from @param {string} game @param {number} me
 * @param {(path: string) => void} go
 */
async function show(root, from, game, me, go) {
  const controls = el("div", {class: "end-controls"}, from.game ? wayTo(from, me, go) : null);
  root.replaceChildren(controls);
  const maps = (/** @type {string} */ each) => call("GET", `/api/games/${each}/maps`);
  // Of a record that was opened from a file, the table knows what it had earned; a game may have been removed since.
  const before = from.earned ?? maps(from.game).then((found) => found.earnings[me]);
  const found = await Promise.all([before, maps(game)]).catch(() => null);
  if (!found) return;
  const [earned, now] = found;
  controls.before(tableOf(endingRows(now.edicts, earned, now.earnings[me])));
}

/** @param {import("../types.js").Continued} from @param {number} me @param {(path: string) => void} go */
function wayTo(from, me, go) {
  const path = `/g/${from.game}#e${from.event}.${me + 1}`;
  return el(
    "a",
    {class: "btn", href: path, on: {click: followed(go, path)}},
    icon("r-play"),
    el("span", {}, t("endings.continued.back")),
  );
}

/** @param {Row[]} rows */
const tableOf = (rows) =>
  el(
    "table",
    {class: "both-endings"},
    el("caption", {}, t("endings.continued")),
    el(
      "thead",
      {},
      el(
        "tr",
        {},
        el("td"),
        el("th", {scope: "col"}, t("endings.continued.then")),
        el("th", {scope: "col"}, t("endings.continued.now")),
        el("th", {scope: "col"}, t("endings.continued.change")),
      ),
    ),
    el("tbody", {}, ...rows.map(rowOf)),
  );

/** @param {Row} row */
function rowOf({part, before, now}) {
  const isOther = ["coins", "monsters", "total"].includes(part);
  const change = now - before;
  return el(
    "tr",
    {class: part === "total" ? "total" : ""},
    el("th", {scope: "row"}, isOther ? t(`terms.score.${part}`) : cardName(part)),
    el("td", {class: "num"}, figure(before)),
    el("td", {class: "num"}, figure(now), part === "total" ? star() : null),
    el("td", {class: `num ${change < 0 ? "minus" : ""}`}, change ? signed(change) : "0"),
  );
}
