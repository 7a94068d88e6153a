// @ts-check
/**
 * What is shown between two boards: maps that are handed on and come home, an ambush that walks, monsters that act, a
 * season that is counted, the year that ends. Each seat watches at its own pace. Add further scenes in `stageEvent`.
 */

import {card} from "../cards.js";
import {play} from "../sounds.js";
import {showCrowning} from "./crowning.js";
import {changedBy, effectsOf, mountCaption, showEffect} from "./effects.js";
import {openCourse} from "./pacing.js";
import {showPassing} from "./passing.js";
import {showSeasonEnd} from "./season-end.js";
import {showWalk} from "./walk.js";

/** @typedef {import("../types.js").GameEvent} GameEvent */
/** @typedef {import("../types.js").Board} Board */
/** @typedef {import("../types.js").Sheet} Sheet */
/** @typedef {import("../session.js").View} View */

/** Whether a seat has its neighbour's map in hand (RULES 5.1). @param {Board} board @param {number} me */
function isAway(board, me) {
  if (board.seats.length < 2 || board.setup.ambush_by !== "neighbour") return false;
  return (board.ask === "ambush" || board.ask === "gorgon") && board.waiting.includes(me);
}

/**
 * Let a tap or a key end what is shown.
 * @param {import("./pacing.js").Course} course
 * @param {() => Promise<void>} run
 */
async function skippable(course, run) {
  const skip = () => course.skip();
  addEventListener("pointerdown", skip);
  addEventListener("keydown", skip);
  try {
    await run();
  } finally {
    removeEventListener("pointerdown", skip);
    removeEventListener("keydown", skip);
  }
}

/**
 * @param {{session: import("../session.js").Session, layer: SVGElement, box: HTMLElement, catalogue:
 *   import("../types.js").Catalogue}} stage
 * @returns {(events: GameEvent[], before: View, after: Board) => Promise<void>}
 */
export function createStage({session, layer, box, catalogue}) {
  const {store, hand} = session,
    caption = mountCaption(box);
  /**
   * One's own map as it was when it was handed on, and what has happened since.
   * @type {{sheet: Sheet, events: GameEvent[]} | null}
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
        ...changes,
        seats: board.seats.map((seat, n) => (n === me ? {...seat, sheet, coins: seat.coins + coins} : seat)),
      },
      own: before.own && {...before.own, choices: null, answer: null},
    });
  }

  return async (events, before, after) => {
    const me = before.own?.seat ?? null,
      {board, table} = before;
    if (me === null || !board || !table || board.game !== after.game) return soundsOf(events, null);
    const wasAway = isAway(board, me),
      goesAway = isAway(after, me);
    if (wasAway && goesAway) {
      handedOn?.events.push(...events);
      return;
    }
    const course = openCourse(),
      names = table.seats.map((seat) => seat.name),
      queue = wasAway && handedOn ? [...handedOn.events, ...events] : events;
    let sheet = wasAway && handedOn ? handedOn.sheet : board.seats[me].sheet,
      ambush = board.card ?? "";
    handedOn = null;
    if (wasAway && !course.isSkipped) show(before, me, sheet);
    soundsOf(events, me);
    for (const event of queue) {
      if (event.event === "card-revealed" && card(event.card).kind === "ambush") ambush = event.card;
      await skippable(course, async () => {
        sheet = await stageEvent(event, sheet);
      });
      if (event.event === "season-scored") {
        show(before, me, sheet);
        await showSeasonEnd(events, after, me, store.state);
      }
      if (event.event === "game-ended") await showCrowning(after, table, me, catalogue);
    }
    if (!goesAway) return;
    handedOn = {sheet: after.seats[me].sheet, events: []};
    await skippable(course, () => showPassing(after, table, me, course));

    /**
     * Show one event on one's own map.
     * @param {GameEvent} event
     * @param {Sheet} old
     * @returns {Promise<Sheet>} the sheet after it
     */
    async function stageEvent(event, old) {
      if (me === null || (event.sheet ?? event.seat) !== me) return old;
      const changed = changedBy(old, event),
        effects = effectsOf(event, me, names, old),
        isWalk = event.event === "drawn" && event.seat === null;
      // The ambush lies open until the monsters are there and the heroes have struck.
      const open = isWalk ? {card: ambush} : {};
      if (isWalk) {
        // One's own drawing is on the sheet before the monsters come.
        if (!course.isSkipped) show(before, me, old, open);
        await showWalk(layer, ambush, event.spaces, caption, course);
      }
      for (const effect of effects) {
        if (course.isSkipped) break;
        show(before, me, effect.after ? withoutStrike(old, event) : old, open, effect.coins);
        await showEffect(effect, layer, caption, course);
      }
      if (effects.length && !course.isSkipped) show(before, me, changed, open);
      return changed;
    }
  };
}

/** An event's own change, before an attack path strikes. @param {Sheet} sheet @param {GameEvent} event */
const withoutStrike = (sheet, event) => changedBy(sheet, {...event, destroyed: []});

/** What is heard of events that have no scene of their own. @param {GameEvent[]} events @param {number | null} me */
function soundsOf(events, me) {
  const shown = events.filter((event) => event.event === "card-revealed").pop();
  if (shown) play(card(shown.card).kind === "ambush" ? "ambush" : "page");
  if (me !== null && events.some((event) => (event.sheet ?? event.seat) === me && event.coins > 0)) play("coin");
}
