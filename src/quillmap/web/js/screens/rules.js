// @ts-check
/** The rules in short and every card with its rulings, straight from the catalogues. */

import {attackPicture, edictPicture, shapePicture} from "../art-cards.js";
import {loadCards} from "../cards.js";
import {el, paint} from "../dom.js";
import {cardName, cardRule, cardRulings, needWords, t} from "../words.js";
import {prepare, topBar} from "./parts/frame.js";

/** In the order in which they are met; what a test finds missing here is missing in the game's own rules, too. */
const TOPICS = [
  "goal", "explore", "draw", "single", "ruins", "coins", "edicts", "seasons", "time", "scoring", "ambush", "solo-ambush", "hero", "destroyed", "lasting", "end", "solo-rating",
  "adjacent", "cluster", "filled", "skills", "mixing", "new-map", "rulebook-single", "rulebook-solo-ambush", "rulebook-wildholds", "rulebook-ambush-single",
];

/** @param {HTMLElement} root @param {import("../main.js").Context} context @returns {Promise<import("../main.js").Opened>} */
export async function open(root, {go}) {
  const [catalogue] = await Promise.all([loadCards(), prepare("waiting", "rules"), needWords("rules")]);
  root.className = "rules-screen";
  const topics = TOPICS.map((topic) => el("section", {class: "topic"}, el("h3", {}, t(`rules.${topic}.title`)), el("p", {}, t(`rules.${topic}.text`))));
  const suits = [...new Set(catalogue.scoring.map(({suit}) => suit))];
  const scoring = suits.flatMap((suit) => [
    el("h3", {class: "suit"}, t(`terms.suit.${suit}`)),
    el("div", {class: "rule-cards"}, ...catalogue.scoring.filter((card) => card.suit === suit).map((card) => ruleCard(card.id, edictPicture(card.id), t(`terms.box.${card.box}`)))),
  ]);
  const ambushes = catalogue.ambushes.map((card) => ruleCard(card.id, card.shape ? shapePicture(card.shape.rows, "monster", 22) : "", t("terms.kind.ambush")));
  const heroes = catalogue.heroes.map((card) => ruleCard(card.id, attackPicture(card.attack ?? [], 20), t("terms.kind.hero")));
  const skills = catalogue.skills.map((card) => ruleCard(card.id, "", `${t("terms.kind.skill")} · ${t("terms.coins", {count: card.cost ?? 0})}`));
  /** @type {[string, HTMLElement[]][]} */
  const parts = [["screens.rules.title", [el("div", {class: "topics"}, ...topics)]], ["screens.rules.cards", scoring], ["screens.rules.others", [el("div", {class: "rule-cards"}, ...ambushes, ...heroes, ...skills)]]];
  const headings = parts.map(([key]) => el("h2", {tabindex: -1}, t(key)));
  root.append(
    topBar(t("screens.rules.title"), go),
    el("nav", {class: "rules-nav", "aria-label": t("screens.rules.contents")}, ...parts.map(([key], n) => el("button", {class: "btn", on: {click: () => (headings[n].scrollIntoView(), headings[n].focus({preventScroll: true}))}}, t(key)))),
    el("main", {}, ...parts.map(([, content], n) => el("section", {class: "paper rules-part"}, headings[n], ...content))),
  );
  return {};
}

/** @param {string} id @param {string} picture @param {string} kind */
function ruleCard(id, picture, kind) {
  const box = el("div", {class: "rule-picture"}), rulings = cardRulings(id);
  paint(box, picture);
  return el("article", {class: "rule-card"}, picture ? box : null, el("div", {}, el("h4", {}, cardName(id)), el("p", {class: "fine"}, kind), el("p", {}, cardRule(id)),
    rulings.length ? el("details", {}, el("summary", {}, t("screens.rules.rulings")), el("ul", {}, ...rulings.map((each) => el("li", {}, each)))) : null));
}
