// @ts-check
/** A chapter of the rules: its parts, one after the other, as nodes. */

import {card, loadCards} from "../cards.js";
import {el, paint} from "../dom.js";
import {cardName, figure as shown, t} from "../words.js";
import {cardPicture, facts, figureNode, ruleText} from "./card-page.js";
import {spacePicture} from "./figure.js";
import {anchorOf} from "./search.js";

/** @typedef {import("./book.js").Book} Book */
/** @typedef {import("./book.js").Part} Part */
/** @typedef {import("../types.js").Catalogue} Catalogue */
/** @typedef {(path: string, props: Record<string, any>, ...children: (Node | string)[]) => HTMLElement} Link */

/** @param {string[]} head @param {(string | Node)[][]} rows @param {string} [more] a class */
const table = (head, rows, more = "") =>
  el(
    "div",
    {class: "table-box"},
    el(
      "table",
      {class: `rules-table ${more}`},
      el("thead", {}, el("tr", {}, ...head.map((each) => el("th", {scope: "col"}, each)))),
      el(
        "tbody",
        {},
        ...rows.map(([first, ...rest]) =>
          el(
            "tr",
            {},
            el("th", {scope: "row"}, first),
            ...rest.map((each, n) => el("td", {data: {column: head[n + 1]}}, each)),
          ),
        ),
      ),
    ),
  );

/** @param {string} markup */
function picture(markup) {
  const node = el("div", {class: "rule-picture"});
  paint(node, markup);
  return node;
}

/**
 * Cards with their pictures, their rules and what else is printed on them.
 * @param {string[]} ids
 * @param {Link} link
 */
const gallery = (ids, link) =>
  el(
    "div",
    {class: "rule-cards"},
    ...ids.map((id) =>
      link(
        `/rules/cards/${id}`,
        {class: "rule-card"},
        ...(card(id).kind === "skill" ? [] : [picture(cardPicture(id, 22))]),
        el(
          "span",
          {},
          el("b", {}, cardName(id)),
          el("span", {}, ruleText(id)),
          ...facts(id).map(([label, value]) => el("span", {class: "fact"}, `${label}: ${value}`)),
        ),
      ),
    ),
  );

/** The ids of the cards of a kind and a box, such as `ambush-base`. @param {string} name @param {Catalogue} cards */
function cardsOf(name, cards) {
  const [kind, box] = name.split("-");
  const lists = {
    explore: cards.explore,
    ruins: cards.ruins,
    ambush: cards.ambushes,
    hero: cards.heroes,
    skill: cards.skills,
  };
  /** @type {{id: string, box?: string}[]} */
  const found = lists[/** @type {keyof typeof lists} */ (kind)];
  return found.filter((each) => box === "any" || each.box === box).map(({id}) => id);
}

/**
 * A season that is counted: the map, and line by line what it brings.
 * @param {string} name
 * @param {Book} book
 * @param {Link} link
 */
function count(name, book, link) {
  const {edicts, coins, monsters, total} = book.ledgers[name],
    ids = Object.keys(edicts);
  const rows = ids.map((id, n) => [
    el("span", {}, `${t(`terms.edict.${"AB"[n]}`)}: `, link(`/rules/cards/${id}`, {}, cardName(id))),
    shown(edicts[id]),
  ]);
  return figureNode(
    book.scenes[name],
    el("p", {}, t(`reference.scene.${name}.text`, {first: cardName(ids[0]), second: cardName(ids[1])})),
    table(
      [t("reference.table.count"), t("reference.table.stars")],
      [
        ...rows,
        [t("terms.score.coins"), shown(coins)],
        [t("terms.score.monsters"), shown(-monsters)],
        [t("terms.score.total"), shown(total)],
      ],
      "sum",
    ),
  );
}

/** @type {Record<string, (book: Book, link: Link) => HTMLElement>} */
const TABLES = {
  seasons: (book) =>
    table(
      [
        t("terms.kind.season"),
        t("terms.score.edicts"),
        ...["base", "heroes"].map((box) => `${t("terms.score.time")}: ${t(`terms.box.${box}`)}`),
      ],
      book.seasons.map(({id, edicts, times}) => [t(`terms.season.${id}`), edicts.join(", "), ...times.map(String)]),
    ),
  titles: (book) =>
    table(
      [t("reference.table.from"), t("reference.table.title")],
      book.titles.map(({id, rating}) => [shown(rating), t(`terms.title.${id}`)]),
    ),
  editions: (book) =>
    table(
      ["point", "most", "german", "greek"].map((each) => t(`reference.table.${each}`)),
      book.editions.map((row) =>
        row.map((each) => (typeof each === "number" ? t("terms.stars", {count: each}) : t(each))),
      ),
      "stacked",
    ),
  "first-games": ({first_games: games}, link) =>
    table(
      [t("reference.table.edict"), ...Object.keys(games).map((box) => t(`terms.box.${box}`))],
      [..."ABCD"].map((letter, n) => [
        letter,
        ...Object.values(games).map((ids) => link(`/rules/cards/${ids[n]}`, {}, cardName(ids[n]))),
      ]),
    ),
};

/**
 * @param {Part} part
 * @param {Book} book
 * @param {Catalogue} cards
 * @param {Link} link
 * @returns {HTMLElement[]}
 */
function nodesOf({kind, name}, book, cards, link) {
  if (kind === "topic") return [el("h3", {}, t(`rules.${name}.title`)), el("p", {}, t(`rules.${name}.text`))];
  if (kind === "text") return [el("p", {}, t(name))];
  if (kind === "ruling") {
    const [id, number] = name.split(".");
    return [el("h3", {}, link(`/rules/cards/${id}`, {}, cardName(id))), el("p", {}, t(`cards.${id}.ruling.${number}`))];
  }
  if (kind === "scene") return [figureNode(book.scenes[name], el("p", {}, t(`reference.scene.${name}.text`)))];
  if (kind === "count") return [count(name, book, link)];
  if (kind === "cards") return [gallery(cardsOf(name, cards), link)];
  if (kind === "chosen") return [gallery(name.split(","), link)];
  if (kind === "table") return [TABLES[name](book, link)];
  if (kind === "maps")
    return [
      el(
        "div",
        {class: "all-maps"},
        ...book.maps[name].map((id) => figureNode(book.scenes[`map-${id}`], t(`setup.map.${id}.label`))),
      ),
    ];
  return [
    el(
      "dl",
      {class: "legend"},
      ...book.legend.map(({space, name: term, text}) =>
        el("div", {}, el("dt", {}, picture(spacePicture(space, 44)), t(term)), el("dd", {}, t(text))),
      ),
    ),
  ];
}

/** The inside of a chapter. @param {import("./book.js").Chapter} chapter @param {Book} book @param {Link} link */
export async function chapterNodes(chapter, book, link) {
  const cards = await loadCards();
  return [
    el("h2", {tabindex: -1}, t(`reference.chapter.${chapter.id}.title`)),
    el("p", {class: "lead"}, t(`reference.chapter.${chapter.id}.text`)),
    ...chapter.parts.flatMap((part) => {
      const nodes = nodesOf(part, book, cards, link);
      nodes[0].id = anchorOf(part); // where a search leads to
      nodes[0].tabIndex = -1;
      return nodes;
    }),
  ];
}
