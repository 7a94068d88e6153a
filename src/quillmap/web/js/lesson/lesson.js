// @ts-check
/** The lesson at a table: it watches what happens, says the next thing, and waits. It never holds the game up. */

import {el, icon} from "../dom.js";
import {needStyle} from "../styles.js";
import {needWords, t} from "../words.js";
import {mountCoach} from "./coach.js";
import {forgetLesson, playFirst} from "./start.js";
import {GOODBYE, isRead, isStepDone, STEPS, sparedSpaces, stepNow} from "./steps.js";

const LAST = STEPS.length + 2;

/** @param {string} key @param {string} sign @param {() => void} act @param {boolean} [isMain] */
const button = (key, sign, act, isMain = false) =>
  el("button", {class: `btn ${isMain ? "main" : ""}`, on: {click: act}}, icon(sign), t(key));

/**
 * What to do when the lesson is over.
 * @param {() => void} leave
 * @param {() => void} playOn
 * @param {(path: string) => void} go
 */
const farewell = (leave, playOn, go) => [
  button("lesson.play-on", "i-next", leave, true),
  button("lesson.new-game", "i-quill", () => {
    leave();
    playOn();
  }),
  button("lesson.again", "i-undo", () => {
    leave();
    void playFirst(go);
  }),
];

/** What every note has: its words and its number. @param {string} words @param {number} n */
const note = (words, n) => ({
  words,
  so: `${n}/${LAST}`,
  label: t("lesson.title"),
  foldLabel: t("lesson.fold"),
  openLabel: t("lesson.unfold", {number: `${n}/${LAST}`}),
  at: () => null,
  buttons: /** @type {HTMLElement[]} */ ([]),
});

/** @param {number} n of a space on the map */
const spaceNode = (n) => document.querySelector(`.space[data-n="${n}"]`) ?? [];

/** @param {import("../hand.js").Hand} hand @param {boolean} hovers @returns {import("./steps.js").Began} */
const beganWith = ({lastTurn, terrain}, hovers) => ({turns: lastTurn.count, terrain, hovers});

/** The first of these things that can be seen. @param {string[]} selectors */
const firstSeen = (selectors) =>
  selectors.map((each) => document.querySelector(each)).find((each) => each?.checkVisibility()) ?? null;

/**
 * @param {HTMLElement} root of the screen
 * @param {{scene: () => import("../table/scene.js").Scene, store: import("../session.js").Session["store"], playOn: ()
 *   => void}} table
 * @param {(path: string) => void} go
 */
export async function openLesson(root, {scene, store, playOn}, go) {
  await Promise.all([needWords("lesson"), needStyle("lesson")]);
  /** @type {Set<string>} */
  const done = new Set();
  /** @type {{id: string, began: import("./steps.js").Began} | null} */
  let now = null;
  let shown = "",
    lying = "";
  const coach = mountCoach(root.querySelector("main.game") ?? root);
  const hasKeys = matchMedia("(hover: hover) and (pointer: fine)");

  function leave() {
    forgetLesson();
    close();
  }
  const understood = (/** @type {import("./steps.js").Step} */ step) =>
    button("lesson.understood", "i-done", () => {
      done.add(step.id);
      watch();
    });

  /** @param {import("./steps.js").Step} step */
  function show(step) {
    const words = t(step.hasKeys && hasKeys.matches ? `lesson.${step.id}.keys.text` : `lesson.${step.id}.text`),
      n = step === GOODBYE ? LAST : STEPS.indexOf(step) + 1,
      offered = step === GOODBYE ? farewell(leave, playOn, go) : isRead(step, scene()) ? [understood(step)] : [];
    // Some things come a moment later, such as what monsters cost: it is looked for again whenever the page changes.
    const spared = () => [
      ...sparedSpaces(step, scene()).flatMap(spaceNode),
      // Why the lamp lays a piece there is read together with the note.
      ...[...(step.alsoAt ?? []), ".card.hinted .say"].flatMap((each) => firstSeen([each]) ?? []),
    ];
    // What the lamp has laid down can be drawn at once, whether its notes are read or not.
    const isReadFirst = step === GOODBYE || step.isRead === true;
    coach.show({...note(words, n), at: () => firstSeen(step.at), spared, buttons: offered, isReadFirst});
  }

  /** A piece that was put down elsewhere is not hidden. One that follows the mouse has no time for it. */
  function makeRoom() {
    const {hand} = scene(),
      spaces = hand.isPinned || !hasKeys.matches ? hand.spaces.join() : "";
    if (spaces !== lying) coach.place();
    lying = spaces;
  }

  function watch() {
    const {board, table, isStaging} = store.state;
    const head = document.querySelector("dialog.count[open] .count-side > header");
    let wanted = head ? "count" : "";
    /** @type {import("./steps.js").Step | null} */
    let step = null;
    if (!head && board && table && !isStaging && !document.querySelector("dialog[open]")) {
      const seen = scene();
      step = stepNow(seen, done);
      if (step && now?.id !== step.id) now = {id: step.id, began: beganWith(seen.hand, hasKeys.matches)};
      if (step && now && isStepDone(step, seen, now.began)) {
        done.add(step.id);
        return watch();
      }
      wanted = step ? `${step.id}/${isRead(step, seen)}/${document.documentElement.lang}` : "";
    }
    if (wanted === shown) return step ? makeRoom() : undefined;
    shown = wanted;
    // The count is a dialog over everything: the note goes into it.
    if (head) coach.show({...note(t("lesson.count.text"), LAST - 1), inside: head});
    else if (step) show(step);
    else coach.hide();
  }

  const unsubscribe = store.subscribe(watch);
  // Dialogs open and close without a change of the table.
  const looking = new MutationObserver(() => watch());
  looking.observe(document.body, {childList: true, subtree: false, attributes: false});
  function close() {
    unsubscribe();
    looking.disconnect();
    coach.close();
  }
  watch();
  return {
    close,
    /** Things on the screen may have moved. */
    place: () => coach.place(),
  };
}
