// @ts-check
/**
 * Showing a finished map to others: the picture in a dialog, to save as SVG or PNG, or to hand on to another program.
 */

import {openDialog} from "../dialog.js";
import {el, icon, setClass} from "../dom.js";
import {helpText, needHelpWords} from "../help-marks.js";
import {t} from "../words.js";
import {HEIGHT, sharePicture, WIDTH} from "./picture.js";

/** Pixels of the PNG to a unit of the picture. */
const SHARP = 1.5;
const NAME = "quillmap";

/** @param {string} address of an SVG @returns {Promise<Blob>} */
export async function asPng(address) {
  const image = new Image(WIDTH, HEIGHT);
  image.src = address;
  await image.decode();
  const canvas = document.createElement("canvas");
  canvas.width = WIDTH * SHARP;
  canvas.height = HEIGHT * SHARP;
  /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d")).drawImage(image, 0, 0, canvas.width, canvas.height);
  return new Promise((done, fail) =>
    canvas.toBlob((found) => (found ? done(found) : fail(new Error("no picture"))), "image/png"),
  );
}

/** Save a file under a name. @param {Blob} blob @param {string} name */
function save(blob, name) {
  const address = URL.createObjectURL(blob);
  el("a", {href: address, download: name}).click();
  setTimeout(() => URL.revokeObjectURL(address), 10000);
}

/** @param {import("./picture.js").Sitter} sitter */
export async function openShare(sitter) {
  const help = sitter.board.result?.help ?? [];
  await needHelpWords(help);
  const svg = new Blob([sharePicture(sitter)], {type: "image/svg+xml"}),
    address = URL.createObjectURL(svg);
  const {total} = sitter.board.seats[sitter.seat];
  const picture = el("img", {
    class: "share-picture",
    src: address,
    width: WIDTH,
    height: HEIGHT,
    alt: [
      t("endings.share.alt", {player: sitter.name, stars: t("terms.stars", {count: total})}),
      helpText(help[sitter.seat]),
    ]
      .filter(Boolean)
      .join(" "),
  });
  const png = asPng(address);
  png.catch(() => {});
  const button = (/** @type {string} */ what, /** @type {string} */ sign, /** @type {() => void} */ act, more = "") =>
    el(
      "button",
      {class: `btn share-${what} ${more}`, on: {click: act}},
      icon(sign),
      el("span", {}, t(`endings.share.${what}`)),
    );
  const hand = button(
    "hand",
    "i-share",
    async () => {
      const file = new File([await png], `${NAME}.png`, {type: "image/png"});
      // Closing the list of programs is a change of mind, not an error.
      await navigator.share({files: [file], title: picture.getAttribute("alt") ?? ""}).catch(() => {});
    },
    "main",
  );
  const canHand = navigator.canShare?.({files: [new File([], `${NAME}.png`, {type: "image/png"})]}) === true;
  setClass(hand, "none", !canHand);
  const asImage = button("png", "i-next", async () => save(await png, `${NAME}.png`), canHand ? "" : "main");
  const dialog = openDialog(
    t(sitter.isSecret ? "endings.share.open" : "endings.share.title"),
    ...(sitter.isSecret ? [el("p", {class: "fine"}, t("daily.sealed.text"))] : []),
    picture,
    el(
      "div",
      {class: "share-controls"},
      hand,
      asImage,
      button("svg", "i-next", () => save(svg, `${NAME}.svg`)),
    ),
  );
  dialog.classList.add("share");
  dialog.addEventListener("close", () => URL.revokeObjectURL(address));
}
