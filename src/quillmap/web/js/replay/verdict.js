// @ts-check
/** Whether a game was honest: a small seal, and what stands behind it. */

import {openDialog} from "../dialog.js";
import {el, icon, setAttribute, setClass, setIcon, setText} from "../dom.js";
import {needWords, t} from "../words.js";
import {chosenDeal, originOf, sealOf, verdictLines, verdictTexts, verdictTitle} from "./verdict-lines.js";
import {seatNames} from "./watching.js";

const SIGNS = {honest: "i-done", dishonest: "i-close", unfinished: "i-timer", continued: "r-play", elsewhere: "i-done"};

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
  const origin = originOf(source.replay.summary);
  show("replay.verdict.checking");
  source.verdict().then(
    (found) => {
      verdict = found;
      const seal = sealOf(found, origin);
      setIcon(sign, SIGNS[seal]);
      for (const each of Object.keys(SIGNS)) setClass(button, each, each === seal);
      show(`replay.verdict.${seal}`);
    },
    () => show("replay.verdict.unknown"),
  );

  /** @param {string} key */
  function show(key) {
    setText(text, t(key));
    setAttribute(button, "aria-label", `${t(key)}. ${verdictTitle(verdict, origin)}`);
    setAttribute(button, "title", verdictTitle(verdict, origin));
  }

  async function open() {
    await needWords("command");
    const {board, frames, summary} = source.replay;
    const lines = verdictLines(verdict, {
      hash: board.seed_hash,
      seed: frames[frames.length - 1]?.event.seed ?? "",
      setup: board.setup,
      names: seatNames(board.seats.length, summary),
      origin,
    });
    const [finding, how] = verdictTexts(verdict, origin);
    const list = lines.flatMap(([label, values, isCode]) => [
      el("dt", {}, t(`replay.verdict.${label}`)),
      ...values.map((value) => el("dd", {}, isCode ? el("code", {}, value) : value)),
    ]);
    openDialog(
      verdictTitle(verdict, origin),
      el("p", {class: "verdict-text"}, finding),
      summary.is_seeded ? el("p", {class: "chosen-deal"}, chosenDeal(summary)) : "",
      el("p", {}, how),
      el("dl", {class: "verdict-list"}, ...list),
    );
  }
  return {open};
}
