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
