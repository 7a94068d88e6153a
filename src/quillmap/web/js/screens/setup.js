// @ts-check
/**
 * What a table plays: presets first, then every option with its sentence. The server decides what goes together, and
 * says why not.
 */

import {tilePicture} from "../art-cards.js";
import {el, icon, paint, setClass, setText} from "../dom.js";
import {wayBack} from "../way-back.js";
import {t} from "../words.js";
import {prepare, troubleText} from "./parts/frame.js";
import {optionRow} from "./parts/options.js";
import {paceRows, setupRows} from "./parts/setup-rows.js";
import {openTable, PRESETS} from "./parts/tables.js";

/** @typedef {import("../types.js").TableInfo} TableInfo */
/** @typedef {import("../types.js").PaceOffer} PaceOffer */
/** @typedef {import("../types.js").Catalogue} Catalogue */

/** @type {Record<string, string[]>} */
const PICTURES = {
  first: ["forest", "village", "farm"],
  base: ["forest", "village", "monster"],
  heroes: ["hero", "monster", "water"],
  everything: ["forest", "hero", "monster"],
  party: ["village", "village", "village"],
};
/** Whether everything beside the presets was unfolded last. */
let isOpen = false;

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
    wayBack.rename(`/t/${table.id}`);
    go(`/t/${table.id}`);
  } catch (error) {
    setText(wait, troubleText(error));
  }
  return {};
}

/**
 * @param {HTMLElement} root
 * @param {{catalogue: Catalogue, paces: PaceOffer[], change: (body: object) => Promise<any>, isOnDevice?: boolean}}
 *   actions `change` asks the server, which may refuse; at a table of this device there are no other people
 */
export function mountSetup(root, {catalogue, paces, change, isOnDevice = false}) {
  const form = createForm(catalogue, isOnDevice ? paces.filter(({kind}) => kind !== "days") : paces, change, () => {
    for (const each of rows) each.render();
  });
  const pace = paceRows(form),
    others = setupRows(form, isOnDevice),
    rows = [...pace, ...others];
  const presets = presetsAt(isOnDevice).map((name) => ({name, button: presetButton(name, () => startFrom(name))}));
  const buttons = el("div", {class: "presets"}, ...presets.map(({button}) => button));
  const first = optionRow(t("screens.setup.from"), buttons, "start-from", "h2");
  const options = {class: "options", role: "group", "aria-label": t("screens.setup.options")};
  const more = /** @type {HTMLDetailsElement} */ (
    el(
      "details",
      {class: "more-options paper"},
      el("summary", {}, el("span", {}, t("screens.setup.more"))),
      el("div", options, ...others.map((row) => row.node)),
    )
  );
  more.open = isOpen;
  more.addEventListener("toggle", () => (isOpen = more.open));
  root.append(first.node, el("section", {class: "pace-box paper"}, ...pace.map((row) => row.node)), more);
  let shown = "";

  /** @param {string} name */
  function startFrom(name) {
    // A pace of one's own stays; that of a preset goes with it.
    const isPaced = isPreset("party", form.now, catalogue),
      pace = isPaced ? {kind: "none", amount: 0, timeout: "bot"} : form.now.pace;
    form.seed = "";
    form.ask(first, {most_seats: Math.max(6, form.now.seats.length), pace, ...PRESETS[name]});
  }

  return {
    /** @param {TableInfo} table */
    render(table) {
      const {setup, pace, most_seats, listed, spectators, hints, bot_time, seats} = table;
      const key = JSON.stringify([setup, pace, most_seats, listed, spectators, hints, bot_time, seats.length > 1]);
      form.now = table;
      if (key === shown) return;
      shown = key;
      for (const row of rows) row.render();
      const on = presetOf(table, catalogue);
      for (const {name, button} of presets) {
        setClass(button, "on", name === on);
        button.setAttribute("aria-pressed", String(name === on));
        if (name === on) showWhole(button, buttons);
      }
    },
  };
}

/** What a table can start from: a party needs people. @param {boolean} isOnDevice */
export const presetsAt = (isOnDevice) => Object.keys(PRESETS).filter((name) => !isOnDevice || name !== "party");

/**
 * What all rows share.
 * @param {Catalogue} catalogue
 * @param {PaceOffer[]} paces
 * @param {(body: object) => Promise<any>} change
 * @param {() => void} showAgain called after a choice was refused
 * @returns {import("./parts/setup-rows.js").Form}
 */
function createForm(catalogue, paces, change, showAgain) {
  /** @type {import("./parts/setup-rows.js").Form} */
  const form = {
    now: /** @type {any} */ (null),
    catalogue,
    paces,
    seed: "",
    change,
    async ask(row, body) {
      for (const each of document.querySelectorAll(".opt .why")) setClass(each, "none", true);
      row.refuse();
      try {
        await change(body);
        return true;
      } catch (error) {
        row.refuse(troubleText(error));
        showAgain();
        return false;
      }
    },
    set: (row, name, value) =>
      form.ask(row, {setup: {...form.now.setup, ...(form.seed ? {seed: form.seed} : {}), [name]: value}}),
  };
  return form;
}

/** @param {string} name @param {() => void} choose */
function presetButton(name, choose) {
  const picture = el("span", {class: "pic", "aria-hidden": "true"});
  paint(picture, PICTURES[name].map((terrain) => tilePicture(terrain, 34)).join(""));
  return el(
    "button",
    {class: "preset", data: {preset: name}, on: {click: choose}},
    picture,
    el("b", {}, t(`screens.setup.preset.${name}.label`)),
    el("span", {}, t(`screens.setup.preset.${name}.help`)),
    icon("i-done", "tick"),
  );
}

/**
 * Bring a button into sight where its row is wider than the screen.
 * @param {HTMLElement} button
 * @param {HTMLElement} row
 */
function showWhole(button, row) {
  const {left, right} = button.getBoundingClientRect(),
    box = row.getBoundingClientRect();
  if (left < box.left || right > box.right) row.scrollLeft += left - box.left - 10;
}

/** The preset that a table plays, if it does. @param {TableInfo} table @param {Catalogue} catalogue */
export const presetOf = (table, catalogue) =>
  // One with a pace of its own is more than the same set-up at any pace: it comes last.
  Object.keys(PRESETS).findLast((name) => isPreset(name, table, catalogue)) ?? null;

/**
 * Whether a table plays a preset as it is; the pace is the host's own, unless the preset has one.
 * @param {string} name
 * @param {TableInfo} table
 * @param {Catalogue} catalogue
 */
export function isPreset(name, table, catalogue) {
  const {
    setup: {box, ...own},
    pace,
    most_seats: most = table.most_seats,
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
    (!pace || (table.pace.amount === pace.amount && table.most_seats === most))
  );
}
