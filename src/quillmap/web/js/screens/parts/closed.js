// @ts-check
/** A table that one can't come to: a sentence that says why, and where to go instead. */

import {el, icon} from "../../dom.js";
import {giveUpSeat} from "../../memory.js";
import {hasText, needWords, t} from "../../words.js";
import {prepare, topBar} from "./frame.js";

/** @typedef {"back" | "watch" | "new" | "home"} Way */

/**
 * Where one can go from a table that is closed for this reason, the most sensible first.
 * @param {string | null} code
 * @returns {Way[]}
 */
export function waysFrom(code) {
  // The seat is gone, the table is not: without a seat one may still look, or sit down again.
  if (code === "removed" || code === "unknown-token") return ["watch", "home"];
  // Another link of the same seat may be kept on this device by now.
  if (code === "moved") return ["back", "home"];
  return ["new", "home"];
}

/** @param {string | null} code */
function why(code) {
  if (hasText(`absence.gone.${code}.text`)) return t(`absence.gone.${code}.text`);
  return t(hasText(`errors.server.${code}`) ? `errors.server.${code}` : "errors.server.no-such-table");
}

/** @type {Record<Way, [string, string]>} icon and words */
const LOOKS = {
  back: ["i-people", "absence.to-table"],
  watch: ["i-eye", "absence.watch"],
  new: ["i-people", "screens.table.new"],
  home: ["i-next", "screens.back"],
};

/**
 * @param {HTMLElement} root
 * @param {{id: string, code: string | null, go: (path: string) => void}} where
 */
export async function showClosed(root, {id, code, go}) {
  await Promise.all([prepare("waiting", "start"), needWords("absence")]);
  const act = {
    back: () => go(`/t/${id}`),
    watch() {
      giveUpSeat(id);
      go(`/t/${id}`);
    },
    new: () => go("/setup"),
    home: () => go("/"),
  };
  const buttons = waysFrom(code).map((way, n) =>
    el(
      "button",
      {class: `btn ${n ? "" : "main"}`, id: `closed-${way}`, on: {click: act[way]}},
      icon(LOOKS[way][0]),
      t(LOOKS[way][1]),
    ),
  );
  root.className = "lost-way";
  root.replaceChildren(
    topBar(t("absence.closed"), go),
    el("main", {class: "lost-words paper"}, icon("compass", "rose"), el("p", {role: "alert"}, why(code)), ...buttons),
  );
}
