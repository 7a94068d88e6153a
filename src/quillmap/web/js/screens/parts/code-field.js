// @ts-check
/** The field for the code of a table: six boxes that are one field, which takes a link to a table, too. */

import {el} from "../../dom.js";
import {call} from "../../protocol.js";
import {t} from "../../words.js";
import {busy} from "./frame.js";

export const CODE_LENGTH = 6;

/** A text as a code, as far as it goes. @param {string} text */
const codeIn = (text) =>
  text
    .replace(/[^A-Za-z0-9]/g, "")
    .toUpperCase()
    .slice(0, CODE_LENGTH);

/**
 * What somebody has typed or pasted: a link leads to its table, anything else is a code and where in it one writes.
 * @param {string} text
 * @param {number} caret
 * @returns {{path: string} | {code: string, caret: number}}
 */
export function read(text, caret) {
  const link = text.match(/\/t\/([\w-]+)(?:\/screen)?(#[\w-]+)?/);
  if (link) return {path: `/t/${link[1]}${link[2] ?? ""}`};
  return {code: codeIn(text), caret: codeIn(text.slice(0, caret)).length};
}

/** The boxes that the next key writes into. @param {number} from @param {number} to what is selected */
export function boxesAt(from, to) {
  const first = Math.min(from, CODE_LENGTH - 1);
  return {first, last: Math.max(first, to - 1)};
}

/** @param {(path: string) => void} go @param {HTMLElement} trouble */
export function joining(go, trouble) {
  const boxes = Array.from({length: CODE_LENGTH}, () => el("span"));
  const field = /** @type {HTMLInputElement} */ (
    el("input", {
      id: "code",
      autocomplete: "off",
      autocapitalize: "characters",
      spellcheck: "false",
      "aria-describedby": "code-help",
      enterkeyhint: "go",
      on: {
        input: take,
        focus: select,
        click: select,
        blur: show,
        keyup: show,
        keydown: (/** @type {KeyboardEvent} */ event) => event.key === "Enter" && join(),
      },
    })
  );
  function take() {
    trouble.textContent = "";
    const found = read(field.value, field.selectionStart ?? field.value.length);
    if ("path" in found) return go(found.path);
    if (field.value !== found.code) {
      field.value = found.code;
      field.setSelectionRange(found.caret, found.caret);
    }
    show();
  }
  /** The next key replaces a whole code, and goes on with one that is not whole yet. */
  function select() {
    const {length} = field.value;
    field.setSelectionRange(length < CODE_LENGTH ? length : 0, length);
    show();
  }
  function show() {
    const {first, last} = boxesAt(field.selectionStart ?? 0, field.selectionEnd ?? 0);
    boxes.forEach((box, n) => {
      box.textContent = field.value[n] ?? "";
      box.className = document.activeElement === field && n >= first && n <= last ? "at" : "";
    });
  }
  const button = el("button", {class: "btn", id: "join", on: {click: join}}, t("screens.home.join"));
  async function join() {
    if (field.value.length < CODE_LENGTH) {
      field.focus();
      trouble.textContent = t("screens.home.code.short.text");
      showTrouble();
      return;
    }
    await busy(button, trouble, async () => go(`/t/${(await call("GET", `/api/codes/${field.value}`)).table}`));
    if (!trouble.textContent) return;
    field.focus();
    select();
    showTrouble();
  }
  /** On low phones it stands below the edge, where nobody would see it. */
  const showTrouble = () => trouble.scrollIntoView?.({block: "nearest"});
  return el(
    "div",
    {class: "joining"},
    el("label", {for: "code"}, t("screens.home.code")),
    el("span", {class: "unseen", id: "code-help"}, t("screens.home.code.help")),
    el("div", {class: "code-field"}, field, el("div", {class: "boxes", "aria-hidden": "true"}, ...boxes)),
    button,
  );
}
