// @ts-check
/** Saving the record of a finished game as a file. */

import {isOnDevice} from "./device/ids.js";
import {download, el} from "./dom.js";

/** How long the browser may take to begin saving, in milliseconds. */
const SAVING = 10_000;

/** @param {string} game */
export async function saveRecord(game) {
  if (!isOnDevice(game)) return download(`/api/games/${game}/record`);
  const {recordOnDevice} = await import("./device/device.js");
  const address = URL.createObjectURL(new Blob([await recordOnDevice(game)], {type: "application/jsonl"}));
  el("a", {href: address, download: "quillmap.jsonl"}).click();
  setTimeout(() => URL.revokeObjectURL(address), SAVING);
}
