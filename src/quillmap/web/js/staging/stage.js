// @ts-check
/** What is shown between two boards: the ambush that walks, the season that is counted. Add further scenes here. */

import {card} from "../cards.js";
import {numberOf} from "../spaces.js";
import {showSeasonEnd} from "./season-end.js";
import {showWalk} from "./walk.js";

/** @typedef {import("../types.js").GameEvent} GameEvent */

/** A sheet with some more spaces of a terrain. @param {import("../types.js").Sheet} sheet @param {string} field @param {string[]} spaces */
function withSpaces(sheet, field, spaces) {
  let mask = sheet[field] ? BigInt(`0x${sheet[field]}`) : 0n;
  for (const name of spaces) mask |= 1n << BigInt(numberOf(name));
  return {...sheet, [field]: mask.toString(16)};
}

/**
 * @param {GameEvent[]} events @param {import("../session.js").View} before @param {import("../types.js").Board} after
 * @param {{session: import("../session.js").Session, layer: SVGElement}} stage
 */
export async function stageEvents(events, before, after, {session, layer}) {
  const me = before.own?.seat ?? null, {board, table} = before;
  if (me === null || !board || board.game !== after.game) return;
  let sheet = board.seats[me].sheet, ambush = board.card ?? "";
  for (const event of events) {
    if (event.event === "card-revealed" && card(event.card).kind === "ambush") ambush = event.card;
    if (event.event !== "drawn" || event.sheet !== me) continue;
    if (event.seat === null) {
      // One's own drawing lies on the sheet before the monsters come.
      session.hand.take(null, []);
      session.store.set({board: {...board, seats: board.seats.map((seat, n) => (n === me ? {...seat, sheet} : seat))}, own: before.own && {...before.own, choices: null, answer: null}});
      await showWalk(layer, ambush, event.spaces);
    }
    sheet = withSpaces(sheet, event.terrain, event.spaces);
    for (const terrain of event.extra?.terrains ?? []) sheet = withSpaces(sheet, terrain, event.extra.spaces);
  }
  if (events.some((event) => event.event === "season-scored")) {
    session.hand.take(null, []);
    session.store.set({board: {...board, seats: board.seats.map((seat, n) => (n === me ? {...seat, sheet} : seat))}, own: before.own && {...before.own, choices: null, answer: null}});
    await showSeasonEnd(events, after, me, (table?.seats ?? []).map((seat) => seat.name));
  }
}
