// @ts-check
/** What the card in play shows to pick from: its shape, or shapes and terrains as tiles. */

import {attackPicture, barePicture, shapePicture, tilePicture} from "../art-cards.js";
import {el, icon, keep, paint, paintFor, setAttribute, setClass, setText} from "../dom.js";
import {t} from "../words.js";
import {partHeld, rowsOf, terrainHeld} from "./held.js";
import {narrow} from "./narrow.js";

/** @typedef {import("../hand.js").Hand} Hand */
/** @typedef {import("./scene.js").Scene} Scene */

/**
 * How large a space of a shape is shown, so that the shape has room.
 * @param {string[]} rows
 * @param {number} most
 * @param {number} room
 */
const unitFor = (rows, most, room) => Math.min(most, room / Math.max(rows.length, rows[0].length));

/**
 * The shape of the card, or the shapes and terrains to choose from.
 * @param {HTMLElement} root
 * @param {Hand} hand
 * @param {(event: PointerEvent) => void} dragFromCard
 */
export function mountPicks(root, hand, dragFromCard) {
  const picture = el("div", {class: "big", on: {pointerdown: dragFromCard}});
  const shapes = mountShapes(hand, dragFromCard),
    terrains = mountTerrains(hand);
  const kinds = mountKinds(),
    body = el("div", {class: "card-body"}, picture, shapes.node, terrains.node, kinds.node);
  root.append(body);

  /** @param {NonNullable<Scene["card"]>} now @param {Scene} scene @param {string | undefined} terrain */
  function renderPicture(now, {choices}, terrain) {
    const isPhone = narrow.matches,
      {attackIndex, turn} = hand;
    if (now.kind === "hero") {
      const attack = choices?.attacks?.[attackIndex] ?? now.attack ?? [];
      return paintFor(picture, `${now.id}/${attackIndex}/${isPhone}`, () => attackPicture(attack, isPhone ? 13 : 24));
    }
    const shown = hand.kind === "piece" && turn ? [rowsOf(turn)] : (partHeld(hand) ?? printedRows(now));
    if (!shown.length) return;
    const room = (isPhone ? 46 : 100) / shown.length,
      unit = Math.min(...shown.map((rows) => unitFor(rows, isPhone ? 15 : 29, room)));
    const one = (/** @type {string[]} */ rows) =>
      terrain ? shapePicture(rows, terrain, unit) : barePicture(rows, unit);
    paintFor(picture, `${shown.join("|")} ${terrain} ${unit}`, () => shown.map(one).join(""));
  }

  return {
    /** @param {Scene} scene */
    render(scene) {
      const now = scene.card,
        hasMany = hand.kind === "piece" && hand.pieces.length > 1 && !hand.main;
      const terrain = terrainHeld(hand) ?? (now ? terrainShown(now, scene.answer) : undefined);
      setClass(picture, "none", hasMany || scene.isOver || !now || now.kind === "ruins");
      if (now && (!hasMany || now.kind === "hero")) renderPicture(now, scene, terrain);
      const count = shapes.render(hasMany, terrain ?? "forest");
      terrains.render(count);
      kinds.render(hand.kind === "none" ? terrainsOf(now) : [], terrain);
      setClass(body, "two", hasMany);
      setClass(body, "none", scene.isOver || !now);
    },
  };
}

/** The terrains that a card lets one choose from. @param {Scene["card"]} now */
const terrainsOf = (now) => (now?.kind === "explore" && (now.terrains?.length ?? 0) > 1 ? (now.terrains ?? []) : []);

/**
 * What a card without a piece in hand is filled with: what was drawn, or its only terrain; nothing where there is a
 * choice.
 * @param {NonNullable<Scene["card"]>} now
 * @param {Scene["answer"]} answer
 */
export function terrainShown(now, answer) {
  if (now.kind === "ambush") return "monster";
  if (answer && "terrain" in answer) return answer.terrain;
  return terrainsOf(now).length ? undefined : now.terrains?.[0];
}

/** The terrains of a card that is not in hand: all of them, with the one that was drawn marked. */
function mountKinds() {
  const node = el("p", {class: "card-kinds none"});
  return {
    node,
    /** @param {string[]} shown @param {string | undefined} drawn */
    render(shown, drawn) {
      setClass(node, "none", !shown.length);
      keep(
        node,
        shown,
        String,
        (terrain) => {
          const art = el("span");
          paint(art, tilePicture(terrain, 26));
          return el("span", {class: "kind"}, art, el("span"));
        },
        (each, terrain) => {
          setClass(each, "on", terrain === drawn);
          setText(/** @type {Element} */ (each.lastElementChild), t(`terms.terrain.${terrain}`));
        },
      );
    },
  };
}

/** @param {NonNullable<Scene["card"]>} now */
const printedRows = (now) => (now.shapes ?? (now.shape ? [now.shape] : [])).map(({rows}) => rows);

/** The shapes to choose from. @param {Hand} hand @param {(event: PointerEvent) => void} dragFromCard */
function mountShapes(hand, dragFromCard) {
  const node = el("div", {class: "picks shapes-row", role: "radiogroup"});
  radioKeys(node);
  /** @param {number} n */
  function make(n) {
    const on = {
      click: () => hand.pickPiece(n),
      pointerdown(/** @type {PointerEvent} */ event) {
        hand.pickPiece(n);
        dragFromCard(event);
      },
    };
    const art = el("span", {class: "pick-art"}),
      key = el("kbd", {"aria-hidden": "true"});
    return el("button", {class: "pick shapes", role: "radio", on}, art, key, icon("i-done", "tick"));
  }
  /** @param {HTMLElement} tile @param {number} n @param {string} terrain */
  function show(tile, n, terrain) {
    const piece = hand.pieces[n],
      isOn = n === hand.pieceIndex,
      rows = rowsOf(isOn && hand.turn ? hand.turn : piece.turns[0]),
      unit = narrow.matches ? unitFor(rows, 14, 42) : unitFor(rows, 26, 84);
    const coin = piece.coin ? '<svg class="i bonus" aria-hidden="true"><use href="#coin"/></svg>' : "";
    const art = /** @type {Element} */ (tile.querySelector(".pick-art"));
    paintFor(art, `${rows.join("/")} ${terrain} ${unit}`, () => shapePicture(rows, terrain, unit) + coin);
    radio(tile, isOn, n + 1);
    setAttribute(tile, "aria-disabled", piece.fitsAnywhere ? null : "true");
    const words = [t(`terms.shape.${piece.name}`)];
    if (piece.coin) words.push(t("terms.coins", {count: 1}));
    if (!piece.fitsAnywhere) words.push(t("page.pick.nowhere"));
    setAttribute(tile, "aria-label", words.join(", "));
  }
  return {
    node,
    /** @param {boolean} is whether there is a choice @param {string} terrain @returns {number} how many there are */
    render(is, terrain) {
      const shown = is ? hand.pieces.map((_, n) => n) : [];
      setAttribute(node, "aria-label", t("page.pick.shape"));
      setClass(node, "none", !shown.length);
      keep(node, shown, String, make, (tile, n) => show(tile, n, terrain));
      return shown.length;
    },
  };
}

/** The terrains to choose from. @param {Hand} hand */
function mountTerrains(hand) {
  const node = el("div", {class: "picks terrains", role: "radiogroup"});
  radioKeys(node);
  /** @param {string} terrain */
  function make(terrain) {
    const on = {click: () => hand.pickTerrain(hand.terrains.indexOf(terrain))};
    const art = el("span", {class: "pick-art"}),
      name = el("span", {class: "pick-name"}),
      key = el("kbd", {"aria-hidden": "true"});
    paint(art, tilePicture(terrain, 38));
    return el("button", {class: "pick", role: "radio", on}, art, name, key, icon("i-done", "tick"));
  }
  return {
    node,
    /** @param {number} before how many keys the shapes have */
    render(before) {
      const isAsked = hand.kind === "piece" || hand.kind === "masks";
      const offered = isAsked && hand.terrains.length > 1 ? hand.terrains : [];
      setAttribute(node, "aria-label", t("page.pick.terrain"));
      setClass(node, "none", !offered.length);
      setClass(node, "many", offered.length > 2);
      keep(node, offered, String, make, (tile, each) => {
        radio(tile, each === hand.terrain, before + offered.indexOf(each) + 1);
        setText(/** @type {Element} */ (tile.querySelector(".pick-name")), t(`terms.terrain.${each}`));
      });
    },
  };
}

/** @param {HTMLElement} node @param {boolean} isOn @param {number} key */
function radio(node, isOn, key) {
  setClass(node, "on", isOn);
  setAttribute(node, "aria-checked", isOn ? "true" : "false");
  setAttribute(node, "tabindex", isOn ? "0" : "-1");
  const label = /** @type {Element} */ (node.querySelector("kbd"));
  setText(label, String(key));
}

/** Arrows walk through a group of radio tiles. @param {HTMLElement} group */
function radioKeys(group) {
  group.addEventListener("keydown", (event) => {
    const step = {ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1}[event.key];
    if (!step) return;
    event.preventDefault();
    event.stopPropagation();
    const tiles = /** @type {HTMLElement[]} */ ([...group.children]),
      at = tiles.indexOf(/** @type {HTMLElement} */ (document.activeElement));
    const next = tiles[(at + step + tiles.length) % tiles.length];
    next?.focus();
    next?.click();
  });
}
