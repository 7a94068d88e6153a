// @ts-check
/**
 * What a table plays: presets first, then every option with its sentence. The server decides what goes together, and
 * says why not.
 */

import {tilePicture} from "../art-cards.js";
import {el, icon, paint, setClass, setText} from "../dom.js";
import {miniMap} from "../minimap.js";
import {openDialog} from "../table/dialogs.js";
import {cardName, cardRule, t} from "../words.js";
import {prepare, troubleText} from "./parts/frame.js";
import {oneOf, oneOfMany, optionRow, yesOrNo} from "./parts/options.js";
import {openTable, PRESETS, paceLabel} from "./parts/tables.js";

/** @typedef {import("../types.js").TableInfo} TableInfo */
/** @typedef {import("../types.js").Catalogue} Catalogue */
/** @typedef {{node: HTMLElement, render: (table: TableInfo) => void}} Row */

/** @type {Record<string, string[]>} */
const PICTURES = {
  first: ["forest", "village", "farm"],
  base: ["forest", "village", "monster"],
  heroes: ["hero", "monster", "water"],
  everything: ["forest", "hero", "monster"],
  party: ["village", "village", "village"],
};
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
const PACES = ["none/0", "seconds/30", "seconds/45", "seconds/60", "seconds/90", "days/1"];
const SEATS = [1, 2, 3, 4, 5, 6, 8, 10, 12, 20, 40, 100];
const LETTERS = "ABCD";

/**
 * Opened by its own address, the set-up is that of a new table.
 * @param {HTMLElement} root
 * @param {import("../main.js").Context} context
 */
export async function open(root, {go}) {
  await prepare("waiting");
  const wait = el("p", {class: "opening", role: "status"}, t("screens.table.opening"));
  root.append(wait);
  try {
    const {table} = await openTable({...PRESETS.base, most_seats: 6});
    history.replaceState(null, "", `/t/${table.id}`);
    go(`/t/${table.id}`);
  } catch (error) {
    setText(wait, troubleText(error));
  }
  return {};
}

/**
 * @param {HTMLElement} root
 * @param {{catalogue: Catalogue, change: (body: object) => Promise<any>}} actions `change` asks the server, which may
 *   refuse
 */
export function mountSetup(root, {catalogue, change}) {
  /** @type {TableInfo} */
  let now;
  let seed = "";
  /** The rows, to show them as they are after a choice was refused. @type {Row[]} */
  const rows = [];

  /** @param {ReturnType<typeof optionRow>} row @param {object} body */
  async function ask(row, body) {
    for (const each of document.querySelectorAll(".opt .why")) setClass(each, "none", true);
    row.refuse();
    try {
      await change(body);
      return true;
    } catch (error) {
      row.refuse(troubleText(error));
      for (const each of rows) each.render(now);
      return false;
    }
  }
  /** @param {ReturnType<typeof optionRow>} row @param {string} name @param {any} value */
  const set = (row, name, value) => ask(row, {setup: {...now.setup, ...(seed ? {seed} : {}), [name]: value}});

  /** An option of the set-up that is one word, or cards chosen by hand. @param {string} name @returns {Row} */
  function wordRow(name) {
    const title = t(`setup.${name}.label`),
      extra = el("div", {class: "picked"});
    const control = oneOf(
      title,
      VALUES[name].map((value) => ({value, label: t(`setup.${name}.${value}.label`)})),
      pick,
    );
    const row = optionRow(title, el("div", {}, control.node, extra), "wide");
    const chosenNow = () => now.setup[name] ?? (now.seats.length > 1 ? "neighbour" : "automatic");
    /** @param {string} value */
    function pick(value) {
      if (value !== "chosen") return void set(row, name, value);
      if (name === "edicts") return void set(row, name, [null, null, null, null]);
      control.show(Array.isArray(chosenNow()) ? "chosen" : chosenNow());
      chooseCards(name, Array.isArray(chosenNow()) ? chosenNow() : [], (cards) =>
        change({setup: {...now.setup, [name]: cards}}),
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
        if (name === "edicts") extra.replaceChildren(...edictPicks(row, value));
        else
          extra.replaceChildren(
            el("p", {class: "fine"}, value.map(cardName).join(", ")),
            el(
              "button",
              {class: "btn", on: {click: () => pick("chosen")}},
              icon("i-pencil"),
              t("screens.setup.choose"),
            ),
          );
      },
    };
  }

  /** Four lists, one for each edict. @param {ReturnType<typeof optionRow>} row @param {(string | null)[]} value */
  function edictPicks(row, value) {
    return value.map((card, n) => {
      const choices = [
        {value: "", label: t("screens.setup.chance")},
        ...catalogue.scoring.map(({id, suit}) => ({value: id, label: cardName(id), group: t(`terms.suit.${suit}`)})),
      ];
      const control = oneOfMany(
        t(`terms.edict.${LETTERS[n]}`),
        choices,
        (id) =>
          void set(
            row,
            "edicts",
            value.map((each, at) => (at === n ? id || null : each)),
          ),
      );
      control.show(card ?? "");
      return el("label", {class: "edict-pick"}, el("b", {"aria-hidden": "true"}, LETTERS[n]), control.node);
    });
  }

  /** @returns {Row} */
  function mapRow() {
    const title = t("setup.map.label");
    const choices = Object.entries(catalogue.maps).map(([value, printed]) => {
      const picture = el("span", {class: "map-tile", "aria-hidden": "true"});
      paint(picture, miniMap(printed ?? {}));
      if (!printed) picture.append(icon("i-turn"));
      return {value, label: t(`setup.map.${value}.label`), picture};
    });
    const control = oneOf(title, choices, (value) => void set(row, "map", value), "maps");
    const row = optionRow(title, control.node, "wide whole");
    return {
      node: row.node,
      render() {
        control.show(now.setup.map);
        row.say(t(`setup.map.${now.setup.map}.help`));
      },
    };
  }

  /** @param {string} name @returns {Row} */
  function switchRow(name) {
    const title = t(`setup.${name}.label`),
      control = yesOrNo(title, (value) => void set(row, name, value)),
      row = optionRow(title, control.node);
    return {
      node: row.node,
      render() {
        control.show(now.setup[name]);
        row.say(t(`setup.${name}.${now.setup[name]}.help`));
      },
    };
  }

  /**
   * What the table itself allows: being listed, spectators, hints.
   * @param {"listed" | "spectators" | "hints"} name
   * @returns {Row}
   */
  function allowRow(name) {
    const title = t(`screens.setup.${name}.label`),
      control = yesOrNo(title, (value) => void ask(row, {[name]: value})),
      row = optionRow(title, control.node);
    row.say(t(`screens.setup.${name}.help`));
    return {node: row.node, render: () => control.show(now[name])};
  }

  /** @returns {Row} */
  function rulebookRow() {
    const title = t("setup.rulebook.label");
    const control = oneOfMany(
        title,
        catalogue.rulebooks.map((value) => ({value, label: t(`setup.rulebook.${value}.label`)})),
        (value) => void set(row, "rulebook", value),
      ),
      row = optionRow(title, control.node);
    return {
      node: row.node,
      render() {
        control.show(now.setup.rulebook);
        row.say(t(`setup.rulebook.${now.setup.rulebook}.help`));
      },
    };
  }

  /** @returns {Row} */
  function seatsRow() {
    const title = t("screens.setup.seats"),
      control = oneOfMany(
        title,
        SEATS.map((n) => ({value: String(n), label: String(n)})),
        (value) => void ask(row, {most_seats: Number(value)}),
      ),
      row = optionRow(title, control.node);
    row.say(t("setup.seats.help"));
    return {node: row.node, render: () => control.show(String(SEATS.find((n) => n >= now.most_seats) ?? 100))};
  }

  /** @returns {Row[]} */
  function paceRows() {
    const title = t("screens.setup.pace.label"),
      choices = PACES.map((value) => ({value, label: paceLabel(paceOf(value))}));
    const control = oneOf(
        title,
        choices,
        (value) =>
          void ask(row, {pace: {...paceOf(value), timeout: now.pace.kind === "none" ? "bot" : now.pace.timeout}}),
      ),
      row = optionRow(title, control.node, "wide");
    row.say(t("screens.setup.pace.help"));
    const late = t("screens.setup.timeout.label"),
      after = oneOf(
        late,
        ["bot", "wait", "skip"].map((value) => ({value, label: t(`screens.setup.timeout.${value}`)})),
        (value) => void ask(next, {pace: {...now.pace, timeout: value}}),
      ),
      next = optionRow(late, after.node, "wide");
    next.say(t("screens.setup.timeout.help"));
    return [
      {node: row.node, render: () => control.show(`${now.pace.kind}/${now.pace.amount}`)},
      {
        node: next.node,
        render() {
          setClass(next.node, "none", now.pace.kind === "none");
          after.show(now.pace.timeout);
        },
      },
    ];
  }

  /** @returns {Row} */
  function seedRow() {
    const input = /** @type {HTMLInputElement} */ (
      el("input", {
        type: "text",
        maxlength: 200,
        autocomplete: "off",
        "aria-label": t("setup.seed.label"),
        on: {
          change() {
            seed = input.value.trim();
            void set(row, "seed", seed);
          },
        },
      })
    );
    const row = optionRow(t("setup.seed.label"), input);
    row.say(t("setup.seed.help"));
    return {node: row.node, render: () => {}};
  }

  const presets = Object.entries(PRESETS).map(([name, preset]) => {
    const picture = el("span", {class: "pic", "aria-hidden": "true"});
    paint(picture, PICTURES[name].map((terrain) => tilePicture(terrain, 34)).join(""));
    const button = el(
      "button",
      {
        class: "preset",
        data: {preset: name},
        on: {
          click() {
            seed = "";
            ask(first, {
              most_seats: Math.max(6, now.seats.length),
              pace: {kind: "none", amount: 0, timeout: "bot"},
              ...preset,
            });
          },
        },
      },
      picture,
      el("b", {}, t(`screens.setup.preset.${name}.label`)),
      el("span", {}, t(`screens.setup.preset.${name}.help`)),
      icon("i-done", "tick"),
    );
    return {name, button};
  });
  const first = optionRow(
    t("screens.setup.from"),
    el("div", {class: "presets"}, ...presets.map(({button}) => button)),
    "start-from",
    "h2",
  );
  rows.push(
    mapRow(),
    wordRow("edicts"),
    wordRow("pool"),
    wordRow("ambushes"),
    wordRow("ambush_by"),
    wordRow("heroes"),
    wordRow("skills"),
    wordRow("explore"),
    wordRow("seasons"),
    switchRow("ruins"),
    switchRow("promos"),
    ...paceRows(),
    seatsRow(),
    rulebookRow(),
    seedRow(),
    allowRow("listed"),
    allowRow("spectators"),
    allowRow("hints"),
  );
  root.append(
    first.node,
    el(
      "div",
      {class: "options paper", role: "group", "aria-label": t("screens.setup.options")},
      ...rows.map((row) => row.node),
    ),
  );
  let shown = "";

  return {
    /** @param {TableInfo} table */
    render(table) {
      const key = JSON.stringify([
        table.setup,
        table.pace,
        table.most_seats,
        table.listed,
        table.spectators,
        table.hints,
        table.seats.length > 1,
      ]);
      now = table;
      if (key === shown) return;
      shown = key;
      for (const row of rows) row.render(table);
      const on = presets.map(({name}) => name).find((name) => isPreset(name, table, catalogue)) ?? null;
      for (const {name, button} of presets) {
        setClass(button, "on", name === on);
        button.setAttribute("aria-pressed", String(name === on));
      }
    },
  };
}

/** @param {string} text @returns {import("../types.js").Pace} */
function paceOf(text) {
  const [kind, amount] = text.split("/");
  return {kind: /** @type {import("../types.js").Pace["kind"]} */ (kind), amount: Number(amount), timeout: "bot"};
}

/**
 * Whether a table plays a preset as it is.
 * @param {string} name
 * @param {TableInfo} table
 * @param {Catalogue} catalogue
 */
function isPreset(name, table, catalogue) {
  const {
    setup: {box, ...own},
    pace,
  } = PRESETS[name];
  // The base box has no keys of its own: it is what the other boxes change.
  const plain = {
    explore: "base",
    seasons: "base",
    map: "A",
    pool: "base",
    edicts: "drawn",
    ruins: true,
    ambushes: "base",
    heroes: "none",
    promos: false,
    skills: "none",
    rulebook: "standard",
  };
  const wanted = /** @type {Record<string, unknown>} */ ({...plain, ...catalogue.boxes[box], ...own});
  return (
    Object.keys(wanted).every((key) => table.setup[key] === wanted[key]) &&
    (pace ? table.pace.amount === pace.amount : table.pace.kind === "none")
  );
}

/**
 * Choose cards by hand; the server says how many.
 * @param {string} name
 * @param {string[]} before
 * @param {(cards: string[]) => Promise<any>} take
 */
async function chooseCards(name, before, take) {
  const {loadCards} = await import("../cards.js"),
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
