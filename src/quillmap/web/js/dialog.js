// @ts-check
/**
 * Dialogs of every screen: they trap focus, close by Esc or a tap beside them, and give the focus back.
 *
 * The first screen loads them, so nothing of the game is imported here.
 */

import {el, icon, setName} from "./dom.js";
import {setTheme, THEMES, theme} from "./theme.js";
import {wayBack} from "./way-back.js";
import {currentLanguage, languages, setLanguage, t} from "./words.js";

/** @type {Set<(isOver: boolean) => void>} */
const watchers = new Set();

/**
 * Be told whenever a dialog has come over everything else, or has gone: what plays under it waits.
 * @param {(isOver: boolean) => void} tell
 * @returns {() => void} stops it
 */
export function watchDialogs(tell) {
  watchers.add(tell);
  return () => watchers.delete(tell);
}

function tellWatchers() {
  const top = [...document.querySelectorAll("dialog[open]")].pop();
  for (const tell of watchers) tell(top?.matches(".drawer") ?? false);
}

/** Put a dialog over everything else, until it or the way back closes it. @param {HTMLDialogElement} dialog */
export function showOver(dialog) {
  document.body.append(dialog);
  dialog.addEventListener("close", () => wayBack.uncovered());
  dialog.showModal();
  wayBack.cover({
    isOpen: () => dialog.open,
    close: () => dialog.dispatchEvent(new Event("cancel", {cancelable: true})) && dialog.close(),
  });
}

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
  const heading = el("h2");
  setName(heading, title);
  dialog.append(el("div", {class: "drawer-inner"}, el("header", {}, heading, close), ...content));
  dialog.addEventListener("click", (event) => event.target === dialog && dialog.close());
  dialog.addEventListener("close", () => {
    dialog.remove();
    tellWatchers();
  });
  showOver(dialog);
  tellWatchers();
  return dialog;
}

/** Close every dialog: the screen that opened them is about to go. */
export function closeDialogs() {
  const open = /** @type {NodeListOf<HTMLDialogElement>} */ (document.querySelectorAll("dialog[open]"));
  for (const dialog of [...open].reverse()) dialog.close();
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

/** @typedef {[string, string, () => void, string?]} MenuEntry icon, words, what it does, what that means */

/** The menu of a screen. @param {{title?: string, entries: MenuEntry[]}[]} groups those without entries are left out */
export function openMenu(...groups) {
  const button = (/** @type {MenuEntry} */ [id, text, act, note]) => {
    const click = () => {
      dialog.close();
      act();
    };
    return el(
      "button",
      {class: "btn", on: {click}},
      icon(id),
      el("span", {}, text, note ? el("small", {}, note) : null),
    );
  };
  const dialog = openDialog(
    t("page.tool.menu"),
    ...groups
      .filter(({entries}) => entries.length)
      .map(({title, entries}) =>
        el(
          "section",
          {class: "menu-group"},
          title ? el("h3", {}, title) : null,
          el("div", {class: "menu-list"}, ...entries.map(button)),
        ),
      ),
  );
}
