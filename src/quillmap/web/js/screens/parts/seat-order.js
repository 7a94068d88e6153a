// @ts-check
/** Seating people in another order: by drag, by arrow keys, or by a tap that moves one up. */

import {el, icon, setAttribute} from "../../dom.js";
import {t} from "../../words.js";

/** How far a pointer moves before it drags, in pixels. */
const SLACK = 6;

/**
 * The same things with one of them at another place.
 * @template T
 * @param {T[]} things
 * @param {number} from
 * @param {number} to
 */
export function moved(things, from, to) {
  const rest = things.filter((_, n) => n !== from);
  rest.splice(Math.min(Math.max(to, 0), rest.length), 0, things[from]);
  return rest;
}

/**
 * Where an arrow key brings a seat; null for other keys.
 * @param {string} key
 * @param {number} at
 * @param {number} seats
 */
export function placeByKey(key, at, seats) {
  const to = {ArrowUp: at - 1, ArrowDown: at + 1, Home: 0, End: seats - 1}[key];
  return to === undefined || to < 0 || to >= seats || to === at ? null : to;
}

/** Which of the rows a height belongs to. @param {{top: number, bottom: number}[]} rows @param {number} y */
export function rowAt(rows, y) {
  const found = rows.findIndex(({bottom}) => y < bottom);
  return found < 0 ? rows.length - 1 : found;
}

/** Say whose seat a handle moves. @param {Element} handle @param {string} name */
export function nameHandle(handle, name) {
  setAttribute(handle, "aria-label", t("screens.table.move", {name}));
  setAttribute(handle, "title", t("screens.table.move", {name}));
}

/**
 * A handle on a seat's row; `nameHandle` says whose seat it is.
 * @param {(to: (at: number, seats: number) => number) => void} move called with where the seat goes, given where it is
 */
export function orderHandle(move) {
  const handle = el("button", {class: "btn quiet grip"}, icon("i-grip"));
  let wasDragged = false;
  handle.addEventListener("click", () => {
    if (!wasDragged) move((at, seats) => (at === 0 ? seats - 1 : at - 1));
    wasDragged = false;
  });
  handle.addEventListener("keydown", (event) => {
    if (placeByKey(event.key, 1, 3) === null) return;
    event.preventDefault();
    move((at, seats) => placeByKey(event.key, at, seats) ?? at);
  });
  handle.addEventListener("pointerdown", (start) => {
    const row = /** @type {HTMLElement} */ (handle.closest("li")),
      rows = [...(row.parentElement?.children ?? [])];
    handle.setPointerCapture(start.pointerId);
    wasDragged = false;
    const drag = (/** @type {PointerEvent} */ event) => {
      wasDragged ||= Math.abs(event.clientY - start.clientY) > SLACK;
      if (wasDragged) row.style.setProperty("translate", `0 ${event.clientY - start.clientY}px`);
      row.classList.toggle("dragged", wasDragged);
    };
    const end = (/** @type {PointerEvent} */ event) => {
      handle.removeEventListener("pointermove", drag);
      row.style.removeProperty("translate");
      row.classList.remove("dragged");
      if (!wasDragged || event.type === "pointercancel") return;
      const to = rowAt(
        rows.map((each) => each.getBoundingClientRect()),
        event.clientY,
      );
      move(() => to);
    };
    handle.addEventListener("pointermove", drag);
    handle.addEventListener("pointerup", end, {once: true});
    handle.addEventListener("pointercancel", end, {once: true});
  });
  return handle;
}
