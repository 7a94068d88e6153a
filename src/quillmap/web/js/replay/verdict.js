// @ts-check
/** Whether a game was honest: a small seal, and what stands behind it. */

import {openDialog} from "../dialog.js";
import {el, icon, setAttribute, setClass, setIcon, setText} from "../dom.js";
import {needWords, t} from "../words.js";

/** Codes that say it all; to the others belongs what stands in the record, in its own words. */
const TOLD = ["illegal-move", "bad-setup", "missing-move"];
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
    setAttribute(button, "aria-label", `${t(key)}. ${t("replay.verdict.about")}`);
    setAttribute(button, "title", t("replay.verdict.about"));
  }

  async function open() {
    await needWords("command");
    const {board, frames} = source.replay,
      end = frames[frames.length - 1]?.event;
    const line = (/** @type {string} */ key, /** @type {string} */ value) => [
      el("dt", {}, t(`replay.verdict.${key}`)),
      el("dd", {}, el("code", {}, value)),
    ];
    const nodes = [
      el("p", {class: "verdict-text"}, t(`replay.verdict.${verdict?.finding ?? "checking"}.text`)),
      el("p", {}, t("replay.verdict.how.text")),
    ];
    const list = el(
      "dl",
      {class: "verdict-list"},
      ...line("hash", board.seed_hash),
      ...(end?.seed ? line("seed", end.seed) : []),
    );
    if (verdict?.finding === "dishonest")
      list.append(
        ...line("line", [verdict.event, t(`command.verdict.reason.${verdict.code}`)].filter(Boolean).join(": ")),
      );
    if (verdict?.finding === "dishonest" && !TOLD.includes(verdict.code))
      list.append(...line("expected", verdict.expected || "–"), ...line("found", verdict.found || "–"));
    openDialog(t("replay.verdict.about"), ...nodes, list);
  }
  return {open};
}
