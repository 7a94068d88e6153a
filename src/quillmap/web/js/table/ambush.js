// @ts-check
/**
 * Drawing on a neighbour's map: the banner, the ring of seats that shows where every map went, and what it costs its
 * owner.
 */

import {SHIELDS} from "../art-cards.js";
import {el, icon, paint, paintFor, seal, setAttribute, setClass, setIcon, setText} from "../dom.js";
import {miniMap} from "../minimap.js";
import {pictureAt, shieldAt} from "../seat-picture.js";
import {cardName, figure, t} from "../words.js";
import {holderOf} from "./scene.js";
import {mountMenu} from "./season.js";

const LETTERS = "ABCD";
const MOST_SEATS = 12;

/**
 * The dark banner over everything; it takes the place of the head, and so has its menu and clock.
 * @param {HTMLElement} root
 * @param {HTMLElement} signs where the clock is
 * @param {{openMenu: () => void}} actions
 */
export function mountBanner(root, signs, actions) {
  const menu = mountMenu(actions.openMenu);
  signs.append(menu.node);
  const name = el("span"),
    way = el("small"),
    arrow = icon("i-pass-cw"),
    whose = el("span"),
    where = el("small");
  root.append(
    el("div", {class: "what"}, icon("i-ambush"), el("span", {}, name, way)),
    el("div", {class: "whose"}, arrow, el("span", {}, whose, where)),
    signs,
  );
  return {
    /** @param {import("./scene.js").Scene} scene */
    render(scene) {
      setClass(root, "none", !scene.isRaid);
      if (!scene.isRaid || !scene.card || scene.me === null) return;
      menu.render(scene);
      const {clockwise} = scene.card;
      // The neighbour's map slides in from the side where the neighbour sits.
      root.parentElement?.classList.toggle("from-left", !clockwise);
      setText(name, cardName(scene.card.id));
      setText(way, t(`page.ambush.${clockwise ? "clockwise" : "counterclockwise"}`));
      setIcon(arrow, clockwise ? "i-pass-cw" : "i-pass-ccw");
      setText(whose, t("page.ambush.whose", {owner: scene.names[scene.sheetSeat]}));
      setText(where, t("page.ambush.mine.text", {holder: scene.names[holderOf(scene.board, scene.me)]}));
    },
  };
}

/** The ribbon on the sheet with its owner's name and crest. @param {HTMLElement} root */
export function mountRibbon(root) {
  const crest = el("span"),
    name = el("span");
  root.append(crest, name);
  return {
    /** @param {import("./scene.js").Scene} scene */
    render({isRaid, isWatching, isOver, names, sheetSeat, table}) {
      const isForeign = isRaid || (isWatching && !isOver);
      setClass(root, "none", !isForeign);
      if (!isForeign) return;
      paint(crest, pictureAt(table, sheetSeat, 24));
      setText(name, t("page.ambush.map", {owner: names[sheetSeat]}));
      root.style.setProperty("--owner", `var(--crest-${shieldAt(table.seats, sheetSeat) % SHIELDS})`);
    },
  };
}

/** Beside the map: where the maps are, what it costs. @param {HTMLElement} root */
export function mountRaid(root) {
  const title = el("h2"),
    ring = el("div", {class: "ring-box"}),
    story = el("p");
  const small = el("span", {class: "mini-box"}),
    mine = el("b"),
    holder = el("span");
  const cost = el("h2"),
    list = el("dl"),
    note = el("p"),
    harm = el("section", {class: "harm paper"}, cost, list, note);
  root.append(
    el("section", {class: "seats paper"}, title, ring, story),
    el("section", {class: "mine paper"}, small, el("p", {}, mine, el("br"), holder)),
    harm,
  );

  /** @param {import("./scene.js").Scene} scene */
  function renderCosts({harm: worth, answer, names, sheetSeat, board}) {
    // On a page that was loaded after the drawing nobody knows what it cost.
    setClass(harm, "none", answer !== null && worth === null);
    setText(cost, t("page.ambush.costs", {owner: names[sheetSeat]}));
    /** @type {[Node, string, number][]} */
    const rows = [
      [icon("i-ambush"), t("page.ambush.beside"), worth ? worth.monsters_before - worth.monsters_after : 0],
    ];
    for (const n of board.season_edicts) {
      const points = worth ? worth.edicts[n].after - worth.edicts[n].before : 0;
      rows.push([seal(LETTERS[n]), cardName(board.edicts[n]), points]);
    }
    const key = rows.map((row) => row[1] + row[2]).join();
    if (list.dataset.shown === key) return;
    list.dataset.shown = key;
    list.replaceChildren(
      ...rows.flatMap(([sign, text, points]) => [
        el("dt", {}, sign, " ", el("span", {}, text)),
        el("dd", {class: points < 0 ? "costs" : ""}, figure(points)),
      ]),
    );
  }

  return {
    /** @param {import("./scene.js").Scene} scene */
    render(scene) {
      setClass(root, "none", !scene.isRaid);
      if (!scene.isRaid || scene.me === null) return;
      const {board, me, names, sheetSeat} = scene,
        seats = board.seats.length,
        holding = holderOf(board, me);
      setText(title, t("page.ambush.where"));
      setClass(ring, "none", seats > MOST_SEATS);
      if (seats <= MOST_SEATS) {
        const picture = (/** @type {number} */ seat) => pictureAt(scene.table, seat, 28);
        paintFor(ring, `${me}/${board.holders}`, () => ringArt(board.holders, me, picture));
      }
      labelRing(ring, names, me);
      setText(
        story,
        t(scene.card?.clockwise ? "page.ambush.story-left.text" : "page.ambush.story-right.text", {
          owner: names[sheetSeat],
          holder: names[holding],
        }),
      );
      paint(small, miniMap(scene.mine.sheet));
      setText(mine, t("page.ambush.your-map"));
      setText(holder, t("page.ambush.comes-back.text", {holder: names[holding]}));
      renderCosts(scene);
      setText(note, t("page.ambush.every-season.text"));
      setAttribute(root, "aria-label", t("page.ambush.where"));
    },
  };
}

/**
 * Names are text, put in after the picture is painted.
 * @param {HTMLElement} ring
 * @param {string[]} names
 * @param {number} me
 */
function labelRing(ring, names, me) {
  for (const node of ring.querySelectorAll("text"))
    fitLabel(node, node.dataset.seat === String(me) ? t("page.you") : names[Number(node.dataset.seat)]);
}

/** Write a name as far as there is room for it. @param {SVGTextElement} node @param {string} name */
function fitLabel(node, name) {
  const key = `${name}/${node.dataset.room}`;
  if (node.dataset.name === key) return;
  const letters = [...name];
  setText(node, name);
  // What is not shown has no length: it is fitted when it is.
  if (node.getComputedTextLength() > 0) node.dataset.name = key;
  while (letters.length > 1 && node.getComputedTextLength() > Number(node.dataset.room)) {
    letters.pop();
    setText(node, `${letters.join("").trimEnd()}…`);
  }
}

/**
 * The round table seen from my seat at the bottom: arrows show where the maps went.
 * @param {number[]} holders by map who has it
 * @param {number} me
 * @param {(seat: number) => string} picture of whoever sits there
 */
function ringArt(holders, me, picture) {
  const n = holders.length;
  const R = 84,
    cx = 150,
    cy = 126;
  const at = (/** @type {number} */ i) => {
    const a = Math.PI / 2 + (i * 2 * Math.PI) / n;
    return [cx + R * 1.12 * Math.cos(a), cy + R * Math.sin(a)];
  };
  let s =
    `<svg class="ring" viewBox="-30 0 360 262" aria-hidden="true">` +
    `<ellipse cx="${cx}" cy="${cy}" rx="${R * 1.12 - 34}" ry="${R - 32}" fill="var(--panel-2)" ` +
    `stroke="var(--line)" stroke-width="2"/>`;
  for (let i = 0; i < n; i++) {
    const to = (holders[(me + i) % n] - me + n) % n; // the map of the seat at i goes there
    const [x1, y1] = at(i),
      [x2, y2] = at(to),
      f = 0.3,
      hot = to === 0;
    const xa = x1 + (x2 - x1) * f,
      ya = y1 + (y2 - y1) * f,
      xb = x1 + (x2 - x1) * (1 - f),
      yb = y1 + (y2 - y1) * (1 - f);
    const angle = Math.atan2(yb - ya, xb - xa),
      L = hot ? 15 : 9;
    const tip = (/** @type {number} */ by) =>
      `${(xb - L * Math.cos(angle + by)).toFixed(1)} ${(yb - L * Math.sin(angle + by)).toFixed(1)}`;
    s +=
      `<path ` +
      `d="M${xa.toFixed(1)} ${ya.toFixed(1)}L${xb.toFixed(1)} ${yb.toFixed(1)}` +
      `M${tip(-0.5)}L${xb.toFixed(1)} ${yb.toFixed(1)}L${tip(0.5)}" ` +
      `stroke="var(--${hot ? "raid" : "edge"})" stroke-width="${hot ? 6 : 2.5}" fill="none" ` +
      `stroke-linecap="round" stroke-linejoin="round"/>`;
  }
  for (let i = 0; i < n; i++) {
    const [x, y] = at(i),
      seat = (me + i) % n,
      under = y + (y > cy - 20 ? 28 : -20);
    s +=
      `<g transform="translate(${(x - 14).toFixed(1)} ${(y - 15).toFixed(1)})">` +
      `${picture(seat)}</g>` +
      `<text data-seat="${seat}" data-room="${Math.floor(roomAt(at, n, i))}" x="${x.toFixed(1)}" ` +
      `y="${under.toFixed(1)}" text-anchor="middle" class="ring-name"></text>`;
  }
  return `${s}</svg>`;
}

/** How wide the picture of the round table is, on both sides of its left edge. */
const LEFT = -30,
  RIGHT = 330;

/**
 * How long a name in the middle above or below its crest may be: to the edge, and half the way to its neighbours.
 * @param {(seat: number) => number[]} at where the seats are
 * @param {number} seats
 * @param {number} seat
 */
export function roomAt(at, seats, seat) {
  const [x, y] = at(seat);
  let room = 2 * Math.min(x - LEFT, RIGHT - x);
  for (let other = 0; other < seats; other++) {
    const [ox, oy] = at(other);
    if (other !== seat && Math.abs(oy - y) < 30) room = Math.min(room, Math.abs(ox - x) - 6);
  }
  return room;
}
