// @ts-check
/**
 * Links that hold a whole game: nobody else can ask a device for one. Whoever opens such a link reads the game from it,
 * and the part of an address after `#` is sent to no server.
 */

import {isOnDevice} from "../device/ids.js";
import {Refusal} from "../refusal.js";

/** How many seats a game may have that a link holds: longer links are cut off on their way. */
export const MOST_SEATS = 4;

const BEGINNING = "#r=";
const FORMAT = "deflate-raw";
/** How long the text of a record may be; as long as the server takes it. */
const LARGEST = 1_000_000;

/**
 * The address of a replay that holds its record.
 * @param {string} record @param {string} moment to begin with, as in the address of any replay: `#12.1`
 */
export async function addressHolding(record, moment) {
  const packed = await read(new Blob([record]).stream().pipeThrough(new CompressionStream(FORMAT)));
  const letters = btoa(Array.from(packed, (byte) => String.fromCharCode(byte)).join("")),
    text = letters.replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
  return `/g${BEGINNING}${text}${moment.replace("#", "/")}`;
}

/** The address of the replay of a finished game that anybody can open. @param {string} game */
export async function addressForOthers(game) {
  if (!isOnDevice(game)) return `/g/${game}`;
  const {recordOnDevice} = await import("../device/device.js");
  return addressHolding(await recordOnDevice(game), "");
}

/** Whether a link holds a game. @param {string} link */
export const isHeld = (link) => link.includes(`/g${BEGINNING}`);

/**
 * The record that an address holds, and the moment to begin with; null if it holds none.
 * @param {string} hash of the address
 */
export async function recordIn(hash) {
  if (!hash.startsWith(BEGINNING)) return null;
  const [text, moment = ""] = hash.slice(BEGINNING.length).split("/");
  try {
    const packed = Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (sign) => sign.charCodeAt(0));
    const found = await read(new Blob([packed]).stream().pipeThrough(new DecompressionStream(FORMAT)));
    return {record: new TextDecoder().decode(found), moment: moment && `#${moment}`};
  } catch {
    throw new Refusal({code: "no-link", message: "this link was cut off"});
  }
}

/** All that comes; an error if that is more than any record is long. @param {ReadableStream<any>} stream */
async function read(stream) {
  const found = [];
  let length = 0;
  for (const reader = stream.getReader(); ; ) {
    const {done, value} = await reader.read();
    if (done) return new Uint8Array(await new Blob(found).arrayBuffer());
    length += value.length;
    if (length > LARGEST) throw new Error("too long");
    found.push(value);
  }
}
