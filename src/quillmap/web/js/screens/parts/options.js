// @ts-check
/** Controls of the set-up: rows with a title, a sentence, a control, and the reason why something can't be. */

import {el, icon, setAttribute, setClass, setText} from "../../dom.js";
import {spoken} from "../../words.js";

/**
 * A row of the set-up. `render` shows the sentence of what is chosen now; `refuse` says why a choice was not taken.
 * @param {string} title @param {Node} control @param {string} [more] further classes @param {string} [heading]
 */
export function optionRow(title, control, more = "", heading = "h3") {
  const text = el("p"),
    reason = el("span"),
    why = el("div", {class: "why none", role: "alert"}, icon("i-rules"), reason);
  const node = el(
    "section",
    {class: `opt ${more}`, "aria-label": title},
    el(heading, {}, title),
    text,
    el("div", {class: "ctl"}, control),
    why,
  );
  return {
    node,
    /** @param {string} sentence */
    say: (sentence) => setText(text, sentence),
    /** @param {string} [sentence] */
    refuse(sentence = "") {
      setText(reason, sentence);
      setClass(why, "none", !sentence);
    },
  };
}

let groups = 0;

/**
 * One of a few: radio buttons that look like a strip.
 * @param {string} title
 * @param {{value: string, label: string, picture?: Node}[]} choices
 * @param {(value: string) => void} chosen
 * @param {string} [look]
 */
export function oneOf(title, choices, chosen, look = "seg") {
  const name = `one-of-${++groups}`;
  const inputs = choices.map(
    ({value, label}) =>
      /** @type {HTMLInputElement} */ (
        el("input", {
          type: "radio",
          name,
          value,
          "aria-label": label.includes("\u00ad") && spoken(label),
          on: {change: () => chosen(value)},
        })
      ),
  );
  const node = el(
    "div",
    {class: look, role: "radiogroup", "aria-label": title},
    ...choices.map(({label, picture}, n) => el("label", {}, inputs[n], picture ?? null, el("span", {}, label))),
  );
  return {
    node,
    /** @param {string | null} value */
    show(value) {
      for (const input of inputs) input.checked = input.value === value;
    },
    /** @param {boolean} is whether one of them can be chosen now */
    enable(is) {
      for (const input of inputs) input.disabled = !is;
      setAttribute(node, "aria-disabled", is ? null : "true");
    },
  };
}

/** Yes or no. @param {string} title @param {(value: boolean) => void} chosen */
export function yesOrNo(title, chosen) {
  const input = /** @type {HTMLInputElement} */ (
    el("input", {type: "checkbox", role: "switch", "aria-label": title, on: {change: () => chosen(input.checked)}})
  );
  return {
    node: el("label", {class: "switch"}, input, el("span", {"aria-hidden": "true"})),
    show(/** @type {boolean} */ value) {
      input.checked = value;
    },
  };
}

/**
 * One of many.
 * @param {string} title
 * @param {{value: string, label: string, group?: string}[]} choices
 * @param {(value: string) => void} chosen
 */
export function oneOfMany(title, choices, chosen) {
  const select = /** @type {HTMLSelectElement} */ (
    el("select", {"aria-label": title, on: {change: () => chosen(select.value)}})
  );
  /** @type {Map<string, HTMLElement>} */
  const sections = new Map();
  for (const {value, label, group} of choices) {
    const option = el("option", {value}, label);
    if (!group) select.append(option);
    else {
      const section = sections.get(group) ?? el("optgroup", {label: group});
      if (!sections.has(group)) select.append(section);
      sections.set(group, section);
      section.append(option);
    }
  }
  return {
    node: select,
    show(/** @type {string} */ value) {
      select.value = value;
      setAttribute(select, "data-value", value);
    },
  };
}
