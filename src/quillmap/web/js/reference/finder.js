// @ts-check
/** All cards, with a search in the reader's own words and a choice of kinds. */

import {card} from "../cards.js";
import {el, paint, setText} from "../dom.js";
import {cardName, cardRulings, t} from "../words.js";
import {cardKind, cardPicture, ruleText} from "./card-page.js";

/** What was last looked for: the way back from a card, and another language, find it again. */
let query = "",
  kind = "all";

/** Letters without their marks, so that “lodz” finds “Łódź”. @param {string} text */
const plain = (text) =>
  text.toLowerCase().normalize("NFD").replace(/\p{M}/gu, "").replace(/ł/g, "l").replace(/ß/g, "ss").replace(/ς/g, "σ");

/** @param {string[]} ids in order @param {import("./chapter.js").Link} link */
export function mountFinder(ids, link) {
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
  const told = el("p", {class: "fine", role: "status"});
  const tiles = ids.map((id) => ({
    id,
    text: plain([cardName(id), cardKind(id), ruleText(id), ...cardRulings(id)].join(" ")),
    name: plain(cardName(id)),
    node: tile(id, link),
  }));
  const list = el("div", {class: "card-tiles"}, ...tiles.map(({node}) => node));
  const look = () => {
    query = input.value;
    kind = choice.value;
    const words = plain(query).split(/\s+/).filter(Boolean);
    // A name that fits comes before a rule that only mentions the word.
    const fits = tiles.filter(
      ({id, text}) => (kind === "all" || card(id).kind === kind) && words.every((word) => text.includes(word)),
    );
    const named = new Set(fits.filter(({name}) => words.every((word) => name.includes(word))));
    const order = [...named, ...fits.filter((each) => !named.has(each))];
    list.replaceChildren(...order.map(({node}) => node));
    setText(told, order.length ? t("reference.found", {count: order.length}) : t("reference.none.text"));
  };
  input.addEventListener("input", look);
  choice.addEventListener("change", look);
  look();
  return el(
    "section",
    {class: "finder"},
    el("h2", {id: "cards", tabindex: -1}, t("reference.cards")),
    el(
      "div",
      {class: "finder-bar", role: "search"},
      el("label", {for: "card-search"}, el("span", {}, t("reference.search")), input),
      el("label", {for: "card-kind"}, el("span", {}, t("reference.kinds")), choice),
    ),
    told,
    list,
  );
}

/** @param {string} id @param {import("./chapter.js").Link} link */
function tile(id, link) {
  const picture = el("span", {class: "rule-picture"}),
    markup = card(id).kind === "skill" ? "" : cardPicture(id, 21, "standard", true);
  if (markup) paint(picture, markup);
  else picture.append(el("b", {class: "cost"}, t("terms.coins", {count: card(id).cost ?? 0})));
  return link(
    `/rules/cards/${id}`,
    {class: "card-tile", data: {card: id}},
    picture,
    el("b", {}, cardName(id)),
    el("span", {class: "fine"}, cardKind(id)),
  );
}
