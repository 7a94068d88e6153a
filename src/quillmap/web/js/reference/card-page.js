// @ts-check
/** Everything about one card: what it shows, its rule, its rulings, and a map on which it is counted. */

import {attackPicture, edictPicture, shapePicture} from "../art-cards.js";
import {card} from "../cards.js";
import {el, icon, paint, svg} from "../dom.js";
import {cardRule, cardRulings, t} from "../words.js";
import {figureArt} from "./figure.js";

/** @typedef {import("./book.js").Book} Book */
/** @typedef {import("./book.js").Figure} Figure */

/** A picture of a map with its caption. @param {Figure} figure @param {...(Node | string)} caption */
export function figureNode(figure, ...caption) {
  const {view, markup} = figureArt(figure);
  const picture = svg(
    "svg",
    {
      class: "map",
      viewBox: view.join(" "),
      width: Math.round(view[2] * 0.72),
      role: "img",
      "aria-label": t("reference.card.example"),
    },
    markup,
  );
  return el("figure", {class: "figure"}, el("div", {class: "figure-sheet"}, picture), el("figcaption", {}, ...caption));
}

/**
 * What a card shows, as markup.
 * @param {string} id
 * @param {number} unit the size of a space
 * @param {string} [rulebook]
 */
export function cardPicture(id, unit, rulebook = "standard") {
  const found = card(id);
  if (found.kind === "scoring") return edictPicture(id, rulebook);
  if (found.kind === "hero") return attackPicture(found.attack ?? [], unit);
  if (found.kind === "ruins")
    return (
      `<svg class="shape" viewBox="0 0 56 56" width="${unit * 1.6}" height="${unit * 1.6}" aria-hidden="true">` +
      `<use href="#ruins"/></svg>`
    );
  if (found.kind === "ambush" && found.shape) return shapePicture(found.shape.rows, "monster", unit);
  const terrains = found.terrains ?? [];
  return (found.shapes ?? [])
    .flatMap((shape) =>
      terrains.map(
        (terrain) =>
          `<span class="shape-box">` +
          `${shape.coin ? '<svg class="i coin" aria-hidden="true"><use href="#coin"/></svg>' : ""}` +
          `${shapePicture(shape.rows, terrain, unit)}</span>`,
      ),
    )
    .join("");
}

/** What kind of card it is, in a line. @param {string} id */
export function cardKind(id) {
  const found = card(id);
  return [
    t(`terms.kind.${found.kind}`),
    found.suit && t(`terms.suit.${found.suit}`),
    found.box && t(`terms.box.${found.box}`),
  ]
    .filter(Boolean)
    .join(" · ");
}

/** A card's rule; explore cards have none of their own. @param {string} id @param {string} [rulebook] */
export function ruleText(id, rulebook) {
  const found = card(id);
  if (found.kind !== "explore") return cardRule(id, rulebook);
  if ((found.shapes ?? []).length > 1) return t("reference.card.two-shapes.text");
  return t(
    (found.terrains ?? []).length === 2 ? "reference.card.two-terrains.text" : "reference.card.any-terrain.text",
  );
}

/** What else is printed on a card, each with its label. @param {string} id @returns {[string, string][]} */
export function facts(id) {
  const found = card(id);
  if (found.kind === "explore")
    return [
      [t("reference.card.terrain"), (found.terrains ?? []).map((each) => t(`terms.terrain.${each}`)).join(", ")],
      [t("terms.score.time"), String(found.time)],
    ];
  if (found.kind === "ambush") {
    const corner = t(`terms.corner.${found.corner}`);
    return [
      [t("terms.kind.ambush"), t(`terms.arrow.${found.clockwise ? "clockwise" : "counterclockwise"}`)],
      [
        t("reference.card.corner"),
        t(found.clockwise ? "reference.card.solo.clockwise" : "reference.card.solo.counterclockwise", {corner}),
      ],
    ];
  }
  if (found.kind === "scoring") return [[t("terms.score.solo-value"), String(found.solo_value)]];
  if (found.kind === "skill") return [[t("reference.card.cost"), t("terms.coins", {count: found.cost ?? 0})]];
  return [];
}

/**
 * The example of a card with what it is worth, or null if it has none.
 * @param {string} id
 * @param {string} rulebook
 * @param {Book} book
 */
export function exampleNode(id, rulebook, book) {
  const usual = book.examples[id];
  if (!usual) return null;
  const figure = usual.by_rulebook?.[rulebook] ?? usual;
  const lines = [el("p", {}, t(`reference.example.${id}.text`))];
  if (figure.points === undefined) lines.push(el("p", {class: "fine"}, t("reference.card.drawn.text")));
  else {
    const stars = t("terms.stars", {count: figure.points});
    lines.push(
      el(
        "p",
        {class: "points"},
        icon("star", "star"),
        figure.sum
          ? t("reference.card.points.sum.text", {sum: figure.sum, stars})
          : t("reference.card.points.text", {stars}),
      ),
    );
    for (const [other, its] of Object.entries(figure.by_rulebook ?? {}))
      lines.push(el("p", {}, t(`reference.card.points.${other}.text`, {stars: t("terms.stars", {count: its.points})})));
    lines.push(el("p", {class: "fine"}, t("reference.card.legend.text")));
  }
  return figureNode(figure, ...lines);
}

/**
 * The page of a card but for its name. Needs the words `reference`, and `loadCards`.
 * @param {string} id
 * @param {string} rulebook
 * @param {Book} book
 */
export function cardPage(id, rulebook, book) {
  const picture = el("div", {class: `card-shows ${card(id).kind}`}),
    rulings = cardRulings(id),
    example = exampleNode(id, rulebook, book);
  if (card(id).kind !== "skill") paint(picture, cardPicture(id, 40, rulebook));
  return el(
    "div",
    {class: "reference-card"},
    el("p", {class: "kind"}, cardKind(id)),
    picture.childElementCount ? picture : null,
    el("p", {class: "rule-text"}, ruleText(id, rulebook)),
    el(
      "dl",
      {class: "facts"},
      ...facts(id).map(([name, value]) => el("div", {}, el("dt", {}, name), el("dd", {}, value))),
    ),
    rulings.length
      ? el(
          "section",
          {},
          el("h3", {}, t("reference.card.rulings")),
          el("ul", {}, ...rulings.map((each) => el("li", {}, each))),
        )
      : null,
    example ? el("section", {}, el("h3", {}, t("reference.card.example")), example) : null,
  );
}
