// @ts-check
/** Play on from a moment of a finished game: what that means, in a dialog, and the way to the table. */

import {openDialog} from "../dialog.js";
import {el, icon} from "../dom.js";
import {newId} from "../protocol.js";
import {busy} from "../screens/parts/frame.js";
import {keepSeat, myself} from "../screens/parts/tables.js";
import {t} from "../words.js";
import {eventOf, goesOn} from "./moments.js";

/** @typedef {import("./watching.js").Watching} Watching */

/**
 * Whether something is still to be decided after a moment, in a game that has come to its end.
 * @param {Watching} watching @param {number} at the number of the moment
 */
export const mayPlayOn = ({source, moments}, at) =>
  moments[moments.length - 1].board.result !== null && goesOn(source.replay.frames, moments[at]);

/**
 * Ask whether to play on after a moment, with the map that is looked at.
 * @param {Watching} watching @param {number} at the number of the moment @param {(path: string) => void} go
 */
export function openPlayOn({source, moments, seat, names, player}, at, go) {
  player.step(0); // stops it
  const trouble = el("p", {class: "trouble", role: "alert"});
  const begin = () =>
    busy(button, trouble, async () => {
      const wish = {...myself(), token: newId(), event: eventOf(moments[at])};
      const seated = await source.playOn(seat, wish);
      keepSeat(seated);
      dialog.close();
      go(`/t/${seated.table.id}`);
    });
  const button = el("button", {class: "btn main", on: {click: begin}}, icon("i-quill"), t("replay.play-on.begin"));
  const dialog = openDialog(
    t("replay.play-on"),
    el("p", {}, t("replay.play-on.text")),
    names.length > 1 ? el("p", {}, t("replay.play-on.bots.text", {player: names[seat]})) : "",
    el("div", {class: "menu-list"}, button),
    trouble,
  );
  dialog.classList.add("play-on");
  button.focus();
}
