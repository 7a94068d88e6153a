// @ts-check
/** The rows of the set-up: each shows one option of the table, and asks the server when another one is chosen. */

import {openDialog} from "../../dialog.js";
import {el, icon, paint, setClass, setText} from "../../dom.js";
import {miniMap} from "../../minimap.js";
import {cardName, cardRule, t} from "../../words.js";
import {cardsOf, edictButtons} from "./edict-choice.js";
import {troubleText} from "./frame.js";
import {oneOf, oneOfMany, optionRow, yesOrNo} from "./options.js";
import {paceLabel} from "./tables.js";

/** @typedef {{node: HTMLElement, render: () => void}} Row */
/** @typedef {ReturnType<typeof optionRow>} OptionRow */
/** @typedef {import("../../types.js").Pace} Pace */
/**
 * @typedef {object} Form what all rows share
 * @property {import("../../types.js").TableInfo} now the table as the server has it
 * @property {import("../../types.js").Catalogue} catalogue
 * @property {import("../../types.js").PaceOffer[]} paces those to choose from
 * @property {string} seed what was written by hand
 * @property {(body: object) => Promise<any>} change asks the server, which may refuse
 * @property {(row: OptionRow, body: object) => Promise<boolean>} ask the same; the row says why it was refused
 * @property {(row: OptionRow, name: string, value: any) => Promise<boolean>} set one option of the set-up
 */

/** The values of options that are one word; those of cards are `chosen`, too. @type {Record<string, string[]>} */
const VALUES = {
  edicts: ["drawn", "first-game", "chosen"],
  pool: ["base", "heroes", "both"],
  explore: ["base", "heroes"],
  seasons: ["base", "heroes"],
  ambushes: ["none", "base", "heroes", "both", "chosen"],
  ambush_by: ["neighbour", "automatic"],
  heroes: ["none", "drawn", "chosen"],
  skills: ["none", "drawn", "chosen"],
};
const SEATS = [1, 2, 3, 4, 5, 6, 8, 10, 12, 20, 40, 100];

/**
 * An option of the set-up that is one word, or cards chosen by hand.
 * @param {Form} form
 * @param {string} name
 * @returns {Row}
 */
function wordRow(form, name) {
  const title = t(`setup.${name}.label`),
    extra = el("div", {class: "picked"});
  const control = oneOf(
    title,
    VALUES[name].map((value) => ({value, label: t(`setup.${name}.${value}.label`)})),
    pick,
  );
  const row = optionRow(title, el("div", {}, control.node, extra), "wide");
  const chosenNow = () => form.now.setup[name] ?? (form.now.seats.length > 1 ? "neighbour" : "automatic");
  /** @param {string} value */
  function pick(value) {
    if (value !== "chosen") return void form.set(row, name, value);
    if (name === "edicts") return void form.set(row, name, [null, null, null, null]);
    control.show(Array.isArray(chosenNow()) ? "chosen" : chosenNow());
    chooseCards(name, Array.isArray(chosenNow()) ? chosenNow() : [], (cards) =>
      form.change({setup: {...form.now.setup, [name]: cards}}),
    );
  }
  return {
    node: row.node,
    render() {
      const value = chosenNow(),
        word = Array.isArray(value) ? "chosen" : value;
      control.show(word);
      row.say(t(`setup.${name}.${word}.help`));
      if (!Array.isArray(value)) return extra.replaceChildren();
      if (name === "edicts") {
        const take = (/** @type {(string | null)[]} */ edicts) => void form.set(row, name, edicts);
        const {pool, rulebook} = form.now.setup;
        extra.replaceChildren(...edictButtons(cardsOf(form.catalogue, pool), value, rulebook, take));
      } else
        extra.replaceChildren(
          el("p", {class: "fine"}, value.map(cardName).join(", ")),
          el("button", {class: "btn", on: {click: () => pick("chosen")}}, icon("i-pencil"), t("screens.setup.choose")),
        );
    },
  };
}

/** @param {Form} form @returns {Row} */
function mapRow(form) {
  const title = t("setup.map.label");
  const choices = Object.entries(form.catalogue.maps).map(([value, printed]) => {
    const picture = el("span", {class: "map-tile", "aria-hidden": "true"});
    paint(picture, miniMap(printed ?? {}));
    if (!printed) picture.append(icon("i-turn"));
    return {value, label: t(`setup.map.${value}.label`), picture};
  });
  const control = oneOf(title, choices, (value) => void form.set(row, "map", value), "maps");
  const row = optionRow(title, control.node, "wide whole");
  return {
    node: row.node,
    render() {
      control.show(form.now.setup.map);
      row.say(t(`setup.map.${form.now.setup.map}.help`));
    },
  };
}

/** @param {Form} form @param {string} name @returns {Row} */
function switchRow(form, name) {
  const title = t(`setup.${name}.label`),
    control = yesOrNo(title, (value) => void form.set(row, name, value)),
    row = optionRow(title, control.node);
  return {
    node: row.node,
    render() {
      control.show(form.now.setup[name]);
      row.say(t(`setup.${name}.${form.now.setup[name]}.help`));
    },
  };
}

/**
 * What the table itself allows: being listed, spectators, hints.
 * @param {Form} form
 * @param {"listed" | "spectators" | "hints"} name
 * @returns {Row}
 */
function allowRow(form, name) {
  const title = t(`screens.setup.${name}.label`),
    control = yesOrNo(title, (value) => void form.ask(row, {[name]: value})),
    row = optionRow(title, control.node);
  row.say(t(`screens.setup.${name}.help`));
  return {node: row.node, render: () => control.show(form.now[name])};
}

/** How long bots take. @param {Form} form @returns {Row} */
function botTimeRow(form) {
  const title = t("setup.bot-time.label");
  const control = oneOf(
      title,
      ["calm", "at-once"].map((value) => ({value, label: t(`setup.bot-time.${value}.label`)})),
      (value) => void form.ask(row, {bot_time: value}),
    ),
    row = optionRow(title, control.node);
  return {
    node: row.node,
    render() {
      control.show(form.now.bot_time);
      row.say(t(`setup.bot-time.${form.now.bot_time}.help`));
    },
  };
}

/** @param {Form} form @returns {Row} */
function rulebookRow(form) {
  const title = t("setup.rulebook.label");
  const control = oneOfMany(
      title,
      form.catalogue.rulebooks.map((value) => ({value, label: t(`setup.rulebook.${value}.label`)})),
      (value) => void form.set(row, "rulebook", value),
    ),
    row = optionRow(title, control.node);
  return {
    node: row.node,
    render() {
      control.show(form.now.setup.rulebook);
      row.say(t(`setup.rulebook.${form.now.setup.rulebook}.help`));
    },
  };
}

/** @param {Form} form @returns {Row} */
function seatsRow(form) {
  const title = t("screens.setup.seats"),
    control = oneOfMany(
      title,
      SEATS.map((n) => ({value: String(n), label: String(n)})),
      (value) => void form.ask(row, {most_seats: Number(value)}),
    ),
    row = optionRow(title, control.node);
  row.say(t("setup.seats.help"));
  return {node: row.node, render: () => control.show(String(SEATS.find((n) => n >= form.now.most_seats) ?? 100))};
}

/** How long everybody has, and what happens then. @param {Form} form @returns {Row[]} */
export function paceRows(form) {
  const title = t("screens.setup.pace.label"),
    choices = form.paces.map((pace) => ({value: `${pace.kind}/${pace.amount}`, label: paceLabel(pace)}));
  const control = oneOfMany(
      title,
      choices,
      (value) =>
        void form.ask(row, {
          pace: {...paceOf(value), timeout: form.now.pace.kind === "none" ? "bot" : form.now.pace.timeout},
        }),
    ),
    row = optionRow(title, control.node);
  row.say(t("screens.setup.pace.help"));
  const late = t("screens.setup.timeout.label"),
    after = oneOf(
      late,
      ["bot", "wait", "skip"].map((value) => ({value, label: t(`screens.setup.timeout.${value}`)})),
      (value) => void form.ask(next, {pace: {...form.now.pace, timeout: value}}),
    ),
    next = optionRow(late, after.node, "wide");
  next.say(t("screens.setup.timeout.help"));
  return [
    {node: row.node, render: () => control.show(`${form.now.pace.kind}/${form.now.pace.amount}`)},
    {
      node: next.node,
      render() {
        setClass(next.node, "none", form.now.pace.kind === "none");
        after.show(form.now.pace.timeout);
      },
    },
  ];
}

/** @param {Form} form @returns {Row} */
function seedRow(form) {
  const input = /** @type {HTMLInputElement} */ (
    el("input", {
      type: "text",
      maxlength: 200,
      autocomplete: "off",
      "aria-label": t("setup.seed.label"),
      on: {
        change() {
          form.seed = input.value.trim();
          void form.set(row, "seed", form.seed);
        },
      },
    })
  );
  const row = optionRow(t("setup.seed.label"), input, "wide");
  row.say(t("setup.seed.help"));
  return {node: row.node, render: () => {}};
}

/**
 * All rows beside those of the pace, in their order; at a table of this device those are left out that speak of others.
 * @param {Form} form
 * @param {boolean} isOnDevice
 * @returns {Row[]}
 */
export const setupRows = (form, isOnDevice) => [
  mapRow(form),
  ...["edicts", "pool", "ambushes", "ambush_by", "heroes", "skills", "explore", "seasons"].map((name) =>
    wordRow(form, name),
  ),
  switchRow(form, "ruins"),
  switchRow(form, "promos"),
  seatsRow(form),
  rulebookRow(form),
  seedRow(form),
  ...(isOnDevice ? [] : [allowRow(form, "listed"), allowRow(form, "spectators")]),
  allowRow(form, "hints"),
  botTimeRow(form),
];

/** @param {string} text @returns {Pace} */
function paceOf(text) {
  const [kind, amount] = text.split("/");
  return {kind: /** @type {Pace["kind"]} */ (kind), amount: Number(amount), timeout: "bot"};
}

/**
 * Choose cards by hand; the server says how many.
 * @param {string} name
 * @param {string[]} before
 * @param {(cards: string[]) => Promise<any>} take
 */
async function chooseCards(name, before, take) {
  const {loadCards} = await import("../../cards.js"),
    catalogue = await loadCards();
  const cards = name === "skills" ? catalogue.skills : name === "heroes" ? catalogue.heroes : catalogue.ambushes;
  const chosen = new Set(before),
    trouble = el("p", {class: "trouble", role: "alert"});
  const lines = cards.map(({id}) => {
    const box = /** @type {HTMLInputElement} */ (
      el("input", {type: "checkbox", on: {change: () => (box.checked ? chosen.add(id) : chosen.delete(id))}})
    );
    box.checked = chosen.has(id);
    return el(
      "label",
      {class: "card-choice"},
      box,
      el("span", {}, el("b", {}, cardName(id)), el("small", {}, cardRule(id))),
    );
  });
  const button = el("button", {class: "btn main", on: {click: done}}, icon("i-confirm"), t("screens.setup.take"));
  const dialog = openDialog(
    t(`setup.${name}.chosen.help`),
    el("div", {class: "card-choices"}, ...lines),
    trouble,
    button,
  );
  async function done() {
    try {
      await take([...chosen]);
      dialog.close();
    } catch (error) {
      setText(trouble, troubleText(error));
    }
  }
}
