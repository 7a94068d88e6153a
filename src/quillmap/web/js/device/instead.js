// @ts-check
/** What this device answers when the server is not there: all that needs nobody else, and no game of a server. */

import {asset} from "../assets.js";
import {Refusal} from "../refusal.js";
import {askDevice} from "./device.js";
import {isKept} from "./engine.js";

const OF_RULES = /^\/api\/(bots|paces|cards|reference|score(\/year)?|replay(\/[a-z]+)?|puzzles(\/\d+)?)$/;

/** What a static site has as files, so that nobody waits for Python to read it. */
const WRITTEN = /^\/api\/(bots|paces|cards|reference)$/;

/** Whether a request needs nobody else. @param {string} method @param {string} path @param {any} body */
export const needsNobody = (method, path, body) =>
  OF_RULES.test(path) || (method === "POST" && path === "/api/tables" && !body?.listed);

/**
 * The answer of this device, if everything is kept that it needs for that.
 * @param {string} method @param {string} path @param {object | null} body @param {string | null} token
 * @returns {Promise<any>}
 */
export async function answerInstead(method, path, body, token) {
  if (needsNobody(method, path, body) && (await isKept())) return askDevice(method, path, body, token);
  throw new Refusal({code: "offline", message: "the server can't be reached"});
}

/**
 * The answer to a page that no server belongs to.
 * @param {string} method @param {string} path @param {object | null} body @param {string | null} token
 * @returns {Promise<any>}
 */
export async function answerAlone(method, path, body, token) {
  if (method === "GET" && WRITTEN.test(path)) return (await fetch(asset(`${path.slice(1)}.json`))).json();
  return askDevice(method, path, body, token);
}
