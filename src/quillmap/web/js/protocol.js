// @ts-check
/**
 * Talking to the server: one request at a time. The socket at a table is in table-socket.js. What is on this device is
 * asked of it in the same words (device/device.js).
 */

import {isAlone} from "./base.js";
import {isAboutDevice} from "./device/ids.js";
import {askPatiently} from "./patience.js";
import {Refusal} from "./refusal.js";

export {Refusal};

/**
 * One request.
 * @param {string} method @param {string} path @param {object | null} [body] @param {string | null} [token]
 * @returns {Promise<any>}
 */
export async function call(method, path, body = null, token = null) {
  if (isAboutDevice(path)) return (await import("./device/device.js")).askDevice(method, path, body, token);
  if (isAlone) return (await import("./device/instead.js")).answerAlone(method, path, body, token);
  /** @type {Record<string, string>} */
  const headers = {};
  if (body) headers["content-type"] = "application/json";
  if (token) headers.authorization = `Bearer ${token}`;
  let answer;
  try {
    answer = await askPatiently(path, {method, headers, body: body ? JSON.stringify(body) : undefined});
  } catch {
    return withoutServer(method, path, body, token);
  }
  const found = await answer.json();
  if (!answer.ok) throw new Refusal(found.error);
  return found;
}

/** Told whenever the server could not be reached. */
let whenAway = () => {};

/** @param {() => void} act */
export function onAway(act) {
  whenAway = act;
}

/**
 * What this device answers while the server can't be reached.
 * @param {string} method @param {string} path @param {object | null} body @param {string | null} token
 */
async function withoutServer(method, path, body, token) {
  whenAway();
  const device = await import("./device/instead.js").catch(() => null); // it may not be kept either
  if (device) return device.answerInstead(method, path, body, token);
  throw new Refusal({code: "offline", message: "the server can't be reached"});
}

/** An id for a message, or a token of one's own: letters and digits that nobody guesses. @param {number} [bytes] */
export function newId(bytes = 16) {
  return [...crypto.getRandomValues(new Uint8Array(bytes))].map((each) => each.toString(16).padStart(2, "0")).join("");
}
