// @ts-check
/**
 * Talking to the server: one request at a time. The socket at a table is in table-socket.js. What is on this device is
 * asked of it in the same words (device/device.js).
 */

import {isAlone} from "./base.js";
import {isAboutDevice} from "./device/ids.js";
import {askPatiently} from "./patience.js";
import {Refusal} from "./refusal.js";
import {isServerThere} from "./server-there.js";

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
    answer = await askWhileThere(path, {method, headers, body: body ? JSON.stringify(body) : undefined});
  } catch {
    return withoutServer(method, path, body, token);
  }
  const found = await answer.json();
  if (!answer.ok) throw new Refusal(found.error);
  return found;
}

/** After this many milliseconds without an answer one looks whether the server is there. */
const SLOW = 2000;

/**
 * The server's answer. A network may let everything vanish without a word, as in tunnels: nobody waits there for ever.
 * @param {string} path @param {RequestInit} request
 */
async function askWhileThere(path, request) {
  const gone = new AbortController();
  const look = setTimeout(async () => (await isServerThere()) || gone.abort(), SLOW);
  try {
    return await askPatiently(path, {...request, signal: gone.signal});
  } finally {
    clearTimeout(look);
  }
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
