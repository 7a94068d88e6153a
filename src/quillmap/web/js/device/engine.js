// @ts-check
/** What plays without a server: whether this server has it, this browser can run it, and it is on this device. */

import {asset} from "../assets.js";

/** @typedef {import("../../worker/python.js").Engine} Engine */

/** @type {Promise<Engine | null> | null} */
let loading = null;

/** What this server has; null if nothing, or if it can't be asked. @returns {Promise<Engine | null>} */
export function engine() {
  loading ??= load().catch(() => {
    loading = null;
    return null;
  });
  return loading;
}

/** @returns {Promise<Engine | null>} */
async function load() {
  const answer = await fetch(asset("engine.json")),
    found = answer.ok ? await answer.json() : {};
  return found.runtime ? found : null;
}

/** The address below which its files are: beside the folder of this version of the page. */
export const engineRoot = () => asset("").replace(/[0-9a-f]{16}\/$/, "");

/** The addresses of all its files. @param {Engine} engine */
export const engineFiles = ({files, packages}) => [...files, ...packages].map((path) => engineRoot() + path);

/** Where the worker keeps the memory of Python (`worker/snapshot.js`). @param {Engine} engine */
const snapshotAddress = ({runtime}) => `${engineRoot()}${runtime}snapshot`;

/** Whether Python starts from its memory. @param {Engine} engine */
export const isPrepared = async (engine) => Boolean(await caches.match(snapshotAddress(engine)));

/** Start a worker; *more* is what it has to do (`worker/worker.js`). @param {Engine} engine @param {object} more */
export function engineWorker(engine, more) {
  const worker = new Worker(asset("worker/worker.js"), {type: "module"});
  worker.postMessage({engine, root: engineRoot(), snapshot: snapshotAddress(engine), ...more});
  return worker;
}

/** Whether this browser can run it. */
export const isPossible = () =>
  typeof WebAssembly === "object" &&
  typeof BigInt === "function" &&
  typeof indexedDB === "object" &&
  "locks" in navigator &&
  typeof Worker === "function";

/** Whether all of it is kept on this device, so that nothing has to be loaded. */
export async function isKept() {
  const found = isPossible() && "caches" in globalThis ? await engine() : null;
  if (!found) return false;
  const kept = await Promise.all(engineFiles(found).map((address) => caches.match(address)));
  return kept.every(Boolean);
}
