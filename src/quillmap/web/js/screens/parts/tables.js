// @ts-check
/** Tables from the outside: opening one, and saying in a line what it plays. */

import {isOnDevice} from "../../device/ids.js";
import {keepTable, player} from "../../memory.js";
import {nickname} from "../../nicknames.js";
import {call, newId} from "../../protocol.js";
import {hasText, t} from "../../words.js";

/** @typedef {Record<string, any>} Setup */

/**
 * The presets of the set-up: what the server is asked for.
 * @type {Record<string, {setup: Setup, most_seats?: number, pace?: import("../../types.js").Pace}>}
 */
export const PRESETS = {
  first: {setup: {box: "base", edicts: "first-game", ruins: false, ambushes: "none"}},
  base: {setup: {box: "base"}},
  heroes: {setup: {box: "heroes"}},
  everything: {setup: {box: "mixed", skills: "drawn"}},
  party: {setup: {box: "base"}, most_seats: 100, pace: {kind: "seconds", amount: 45, timeout: "bot"}},
};

/**
 * Who sits down, as the server wants to know it.
 * @param {string} [otherwise] the name of somebody who has written none
 */
export function myself(otherwise = nickname()) {
  const {name, title, crest} = player();
  return {name: name || otherwise, title, crest};
}

/**
 * Open a table and keep its token on this device.
 * @param {{most_seats?: number} & Record<string, any>} wish
 * @returns {Promise<import("../../types.js").Seated>}
 */
export async function openTable(wish) {
  const token = newId();
  const seated = await call("POST", "/api/tables", {
    ...myself(),
    token,
    ...(wish.most_seats === 1 ? {} : {bot_time: "calm"}),
    ...wish,
  });
  keepSeat(seated);
  return seated;
}

/** @param {import("../../types.js").Seated} seated */
export function keepSeat({table, token, seat}) {
  keepTable({
    id: table.id,
    token,
    seat,
    at: Date.now(),
    code: table.code,
    seats: table.most_seats,
    map: table.setup.map,
    status: table.status,
  });
}

/**
 * Open a table for one, or for one and a bot, and begin: no question asked.
 * @param {(path: string) => void} go
 * @param {Setup} [setup]
 * @param {{opponent?: string} & Record<string, any>} [wish] who plays as well, and what else the table has
 */
export async function playAlone(go, setup = PRESETS.base.setup, {opponent = "", ...wish} = {}) {
  const alone = opponent ? {} : {ambush_by: "automatic"};
  const {table, token} = await openTable({setup: {...setup, ...alone}, most_seats: opponent ? 2 : 1, ...wish});
  if (opponent) await call("POST", `/api/tables/${table.id}/bots`, {level: opponent}, token);
  await call("POST", `/api/tables/${table.id}/start`, null, token);
  go(`/t/${table.id}`);
}

/** What an option is set to, in words; cards chosen by hand are just that. @param {string} name @param {any} value */
export const optionLabel = (name, value) => t(`setup.${name}.${Array.isArray(value) ? "chosen" : value}.label`);

/** The box a set-up comes from: base, heroes, or mixed. @param {Setup} setup */
export const boxOf = ({explore, pool}) => (pool === "both" || explore !== pool ? "mixed" : String(explore));

/** @param {Setup} setup */
const boxLabel = (setup) => t(`setup.box.${boxOf(setup)}.label`);

/** Box and map, for a list of tables. @param {Setup} setup */
export const shortly = (setup) => `${boxLabel(setup)} · ${mapLabel(setup.map)}`;

/** @param {string} map */
export const mapLabel = (map) => (hasText(`setup.map.${map}.label`) ? t(`setup.map.${map}.label`) : "");

/** The seat of whoever has opened a table. */
const FIRST_SEAT = 1;

/**
 * What stands over a table that waits: it is new only to whoever has opened it, and until its first game.
 * @param {Pick<import("../../types.js").TableInfo, "id" | "code" | "host" | "games" | "seats">} table
 * @param {boolean} isHost
 */
export function tableHeading({id, code, host, games, seats}, isHost) {
  const name = seats.find((seat) => seat.id === host)?.name;
  if (!isHost && name !== undefined) return t("screens.home.table-of", {name});
  if (host === FIRST_SEAT && !games.length) return t("screens.table.new");
  return isOnDevice(id) ? t("page.head.device-table") : t("page.head.table", {code});
}

/** How fast a table plays. @param {import("../../types.js").PaceOffer} pace */
export const paceLabel = ({kind, amount}) =>
  t(`screens.setup.pace.${kind}`, kind === "seconds" ? {seconds: amount} : {});

/** What the options are that a box brings along, as far as a table is told by them. @param {Setup} setup */
const usualOf = (setup) =>
  ({
    base: {edicts: "drawn", ruins: true, ambushes: "base", heroes: "none", skills: "none"},
    heroes: {edicts: "drawn", ruins: false, ambushes: "heroes", heroes: "drawn", skills: "none"},
    mixed: {edicts: "drawn", ruins: true, ambushes: "both", heroes: "drawn", skills: "none"},
  })[boxOf(setup)] ?? {};

/**
 * What a table plays, and what is different from its box: labels beside each other, so that each may begin with a
 * capital.
 * @param {import("../../types.js").TableInfo} table
 */
export function gist({setup, pace}) {
  const parts = [boxLabel(setup), mapLabel(setup.map)];
  for (const [name, usual] of Object.entries(usualOf(setup)))
    if (setup[name] !== usual) parts.push(`${t(`setup.${name}.label`)}: ${optionLabel(name, setup[name])}`);
  if (setup.rulebook !== "standard")
    parts.push(`${t("setup.rulebook.label")}: ${optionLabel("rulebook", setup.rulebook)}`);
  parts.push(paceLabel(pace));
  return t("screens.table.gist.text", {list: parts.join(" · ")});
}
