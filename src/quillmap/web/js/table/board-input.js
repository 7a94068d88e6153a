// @ts-check
/** Mouse, pen and fingers on the sheet. All of it ends in the hand; nothing here knows what is drawn. */

import {SIZE, spaceAt} from "../spaces.js";

/** How far above a finger the piece's lower rim floats, in pixels. */
const ABOVE = 44;
const SLOP = 9;
const TWIST = (35 * Math.PI) / 180;
const SWIPE = 60;
const WHEEL_PAUSE = 130;

/**
 * @param {HTMLElement} grid
 * @param {{hand: import("../hand.js").Hand, confirm: () => void, pin: () => void}} actions
 */
export function listenToPointers(grid, {hand, confirm, pin}) {
  /** @type {Map<number, {x: number, y: number}>} */
  const fingers = new Map();
  /** @type {{id: number, x: number, y: number, isDrag: boolean, fromCard: boolean} | null} */
  let touch = null;
  /** @type {{angle: number, x: number, turned: boolean} | null} */
  let pair = null;
  let wheeled = 0;

  const cells = grid.querySelectorAll('[role="gridcell"]');
  /** The middle of a space in the window; it is right for a sheet that lies askew, too. @param {number} n */
  function middle(n) {
    const box = cells[n].getBoundingClientRect();
    return {x: (box.left + box.right) / 2, y: (box.top + box.bottom) / 2};
  }

  let corners = {at: -Infinity, first: {x: 0, y: 0}, right: {x: 0, y: 0}};
  /**
   * Where the sheet lies. Asking makes the page lay itself out, so a pointer on its way is not asked for it at every
   * step.
   * @param {number} now
   */
  function corner(now) {
    if (now - corners.at > 400) corners = {at: now, first: middle(0), right: middle(SIZE - 1)};
    return corners;
  }

  /** A point of the window in spaces. @param {{clientX: number, clientY: number, timeStamp: number}} at */
  function inSpaces({clientX, clientY, timeStamp}) {
    const {first, right} = corner(timeStamp);
    // The sheet is a square that may be turned a little: one side tells everything.
    const ux = (right.x - first.x) / (SIZE - 1),
      uy = (right.y - first.y) / (SIZE - 1),
      square = ux * ux + uy * uy || 1;
    const dx = clientX - first.x,
      dy = clientY - first.y;
    return {x: (dx * ux + dy * uy) / square + 0.5, y: (dy * ux - dx * uy) / square + 0.5};
  }

  /** @param {{x: number, y: number}} at */
  function isOnPiece({x, y}) {
    const n = spaceAt(Math.floor(y), Math.floor(x));
    return x >= 0 && y >= 0 && x < SIZE && y < SIZE && hand.spaces.includes(n);
  }

  /** @param {{x: number, y: number}} at */
  function press(at) {
    if (!hand.isBusy) return;
    if (hand.isPinned) {
      // On the piece, or where it would lie just the same (it can't be held by its middle at the rim): the second press
      // draws.
      const lies = hand.spaces.join();
      if (isOnPiece(at)) return confirm();
      hand.lift();
      hand.point(at.x, at.y);
      if (hand.spaces.join() === lies) {
        hand.pin();
        return confirm();
      }
    } else hand.point(at.x, at.y);
    pin();
  }

  /** @param {PointerEvent} event */
  function moved(event) {
    if (event.pointerType === "mouse") {
      if (hand.isBusy && !hand.isPinned) {
        const {x, y} = inSpaces(event);
        hand.point(x, y);
      }
      return;
    }
    if (!fingers.has(event.pointerId)) return;
    fingers.set(event.pointerId, {x: event.clientX, y: event.clientY});
    if (fingers.size === 2) return twist();
    if (!touch || touch.id !== event.pointerId || pair) return;
    if (!touch.isDrag && Math.hypot(event.clientX - touch.x, event.clientY - touch.y) < SLOP) return;
    touch.isDrag = true;
    drag(event);
  }

  /** @param {PointerEvent} event */
  function drag(event) {
    const {x, y} = inSpaces({clientX: event.clientX, clientY: event.clientY - ABOVE, timeStamp: event.timeStamp});
    if (hand.isPinned) hand.lift();
    hand.dragAbove(x, y);
  }

  function between() {
    const [a, b] = [...fingers.values()];
    return {angle: Math.atan2(b.y - a.y, b.x - a.x), x: (a.x + b.x) / 2};
  }

  function twist() {
    if (!pair) return;
    const now = between();
    let by = now.angle - pair.angle;
    if (by > Math.PI) by -= 2 * Math.PI;
    if (by < -Math.PI) by += 2 * Math.PI;
    if (Math.abs(by) > TWIST) {
      hand.turnBy(by > 0);
      pair = {...now, turned: true};
    } else if (Math.abs(now.x - pair.x) > SWIPE) {
      hand.flip();
      pair = {...now, turned: true};
    }
  }

  /** @param {PointerEvent} event */
  function pressed(event) {
    if (event.pointerType === "mouse" || !hand.isBusy) return;
    fingers.set(event.pointerId, {x: event.clientX, y: event.clientY});
    try {
      grid.setPointerCapture(event.pointerId);
    } catch {
      // A pointer that is gone already can't be held.
    }
    if (fingers.size === 2) pair = {...between(), turned: false};
    else if (fingers.size === 1)
      touch = {id: event.pointerId, x: event.clientX, y: event.clientY, isDrag: false, fromCard: false};
  }

  /** @param {PointerEvent} event */
  function released(event) {
    if (event.pointerType === "mouse" || !fingers.delete(event.pointerId)) return;
    if (pair) {
      if (fingers.size === 1 && !pair.turned) hand.turnBy(true); // a second finger's tap turns
      if (fingers.size) return;
      const wasDrag = touch?.isDrag;
      pair = touch = null;
      if (wasDrag) pin();
      return;
    }
    const mine = touch;
    touch = null;
    if (!mine || mine.id !== event.pointerId || event.type === "pointercancel") return;
    if (mine.isDrag) pin();
    else if (!mine.fromCard) press(inSpaces(event));
    corners.at = -Infinity;
  }

  grid.addEventListener("pointermove", moved);
  grid.addEventListener("pointerdown", pressed);
  grid.addEventListener("pointerup", released);
  grid.addEventListener("pointercancel", released);
  grid.addEventListener("pointerleave", (event) => event.pointerType === "mouse" && hand.leave());
  grid.addEventListener("click", (event) => {
    // Fingers are dealt with above; a click without a pointer comes from an assistive technology.
    if (
      /** @type {PointerEvent} */ (event).pointerType === "touch" ||
      /** @type {PointerEvent} */ (event).pointerType === "pen"
    )
      return;
    press(inSpaces(event));
  });
  grid.addEventListener(
    "wheel",
    (event) => {
      if (!hand.isBusy || event.ctrlKey) return;
      event.preventDefault();
      if (event.timeStamp - wheeled < WHEEL_PAUSE) return;
      wheeled = event.timeStamp;
      if (event.shiftKey) hand.flip();
      else hand.turnBy(event.deltaY > 0);
    },
    {passive: false},
  );

  return {
    /** A drag that begins on the card goes on over the sheet. @param {PointerEvent} event */
    dragFromCard(event) {
      if (event.pointerType === "mouse" || !hand.isBusy || fingers.size) return;
      pressed(event);
      if (touch) touch.fromCard = true;
    },
  };
}
