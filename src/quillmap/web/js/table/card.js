// @ts-check
/** The revealed cards in their column, and the current one with its shapes, terrains and skills to choose from. */

import {attackPicture, barePicture, shapePicture, tilePicture} from "../art-cards.js";
import {card} from "../cards.js";
import {el, icon, keep, paint, paintFor, setAttribute, setClass, setName, setText} from "../dom.js";
import {nameOf} from "../spaces.js";
import {cardName, cardRule, hasText, listed, t} from "../words.js";
import {declaring} from "./drawing-actions.js";
import {narrow} from "./narrow.js";
import {shownAlready} from "./scene.js";

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

/**
 * @param {HTMLElement} root
 * @param {{hand: import("../hand.js").Hand, openCard: (id: string) => void, dragFromCard: (event: PointerEvent) =>
 *   void, declare: (use: boolean) => void}} actions
 */
export function mountCard(root, actions) {
  const {hand} = actions;
  const time = el("span", {class: "time"}),
    title = el("h2"),
    note = el("span", {class: "note"}),
    must = el("span", {class: "must none"});
  const mustText = el("span"),
    mustDone = icon("i-confirm", "ok away");
  must.append(icon("i-ruins"), mustText, mustDone);
  const info = el(
    "button",
    {class: "btn quiet info", on: {click: () => actions.openCard(root.dataset.card ?? "")}},
    icon("i-rules"),
  );
  const head = el("header", {}, time, el("div", {class: "card-title"}, title, note, must), info);
  const say = el("p", {class: "say none"});
  const picture = el("div", {class: "big", on: {pointerdown: actions.dragFromCard}});
  const shapes = el("div", {class: "picks shapes-row", role: "radiogroup"});
  const terrains = el("div", {class: "picks terrains", role: "radiogroup"});
  const body = el("div", {class: "card-body"}, picture, shapes, terrains);
  const skills = el("div", {class: "skills none", role: "group"});
  const yes = el("button", {class: "btn", on: {click: () => actions.declare(true)}}),
    no = el("button", {class: "btn", on: {click: () => actions.declare(false)}});
  const declare = el("div", {class: "declare none"}, yes, no);
  root.append(head, say, body, declare, skills);
  radioKeys(shapes);
  radioKeys(terrains);
  const isShown = shownAlready();

  /** @param {number} n */
  const makeShape = (n) =>
    el(
      "button",
      {
        class: "pick shapes",
        role: "radio",
        on: {
          click: () => hand.pickPiece(n),
          pointerdown(/** @type {PointerEvent} */ event) {
            hand.pickPiece(n);
            actions.dragFromCard(event);
          },
        },
      },
      el("span", {class: "pick-art"}),
      el("kbd", {"aria-hidden": "true"}),
      icon("i-done", "tick"),
    );
  /** @param {string} terrain */
  function makeTerrain(terrain) {
    const art = el("span", {class: "pick-art"});
    paint(art, tilePicture(terrain, 38));
    return el(
      "button",
      {class: "pick", role: "radio", on: {click: () => hand.pickTerrain(hand.terrains.indexOf(terrain))}},
      art,
      el("span", {class: "pick-name"}),
      el("kbd", {"aria-hidden": "true"}),
      icon("i-done", "tick"),
    );
  }

  /** @param {import("./scene.js").Scene} scene */
  function renderHead(scene) {
    // The Troll comes after the count, when no card lies open.
    const now = scene.card ?? (scene.ask === "troll" ? card("giant-troll-ravage") : null);
    root.dataset.card = now?.id ?? "";
    root.className = `card ${now?.kind ?? "none-yet"}`;
    if (!now) {
      setName(title, scene.isOver ? t("events.game-ended") : t("page.card.none"));
      setText(time, "");
      setText(note, "");
      setClass(info, "none", true);
      return;
    }
    setClass(info, "none", !cardRule(now.id) && !now.shapes);
    setAttribute(info, "aria-label", t("page.card.about", {card: cardName(now.id)}));
    setName(title, cardName(now.id));
    const sign = now.kind === "ambush" ? "i-ambush" : now.kind === "hero" ? "i-hero" : "";
    if (sign) paint(time, `<svg class="i" aria-hidden="true"><use href="#${sign}"/></svg>`);
    else paint(time, String(now.time ?? 0));
    setAttribute(time, "title", sign ? null : t("terms.score.time"));
    setText(note, scene.isLastCard ? t("page.card.last") : "");
    setClass(note, "none", !scene.isLastCard || scene.wanted.length > 0);
  }

  /** Ruins that have to be covered: which, and whether they are. @param {import("./scene.js").Scene} scene */
  function renderMust({wanted}) {
    setClass(must, "none", !wanted.length);
    if (!wanted.length) return;
    const covered = hand.fits ? hand.spaces.filter((n) => wanted.includes(n)) : [];
    const meant = covered.length ? covered : wanted;
    setText(
      mustText,
      covered.length || meant.length === 1
        ? t("page.ruins.cover", {spaces: listed(meant.map(nameOf))})
        : t("page.ruins.any"),
    );
    setClass(mustDone, "away", !covered.length);
  }

  /** @param {import("./scene.js").Scene} scene */
  function renderSay(scene) {
    const {choices} = scene;
    let text = "";
    if (choices?.is_fallback)
      text = t(choices.ask === "ambush" ? "page.say.ambush-fallback.text" : "page.say.fallback.text");
    else if (hand.main) text = t("page.say.extra.text", {skill: cardName(hand.skill?.skill ?? "")});
    else if (hand.advice !== null) text = t("page.hint.declare.text", {choice: declaring(hand.advice)});
    else if (choices && ["gorgon", "troll", "hero", "declare"].includes(choices.ask)) text = asking(choices.ask);
    else if (choices?.ask === "ambush") text = t(scene.isRaid ? "page.say.ambush.text" : "terms.ask.ambush");
    setText(say, text);
    setClass(say, "none", !text);
  }

  /** @param {import("./scene.js").Scene} scene */
  function renderPicks(scene) {
    const isPhone = narrow.matches;
    const isPiece = hand.kind === "piece",
      many = isPiece && hand.pieces.length > 1 && !hand.main;
    const now = scene.card,
      terrain = hand.terrain ?? (now?.kind === "ambush" ? "monster" : now?.terrains?.[0]);
    setClass(picture, "none", many || scene.isOver || !now || now.kind === "ruins");
    if (now?.kind === "hero")
      paintFor(picture, `${now.id}/${hand.attackIndex}/${isPhone}`, () =>
        attackPicture(scene.choices?.attacks?.[hand.attackIndex] ?? now.attack ?? [], isPhone ? 13 : 24),
      );
    else if (!many && now) {
      const rows = isPiece && hand.turn ? rowsOf(hand.turn) : (now.shapes?.[0] ?? now.shape)?.rows;
      const unit = rows ? Math.min(isPhone ? 15 : 29, (isPhone ? 46 : 100) / Math.max(rows.length, rows[0].length)) : 0;
      if (rows)
        paintFor(picture, `${rows.join("/")} ${terrain} ${unit}`, () =>
          terrain ? shapePicture(rows, terrain, unit) : barePicture(rows, unit),
        );
    }
    const shown = many ? hand.pieces.map((_, n) => n) : [];
    setAttribute(shapes, "aria-label", t("page.pick.shape"));
    setClass(shapes, "none", !shown.length);
    keep(shapes, shown, String, makeShape, (node, n) => {
      const piece = hand.pieces[n],
        isOn = n === hand.pieceIndex;
      const rows = rowsOf(isOn && hand.turn ? hand.turn : piece.turns[0]);
      const unit = Math.min(isPhone ? 14 : 26, (isPhone ? 42 : 84) / Math.max(rows.length, rows[0].length));
      paintFor(
        /** @type {Element} */ (node.querySelector(".pick-art")),
        `${rows.join("/")} ${terrain} ${unit}`,
        () =>
          shapePicture(rows, terrain ?? "forest", unit) +
          (piece.coin ? '<svg class="i bonus" aria-hidden="true"><use href="#coin"/></svg>' : ""),
      );
      radio(node, isOn, n + 1);
      setAttribute(node, "aria-disabled", piece.fitsAnywhere ? null : "true");
      const words = [t(`terms.shape.${piece.name}`)];
      if (piece.coin) words.push(t("terms.coins", {count: 1}));
      if (!piece.fitsAnywhere) words.push(t("page.pick.nowhere"));
      setAttribute(node, "aria-label", words.join(", "));
    });
    const offered =
      hand.kind === "piece" || hand.kind === "masks" ? (hand.terrains.length > 1 ? hand.terrains : []) : [];
    setAttribute(terrains, "aria-label", t("page.pick.terrain"));
    setClass(terrains, "none", !offered.length);
    setClass(terrains, "many", offered.length > 2);
    keep(
      terrains,
      offered,
      (each) => each,
      makeTerrain,
      (node, each) => {
        radio(node, each === hand.terrain, shown.length + offered.indexOf(each) + 1);
        setText(/** @type {Element} */ (node.querySelector(".pick-name")), t(`terms.terrain.${each}`));
      },
    );
    setClass(body, "two", many);
    setClass(body, "none", scene.isOver || !now);
  }

  /** @param {import("./scene.js").Scene} scene */
  function renderSkills({board, choices, mine}) {
    setClass(skills, "none", !board.skills.length || choices?.ask !== "draw");
    setAttribute(skills, "aria-label", t("terms.kind.skill"));
    keep(
      skills,
      board.skills,
      (id) => id,
      (id) =>
        el(
          "button",
          {class: "skill", on: {click: () => hand.pickSkill(hand.skill?.skill === id ? null : id)}},
          el("span", {class: "skill-name"}),
          el("span", {class: "skill-cost"}, icon("coin"), el("b", {"aria-hidden": "true"}), el("i", {class: "unseen"})),
        ),
      (node, id) => {
        const offer = choices?.skills?.find((each) => each.skill === id),
          isOn = hand.skill?.skill === id;
        setName(/** @type {HTMLElement} */ (node.querySelector(".skill-name")), cardName(id));
        setText(/** @type {Element} */ (node.querySelector("b")), String(card(id).cost ?? 0));
        setAttribute(node, "aria-pressed", isOn ? "true" : "false");
        setAttribute(node, "aria-disabled", offer ? null : "true");
        setClass(node, "on", isOn);
        const why = offer
          ? ""
          : mine.used_skill
            ? t("errors.move.skill-used")
            : t("errors.move.skill-not-now", {skill: cardName(id)});
        setAttribute(node, "title", `${cardRule(id)} ${why}`.trim());
        setText(
          /** @type {Element} */ (node.querySelector(".unseen")),
          `, ${t("terms.coins", {count: card(id).cost ?? 0})}`,
        );
      },
    );
  }

  /** @param {import("./scene.js").Scene} scene */
  function render(scene) {
    renderMust(scene);
    const {kind, pieceIndex, turnIndex, terrainIndex, attackIndex, skill, main, advice} = hand;
    const held = [kind, pieceIndex, turnIndex, terrainIndex, attackIndex, skill?.skill, main !== null, advice];
    if (isShown([scene.stamp, ...held, narrow.matches].join("/"))) return;
    renderHead(scene);
    renderSay(scene);
    renderPicks(scene);
    renderSkills(scene);
    const asksDeclare = scene.choices?.ask === "declare";
    setClass(declare, "none", !asksDeclare);
    if (asksDeclare) {
      setText(yes, declaring(true));
      setText(no, declaring(false));
      setClass(yes, "on", hand.advice === true);
      setClass(no, "on", hand.advice === false);
    }
  }
  return {render};
}

/** What is asked, and, where a newcomer could wonder, what it means. @param {string} ask */
function asking(ask) {
  const more = `endings.choose.${ask}.text`;
  return hasText(more) ? `${t(`terms.ask.${ask}`)} ${t(more)}` : t(`terms.ask.${ask}`);
}

/** @param {import("../placement.js").Turn} turn */
function rowsOf(turn) {
  const rows = Array.from({length: turn.height}, () => Array(turn.width).fill("."));
  for (const [r, c] of turn.cells) rows[r][c] = "#";
  return rows.map((row) => row.join(""));
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
