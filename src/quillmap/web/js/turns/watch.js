// @ts-check
/** Asks from time to time whether it is this person's turn at one of their tables, and tells whoever wants to know. */

import {pathAt} from "../base.js";
import {keepTable, keptTables} from "../memory.js";
import {call} from "../protocol.js";
import {needWords, onLanguage} from "../words.js";
import {isToldHere, showBadge} from "./badge.js";
import {closeNotifications, syncDevice} from "./device.js";
import {askedAbout, isMyTurn, toldOf, turnOf} from "./waiting.js";

/** @typedef {import("./waiting.js").Turn} Turn */

/** Milliseconds until the tables are asked about again: while somebody looks at the page, and otherwise. */
const PAUSE = 60_000;
const HIDDEN_PAUSE = 180_000;
/** Nobody needs to know it more often than this. */
const LEAST_PAUSE = 3000;

/** Tables that everybody has left: they are not asked about again as long as the page is open. @type {Set<string>} */
const abandoned = new Set();
/** @type {Turn[]} */
let turns = [];
let asked = Number.NEGATIVE_INFINITY;
/** Whether there is anything to show, and the words for it. */
let isKnown = false;
/** Called whenever the tables were asked about. @type {() => void} */
let onFound = () => {};
let isWatching = false;
/** @type {ReturnType<typeof setTimeout> | undefined} */
let timer;
/** @type {Promise<void> | null} */
let asking = null;

/** The tables that wait for this person. @param {typeof call} [ask] */
export async function findTurns(ask = call) {
  const tables = askedAbout(keptTables()).filter(({id}) => !abandoned.has(id));
  const found = await Promise.all(
    tables.map(async (kept) => {
      const answer = await ask("GET", `/api/tables/${kept.id}`).catch(() => null);
      if (!answer) return null;
      const {table, is_abandoned} = answer,
        seat = /** @type {number} */ (kept.seat);
      if (is_abandoned && table.pace.kind !== "days") abandoned.add(kept.id);
      if (table.status !== kept.status) keepTable({...kept, status: table.status}, true);
      return isMyTurn(answer, seat) ? turnOf(answer, seat) : null;
    }),
  );
  return found.filter((turn) => turn !== null);
}

/** Ask now, unless that was done a moment ago. */
export async function look() {
  if (asking) return asking;
  if (performance.now() - asked < LEAST_PAUSE) {
    again(LEAST_PAUSE);
    return show();
  }
  asked = performance.now();
  asking = refresh()
    .catch(() => {}) // the server is away: it is asked again later
    .finally(() => {
      asking = null;
      again(document.hidden ? HIDDEN_PAUSE : PAUSE);
    });
  return asking;
}

async function refresh() {
  turns = await findTurns();
  await needWords("turns");
  isKnown = true;
  show();
  onFound();
  await syncDevice();
}

/** @param {number} pause */
function again(pause) {
  clearTimeout(timer);
  timer = setTimeout(look, pause);
}

function show() {
  const table = /^\/t\/([A-Za-z0-9_-]+)$/.exec(pathAt(location))?.[1];
  if (table && !document.hidden) closeNotifications(table);
  if (isKnown) showBadge(toldOf(turns, pathAt(location), document.hidden && !isToldHere()).length);
}

/** What was found last. */
export const knownTurns = () => turns;

/** @param {() => void} how what is done whenever the tables were asked about; the last one who asks for it gets it */
export function whenFound(how) {
  onFound = how;
}

/** Look now, and from now on as long as the page is open. */
export function watchTurns() {
  look();
  if (isWatching) return;
  isWatching = true;
  document.addEventListener("visibilitychange", look);
  addEventListener("online", look);
  onLanguage(show);
}
