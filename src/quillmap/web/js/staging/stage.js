// @ts-check
/**
 * What is shown between two boards: maps that are handed on and come home, an ambush that walks, monsters that act, a
 * season that is counted, the year that ends. Each seat watches at its own pace. Add further scenes in `stageEvent`.
 */

import {card} from "../cards.js";
import {watchDialogs} from "../dialog.js";
import {play} from "../sounds.js";
import {showCrowning} from "./crowning.js";
import {effectsOf, mountCaption, showEffect} from "./effects.js";
import {openCourse} from "./pacing.js";
import {showPassing} from "./passing.js";
import {showSeasonEnd} from "./season-end.js";
import {showWalk} from "./walk.js";

/** @typedef {import("../types.js").GameEvent} GameEvent */
/** @typedef {import("../types.js").Board} Board */
/** @typedef {import("../types.js").Sheet} Sheet */
/** @typedef {import("../session.js").View} View */
/** @typedef {import("./pacing.js").Course} Course */

/** @typedef {import("../types.js").Update} Update */
/**
 * @typedef {object} Happening an event, and what it changed for one's own seat
 * @property {GameEvent} event
 * @property {import("../types.js").SeatBoard | null} seat after it; null if it changed nothing
 * @property {Sheet | null} unstruck the map before attack paths destroyed monsters on it
 * @property {number[]} tried where an ambush looked for its place
 */

/** Whether a seat has its neighbour's map in hand. @param {Board} board @param {number} me */
const isAway = (board, me) => board.holders.length > 0 && board.waiting.includes(me);

/** @param {Update} update @param {number} me @returns {Happening[]} */
export function happeningsOf({events, board, own_changes: changes}, me) {
  const byEvent = new Map(changes.map((change) => [change.event, change]));
  return events.map((event, n) => {
    const change = byEvent.get(n),
      seat = change ? (change.seat ?? board.seats[me]) : null;
    return {event, seat, unstruck: change?.unstruck ?? null, tried: change?.tried ?? []};
  });
}

/**
 * Whether a tap or a key is meant for the menu, or for what has been opened from it.
 * @param {{target: EventTarget | null, key?: string}} event
 */
export function isForMenu({target, key}) {
  return key === "Tab" || Boolean(/** @type {Element | null} */ (target)?.closest?.(".menu, dialog.drawer"));
}

/**
 * Let a tap or a key end what is shown; under a dialog it waits.
 * @param {Course} course
 * @param {() => Promise<void>} run
 */
async function skippable(course, run) {
  const skip = (/** @type {Event} */ event) => isForMenu(event) || course.skip();
  const uncover = watchDialogs(course.cover);
  addEventListener("pointerdown", skip);
  addEventListener("keydown", skip);
  try {
    await run();
  } finally {
    uncover();
    removeEventListener("pointerdown", skip);
    removeEventListener("keydown", skip);
  }
}

/**
 * @param {{session: import("../session.js").Session, layer: SVGElement, box: HTMLElement, catalogue:
 *   import("../types.js").Catalogue, covered: import("./signs.js").Covered}} stage
 * @returns {(update: Update, before: View) => Promise<void>}
 */
export function createStage({session, layer, box, catalogue, covered}) {
  const {store, hand} = session,
    caption = mountCaption(box);
  /**
   * One's own map as it was when it was handed on, and what has happened since.
   * @type {{sheet: Sheet, happenings: Happening[]} | null}
   */
  let handedOn = null;

  /**
   * Put one's own sheet on the desk, with nothing to do.
   * @param {View} before
   * @param {number} me
   * @param {Sheet} sheet
   * @param {Partial<Board>} [changes]
   * @param {number} [coins] gained
   */
  function show(before, me, sheet, changes = {}, coins = 0) {
    const board = /** @type {Board} */ (before.board);
    hand.take(null, []);
    store.set({
      board: {
        ...board,
        ask: null,
        waiting: [],
        holders: [],
        ...changes,
        seats: board.seats.map((seat, n) => (n === me ? {...seat, sheet, coins: seat.coins + coins} : seat)),
      },
      own: before.own && {...before.own, choices: null, answer: null},
    });
  }

  /**
   * Show what happened to one's own map.
   * @param {Happening} happening
   * @param {Sheet} old the sheet before it
   * @param {{before: View, me: number, names: string[], ambush: string, course: Course}} scene
   * @returns {Promise<Sheet>} the sheet after it
   */
  async function showHappening({event, seat, unstruck, tried}, old, {before, me, names, ambush, course}) {
    if (!seat) return old;
    const {sheet} = seat,
      effects = effectsOf(event, me, names, sheet);
    // The ambush lies open until the monsters are there and the heroes have struck.
    const open = tried.length ? {card: ambush} : {};
    if (tried.length) {
      // One's own drawing is on the sheet before the monsters come.
      if (!course.isSkipped) show(before, me, old, open);
      await showWalk(layer, ambush, tried, caption, course);
    }
    for (const effect of effects) {
      if (course.isSkipped) break;
      show(before, me, effect.after ? (unstruck ?? sheet) : old, open, effect.coins);
      await showEffect(effect, layer, caption, course);
    }
    if (effects.length && !course.isSkipped) show(before, me, sheet, open);
    return sheet;
  }

  return async (update, before) => {
    const me = before.own?.seat ?? null,
      {board, table} = before,
      after = update.board;
    if (me === null || !board || !table || board.game !== after.game) return soundsOf(update);
    const wasAway = isAway(board, me),
      goesAway = isAway(after, me),
      news = happeningsOf(update, me);
    if (wasAway && goesAway) {
      handedOn?.happenings.push(...news);
      return;
    }
    const course = openCourse(),
      names = table.seats.map((seat) => seat.name),
      queue = wasAway && handedOn ? [...handedOn.happenings, ...news] : news;
    let sheet = wasAway && handedOn ? handedOn.sheet : board.seats[me].sheet,
      ambush = board.card ?? "";
    handedOn = null;
    if (wasAway && !course.isSkipped) show(before, me, sheet);
    soundsOf(update);
    for (const happening of queue) {
      if (session.isClosed) return; // one has left by the menu
      const {event, seat} = happening;
      if (event.event === "card-revealed" && card(event.card).kind === "ambush") ambush = event.card;
      await skippable(course, async () => {
        sheet = await showHappening(happening, sheet, {before, me, names, ambush, course});
      });
      if (event.event === "season-scored" && seat) {
        show(before, me, sheet);
        await showSeasonEnd(event, seat, after, me, covered);
      }
      if (event.event === "game-ended") await showCrowning(after, table, me, catalogue, covered);
    }
    if (!goesAway || session.isClosed) return;
    handedOn = {sheet: after.seats[me].sheet, happenings: []};
    await skippable(course, () => showPassing(after, table, me, course, covered));
  };
}

/** What is heard of events that have no scene of their own. @param {Update} update */
function soundsOf({events, own_changes: changes}) {
  const shown = events.filter((event) => event.event === "card-revealed").pop();
  if (shown) play(card(shown.card).kind === "ambush" ? "ambush" : "page");
  if (changes.some(({event}) => events[event].coins > 0)) play("coin");
}
