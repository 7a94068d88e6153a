// @ts-check
/** Whether a game was honest: a small seal, and what stands behind it. */

import {openDialog} from "../dialog.js";
import {el, icon, setAttribute, setClass, setIcon, setText} from "../dom.js";
import {needWords, t} from "../words.js";
import {chosenDeal, verdictLines, verdictTexts, verdictTitle} from "./verdict-lines.js";
import {seatNames} from "./watching.js";

const SIGNS = {honest: "i-done", dishonest: "i-close", unfinished: "i-timer"};

/**
 * @param {HTMLElement} root
 * @param {import("./source.js").Source} source
 */
export function mountVerdict(root, source) {
  const sign = icon("i-timer"),
    text = el("span");
  const button = el("button", {class: "btn verdict", on: {click: open}}, sign, text);
  root.append(button);
  /** @type {import("./source.js").RecordVerdict | null} */
  let verdict = null;
  show("replay.verdict.checking");
  source.verdict().then(
    (found) => {
      verdict = found;
      setIcon(sign, SIGNS[found.finding]);
      for (const each of Object.keys(SIGNS)) setClass(button, each, each === found.finding);
      show(`replay.verdict.${found.finding}`);
    },
    () => show("replay.verdict.unknown"),
  );

  /** @param {string} key */
  function show(key) {
    setText(text, t(key));
    setAttribute(button, "aria-label", `${t(key)}. ${verdictTitle(verdict)}`);
    setAttribute(button, "title", verdictTitle(verdict));
  }

  async function open() {
    await needWords("command");
    const {board, frames, summary} = source.replay;
    const lines = verdictLines(verdict, {
      hash: board.seed_hash,
      seed: frames[frames.length - 1]?.event.seed ?? "",
      setup: board.setup,
      names: seatNames(board.seats.length, summary.names),
      isSeeded: summary.is_seeded,
    });
    const [finding, how] = verdictTexts(verdict, summary.is_seeded);
    const list = lines.flatMap(([label, values, isCode]) => [
      el("dt", {}, t(`replay.verdict.${label}`)),
      ...values.map((value) => el("dd", {}, isCode ? el("code", {}, value) : value)),
    ]);
    openDialog(
      verdictTitle(verdict),
      el("p", {class: "verdict-text"}, finding),
      summary.is_seeded ? el("p", {class: "chosen-deal"}, chosenDeal(summary)) : "",
      el("p", {}, how),
      el("dl", {class: "verdict-list"}, ...list),
    );
  }
  return {open};
}
