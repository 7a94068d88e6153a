// @ts-check
/** On the first page: the tables that wait for this person, each a button that leads there. */

import {el, icon} from "../dom.js";
import {keptTables} from "../memory.js";
import {listed, needWords, t} from "../words.js";
import {askedAbout} from "./waiting.js";
import {knownTurns, look, whenFound} from "./watch.js";

/** More than these are in the list of games. */
const SHOWN = 3;

/** @param {HTMLElement} root @param {(path: string) => void} go @param {() => boolean} still */
export async function showTurns(root, go, still) {
  if (!askedAbout(keptTables()).length) return;
  let shown = "";
  function render() {
    const turns = knownTurns().slice(0, SHOWN),
      found = turns.map(({id}) => id).join();
    if (!still() || found === shown) return;
    shown = found;
    root.replaceChildren(...turns.map((turn) => button(turn, go)));
  }
  await Promise.all([look(), needWords("turns")]);
  // Whoever comes straight from a table sees what was known there until the tables are asked about again.
  whenFound(render);
  render();
}

/** @param {import("./waiting.js").Turn} turn @param {(path: string) => void} go */
const button = ({id, names}, go) =>
  el(
    "button",
    {class: "btn newcomer my-turn", on: {click: () => go(`/t/${id}`)}},
    icon("i-quill"),
    el("span", {}, t("turns.home"), el("small", {}, names.length ? listed(names) : t("turns.home.alone"))),
    icon("i-next"),
  );
