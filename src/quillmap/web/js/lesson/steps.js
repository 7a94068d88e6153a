// @ts-check
/**
 * What the lesson teaches, one idea at a time. Pure: which idea is due follows from the table and from what has been
 * taught.
 */

import {neighboursOf, spacesOf} from "../spaces.js";

/** @typedef {import("../table/scene.js").Scene} Scene */
/**
 * @typedef {object} Step
 * @property {string} id its words are `lesson.<id>.text`
 * @property {string} [card] with which card it is taught; past that card it is past, too
 * @property {string[]} at what it points at: the first of these that can be seen
 * @property {string[]} [alsoAt] what it speaks of, too, and must not hide
 * @property {boolean} [hasKeys] whether there are other words for those with keys and a wheel
 * @property {boolean} [isRead] whether it ends by saying so
 * @property {(scene: Scene) => number[]} [spared] spaces it speaks of, which the note must not hide
 * @property {(scene: Scene, began: Began) => boolean} [isDone] what the player does about it
 * @typedef {{turns: number, terrain: string | null, hovers: boolean}} Began how things were when the step was first
 *   shown, and whether there is a pointer under which pieces hover
 */

/** The explore cards of the lesson's first season. */
export const CARDS = ["treetop-village", "great-river", "marshlands", "forgotten-forest", "fishing-village"];

/** Under a mouse a piece hovers before it is put down; a finger puts it down. @type {NonNullable<Step["isDone"]>} */
const isPutDown = ({hand}, {hovers}) => (hovers ? hand.isPinned : hand.isPlaced);

/** @type {Step[]} */
export const STEPS = [
  {id: "place", card: CARDS[0], at: [".card .big"], hasKeys: true, isDone: isPutDown},
  {
    id: "turn",
    card: CARDS[0],
    at: [".controls .turn"],
    hasKeys: true,
    isDone: ({hand}, began) => hand.lastTurn.count > began.turns,
  },
  {id: "terrain", card: CARDS[0], at: [".card .terrains"], isDone: ({hand}, began) => hand.terrain !== began.terrain},
  {id: "edict", card: CARDS[0], at: [".edict"], isDone: ({gains}) => gains[0] > 0},
  {id: "draw", card: CARDS[0], at: ["#confirm"]},
  {id: "coin", card: CARDS[1], at: [".card .shapes-row"], alsoAt: [".purse .coins"]},
  {id: "ruins", card: CARDS[2], at: [".card .must"], spared: ({wanted}) => wanted},
  {
    id: "ambush",
    card: CARDS[3],
    at: [".purse .loss", ".source:last-child"],
    isRead: true,
    spared: ({sheet}) => [...new Set(spacesOf(sheet.monster).flatMap((n) => [n, ...neighboursOf(n)]))],
  },
  {id: "mountain", card: CARDS[3], at: [".purse .coins"]},
  {id: "time", card: CARDS[4], at: [".timebar"]},
];

/**
 * What a note must not hide on the map: what it speaks of, and the piece in hand.
 * @param {Step} step
 * @param {Scene} scene
 */
export const sparedSpaces = (step, scene) => [...new Set([...(step.spared?.(scene) ?? []), ...scene.hand.spaces])];

/**
 * Whether the player has done what a step asks for. What the lamp has laid on the map they did not do themselves:
 * its steps would pass unread.
 * @param {Step} step @param {Scene} scene @param {Began} began
 */
export const isStepDone = (step, scene, began) => !isLit(scene) && Boolean(step.isDone?.(scene, began));

/** Whether a hint lies on the map as it was given. @param {Pick<Scene, "hand">} scene */
const isLit = ({hand}) => hand.reasons !== null;

/**
 * Whether a step ends by saying so: nothing is to be done about it, or the lamp has done it.
 * @param {Step} step @param {Scene} scene
 */
export const isRead = (step, scene) => Boolean(step.isRead || (step.isDone && isLit(scene)));

/** When the season has been counted. @type {Step} */
export const GOODBYE = {id: "goodbye", at: []};

/** Whether the lesson's first season is over. @param {Scene} scene */
export const isTaught = ({board}) => board.season !== "spring" || board.result !== null;

/**
 * The step that is due: the first one that is neither done nor past. None while nothing is asked.
 * @param {Scene} scene @param {Set<string>} done ids of what has been taught
 * @returns {Step | null}
 */
export function stepNow(scene, done) {
  if (isTaught(scene)) return GOODBYE;
  const now = CARDS.indexOf(scene.board.card ?? "");
  if (!scene.choices || now < 0) return null;
  return STEPS.find((step) => step.card === CARDS[now] && !done.has(step.id)) ?? null;
}
