// @ts-check
/** A table that waits for its game: who is there, the code to share, and the host's start. A first, plain form. */

import {crestPicture} from "../art-cards.js";
import {el, icon, keep, paint, setClass, setText} from "../dom.js";
import {keepTable, player, tokenFor} from "../memory.js";
import {call} from "../protocol.js";
import {t} from "../words.js";

/** @param {HTMLElement} root @param {{id: string, go: (path: string) => void}} actions */
export function mountWaiting(root, {id, go}) {
  const title = el("h1"), code = el("p", {class: "code"}), seats = el("ol", {class: "seat-list"}), note = el("p");
  const start = el("button", {class: "btn main", on: {click: () => call("POST", `/api/tables/${id}/start`, null, tokenFor(id)).catch(() => {})}}, icon("i-confirm"), el("span"));
  const join = el("button", {class: "btn main", on: {click: sit}}, icon("i-person"), el("span"));
  const home = el("button", {class: "btn", on: {click: () => go("/")}}, icon("i-next"), el("span"));
  root.append(el("main", {class: "paper waiting-card"}, title, code, seats, note, join, start, home));

  async function sit() {
    const answer = await call("POST", `/api/tables/${id}/seats`, {name: player().name || t("page.player")}).catch(() => null);
    if (!answer) return;
    keepTable({id, token: answer.token, at: Date.now(), code: answer.table.code});
    location.reload(); // the socket says hello once: it has to begin anew as the seat it now is
  }

  return {
    /** @param {import("../session.js").View} view */
    render(view) {
      const {table} = view;
      setText(title, view.connection === "gone" ? t("page.waiting.gone") : table ? t("page.waiting.title") : t("page.waiting.opening"));
      setText(code, table ? table.code : "");
      keep(seats, table?.seats ?? [], (seat) => String(seat.id), (seat) => {
        const crest = el("span");
        paint(crest, crestPicture(seat.id, seat.crest, 24));
        return el("li", {}, crest, el("b", {}, seat.name));
      });
      setText(note, table && view.seatId !== null && !view.isHost ? t("page.waiting.host") : "");
      setClass(join, "none", !table || view.seatId !== null || table.status !== "waiting");
      setClass(start, "none", !table || !view.isHost);
      setText(/** @type {Element} */ (join.lastElementChild), t("page.waiting.sit"));
      setText(/** @type {Element} */ (start.lastElementChild), t("page.waiting.start"));
      setText(/** @type {Element} */ (home.lastElementChild), t("page.home.back"));
    },
  };
}
