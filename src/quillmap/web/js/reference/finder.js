// @ts-check
/** The search over rules and cards in the reader's own words: what was found comes before everything else. */

import {card} from "../cards.js";
import {el, paint, setClass, setName, setText} from "../dom.js";
import {cardName, cardRulings, t} from "../words.js";
import {cardKind, cardPicture, ruleText} from "./card-page.js";
import {excerpt, findPassages, passagesOf, searchable, wordsOf} from "./search.js";

/** What was last looked for: the way back from a card, and another language, find it again. */
let query = "",
  kind = "all";

/** How many passages are shown. */
const MOST = 12;

/**
 * @param {string[]} ids in order
 * @param {import("./chapter.js").Link} link
 * @param {import("./book.js").Book} book
 * @param {HTMLElement} chapters what is read when nothing is looked for
 */
export function mountFinder(ids, link, book, chapters) {
  const kinds = [...new Set(ids.map((id) => card(id).kind))];
  const input = /** @type {HTMLInputElement} */ (
    el("input", {type: "search", id: "card-search", value: query, autocomplete: "off", spellcheck: "false"})
  );
  const choice = /** @type {HTMLSelectElement} */ (
    el(
      "select",
      {id: "card-kind"},
      el("option", {value: "all"}, t("reference.all")),
      ...kinds.map((each) => el("option", {value: each}, t(`reference.group.${each}`))),
    )
  );
  choice.value = kind;
  const status = el("p", {class: "fine", role: "status"});
  const tiles = ids.map((id) => ({
    id,
    text: searchable([cardName(id), cardKind(id), ruleText(id), ...cardRulings(id)].join(" ")),
    name: searchable(cardName(id)),
    node: tile(id, link),
  }));
  const passages = passagesOf(book),
    found = el("ol", {class: "passages"}),
    told = el("section", {class: "none"}, el("h2", {}, t("reference.passages")), found);
  const list = el("div", {class: "card-tiles"}, ...tiles.map(({node}) => node));
  const heading = el("h2", {id: "cards", tabindex: -1}),
    results = el("div", {class: "results"}, told, chapters, heading, list);
  const look = () => {
    query = input.value;
    kind = choice.value;
    const words = wordsOf(query),
      best = kind === "all" ? findPassages(words, passages).slice(0, MOST) : [];
    found.replaceChildren(...best.map((each) => passageItem(each, words, link)));
    setClass(told, "none", !best.length);
    setClass(chapters, "none", words.length > 0);
    setClass(node, "seeking", words.length > 0);
    // A name that fits comes before a rule that only mentions the word.
    const fits = tiles.filter(
      ({id, text}) => (kind === "all" || card(id).kind === kind) && words.every((word) => text.includes(word)),
    );
    const named = new Set(fits.filter(({name}) => words.every((word) => name.includes(word))));
    const order = [...named, ...fits.filter((each) => !named.has(each))];
    list.replaceChildren(...order.map(({node}) => node));
    setText(heading, t(words.length ? "reference.cards.found" : "reference.cards"));
    for (const each of [heading, list]) setClass(each, "none", !order.length);
    const counts = [
      ...(best.length ? [t("reference.found-passages", {count: best.length})] : []),
      ...(order.length ? [t("reference.found", {count: order.length})] : []),
    ];
    setText(status, counts.length ? counts.join(", ") : t("reference.none.text"));
  };
  input.addEventListener("input", look);
  choice.addEventListener("change", look);
  const node = el(
    "section",
    {class: "finder"},
    el(
      "div",
      {class: "finder-bar", role: "search"},
      el("label", {for: "card-search"}, el("span", {}, t("reference.search")), input),
      el("label", {for: "card-kind"}, el("span", {}, t("reference.kinds")), choice),
    ),
    status,
    results,
  );
  look();
  return node;
}

/** @param {import("./search.js").Passage} passage @param {string[]} words @param {import("./chapter.js").Link} link */
function passageItem({chapter, anchor, heading, text}, words, link) {
  const shown = excerpt(text, words).flatMap((each) => [each.isFound ? el("mark", {}, each.text) : each.text, " "]);
  return el(
    "li",
    {},
    link(
      anchor ? `/rules/${chapter}#${anchor}` : `/rules/${chapter}`,
      {},
      el("b", {}, heading),
      el("span", {class: "fine"}, t(`reference.chapter.${chapter}.title`)),
      el("span", {}, ...shown),
    ),
  );
}

/** @param {string} id @param {import("./chapter.js").Link} link */
function tile(id, link) {
  const picture = el("span", {class: "rule-picture"}),
    markup = card(id).kind === "skill" ? "" : cardPicture(id, 21);
  if (markup) paint(picture, markup);
  else picture.append(el("b", {class: "cost"}, t("terms.coins", {count: card(id).cost ?? 0})));
  const name = el("b");
  setName(name, cardName(id));
  return link(
    `/rules/cards/${id}`,
    {class: "card-tile", data: {card: id}},
    picture,
    name,
    el("span", {class: "fine"}, cardKind(id)),
  );
}
