// @ts-check
/** Drawers and dialogs: they trap focus, close by Esc or a tap beside them, and give the focus back. */

import {mapArt, viewOf} from "../art.js";
import {attackPicture, edictPicture, shapePicture} from "../art-cards.js";
import {card} from "../cards.js";
import {el, icon, paint, svg} from "../dom.js";
import {exampleButton} from "../reference/example.js";
import {tell} from "../telling.js";
import {setTheme, THEMES, theme} from "../theme.js";
import {cardName, cardRule, cardRulings, currentLanguage, languages, needWords, setLanguage, t} from "../words.js";
import {describeSpaces} from "./board.js";

/**
 * Open a dialog with a title and whatever is put in it.
 * @param {string} title @param {...(Node | string)} content
 * @returns {HTMLDialogElement}
 */
export function openDialog(title, ...content) {
  const dialog = /** @type {HTMLDialogElement} */ (document.createElement("dialog"));
  const close = el(
    "button",
    {class: "btn quiet", "aria-label": t("page.close"), on: {click: () => dialog.close()}},
    icon("i-close"),
  );
  dialog.className = "drawer paper";
  dialog.setAttribute("aria-label", title);
  dialog.append(el("div", {class: "drawer-inner"}, el("header", {}, el("h2", {}, title), close), ...content));
  dialog.addEventListener("click", (event) => event.target === dialog && dialog.close());
  dialog.addEventListener("close", () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
  return dialog;
}

/** A card with its picture, rule and rulings. @param {string} id @param {string} [rulebook] */
export async function openCard(id, rulebook = "standard") {
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

/** Everything that has happened. @param {import("./scene.js").Scene} scene */
export function openLog({view, board, names}) {
  const lines = view.log.flatMap((event) =>
    tell(event, board.setup, names).map((text) => el("li", {class: event.event}, text)),
  );
  openDialog(t("page.log.title"), el("ol", {class: "log"}, ...lines.reverse()));
}

export function openLanguage() {
  const dialog = openDialog(
    t("page.tool.language"),
    el(
      "div",
      {class: "choices"},
      ...Object.entries(languages()).map(([id, name]) =>
        el(
          "button",
          {
            class: `btn ${id === currentLanguage() ? "on" : ""}`,
            lang: id,
            "aria-pressed": id === currentLanguage() ? "true" : "false",
            on: {
              click() {
                dialog.close();
                setLanguage(id);
              },
            },
          },
          name,
        ),
      ),
    ),
  );
}

export function openTheme() {
  const dialog = openDialog(
    t("page.tool.theme"),
    el(
      "div",
      {class: "choices"},
      ...THEMES.map((id) =>
        el(
          "button",
          {
            class: `btn ${id === theme() ? "on" : ""}`,
            "aria-pressed": id === theme() ? "true" : "false",
            on: {
              click() {
                setTheme(id);
                dialog.close();
              },
            },
          },
          t(`page.theme.${id}`),
        ),
      ),
    ),
  );
}

/** The keys. */
export function openKeys() {
  const keys = [
    ["← ↑ → ↓", "move"],
    ["Enter", "draw"],
    ["Esc", "lift"],
    ["R", "turn"],
    ["F", "flip"],
    ["1–5", "pick"],
    ["L", "places"],
    ["U", "undo"],
    ["H", "hint"],
    ["E", "edicts"],
    ["M", "map"],
    ["?", "keys"],
  ];
  openDialog(
    t("page.keys.title"),
    el(
      "dl",
      {class: "keys"},
      ...keys.flatMap(([key, id]) => [el("dt", {}, el("kbd", {}, key)), el("dd", {}, t(`page.keys.${id}`))]),
    ),
  );
}

/** The menu of the table. @param {[string, string, () => void][]} entries icon, words, what it does */
export function openMenu(entries) {
  const dialog = openDialog(
    t("page.tool.menu"),
    el(
      "div",
      {class: "menu-list"},
      ...entries.map(([id, text, act]) =>
        el(
          "button",
          {
            class: "btn",
            on: {
              click() {
                dialog.close();
                act();
              },
            },
          },
          icon(id),
          el("span", {}, text),
        ),
      ),
    ),
  );
}
