// @ts-check
/** Who sits at a table that waits: people and bots, clockwise, and the host's rights over them. */

import {kindOf} from "../../bots.js";
import {isOnDevice} from "../../device/ids.js";
import {el, icon, keep, paint, setAttribute, setClass, setText} from "../../dom.js";
import {pictureAt} from "../../seat-picture.js";
import {t} from "../../words.js";
import {botChoice} from "./bot-choice.js";
import {moved, nameHandle, orderHandle} from "./seat-order.js";
import {strengthDots} from "./strength.js";

/** Up to this many seats are listed in full; a party of a hundred is counted. */
const LISTED = 14;

/** @typedef {import("../../types.js").SeatInfo} SeatInfo */

/**
 * @param {HTMLElement} root
 * @param {{remove: (seat: SeatInfo) => void, order: (seats: number[]) => Promise<any>, addBots: (level: string, count:
 *   number) => void, bots: import("../../bots.js").Bots}} actions
 */
export function mountSeats(root, {remove, order, addBots, bots}) {
  const taken = el("small"),
    list = el("ol", {class: "seat-rows"}),
    further = el("p", {class: "fine"}),
    waiting = el("p", {class: "fine"}, t("screens.table.waiting.text"));
  let free = 0;
  /** @type {number[]} */
  let seated = [];
  /** @type {SeatInfo[]} */
  let sitting = [];
  /** Bring a seat to another place; its handle keeps the focus. @param {number} id */
  const mover = (id) => async (/** @type {(at: number, seats: number) => number} */ place) => {
    const at = seated.indexOf(id),
      to = place(at, Math.min(seated.length, LISTED));
    if (to === at) return;
    seated = moved(seated, at, to);
    await order(seated);
    const row = [...list.children].find((node) => Number(/** @type {HTMLElement} */ (node).dataset.seat) === id);
    /** @type {HTMLElement | null | undefined} */ (row?.querySelector(".grip"))?.focus();
  };
  /** Somebody may have another name by now. @param {number} id */
  const removeNow = (id) => {
    const seat = sitting.find((each) => each.id === id);
    if (seat) remove(seat);
  };
  const {node: host, fill} = mountBots(bots, addBots, () => free);
  root.append(el("h2", {}, t("setup.seats.label"), taken), list, further, waiting, host);

  return {
    /** @param {import("../../session.js").View} view */
    render({table, seatId, isHost, progress}) {
      if (!table) return;
      const present = new Set(progress?.present ?? []),
        isFull = table.seats.length >= table.most_seats;
      free = table.most_seats - table.seats.length;
      sitting = table.seats;
      seated = table.seats.map(({id}) => id);
      setClass(fill, "none", free < 2);
      setText(taken, t("screens.table.taken", {taken: table.seats.length, most: table.most_seats}));
      keep(
        list,
        table.seats.slice(0, LISTED),
        (seat) => `${seat.id}/${seat.level}/${seat.style}/${isHost}/${seated.length > 1}`,
        (seat) => {
          const node = row(seat, isHost && seat.id !== seatId, bots.offered, () => removeNow(seat.id));
          node.dataset.seat = String(seat.id);
          if (isHost && seated.length > 1) node.children[1].after(orderHandle(mover(seat.id)));
          return node;
        },
        (node, seat) => {
          const [crest, words] = node.children,
            handle = node.querySelector(".grip");
          if (handle) nameHandle(handle, seat.name);
          paint(crest, pictureAt(table, table.seats.indexOf(seat), 30));
          setText(words.children[0], seat.title ? `${seat.name}, ${seat.title}` : seat.name);
          const notes = [];
          if (seat.id === seatId) notes.push(t("screens.table.you"));
          if (seat.id === table.host) notes.push(t("screens.table.host"));
          if (seat.kind === "bot") notes.push(kindOf(seat));
          else if (seat.id !== seatId)
            notes.push(t(present.has(seat.id) ? "screens.table.here" : "screens.table.away"));
          setText(words.children[words.children.length - 1], notes.join(" · "));
        },
      );
      setText(
        further,
        table.seats.length > LISTED ? t("screens.table.more", {count: table.seats.length - LISTED}) : "",
      );
      // Guests follow no link: they wait for the host. To this device nobody comes.
      setClass(waiting, "none", isFull || !isHost || isOnDevice(table.id));
      setClass(host, "none", !isHost || isFull);
    },
  };
}

/**
 * What the host does about bots.
 * @param {import("../../bots.js").Bots} bots
 * @param {(level: string, count: number) => void} addBots
 * @param {() => number} free how many seats are free
 */
function mountBots({offered, standard}, addBots, free) {
  let level = standard;
  const choice = botChoice(t("screens.table.level"), offered, (value) => (level = value));
  choice.show(level);
  const add = el(
    "button",
    {class: "btn", id: "add-bot", on: {click: () => addBots(level, 1)}},
    icon("i-bot"),
    t("screens.table.add-bot"),
  );
  const fill = el(
    "button",
    {class: "btn", id: "fill-bots", on: {click: () => addBots(level, free())}},
    icon("i-people"),
    t("screens.table.fill"),
  );
  return {node: el("div", {class: "bots"}, choice.node, add, fill), fill};
}

/**
 * @param {SeatInfo} seat
 * @param {boolean} canRemove
 * @param {string[]} levels
 * @param {() => void} remove
 */
function row(seat, canRemove, levels, remove) {
  const crest = el("span", {class: "seat-crest", "aria-hidden": "true"});
  const words = el("span", {class: "seat-words"}, el("b"));
  if (seat.kind === "bot") words.append(strengthDots(levels, seat.level));
  words.append(el("small"));
  const button = canRemove ? el("button", {class: "btn quiet", on: {click: remove}}, icon("i-close")) : null;
  if (button) setAttribute(button, "aria-label", t("screens.table.remove", {name: seat.name}));
  return el("li", {}, crest, words, button);
}
