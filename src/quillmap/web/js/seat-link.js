// @ts-check
/**
 * Personal links: which seat this device takes at a table. A link carries a token behind the #, which no server sees.
 * Anybody can send one, so the seat that this device has is given up only for one that the server knows, and only if
 * the player says so.
 */

import {openDialog} from "./dialog.js";
import {el} from "./dom.js";
import {keepTable, ownPlaces, tokenFor} from "./memory.js";
import {connect} from "./table-socket.js";
import {wayBack} from "./way-back.js";
import {needWords, t} from "./words.js";

/** Shorter ones are places within a page. */
const SHORTEST = 20;
/** How long the server may take to say whether it knows a token, in milliseconds. */
const PATIENCE = 10000;
/** Why the server turns away a token that is no seat's (any more). */
const UNKNOWN = new Set(["unknown-token", "removed", "moved"]);

/** @typedef {"known" | "unknown" | "unclear"} Standing */

/**
 * The token to come to a table with. That of a link is kept, and taken out of the address, once the server knows it.
 * @param {string} id of the table
 * @param {string} hash of the address
 * @param {{standing?: (id: string, token: string) => Promise<Standing>, ask?: () => Promise<boolean>}} [how] for tests
 * @returns {Promise<string | null>}
 */
export async function chooseToken(id, hash, {standing = standingOf, ask = askWhichSeat} = {}) {
  const kept = tokenFor(id);
  if (hash.length <= SHORTEST) return kept;
  const token = hash.slice(1),
    found = token === kept ? "known" : await standing(id, token);
  // Without an answer the link stays in the address: loading the page again tries it again. A player who has moved on
  // is asked nothing.
  if (found === "unclear" || location.hash !== hash) return kept ?? token;
  wayBack.rename(`/t/${id}`);
  if (found === "unknown") return kept ?? token;
  if (kept && kept !== token && (await standing(id, kept)) !== "unknown" && !(await ask())) return kept;
  // Which seat it is for, the first welcome says; and games that were not those of the last seat may be this one's.
  keepTable({id, token, at: Date.now(), ...(kept === token ? {} : {seat: undefined, places: ownPlaces(id)})});
  return token;
}

/**
 * Whether a token opens a seat at a table, as the server says.
 * @param {string} id
 * @param {string} token
 * @param {{connecting?: typeof connect, later?: (act: () => void, wait: number) => any}} [surroundings]
 * @returns {Promise<Standing>}
 */
export async function standingOf(id, token, {connecting = connect, later = setTimeout} = {}) {
  /** @type {(found: Standing) => void} */
  let settle = () => {};
  /** @type {Promise<Standing>} */
  const settled = new Promise((done) => {
    settle = done;
  });
  const timer = later(() => settle("unclear"), PATIENCE);
  const socket = connecting(id, token, {
    message: (message) => message.type === "welcome" && settle("known"),
    state: (state, code) => state === "gone" && settle(UNKNOWN.has(code ?? "") ? "unknown" : "unclear"),
  });
  const found = await settled;
  clearTimeout(timer);
  socket.close();
  return found;
}

/** Ask whether the seat of a link is taken instead of one's own. @returns {Promise<boolean>} */
async function askWhichSeat() {
  await needWords("absence");
  return new Promise((done) => {
    const choose = (/** @type {boolean} */ isTaken) => () => {
      done(isTaken);
      dialog.close();
    };
    const dialog = openDialog(
      t("absence.other-seat"),
      el("p", {}, t("absence.other-seat.text")),
      el(
        "div",
        {class: "choices"},
        el("button", {class: "btn main", id: "stay-seated", on: {click: choose(false)}}, t("absence.other-seat.stay")),
        el("button", {class: "btn", id: "take-seat", on: {click: choose(true)}}, t("absence.other-seat.take")),
      ),
    );
    dialog.addEventListener("close", () => done(false));
  });
}
