// @ts-check
/** The revealed cards in their column, and the current one with its shapes, terrains and skills to choose from. */

import {attackPicture, barePicture, shapePicture, tilePicture} from "../art-cards.js";
import {card} from "../cards.js";
import {el, icon, keep, paint, paintFor, setAttribute, setClass, setName, setText} from "../dom.js";
import {nameOf} from "../spaces.js";
import {meanwhileWords} from "../turns/offer.js";
import {cardName, cardRule, hasText, listed, t} from "../words.js";
import {declaring, whyHint} from "./drawing-actions.js";
import {partHeld, rowsOf, terrainHeld} from "./held.js";
import {narrow} from "./narrow.js";
import {yearWords} from "./news.js";
import {shownAlready} from "./scene.js";
import {mountDeclare, mountSkills} from "./skills.js";

/** @param {HTMLElement} root @param {{openCard: (id: string) => void}} actions */
export function mountColumn(root, {openCard}) {
  const list = el("ol", {class: "column"});
  root.append(list);

  /** @param {string} id */
  function make(id) {
    const found = card(id),
      shape = found.shapes?.[found.shapes.length - 1] ?? found.shape;
    const kinds = el("span", {class: "kinds"}),
      picture = el("span", {class: "shape-s"});
    if (found.kind === "ambush") kinds.append(icon(found.clockwise ? "i-pass-cw" : "i-pass-ccw"));
    if (found.terrains && found.terrains.length < 5)
      paint(kinds, found.terrains.map((terrain) => tilePicture(terrain, 18)).join(""));
    if (found.kind === "ruins") picture.append(icon("i-ruins"));
    else if (found.kind === "hero") picture.append(icon("i-hero"));
    else if (shape) paint(picture, barePicture(shape.rows, 7));
    const time = el(
      "span",
      {class: "time", "aria-hidden": "true"},
      found.kind === "ambush" ? icon("i-ambush") : found.kind === "hero" ? icon("i-hero") : String(found.time ?? 0),
    );
    return el(
      "li",
      {class: `strip ${found.kind}`},
      el(
        "button",
        {on: {click: () => openCard(id)}},
        time,
        el("span", {class: "name", "aria-hidden": "true"}),
        el("i", {class: "unseen"}),
        kinds,
        picture,
      ),
    );
  }

  return {
    /** @param {import("./scene.js").Scene} scene */
    render({revealed}) {
      setAttribute(list, "aria-label", t("page.card.revealed"));
      // A card comes once a season at most, so its id is its key.
      keep(
        list,
        revealed,
        (id) => id,
        make,
        (node, id) => {
          setText(/** @type {Element} */ (node.querySelector(".name")), cardName(id));
          setText(/** @type {Element} */ (node.querySelector(".unseen")), cardName(id));
        },
      );
    },
  };
}

/** @typedef {import("../hand.js").Hand} Hand */
/** @typedef {import("./scene.js").Scene} Scene */

/**
 * @param {HTMLElement} root
 * @param {object} actions
 * @param {Hand} actions.hand
 * @param {(id: string, note?: string) => void} actions.openCard
 * @param {(event: PointerEvent) => void} actions.dragFromCard
 * @param {(use: boolean) => void} actions.declare
 * @param {() => void} actions.hint
 * @param {() => boolean} actions.mayHint
 */
export function mountCard(root, actions) {
  const {hand} = actions;
  const head = mountCardHead(root, actions);
  const say = el("p", {class: "say none"});
  root.append(say);
  const picks = mountPicks(root, hand, actions.dragFromCard);
  const declare = mountDeclare(root, hand, actions.declare);
  const skills = mountSkills(root, hand, actions.openCard);
  const isShown = shownAlready();
  return {
    /** @param {Scene} scene */
    render(scene) {
      head.renderMust(scene);
      head.renderYear(scene);
      const {kind, pieceIndex, turnIndex, terrainIndex, attackIndex, skill, main, advice, hinted, reasons} = hand;
      const held = [kind, pieceIndex, turnIndex, terrainIndex, attackIndex, skill?.skill, main !== null, advice];
      held.push(reasons ? (hinted?.spaces ?? "") : "");
      const part = kind === "masks" ? hand.spaces.join(",") : "";
      if (isShown([scene.stamp, ...held, part, narrow.matches].join("/"))) return;
      head.render(scene);
      const text = instruction(scene, hand);
      setText(say, text);
      setClass(say, "none", !text);
      setClass(root, "hinted", hand.reasons !== null);
      picks.render(scene);
      skills.render(scene);
      declare.render(scene);
    },
  };
}

/**
 * Time, name, what has to be covered.
 * @param {HTMLElement} root
 * @param {{hand: Hand, openCard: (id: string) => void, hint: () => void, mayHint: () => boolean}} actions
 */
function mountCardHead(root, {hand, openCard, hint: askHint, mayHint}) {
  const time = el("span", {class: "time"}),
    title = el("h2"),
    note = el("span", {class: "note"});
  const mustText = el("span"),
    mustDone = icon("i-confirm", "ok away"),
    must = el("span", {class: "must none"}, icon("i-ruins"), mustText, mustDone);
  const open = () => openCard(root.dataset.card ?? ""),
    info = el("button", {class: "btn quiet info", on: {click: open}}, icon("i-rules")),
    hint = el("button", {class: "btn quiet hint", on: {click: askHint}}, icon("i-hint"));
  const year = el("p", {class: "by-year", "aria-hidden": "true"}),
    header = el("header", {}, time, el("div", {class: "card-title"}, title, note, must), year, hint, info);
  root.append(header);

  /** @param {Scene} scene */
  function renderNone({isOver}) {
    setName(title, isOver ? t("events.game-ended") : t("page.card.none"));
    setText(time, "");
    setText(note, "");
    setClass(info, "none", true);
  }

  return {
    /** @param {Scene} scene */
    render(scene) {
      // The Troll comes after the count, when no card lies open.
      const now = scene.card ?? (scene.ask === "troll" ? card("giant-troll-ravage") : null);
      root.dataset.card = now?.id ?? "";
      root.className = `card ${now?.kind ?? "none-yet"}`;
      setClass(hint, "none", !mayHint());
      setAttribute(hint, "aria-busy", scene.ui.isHinting ? "true" : null);
      setAttribute(hint, "aria-disabled", scene.ui.isHinting ? "true" : null);
      setAttribute(hint, "aria-label", t("page.tool.hint"));
      setAttribute(hint, "title", t("page.tool.hint"));
      if (!now) return renderNone(scene);
      setClass(info, "none", !cardRule(now.id) && !now.shapes);
      setAttribute(info, "aria-label", t("page.card.about", {card: cardName(now.id)}));
      setName(title, cardName(now.id));
      const sign = now.kind === "ambush" ? "i-ambush" : now.kind === "hero" ? "i-hero" : "";
      if (sign) paint(time, `<svg class="i" aria-hidden="true"><use href="#${sign}"/></svg>`);
      else paint(time, String(now.time ?? 0));
      setAttribute(time, "title", sign ? null : t("terms.score.time"));
      setText(note, scene.isLastCard ? t("page.card.last") : "");
      setClass(note, "none", !scene.isLastCard || scene.wanted.length > 0);
    },
    /** Where the news find no room: what coins and monsters come to by the end of the year. @param {Scene} scene */
    renderYear(scene) {
      const text = narrow.matches ? yearWords(scene) : "";
      setText(year, text);
      setClass(header, "yearly", text !== "");
    },
    /** Ruins that have to be covered: which, and whether they are. @param {Scene} scene */
    renderMust({wanted}) {
      setClass(must, "none", !wanted.length);
      if (!wanted.length) return;
      const covered = hand.fits ? hand.spaces.filter((n) => wanted.includes(n)) : [];
      const meant = covered.length ? covered : wanted;
      const isNamed = covered.length > 0 || meant.length === 1;
      setText(mustText, t(isNamed ? "page.ruins.cover" : "page.ruins.any", {spaces: listed(meant.map(nameOf))}));
      setClass(mustDone, "away", !covered.length);
    },
  };
}

/** How many of those who still draw are named. */
const NAMED = 3;

/** What somebody should know who is asked something unusual. @param {Scene} scene @param {Hand} hand */
export function instruction(scene, hand) {
  const {choices, isRaid, names, sheetSeat, board} = scene;
  if (hand.reasons) return whyHint(hand.reasons, isRaid ? names[sheetSeat] : null, board.edicts, hand.skill?.skill);
  if (choices?.is_fallback)
    return t(choices.ask === "ambush" ? "page.say.ambush-fallback.text" : "page.say.fallback.text");
  if (hand.main) return t("page.say.extra.text", {skill: cardName(hand.skill?.skill ?? "")});
  if (hand.skill) return cardRule(hand.skill.skill);
  if (hand.advice !== null) return t("page.hint.declare.text", {choice: declaring(hand.advice)});
  if (choices && ["gorgon", "troll", "hero", "declare"].includes(choices.ask)) return asking(choices.ask);
  if (choices?.ask === "ambush") return t(isRaid ? "page.say.ambush.text" : "terms.ask.ambush");
  return scene.answer ? awaited(scene) : "";
}

/** Who still draws, for somebody who has drawn; with days to draw, also that one need not wait. @param {Scene} scene */
function awaited({waiting, names, me, table}) {
  const others = waiting.filter((seat) => seat !== me).map((seat) => names[seat]);
  if (!others.length) return "";
  const first = others.length > NAMED ? [...others.slice(0, NAMED), `+${others.length - NAMED}`] : others;
  return [t("page.say.awaited.text", {names: first.join(", ")}), meanwhileWords(table.pace.kind)].join(" ").trim();
}

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
function mountPicks(root, hand, dragFromCard) {
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

/** What is asked, and, where a newcomer could wonder, what it means. @param {string} ask */
function asking(ask) {
  const more = `endings.choose.${ask}.text`;
  return hasText(more) ? `${t(`terms.ask.${ask}`)} ${t(more)}` : t(`terms.ask.${ask}`);
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
