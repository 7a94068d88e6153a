// @ts-check
/** Who sits here: name, title and crest, kept on this device and told to the table. */

import {el} from "../../dom.js";
import {player, setPlayer} from "../../memory.js";
import {nickname} from "../../nicknames.js";
import {t} from "../../words.js";
import {mountCrest} from "./crest.js";

const LONGEST_NAME = 40,
  LONGEST_TITLE = 60;

/**
 * @param {HTMLElement} root
 * @param {{shield: () => number, changed: (change: {name?: string, title?: string, crest?: number[][]}) => void}}
 *   actions
 */
export function mountMe(root, {shield, changed}) {
  const field = (
    /** @type {"name" | "title"} */ name,
    /** @type {number} */ longest,
    /** @type {string} */ example,
  ) => {
    const input = /** @type {HTMLInputElement} */ (
      el("input", {
        type: "text",
        id: `my-${name}`,
        maxlength: longest,
        autocomplete: "off",
        placeholder: example,
        on: {input: keep, change: tell},
      })
    );
    input.value = player()[name];
    const written = () => input.value.trim();
    function keep() {
      setPlayer({[name]: written()});
    }
    function tell() {
      const value = written();
      keep();
      if (value || name === "title") changed({[name]: value});
    }
    return el("label", {class: "field"}, t(`screens.table.${name}`), input);
  };
  const crestBox = el("div", {class: "crest-box"});
  const crest = mountCrest(crestBox, {
    shield,
    changed(strokes) {
      setPlayer({crest: strokes});
      changed({crest: strokes});
    },
  });
  root.append(
    el(
      "div",
      {class: "fields"},
      field("name", LONGEST_NAME, nickname()),
      field("title", LONGEST_TITLE, t("screens.table.title-example")),
    ),
    crestBox,
  );
  return {render: () => crest.render(player().crest)};
}
