// @ts-check
/**
 * The tables of this device: a worker has them, and answers what a server would be asked (`worker/desk.js`). It is
 * started when it is first needed.
 */

import {fileAddress} from "../base.js";
import {Refusal} from "../refusal.js";
import {engine, engineWorker, isPossible} from "./engine.js";
import {missingMegabytes, savesData} from "./keeping.js";
import {knownAnswer, noteAnswer} from "./known.js";

/** How a socket ends whose table is not to be had now: the page comes back. */
const LATER = 1013;

/** @type {Promise<Worker> | null} */
let starting = null;
/** @type {Map<number, {done: (text: string) => void, fail: (error: Refusal) => void}>} */
const asked = new Map();
let count = 0;

/** @param {string} code @param {Record<string, any>} [params] */
const refusal = (code, params) => new Refusal({code, message: "this device does not answer", params});

/** Start the worker, so that it is there when it is needed. */
export function startDevice() {
  starting ??= start();
  starting.catch(() => {
    starting = null;
  });
  return starting;
}

async function start() {
  const found = isPossible() ? await engine() : null;
  if (!found) throw refusal("no-device");
  // Somebody who saves data decides when megabytes are loaded.
  const megabytes = savesData() && navigator.serviceWorker ? await missingMegabytes() : 0;
  if (megabytes) throw refusal("keep-first", {megabytes});
  const worker = engineWorker(found, {base: location.origin + fileAddress("")});
  worker.onmessage = ({data}) => hear(data);
  worker.onerror = () => {
    starting = null;
    worker.terminate();
    for (const id of [...asked.keys()]) hear({id, code: "no-device"});
  };
  const tellSeen = () => worker.postMessage({type: "seen", is: document.visibilityState === "visible"});
  document.addEventListener("visibilitychange", tellSeen);
  tellSeen();
  // What is kept here must not go when the device is short of room; the browser decides.
  navigator.storage?.persist?.().catch(() => {});
  return worker;
}

/** @param {{id: number, text?: string, code?: string}} answer */
function hear({id, text, code}) {
  const waiting = asked.get(id);
  asked.delete(id);
  if (text === undefined) waiting?.fail(refusal(code ?? "no-device"));
  else waiting?.done(text);
}

/**
 * What a server would answer, as text.
 * @param {string} method @param {string} path @param {object | null} [body] @param {string | null} [token]
 * @returns {Promise<{status: number, content: string}>}
 */
async function answerTo(method, path, body = null, token = null) {
  const worker = await startDevice();
  const text = await new Promise((/** @type {(text: string) => void} */ done, fail) => {
    const id = ++count;
    asked.set(id, {done, fail});
    const authorization = token ? `Bearer ${token}` : "";
    worker.postMessage({type: "request", id, method, path, authorization, body: JSON.stringify(body)});
  });
  const end = text.indexOf("\n");
  return {status: Number.parseInt(text, 10), content: text.slice(end + 1)};
}

/**
 * One request, as `call` makes it to a server.
 * @param {string} method @param {string} path @param {object | null} [body] @param {string | null} [token]
 * @returns {Promise<any>}
 */
export async function askDevice(method, path, body = null, token = null) {
  const {status, content} = await answerTo(method, path, body, token);
  const found = JSON.parse(content);
  if (status >= 400) throw new Refusal(found.error);
  if (method === "GET" && found.table?.status) noteAnswer(found);
  return found;
}

/**
 * How a table of this device stands, or stood when it was last asked for: only what is not known starts Python.
 * @param {string} id @param {string} token
 * @returns {Promise<import("../types.js").TableAnswer>}
 */
export const tableOnDevice = async (id, token) =>
  (starting ? null : knownAnswer(id)) ?? askDevice("GET", `/api/tables/${id}`, null, token);

/** The record of a finished game. @param {string} game */
export async function recordOnDevice(game) {
  const {content} = await answerTo("GET", `/api/games/${game}/record`);
  return content;
}

/** The way to a table. @param {string} table */
export function openPort(table) {
  const {port1, port2} = new MessageChannel();
  startDevice().then(
    (worker) => worker.postMessage({type: "connect", table}, [port1]),
    () => port1.postMessage({code: LATER, reason: "come back"}),
  );
  return port2;
}
