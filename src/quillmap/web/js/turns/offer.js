// @ts-check
/** The dialog that says what notifications are for, and lets the person of this device have them or not. */

import {openDialog} from "../dialog.js";
import {el, icon} from "../dom.js";
import {needWords, t} from "../words.js";
import {allowNotifications, deviceState, stopNotifications} from "./device.js";

/** Whether there is anything to offer; known once `needOffer` has been called. */
let isPossible = false,
  isOn = false;

/** Find out whether this device can show notifications. */
export async function needOffer() {
  const [state] = await Promise.all([deviceState(), needWords("turns")]);
  isPossible = state !== "impossible";
  isOn = state === "on";
  return isPossible;
}

/**
 * Whether somebody at this table may be offered notifications.
 * @param {Pick<import("../session.js").View, "table" | "seatId">} view
 */
export const mayOffer = ({table, seatId}) => isPossible && seatId !== null && table?.pace.kind === "days";

/** What somebody can do while the others draw, where the pace is days; nothing at other tables. @param {string} kind */
export const meanwhileWords = (kind) => (kind === "days" ? t(isOn ? "turns.close.text" : "turns.later.text") : "");

export async function openOffer() {
  const box = el("div", {class: "menu-list"});
  const show = (/** @type {import("./device.js").DeviceState} */ state) => box.replaceChildren(...content(state, act));
  /** @param {() => Promise<unknown>} does */
  async function act(does) {
    try {
      await does();
      await needOffer();
      show(await deviceState());
    } catch {
      box.append(el("p", {class: "trouble", role: "alert"}, t("turns.failed.text")));
    }
  }
  await needWords("turns");
  openDialog(t("turns.offer"), box);
  show(await deviceState());
}

/** @param {import("./device.js").DeviceState} state @param {(does: () => Promise<unknown>) => void} act */
function content(state, act) {
  if (state === "denied") return [el("p", {}, t("turns.denied.text"))];
  const isOn = state === "on";
  const button = el(
    "button",
    {
      class: "btn",
      id: isOn ? "push-off" : "push-on",
      on: {click: () => act(isOn ? stopNotifications : allowNotifications)},
    },
    icon(isOn ? "i-close" : "i-confirm"),
    el("span", {}, t(isOn ? "turns.off" : "turns.allow")),
  );
  return [el("p", {role: "status"}, t(isOn ? "turns.on.text" : "turns.offer.text")), button];
}
