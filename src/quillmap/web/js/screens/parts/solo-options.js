// @ts-check
/** The options of a game for one: box, map, edicts, skills and rulebook, in a dialog with its own start. */

import {loadBots} from "../../bots.js";
import {loadCards} from "../../cards.js";
import {openDialog} from "../../dialog.js";
import {el, icon, paint, setClass} from "../../dom.js";
import {miniMap} from "../../minimap.js";
import {needStyle} from "../../styles.js";
import {t} from "../../words.js";
import {botChoice} from "./bot-choice.js";
import {cardsOf, edictButtons} from "./edict-choice.js";
import {beginning} from "./frame.js";
import {oneOf, oneOfMany, optionRow, yesOrNo} from "./options.js";
import {isTrained, keepSoloChoice, PLAIN, setupOf, soloChoice, TRAINERS, wishOf} from "./solo-choice.js";
import {playAlone} from "./tables.js";

/** @typedef {import("../../types.js").Catalogue} Catalogue */
/** @typedef {import("./solo-choice.js").SoloChoice} SoloChoice */

const NO_EDICTS = [null, null, null, null];

/** @param {(path: string) => void} go */
export async function openSoloOptions(go) {
  const [catalogue, bots] = await Promise.all([loadCards(), loadBots(), needStyle("setup")]);
  let choice = soloChoice();
  const rows = makeRows(catalogue, bots, (change) => {
    choice = {...choice, ...change};
    show();
  });
  const show = () => rows.forEach((row) => void row.render(choice));
  const trouble = el("p", {class: "trouble", role: "alert"});
  const start = el(
    "button",
    {class: "btn main", id: "start-solo", on: {click: () => beginning(start, trouble, begin)}},
    icon("i-quill"),
    t("screens.solo.start"),
  );
  const foot = el("div", {class: "solo-foot"}, trouble, start);
  const dialog = openDialog(t("screens.home.alone"), ...rows.map((row) => row.node), foot);
  dialog.classList.add("solo-options");
  async function begin() {
    await playAlone(
      (path) => {
        keepSoloChoice(choice);
        dialog.close();
        go(path);
      },
      setupOf(choice),
      wishOf(choice),
    );
  }
  show();
}

/**
 * @param {Catalogue} catalogue
 * @param {import("../../bots.js").Bots} bots
 * @param {(change: Partial<SoloChoice>) => void} set
 * @returns {{node: HTMLElement, render: (choice: SoloChoice) => void}[]}
 */
function makeRows(catalogue, bots, set) {
  return [
    opponentRow(bots, (opponent) => set({opponent})),
    words("box", Object.keys(catalogue.boxes), (box) => set({box, map: "", edicts: PLAIN.edicts})),
    mapRow(catalogue, (map) => set({map})),
    edictRow(catalogue, (edicts) => set({edicts})),
    words("skills", ["none", "drawn"], (skills) => set({skills})),
    rulebookRow(catalogue, (rulebook) => set({rulebook})),
    trainerRow((trainer) => set({trainer})),
    showsBestRow((showsBest) => set({showsBest})),
  ];
}

/** Nobody, or a bot. @param {import("../../bots.js").Bots} bots @param {(level: string) => void} chosen */
function opponentRow({offered}, chosen) {
  const title = t("screens.solo.opponent.label");
  const nobody = el("span", {class: "face-of", "aria-hidden": "true"}, icon("i-person"));
  const others = [{value: "", label: t("screens.solo.opponent.nobody"), picture: nobody}];
  const choice = botChoice(title, offered, chosen, others),
    row = optionRow(title, choice.node, "wide");
  return {
    node: row.node,
    render(/** @type {SoloChoice} */ {opponent}) {
      choice.show(offered.includes(opponent) ? opponent : "");
    },
  };
}

/** @param {"box" | "skills"} name @param {string[]} values @param {(value: string) => void} chosen */
function words(name, values, chosen) {
  const title = t(`setup.${name}.label`);
  const choices = values.map((value) => ({value, label: t(`setup.${name}.${value}.label`)}));
  const control = oneOf(title, choices, chosen),
    row = optionRow(title, control.node, "wide");
  return {
    node: row.node,
    render(/** @type {SoloChoice} */ choice) {
      control.show(choice[name]);
      row.say(t(`setup.${name}.${choice[name]}.help`));
    },
  };
}

/**
 * Whether a map of another box brings the ruins cards, which this box alone leaves out.
 * @param {Catalogue} catalogue
 * @param {string} box
 * @param {string} map
 */
const bringsRuins = ({boxes, map_boxes: boxOf}, box, map) => boxes[box]?.ruins === false && (boxOf[map] ?? box) !== box;

/** @param {Catalogue} catalogue @param {(map: string) => void} chosen */
function mapRow(catalogue, chosen) {
  const title = t("setup.map.label");
  const choices = Object.entries(catalogue.maps).map(([value, printed]) => {
    const picture = el("span", {class: "map-tile", "aria-hidden": "true"});
    paint(picture, miniMap(printed ?? {}));
    if (!printed) picture.append(icon("i-turn"));
    return {value, label: t(`setup.map.${value}.label`), picture};
  });
  const control = oneOf(title, choices, chosen, "maps"),
    row = optionRow(title, control.node, "wide");
  return {
    node: row.node,
    render(/** @type {SoloChoice} */ {box, map}) {
      const shown = map || String(catalogue.boxes[box]?.map ?? "A");
      control.show(shown);
      row.say(t(bringsRuins(catalogue, box, shown) ? "screens.solo.ruins.text" : `setup.map.${shown}.help`));
    },
  };
}

/** @param {Catalogue} catalogue @param {(edicts: string | (string | null)[]) => void} chosen */
function edictRow(catalogue, chosen) {
  const title = t("setup.edicts.label"),
    buttons = el("div", {class: "picked"});
  const choices = ["drawn", "first-game", "chosen"].map((value) => ({value, label: t(`setup.edicts.${value}.label`)}));
  const control = oneOf(title, choices, (value) => chosen(value === "chosen" ? NO_EDICTS : value));
  const row = optionRow(title, el("div", {}, control.node, buttons), "wide");
  return {
    node: row.node,
    render(/** @type {SoloChoice} */ {box, edicts, rulebook}) {
      const word = Array.isArray(edicts) ? "chosen" : edicts;
      control.show(word);
      row.say(t(`setup.edicts.${word}.help`));
      buttons.replaceChildren(
        ...(Array.isArray(edicts)
          ? edictButtons(cardsOf(catalogue, String(catalogue.boxes[box]?.pool ?? "base")), edicts, rulebook, chosen)
          : []),
      );
    },
  };
}

/** From what loss on a trainer says something, if at all. @param {(trainer: string) => void} chosen */
function trainerRow(chosen) {
  const title = t("screens.trainer.label");
  const choices = TRAINERS.map((value) => ({value, label: t(`screens.trainer.${value}.label`)}));
  const control = oneOf(title, choices, chosen),
    row = optionRow(title, control.node, "wide trainer-row");
  return {
    node: row.node,
    render(/** @type {SoloChoice} */ {trainer, opponent}) {
      control.show(opponent ? PLAIN.trainer : trainer);
      control.enable(!opponent);
      row.say(t(opponent ? "screens.trainer.alone.help" : `screens.trainer.${trainer}.help`));
    },
  };
}

/** @param {(showsBest: boolean) => void} chosen */
function showsBestRow(chosen) {
  const title = t("screens.trainer.shows-best.label"),
    control = yesOrNo(title, chosen),
    row = optionRow(title, control.node);
  row.say(t("screens.trainer.shows-best.help"));
  return {
    node: row.node,
    render(/** @type {SoloChoice} */ choice) {
      control.show(choice.showsBest);
      setClass(row.node, "none", !isTrained(choice));
    },
  };
}

/** @param {Catalogue} catalogue @param {(rulebook: string) => void} chosen */
function rulebookRow({rulebooks}, chosen) {
  const title = t("setup.rulebook.label");
  const choices = rulebooks.map((value) => ({value, label: t(`setup.rulebook.${value}.label`)}));
  const control = oneOfMany(title, choices, chosen),
    row = optionRow(title, control.node);
  return {
    node: row.node,
    render(/** @type {SoloChoice} */ {rulebook}) {
      control.show(rulebook);
      row.say(t(`setup.rulebook.${rulebook}.help`));
    },
  };
}
