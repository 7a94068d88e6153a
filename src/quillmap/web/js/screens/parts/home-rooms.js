// @ts-check
/** What the first screen shows of others: today's expedition and open tables, or that there is no connection. */

import {announce} from "../../announce.js";
import {el, icon} from "../../dom.js";
import {call} from "../../protocol.js";
import {isServerThere, whenServerIsBack} from "../../server-there.js";
import {t} from "../../words.js";
import {beginning} from "./frame.js";
import {setupOf, soloChoice, wishOf} from "./solo-choice.js";
import {paceLabel, playAlone, shortly} from "./tables.js";

/** @typedef {(path: string) => void} Go */

/** Milliseconds until the tables that wait are asked for again. */
const AGAIN = 15_000;

/** An empty list: a sentence, and a drawing as pale as pencil. @param {string} sign @param {string} key */
export const nothingYet = (sign, key) => [el("p", {class: "nobody"}, t(key)), icon(sign, "pale")];

/** @param {HTMLElement} root @param {Go} go @param {() => boolean} still @returns {Promise<void>} */
export async function showDaily(root, go, still) {
  const isShown = await import("../../daily/card.js").then(
    ({showToday}) => showToday(root, go, still),
    () => false,
  );
  if (isShown || !still()) return;
  root.replaceChildren(...nothingYet("i-offline", "screens.home.today-away.text"));
  void import("../../daily/practice.js").then(({offerPractice}) => offerPractice(root, go, still)).catch(() => {});
  await afterGap(() => showDaily(root, go, still), still);
}

/**
 * The tables that wait for players, now and as they come and go; *shown* is what was there before.
 * @param {HTMLElement} root
 * @param {Go} go
 * @param {() => boolean} still
 * @param {string} [shown]
 * @returns {Promise<void>}
 */
export async function showTables(root, go, still, shown = "") {
  const found = await call("GET", "/api/tables").catch(() => null);
  if (!still()) return;
  if (!found) {
    root.replaceChildren(...nothingYet("i-offline", "screens.home.open-away.text"));
    void offerDevice(root, go, still);
    return afterGap(() => showTables(root, go, still), still);
  }
  const tables = found.tables.slice(0, 5),
    now = JSON.stringify(tables);
  if (now !== shown) fillTables(root, tables, go);
  const again = () => {
    if (document.hidden) setTimeout(again, AGAIN);
    else if (still()) void showTables(root, go, still, now);
  };
  setTimeout(again, AGAIN);
}

/** @param {HTMLElement} root @param {any[]} tables @param {Go} go */
function fillTables(root, tables, go) {
  const lines = tables.map((table) => tableLine(table, go));
  root.replaceChildren(
    ...(lines.length ? [el("ul", {class: "list"}, ...lines)] : nothingYet("i-people", "screens.home.open-none.text")),
  );
  if (lines.length) announce(`${t("screens.home.open")}: ${lines.length}`, 800);
}

/** @param {import("../../types.js").LobbyEntry} table @param {Go} go */
function tableLine(table, go) {
  const about = [shortly(table.setup), paceLabel(table.pace), ...(table.is_seeded ? [t("games.chosen-deal")] : [])],
    name = t("screens.home.table-of", {name: table.host}),
    label = t("screens.home.sit-with", {table: name}),
    sit = {class: "btn", "aria-label": label, on: {click: () => go(`/t/${table.id}`)}};
  return el(
    "li",
    {},
    el("span", {class: "places num"}, `${table.seats}/${table.most_seats}`),
    el("span", {}, el("b", {}, name), about.join(" · ")),
    el("button", sit, t("screens.home.sit")),
  );
}

/**
 * Try again when the server is back; one that is there and refuses is left alone.
 * @param {() => unknown} act
 * @param {() => boolean} still
 */
async function afterGap(act, still) {
  if (!(await isServerThere())) whenServerIsBack(() => void act(), still);
}

/**
 * A game without others, if everything for it is on this device.
 * @param {HTMLElement} root
 * @param {Go} go
 * @param {() => boolean} still
 */
async function offerDevice(root, go, still) {
  const canPlay = await import("../../device/engine.js").then(
    ({isKept}) => isKept(),
    () => false,
  );
  const words = root.querySelector(".nobody");
  if (!canPlay || !words || !still()) return;
  const trouble = el("p", {class: "trouble", role: "alert"});
  const begin = () => playAlone(go, setupOf(soloChoice()), wishOf(soloChoice()));
  const button = el(
    "button",
    {class: "btn", id: "play-here", on: {click: () => beginning(button, trouble, begin)}},
    icon("i-quill"),
    t("screens.home.here"),
  );
  words.after(button, trouble);
}
