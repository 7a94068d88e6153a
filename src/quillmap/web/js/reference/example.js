// @ts-check
/** An example map one tap away, wherever a card is explained: also in the middle of a game. */

import {el, icon} from "../dom.js";
import {needWords, t} from "../words.js";

/**
 * A button that makes room for the example of a card. It shows itself when its words are there.
 * @param {string} id of a scoring card or a skill @param {string} rulebook
 */
export function exampleButton(id, rulebook) {
  const text = el("span"),
    button = el("button", {class: "btn show-example", hidden: true, on: {click: () => show()}}, icon("i-eye"), text);
  async function show() {
    const [{loadBook}, {exampleNode}, {needStyle}] = await Promise.all([
      import("./book.js"),
      import("./card-page.js"),
      import("../styles.js"),
    ]);
    const [book] = await Promise.all([loadBook(), needWords("screens"), needStyle("rules")]);
    const node = exampleNode(id, rulebook, book);
    if (!node) return;
    node.tabIndex = -1;
    button.replaceWith(node);
    node.focus();
  }
  needWords("reference").then(() => {
    text.textContent = t("reference.card.show-example");
    button.hidden = false;
  });
  return button;
}
