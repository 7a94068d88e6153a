// @ts-check
/** The revealed cards in their column, and the current one: its name, what is asked, what can be chosen. */

import {barePicture, tilePicture} from "../art-cards.js";
import {card} from "../cards.js";
import {el, icon, keep, paint, setAttribute, setClass, setName, setText} from "../dom.js";
import {nameOf} from "../spaces.js";
import {meanwhileWords} from "../turns/offer.js";
import {cardName, cardRule, hasText, listed, t} from "../words.js";
import {mountPicks} from "./card-picks.js";
import {declaring, whyHint} from "./drawing-actions.js";
import {hasFlags} from "./marks.js";
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
      held.push(reasons ? (hinted?.spaces ?? "") : "", reasons !== null && hasFlags(scene.worth, scene.preview));
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
  if (hand.reasons) {
    const why = whyHint(hand.reasons, isRaid ? names[sheetSeat] : null, board.edicts, hand.skill?.skill);
    const isFlagged = !isRaid && hand.reasons.length > 0 && hasFlags(scene.worth, scene.preview);
    return isFlagged ? `${why} ${t("page.hint.flags.text")}` : why;
  }
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

/** What is asked, and, where a newcomer could wonder, what it means. @param {string} ask */
function asking(ask) {
  const more = `endings.choose.${ask}.text`;
  return hasText(more) ? `${t(`terms.ask.${ask}`)} ${t(more)}` : t(`terms.ask.${ask}`);
}
