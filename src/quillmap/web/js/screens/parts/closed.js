// @ts-check
/** A table that one can't come to: a sentence that says why, and where to go instead. */

import {el, icon} from "../../dom.js";
import {giveUpSeat} from "../../memory.js";
import {nickname} from "../../nicknames.js";
import {call, newId} from "../../protocol.js";
import {hasText, needWords, t} from "../../words.js";
import {prepare, topBar} from "./frame.js";
import {keepSeat, myself} from "./tables.js";

/** @typedef {"back" | "sit" | "watch" | "new" | "home"} Way */

/** @typedef {import("../../types.js").TableInfo} TableInfo */

/** @param {string | null} code */
const isSeatGone = (code) => code === "removed" || code === "unknown-token";

/**
 * Where one can go from a table that is closed for this reason, the most sensible first.
 * @param {string | null} code
 * @param {TableInfo | null} [table] as it is now, if that is known
 * @param {boolean} [isScreen] whether it is the table screen, for a TV
 * @returns {Way[]}
 */
export function waysFrom(code, table = null, isScreen = false) {
  // The seat is gone, the table is not: one may sit down again where a seat is free, or look.
  const isFree = hasFreeSeat(table);
  if (isSeatGone(code)) return isFree ? ["sit", "watch", "home"] : ["watch", "home"];
  if (code === "no-spectators" && (isFree || isScreen)) return [isScreen ? "back" : "sit", "home"];
  // Another link of the same seat may be kept on this device by now.
  if (code === "moved" || code === "open-elsewhere") return ["back", "home"];
  return ["new", "home"];
}

/** @param {TableInfo | null} table */
const hasFreeSeat = (table) => table?.status === "waiting" && table.seats.length < table.most_seats;

/**
 * The reason in a sentence.
 * @param {string | null} code
 * @param {TableInfo | null} [table] as it is now, if that is known
 * @param {boolean} [isScreen] whether it is the table screen, for a TV
 */
export function why(code, table = null, isScreen = false) {
  if (isScreen && hasText(`replay.screen.${code}.text`)) return t(`replay.screen.${code}.text`);
  if (code === "no-spectators" && table?.status === "waiting")
    return t(`absence.gone.no-spectators-${hasFreeSeat(table) ? "sit" : "full"}.text`);
  if (hasText(`absence.gone.${code}.text`)) return t(`absence.gone.${code}.text`);
  return t(hasText(`errors.server.${code}`) ? `errors.server.${code}` : "errors.server.no-such-table");
}

/** A table that only one's seat is gone from still lets one in. @param {string | null} code */
export const headingFor = (code) => t(isSeatGone(code) ? "absence.seat-gone" : "absence.closed");

/** @type {Record<Way, [string, string]>} icon and words */
const LOOKS = {
  back: ["i-people", "absence.to-table"],
  sit: ["i-person", "screens.table.sit"],
  watch: ["i-eye", "absence.watch"],
  new: ["i-people", "screens.table.new"],
  home: ["i-next", "screens.back"],
};

/**
 * @param {HTMLElement} root
 * @param {{id: string, code: string | null, go: (path: string) => void, isScreen?: boolean}} where
 */
export async function showClosed(root, {id, code, go, isScreen = false}) {
  const [table] = await Promise.all([
    isSeatGone(code) || code === "no-spectators" ? tableNow(id) : null,
    prepare("waiting", "start"),
    needWords("absence"),
  ]);
  // Whoever has gone on meanwhile, as after leaving the table, has another screen with a title of its own.
  if (!root.isConnected) return;
  const act = {
    back: () => go(`/t/${id}`),
    sit: () => sitAgain(id, go),
    watch() {
      giveUpSeat(id);
      go(`/t/${id}`);
    },
    new: () => go("/setup"),
    home: () => go("/"),
  };
  const buttons = waysFrom(code, table, isScreen).map((way, n) =>
    el(
      "button",
      {class: `btn ${n ? "" : "main"}`, id: `closed-${way}`, on: {click: act[way]}},
      icon(LOOKS[way][0]),
      t(LOOKS[way][1]),
    ),
  );
  root.className = "lost-way";
  root.replaceChildren(
    topBar(headingFor(code), go),
    el(
      "main",
      {class: "lost-words paper"},
      icon("compass", "rose"),
      el("p", {role: "alert"}, why(code, table, isScreen)),
      ...buttons,
    ),
  );
}

/** @param {string} id @returns {Promise<TableInfo | null>} */
const tableNow = (id) =>
  call("GET", `/api/tables/${id}`).then(
    ({table}) => table,
    () => null,
  );

/** Take a free seat in the place of the one that is gone. @param {string} id @param {(path: string) => void} go */
async function sitAgain(id, go) {
  giveUpSeat(id);
  const names = (await tableNow(id))?.seats.map(({name}) => name);
  const body = {...myself(nickname(names)), token: newId()};
  // Where no seat is free any more, the table itself says so.
  await call("POST", `/api/tables/${id}/seats`, body).then(keepSeat, () => {});
  go(`/t/${id}`);
}
