// @ts-check
/** On which printed map a paper map is painted, and a new sheet; what either clears is told and can be undone. */

import {el, icon} from "../../dom.js";
import {t} from "../../words.js";
import {oneOfMany} from "./options.js";
import {BLANK, isPainted, printedAs, printedSheet} from "./paper-sheet.js";

/**
 * @param {import("./paper-map.js").PaperMap} map
 * @param {import("../../types.js").Catalogue} catalogue
 */
export function mountPrinted(map, {maps}) {
  const news = el("p", {class: "paper-news", role: "status"}),
    sheetOf = (/** @type {string} */ id) => (id ? printedSheet(maps[id] ?? {}) : BLANK);
  /** What the news is about; it is out of date once something else was painted. */
  let toldOf = "";
  const shown = () => `${map.paper.season}/${map.paper.sheet}`;
  const tell = (/** @type {string} */ words, /** @type {() => void} */ undo) => {
    const click = () => {
      toldOf = "";
      undo();
      printed.node.focus();
    };
    const sign = icon("i-undo"),
      back = el("button", {class: "btn quiet", id: "bring-back", on: {click}}, sign, t("screens.paper.undo"));
    news.replaceChildren(el("span", {}, words), back);
    toldOf = shown();
  };
  const print = (/** @type {string} */ id) => {
    const wasPainted = isPainted(map.paper.sheet);
    map.draw(sheetOf(id), false);
    if (wasPainted) tell(t("screens.paper.wiped.text"), () => map.undo());
  };
  const renew = () => tell(t("screens.paper.renewed.text"), map.renew(sheetOf(printedAs(map.paper.sheet, maps))));
  const ids = Object.keys(maps).filter((id) => maps[id]),
    choices = ids.map((value) => ({value, label: t(`setup.map.${value}.label`)})),
    printed = oneOfMany(t("screens.paper.printed"), [{value: "", label: "–"}, ...choices], print);
  return {
    node: el(
      "div",
      {class: "paper-printed"},
      el("label", {class: "field"}, t("screens.paper.printed"), printed.node),
      el("button", {class: "btn", id: "renew", on: {click: renew}}, icon("i-plus"), t("screens.paper.renew")),
      el("p", {class: "fine"}, t("screens.paper.renew.help")),
      news,
    ),
    render() {
      printed.show(printedAs(map.paper.sheet, maps));
      if (shown() !== toldOf) news.replaceChildren();
    },
  };
}
