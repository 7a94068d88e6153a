// @ts-check
/**
 * A note on parchment beside what it speaks of, with an arrow in ink. It lies where it hides least, never over what it
 * speaks of if there is any other room, and never takes the focus. On low phones, where there is none, it stands
 * between map and card, and the map makes room. A tap folds it to its number, another one opens it.
 */

import {el, icon, setClass, setText, svg} from "../dom.js";

/** Arrows shorter than this are left out, in pixels. */
const SHORTEST = 16;
/** So are those that lie over the map for longer than this: the ring round the target says enough. */
const MOST_ACROSS = 60;
const GAP = 14;
const RIM = 8;
/** How far apart the places are that are tried for a note. */
const STEP = 12;
/** How far the ring lies round the target, in pixels. */
const RING = 5;
/** The same on low phones, where all stands close together. */
const SNUG = 2;
/** How many times worse it is to hide what a note speaks of than anything else: a time bar is thin, a map is large. */
const SPOKEN_OF = 1000;
/** How many times worse it is to hide what is pressed than what is only looked at. */
const PRESSED = 20;

/** @typedef {{left: number, top: number, right: number, bottom: number}} Box */

/** @param {Box} a @param {Box} b how much of it both cover */
const shared = (a, b) =>
  Math.max(0, Math.min(a.right, b.right) - Math.max(a.left, b.left)) *
  Math.max(0, Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top));
/** @param {Box} box */
const middle = (box) => ({x: (box.left + box.right) / 2, y: (box.top + box.bottom) / 2});

/** @param {Box} box @param {number} [by] */
const ringed = ({left, top, right, bottom}, by = RING) => ({
  left: left - by,
  top: top - by,
  right: right + by,
  bottom: bottom + by,
});

/**
 * Where a note of some size goes: beside its target or at a rim of the window, where it hides least.
 * @param {{width: number, height: number}} note
 * @param {Box | null} target
 * @param {Box[]} keep what should stay visible, the most important first
 * @param {{width: number, height: number}} room
 * @param {Box[]} [spared] what must
 * @param {Box[]} [pressed] what has to be reached, by a finger or by a glance
 * @returns {{left: number, top: number}}
 */
export function placeNote(note, target, keep, room, spared = [], pressed = []) {
  const within = (/** @type {number} */ left, /** @type {number} */ top) => ({
    left: Math.max(RIM, Math.min(room.width - note.width - RIM, left)),
    top: Math.max(RIM, Math.min(room.height - note.height - RIM, top)),
  });
  const {x, y} = target ? middle(target) : {x: room.width / 2, y: room.height / 3};
  const tries = target
    ? [
        within(x - note.width / 2, target.bottom + GAP),
        within(x - note.width / 2, target.top - GAP - note.height),
        within(target.right + GAP, y - note.height / 2),
        within(target.left - GAP - note.width, y - note.height / 2),
      ]
    : [];
  for (let top = RIM; top < room.height - note.height; top += STEP)
    tries.push(within(x - note.width / 2, top), within(RIM, top), within(room.width, top));
  tries.push(within(x - note.width / 2, y));
  const spokenOf = target ? [ringed(target), ...spared] : spared;
  const cost = (/** @type {{left: number, top: number}} */ {left, top}) => {
    const box = {left, top, right: left + note.width, bottom: top + note.height};
    const covered = (/** @type {Box[]} */ boxes) => boxes.reduce((sum, each) => sum + shared(box, each), 0);
    const hidden =
      covered(spokenOf) * SPOKEN_OF + covered(pressed) * PRESSED + covered(keep) + covered(keep.slice(0, 1));
    const far = target ? Math.hypot(middle(box).x - x, middle(box).y - y) : 0;
    return hidden + far * 12;
  };
  return tries.reduce((best, each) => (cost(each) < cost(best) ? each : best));
}

/**
 * A curved arrow, as if drawn with a pen; null if there is no room for one, or it would lie across the map or a button
 * that it does not point to.
 * @param {Box} from
 * @param {Box} to
 * @param {Box | null} [map]
 * @param {Box[]} [pressed]
 */
export function arrowBetween(from, to, map = null, pressed = []) {
  const start = startOf(from, middle(to));
  const tip = {
    x: Math.max(to.left - 4, Math.min(to.right + 4, start.x)),
    y: Math.max(to.top - 4, Math.min(to.bottom + 4, start.y)),
  };
  const dx = tip.x - start.x,
    dy = tip.y - start.y,
    long = Math.hypot(dx, dy);
  if (long < SHORTEST || (map && lengthWithin(map, start, tip) > MOST_ACROSS)) return null;
  if (pressed.some((each) => !shared(each, to) && lengthWithin(each, start, tip))) return null;
  const bend = Math.min(26, long * 0.18),
    cx = (start.x + tip.x) / 2 - (dy / long) * bend,
    cy = (start.y + tip.y) / 2 + (dx / long) * bend;
  const angle = Math.atan2(tip.y - cy, tip.x - cx),
    wing = (/** @type {number} */ by) => `${tip.x - 13 * Math.cos(angle + by)} ${tip.y - 13 * Math.sin(angle + by)}`;
  return {
    line: `M${start.x} ${start.y}Q${cx} ${cy} ${tip.x} ${tip.y}`,
    head: `M${wing(0.5)}L${tip.x} ${tip.y}L${wing(-0.5)}`,
  };
}

/**
 * How much of a straight line lies within a box, in pixels.
 * @param {Box} box
 * @param {{x: number, y: number}} start
 * @param {{x: number, y: number}} end
 */
function lengthWithin(box, start, end) {
  const long = Math.hypot(end.x - start.x, end.y - start.y),
    isWithin = (/** @type {number} */ at) => {
      const x = start.x + ((end.x - start.x) * at) / long,
        y = start.y + ((end.y - start.y) * at) / long;
      return x > box.left && x < box.right && y > box.top && y < box.bottom;
    };
  let found = 0;
  for (let at = 0; at < long; at++) if (isWithin(at)) found++;
  return found;
}

/** Where on the rim of a box an arrow begins. @param {Box} from @param {{x: number, y: number}} end */
function startOf(from, end) {
  const x = Math.max(from.left + 18, Math.min(from.right - 18, end.x)),
    y = Math.max(from.top, Math.min(from.bottom, end.y));
  if (end.x < from.left || end.x > from.right)
    return {x: end.x < from.left ? from.left : from.right, y: Math.min(from.bottom - 14, Math.max(from.top + 14, y))};
  return {x, y: end.y < from.top ? from.top : from.bottom};
}

/** What a note leaves to be seen if it can, the most important first; and what has to be pressed. */
const SEEN = [".board", ".card", ".edicts", ".top", ".purse"],
  PRESSABLE = [".controls", ".card .card-title", ".card .card-body", ".card .hint", ".card .info"];
/** What one has to see while one looks for a place, thin as it is on a phone. */
const NEEDED = [".edict-list"];
/** Where nothing is free for a note: see `docked` in lesson.css. */
const LOW_PHONE = "(max-width: 699px) and (max-height: 745px) and (orientation: portrait)";

/** What a folded note leaves free: whoever folds one wants to play. */
const PLAYED = [...PRESSABLE, ...NEEDED, ".board", ".top"];

/** Whether a note stands between map and card. @param {HTMLElement} note */
const isDocked = (note) =>
  matchMedia(LOW_PHONE).matches && !note.matches(".inside") && !document.documentElement.matches(".large-text");

/** @param {HTMLElement} button @param {string} words */
function label(button, words) {
  for (const name of ["aria-label", "title"]) button.setAttribute(name, words);
}

/** @param {HTMLElement} root the table */
export function mountCoach(root) {
  const text = el("p", {role: "status"}),
    buttons = el("div", {class: "coach-buttons"}),
    count = el("small", {"aria-hidden": "true"}),
    number = el("b", {});
  const away = el("button", {class: "btn quiet coach-fold", on: {click: () => fold(true)}}, icon("i-close")),
    pill = el("button", {class: "btn quiet coach-pill", on: {click: () => fold(false)}}, icon("i-quill"), number);
  const note = el("aside", {class: "coach none"}, pill, el("header", {}, icon("i-quill"), count, away), text, buttons);
  const pointer = mountPointer();
  root.prepend(note);
  root.append(...pointer.nodes);
  /** @type {() => Element | null} */
  let target = () => null;
  /** @type {() => Element[]} */
  let spared = () => [];

  /** @param {boolean} isFolded */
  function fold(isFolded) {
    const hadFocus = note.contains(document.activeElement);
    setClass(note, "folded", isFolded);
    if (hadFocus) (isFolded ? pill : away).focus();
    place();
  }

  function place() {
    if (!note.isConnected || note.classList.contains("none") || note.closest("dialog")) return;
    const isIn = isDocked(note);
    setClass(note, "docked", isIn);
    const to = target()?.getBoundingClientRect() ?? null;
    if (isIn) return pointer.point(null, to, null);
    const size = note.getBoundingClientRect(),
      room = {width: document.documentElement.clientWidth, height: innerHeight},
      kept = spared().map((each) => each.getBoundingClientRect());
    const {left, top} = placeNote(size, to, boxesOf(SEEN), room, kept, boxesOf(reachedBeside(note, buttons)));
    for (const [name, value] of Object.entries({left, top})) note.style.setProperty(name, `${value}px`);
    pointer.point({left, top, right: left + size.width, bottom: top + size.height}, to, boxesOf(SEEN)[0]);
  }
  for (const kind of ["resize", "scroll"]) addEventListener(kind, place, {passive: true});

  return {
    place,
    /**
     * @param {{words: string, so: string, label: string, foldLabel: string, openLabel: string, at: () => Element |
     *   null, spared?: () => Element[], inside?: Element | null, buttons: HTMLElement[], isReadFirst?: boolean}} what
     *   on low phones the card gives way to a note that is read first
     */
    show(what) {
      const {words, so, inside = null, buttons: offered, isReadFirst = offered.length > 0} = what;
      target = what.at;
      spared = what.spared ?? (() => []);
      note.setAttribute("aria-label", what.label);
      label(away, what.foldLabel);
      label(pill, what.openLabel);
      // What was folded away stays so behind a dialog; the next note comes open.
      if (text.textContent !== words) setClass(note, "folded", false);
      setClass(note, "none", false);
      setClass(note, "inside", inside);
      if (inside) setClass(note, "docked", false);
      if (inside && note.parentElement !== inside.parentElement) inside.after(note);
      else if (!inside && note.parentElement !== root) root.prepend(note);
      pointer.hide();
      for (const each of [count, number]) setText(each, so);
      buttons.replaceChildren(...offered);
      setClass(note, "read-first", isReadFirst);
      setText(text, words);
      requestAnimationFrame(place);
    },
    hide() {
      target = () => null;
      setClass(note, "none", true);
      pointer.hide();
      if (note.parentElement !== root) root.prepend(note);
    },
    close() {
      for (const kind of ["resize", "scroll"]) removeEventListener(kind, place);
      for (const each of [note, ...pointer.nodes]) each.remove();
    },
  };
}

/** What has to be reached beside a note. @param {HTMLElement} note @param {HTMLElement} buttons */
function reachedBeside(note, buttons) {
  if (note.classList.contains("folded")) return PLAYED;
  // Whoever has read a note with buttons presses one of those first.
  return buttons.childElementCount ? NEEDED : [...PRESSABLE, ...NEEDED];
}

/** Where things are, as far as they are there. @param {string[]} selectors @returns {Box[]} */
const boxesOf = (selectors) => selectors.flatMap((each) => document.querySelector(each)?.getBoundingClientRect() ?? []);

/** All that an arrow should not lie over. @returns {Box[]} */
const buttonsNear = () =>
  [...document.querySelectorAll(".game button:not(.coach *)")]
    .filter((each) => each.checkVisibility())
    .map((each) => each.getBoundingClientRect());

/** The ring round what the note speaks of, and the arrow to it. */
function mountPointer() {
  const arrow = svg("svg", {class: "coach-arrow none", "aria-hidden": "true"}),
    line = svg("path"),
    head = svg("path");
  const ring = el("div", {class: "coach-ring none", "aria-hidden": "true"});
  arrow.append(line, head);
  return {
    nodes: [ring, arrow],
    hide() {
      for (const each of [ring, arrow]) setClass(each, "none", true);
    },
    /** @param {Box | null} note without one there is no arrow @param {DOMRect | null} to @param {Box | null} map */
    point(note, to, map) {
      if (!to) return this.hide();
      const by = note ? RING : SNUG,
        box = ringed(to, by),
        sides = {left: box.left, top: box.top, width: to.width + 2 * by, height: to.height + 2 * by};
      for (const [name, value] of Object.entries(sides)) ring.style.setProperty(name, `${value}px`);
      const found = note && arrowBetween(note, box, map, buttonsNear());
      setClass(ring, "none", false);
      setClass(arrow, "none", !found);
      line.setAttribute("d", found?.line ?? "");
      head.setAttribute("d", found?.head ?? "");
    },
  };
}
