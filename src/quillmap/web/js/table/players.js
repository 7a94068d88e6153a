// @ts-check
/** Everybody else at the table: small maps, who still draws, one tap to enlarge. */

import {el, icon, keep, paint, setClass, setIcon, setText} from "../dom.js";
import {miniMap} from "../minimap.js";
import {pictureAt} from "../seat-picture.js";
import {figure, t} from "../words.js";

/** @param {HTMLElement} root @param {{zoom: (seat: number) => void}} actions */
export function mountPlayers(root, {zoom}) {
  const title = el("span"),
    still = el("small");
  const heading = el("h2", {}, title, still);
  const chosen = el("p", {class: "chosen-deal none"}),
    grid = el("div", {class: "folk-grid"});
  root.append(heading, chosen, grid);

  /** @param {number} seat */
  function make(seat) {
    return el(
      "button",
      {class: "player", on: {click: () => zoom(seat)}},
      el("span", {class: "face"}, el("span", {class: "face-map"}), el("span", {class: "state"}, icon("i-quill"))),
      el(
        "span",
        {class: "who", "aria-hidden": "true"},
        el("span", {class: "who-crest"}),
        el("span", {class: "who-name"}),
        el("b"),
      ),
      el("i", {class: "unseen"}),
    );
  }

  /** @param {import("./scene.js").Scene} scene */
  function render(scene) {
    const {board, me, table, waiting, names, isOver, isSeeded} = scene;
    const others = board.seats.map((_, n) => n).filter((n) => n !== me);
    setClass(root, "alone", others.length === 0);
    setText(title, t("page.folk.title"));
    setText(chosen, t("games.chosen-deal.text"));
    setClass(chosen, "none", !isSeeded || isOver); // at the end it stands beside the result
    setText(still, waiting.length ? t("page.folk.drawing", {count: waiting.length}) : "");
    keep(grid, others, String, make, (node, seat) => {
      const info = table.seats[seat],
        {isBusy, isAbsent, sign, words} = doingOf(scene, seat);
      setClass(node, "busy", isBusy);
      setClass(node, "done", !isBusy);
      setClass(node, "absent", isAbsent);
      paint(/** @type {Element} */ (node.querySelector(".face-map")), miniMap(board.seats[seat].sheet));
      setIcon(/** @type {Element} */ (node.querySelector(".state svg")), sign);
      if (info) paint(/** @type {Element} */ (node.querySelector(".who-crest")), pictureAt(table, seat, 18));
      setText(/** @type {Element} */ (node.querySelector(".who-name")), names[seat]);
      setText(/** @type {Element} */ (node.querySelector(".who b")), figure(board.seats[seat].total));
      setText(
        /** @type {Element} */ (node.querySelector(".unseen")),
        `${names[seat]}: ${t("terms.stars", {count: board.seats[seat].total})}, ${words}. ` +
          t("page.folk.enlarge.text"),
      );
    });
  }
  return {render};
}

/**
 * What somebody does now, with a sign and in words.
 * @param {import("./scene.js").Scene} scene
 * @param {number} seat
 */
export function doingOf({table, view, waiting, isOver}, seat) {
  const info = table.seats[seat],
    isBusy = waiting.includes(seat),
    isPerson = info?.kind === "person",
    away = view.progress?.away.find((each) => each.seat === info?.id);
  if (isPerson && info.level !== "" && !isOver) {
    const words = t(info.until === "end" ? "absence.seat.resigned" : "absence.seat.bot");
    return {isBusy, isAbsent: false, sign: "i-bot", words};
  }
  if (isPerson && away?.is_looking_back)
    return {isBusy, isAbsent: true, sign: "i-eye", words: t("absence.seat.looking")};
  if (isPerson && view.progress !== null && !view.progress.present.includes(info.id))
    return {isBusy, isAbsent: true, sign: "i-offline", words: t("page.folk.absent")};
  return {
    isBusy,
    isAbsent: false,
    sign: isBusy ? "i-quill" : "i-done",
    words: t(isBusy ? "page.folk.is-drawing" : "page.folk.is-done"),
  };
}
