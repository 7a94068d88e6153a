// @ts-check
/** The way to a table for others: QR, code, and the link. */

import {announce} from "../../announce.js";
import {isOnDevice} from "../../device/ids.js";
import {el, icon, setAttribute, setText} from "../../dom.js";
import {isReachedByNobody, linkTo} from "../../links.js";
import {t} from "../../words.js";

/** The link to a table as a QR code, drawn by the server. @param {string} id of the table @param {string} name class */
export const qrPicture = (id, name) =>
  el("img", {class: name, src: `/api/tables/${encodeURIComponent(id)}/qr`, alt: t("screens.table.qr")});

/** Instead of a QR code that no phone can open: what the host can do about it. @param {string} name class */
export const onlyHere = (name) =>
  el("p", {class: name}, t("screens.table.only-here.text", {option: "--host\u00a00.0.0.0"}));

/** @param {HTMLElement} root @param {string} id of the table */
export function mountInvite(root, id) {
  if (isOnDevice(id)) return mountNobody(root);
  const link = linkTo(`/t/${id}`);
  const code = el("p", {class: "big-code"}),
    told = el("span", {}, t("screens.table.share"));
  const share = el("button", {class: "btn", id: "share", on: {click: give}}, icon("i-share"), told);
  root.append(
    isReachedByNobody() ? onlyHere("only-here") : qrPicture(id, "qr"),
    el(
      "div",
      {class: "invite-words"},
      code,
      el("p", {class: "link"}, icon("i-link"), el("span", {}, link.replace(/^https?:\/\//, ""))),
      share,
      el("a", {class: "btn quiet", href: `/t/${id}/screen`, target: "_blank"}, icon("i-eye"), t("replay.screen.open")),
    ),
  );

  async function give() {
    if (navigator.share && matchMedia("(pointer: coarse)").matches) return navigator.share({url: link}).catch(() => {});
    const isCopied = await copy(link);
    if (!isCopied) return;
    announce(t("screens.table.copied.text"));
    setText(told, t("screens.table.copied.text"));
    setTimeout(() => setText(told, t("screens.table.share")), 2500);
  }

  return {
    /** @param {import("../../types.js").TableInfo} table */
    render(table) {
      setText(code, table.code);
      setAttribute(code, "aria-label", t("screens.table.code", {code: [...table.code].join(" ")}));
      setAttribute(code, "role", "img");
    },
  };
}

/** Nobody can come to a table of this device. @param {HTMLElement} root */
function mountNobody(root) {
  root.append(el("p", {class: "on-device"}, icon("i-device"), el("span", {}, t("screens.table.device.text"))));
  return {render() {}};
}

/** Over plain http there is no clipboard but the old way. @param {string} text @returns {Promise<boolean>} */
export async function copy(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    const field = /** @type {HTMLTextAreaElement} */ (el("textarea", {class: "unseen", readonly: true}));
    field.value = text;
    document.body.append(field);
    field.select();
    const isCopied = document.execCommand("copy");
    field.remove();
    return isCopied;
  }
}
