// @ts-check
/** Dialogs about the game: a card, a map, the rules in short, what has happened. */

import {mapArt, viewOf} from "../art.js";
import {attackPicture, edictPicture, shapePicture} from "../art-cards.js";
import {card} from "../cards.js";
import {openDialog} from "../dialog.js";
import {el, paint, svg} from "../dom.js";
import {exampleButton} from "../reference/example.js";
import {cardName, cardRule, cardRulings, needWords, t} from "../words.js";
import {describeSpaces} from "./board.js";
import {storyList} from "./story.js";

/**
 * A card with its picture, rule and rulings.
 * @param {string} id
 * @param {string} [rulebook]
 * @param {string} [note] what is to be known of it at this moment
 */
export async function openCard(id, rulebook = "standard", note = "") {
  // Without a connection the card still has its own words.
  const page = await Promise.all([import("../reference/card-page.js"), needWords("reference")]).then(
    ([found]) => found,
    () => null,
  );
  const found = card(id),
    picture = el("div", {class: "card-picture"});
  const terrain = found.kind === "ambush" ? "monster" : (found.terrains?.[0] ?? "forest");
  if (found.kind === "scoring") paint(picture, edictPicture(id, rulebook));
  else if (found.kind === "hero") paint(picture, attackPicture(found.attack ?? [], 30));
  else if (page && found.kind === "explore") paint(picture, page.cardPicture(id, 26));
  else
    paint(
      picture,
      [...(found.shapes ?? []), ...(found.shape ? [found.shape] : [])]
        .map((shape) => shapePicture(shape.rows, terrain, 30))
        .join(""),
    );
  const lines = [el("p", {class: "kind"}, t(`terms.kind.${found.kind}`))];
  const rule = page ? page.ruleText(id, rulebook) : cardRule(id, rulebook);
  if (found.kind === "explore") lines.push(el("p", {}, `${t("terms.score.time")}: ${found.time}`));
  if (found.kind === "ambush")
    lines.push(el("p", {}, t(`terms.arrow.${found.clockwise ? "clockwise" : "counterclockwise"}`)));
  if (rule) lines.push(el("p", {class: "rule-text"}, rule));
  const rulings = cardRulings(id);
  if (rulings.length) lines.push(el("ul", {}, ...rulings.map((each) => el("li", {}, each))));
  if (found.solo_value !== undefined)
    lines.push(el("p", {class: "kind"}, `${t("terms.score.solo-value")}: ${found.solo_value}`));
  if (found.kind === "scoring" || found.kind === "skill") lines.push(exampleButton(id, rulebook));
  openDialog(
    cardName(id),
    ...(note ? [el("p", {class: "card-note"}, note)] : []),
    el("div", {class: "card-page"}, ...(picture.childElementCount ? [picture] : []), el("div", {}, ...lines)),
  );
}

const TOPICS = [
  "goal",
  "explore",
  "draw",
  "single",
  "ruins",
  "ruins-card",
  "coins",
  "mountains",
  "edicts",
  "seasons",
  "time",
  "scoring",
  "ambush",
  "solo-ambush",
  "hero",
  "letters",
  "destroyed",
  "lasting",
  "end",
  "solo-rating",
  "adjacent",
  "cluster",
  "filled",
  "skills",
  "mixing",
  "new-map",
  "automatic-ambush",
];

/** The rules in short. */
export async function openRules() {
  await needWords("rules");
  openDialog(
    t("page.tool.rules"),
    el(
      "div",
      {class: "prose"},
      ...TOPICS.flatMap((topic) => [el("h3", {}, t(`rules.${topic}.title`)), el("p", {}, t(`rules.${topic}.text`))]),
    ),
  );
}

/** A map in full. @param {import("../types.js").Sheet} sheet @param {string} title */
export function openMap(sheet, title) {
  const view = viewOf(30);
  const picture = svg(
    "svg",
    {class: "map", viewBox: `${view.x} ${view.y} ${view.width} ${view.height}`, role: "img", "aria-label": title},
    mapArt(sheet),
  );
  openDialog(
    title,
    el("div", {class: "sheet zoomed"}, picture),
    el("details", {}, el("summary", {}, t("page.map.as-text")), mapText(sheet)),
  );
}

/** A map in words, row by row. @param {import("../types.js").Sheet} sheet */
function mapText(sheet) {
  const texts = describeSpaces(sheet);
  const filled = texts.filter((text) => !text.endsWith(t("terms.space.empty")));
  return el("ul", {class: "map-text"}, ...filled.map((text) => el("li", {}, text)));
}

/** @param {import("../types.js").Sheet} sheet @param {string} title */
export const openMapText = (sheet, title) => openDialog(title, mapText(sheet));

/**
 * Everything that has happened.
 * @param {() => import("./scene.js").Scene} scene
 * @param {() => Promise<void>} completeLog
 */
export function openLog(scene, completeLog) {
  openDialog(t("page.log.title"), storyList(scene, completeLog));
}
