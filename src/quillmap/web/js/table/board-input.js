// @ts-check
/** Mouse, pen and fingers on the sheet. All of it ends in the hand; nothing here knows what is drawn. */

import {SIZE} from "../spaces.js";

/** @typedef {{x: number, y: number}} Point */
/** @typedef {{clientX: number, clientY: number, timeStamp: number}} Spot where a pointer was, and when */
/** @typedef {Pick<PointerEvent, "pointerId" | "pointerType" | "type" | "clientX" | "clientY" | "timeStamp">} Pointer */

/** How far above a finger the piece's lower rim floats, in pixels. */
const ABOVE = 44;
const SLOP = 9;
const TWIST = (35 * Math.PI) / 180;
const SWIPE = 60;
const WHEEL_PAUSE = 130;

/** How long the place of the sheet is remembered while a pointer is on its way, in milliseconds. */
const REMEMBERED = 400;

/**
 * Listen to everything that points on the sheet.
 * @param {HTMLElement} grid
 * @param {{hand: import("../hand.js").Hand, pin: () => void}} actions
 */
export function listenToPointers(grid, actions) {
  const {hand} = actions,
    ruler = createRuler(grid);
  const hold = (/** @type {number} */ id) => {
    try {
      grid.setPointerCapture(id);
    } catch {
      // A pointer that is gone already can't be held.
    }
  };
  const pointers = new Pointers(actions, ruler, hold);
  grid.addEventListener("pointermove", (event) => pointers.moved(event));
  grid.addEventListener("pointerdown", (event) => pointers.pressed(event));
  grid.addEventListener("pointerup", (event) => pointers.released(event));
  grid.addEventListener("pointercancel", (event) => pointers.released(event));
  grid.addEventListener("pointerleave", (event) => event.pointerType === "mouse" && hand.leave());
  grid.addEventListener("click", (event) => {
    const {pointerType} = /** @type {PointerEvent} */ (event);
    // Fingers are dealt with above; a click without a pointer comes from an assistive technology.
    if (pointerType !== "touch" && pointerType !== "pen") pointers.press(ruler.inSpaces(event));
  });
  grid.addEventListener("wheel", (event) => pointers.wheeled(event), {passive: false});
  return {dragFromCard: (/** @type {PointerEvent} */ event) => pointers.dragFromCard(event)};
}

/** Measures in spaces. @param {HTMLElement} grid */
function createRuler(grid) {
  const cells = grid.querySelectorAll('[role="gridcell"]');
  let corners = {at: -Infinity, first: {x: 0, y: 0}, right: {x: 0, y: 0}};
  /** The middle of a space in the window; it is right for a sheet that lies askew, too. @param {number} n */
  function middle(n) {
    const box = cells[n].getBoundingClientRect();
    return {x: (box.left + box.right) / 2, y: (box.top + box.bottom) / 2};
  }
  return {
    /** A point of the window in spaces. @param {Spot} at @returns {Point} */
    inSpaces({clientX: x, clientY: y, timeStamp: now}) {
      // Reading where the sheet is forces a layout, so it is not read at every move of the pointer.
      if (now - corners.at > REMEMBERED) corners = {at: now, first: middle(0), right: middle(SIZE - 1)};
      return measured({x, y}, corners.first, corners.right);
    },
    /** The sheet may have moved. */
    forget() {
      corners.at = -Infinity;
    },
  };
}

/**
 * A point in spaces, by the middles of the first space of a row and the last one. The sheet is a square that may be
 * turned a little: one side tells everything.
 * @param {Point} at
 * @param {Point} first
 * @param {Point} right
 * @returns {Point}
 */
export function measured(at, first, right) {
  const ux = (right.x - first.x) / (SIZE - 1),
    uy = (right.y - first.y) / (SIZE - 1),
    square = ux * ux + uy * uy || 1;
  const dx = at.x - first.x,
    dy = at.y - first.y;
  return {x: (dx * ux + dy * uy) / square + 0.5, y: (dy * ux - dx * uy) / square + 0.5};
}

/** What pointers do to the hand. Touches no DOM. */
export class Pointers {
  /** @type {Map<number, Point>} */
  #fingers = new Map();
  /** @type {{id: number, x: number, y: number, isDrag: boolean, fromCard: boolean} | null} */
  #touch = null;
  /**
   * Two fingers, as they were when they last did something.
   * @type {{angle: number, x: number, turned: boolean} | null}
   */
  #pair = null;
  #wheeled = -Infinity;

  /**
   * @param {{hand: import("../hand.js").Hand, pin: () => void}} actions
   * @param {{inSpaces: (at: Spot) => Point, forget: () => void}} ruler
   * @param {(id: number) => void} hold keep getting what a pointer does, wherever it goes
   */
  constructor({hand, pin}, ruler, hold) {
    this.hand = hand;
    this.pin = pin;
    this.ruler = ruler;
    this.hold = hold;
  }

  /** A click or a tap. @param {Point} at in spaces */
  press(at) {
    const {hand} = this;
    if (!hand.isBusy) return;
    // Also on the piece itself: to move it by one space, people press what it covers. Only the button and Enter draw.
    if (hand.isPinned) hand.lift();
    hand.point(at.x, at.y);
    this.pin();
  }

  /** @param {Pointer} event */
  moved(event) {
    const {hand} = this,
      {pointerId: id, clientX: x, clientY: y} = event;
    if (event.pointerType === "mouse") {
      if (!hand.isBusy || hand.isPinned) return;
      const at = this.ruler.inSpaces(event);
      return hand.point(at.x, at.y);
    }
    if (!this.#fingers.has(id)) return;
    this.#fingers.set(id, {x, y});
    if (this.#fingers.size === 2) return this.#twist();
    const touch = this.#touch;
    if (!touch || touch.id !== id || this.#pair) return;
    if (!touch.isDrag && Math.hypot(x - touch.x, y - touch.y) < SLOP) return;
    touch.isDrag = true;
    this.#drag(event);
  }

  /** @param {Spot} event */
  #drag({clientX, clientY, timeStamp}) {
    const {x, y} = this.ruler.inSpaces({clientX, clientY: clientY - ABOVE, timeStamp});
    if (this.hand.isPinned) this.hand.lift();
    this.hand.dragAbove(x, y);
  }

  #between() {
    const [a, b] = [...this.#fingers.values()];
    return {angle: Math.atan2(b.y - a.y, b.x - a.x), x: (a.x + b.x) / 2};
  }

  /** Two fingers turn the piece, or flip it. */
  #twist() {
    if (!this.#pair) return;
    const now = this.#between();
    let by = now.angle - this.#pair.angle;
    if (by > Math.PI) by -= 2 * Math.PI;
    if (by < -Math.PI) by += 2 * Math.PI;
    if (Math.abs(by) > TWIST) this.hand.turnBy(by > 0);
    else if (Math.abs(now.x - this.#pair.x) > SWIPE) this.hand.flip();
    else return;
    this.#pair = {...now, turned: true};
  }

  /** @param {Pointer} event */
  pressed({pointerId: id, pointerType, clientX: x, clientY: y}) {
    if (pointerType === "mouse" || !this.hand.isBusy) return;
    this.#fingers.set(id, {x, y});
    this.hold(id);
    if (this.#fingers.size === 2) this.#pair = {...this.#between(), turned: false};
    else if (this.#fingers.size === 1) this.#touch = {id, x, y, isDrag: false, fromCard: false};
  }

  /** @param {Pointer} event */
  released(event) {
    if (event.pointerType === "mouse" || !this.#fingers.delete(event.pointerId)) return;
    if (this.#pair) return this.#releasedOfTwo(this.#pair.turned);
    const mine = this.#touch;
    this.#touch = null;
    if (!mine || mine.id !== event.pointerId || event.type === "pointercancel") return;
    if (mine.isDrag) this.pin();
    else if (!mine.fromCard) this.press(this.ruler.inSpaces(event));
    this.ruler.forget();
  }

  /** One of two fingers, or the last of them, has gone. @param {boolean} hasTurned */
  #releasedOfTwo(hasTurned) {
    if (this.#fingers.size === 1 && !hasTurned) this.hand.turnBy(true); // a second finger's tap turns
    if (this.#fingers.size) return;
    const wasDrag = this.#touch?.isDrag;
    this.#pair = this.#touch = null;
    if (wasDrag) this.pin();
  }

  /** A drag that begins on the card goes on over the sheet. @param {Pointer} event */
  dragFromCard(event) {
    if (event.pointerType === "mouse" || !this.hand.isBusy || this.#fingers.size) return;
    this.pressed(event);
    if (this.#touch) this.#touch.fromCard = true;
  }

  /** @param {Pick<WheelEvent, "ctrlKey" | "shiftKey" | "deltaY" | "timeStamp" | "preventDefault">} event */
  wheeled(event) {
    if (!this.hand.isBusy || event.ctrlKey) return;
    event.preventDefault();
    if (event.timeStamp - this.#wheeled < WHEEL_PAUSE) return;
    this.#wheeled = event.timeStamp;
    if (event.shiftKey) this.hand.flip();
    else this.hand.turnBy(event.deltaY > 0);
  }
}
