// @ts-check
/**
 * Keeping on this device what plays without a server: in the background, once the page is quiet. Those who save data
 * are not sent megabytes; the first page offers them.
 */

import {asset} from "../assets.js";
import {fileAddress} from "../base.js";
import {engine, engineFiles, engineWorker, isKept, isPossible, isPrepared} from "./engine.js";

/** Whether the person wants few data to be loaded. */
export const savesData = () => Boolean(/** @type {any} */ (navigator).connection?.saveData);

/** The addresses of everything that this version of the page needs without a server; null if there is no such thing. */
async function wanted() {
  const found = isPossible() ? await engine() : null;
  if (!found) return null;
  const answer = await fetch(asset("files.json"));
  if (!answer.ok) return null;
  const names = [...(await answer.json()), "files.json"];
  return [...names.map(asset), ...engineFiles(found), fileAddress("icon.svg"), fileAddress("manifest.webmanifest")];
}

/** Keep everything; says whether there is anything to keep. @param {Pick<ServiceWorker, "postMessage">} active */
export async function keepNow(active) {
  const addresses = await wanted().catch(() => null);
  if (!addresses) return false;
  navigator.serviceWorker?.addEventListener("message", ({data}) => data?.type === "whole" && void prepareStart());
  active.postMessage({type: "keep-whole", addresses});
  return true;
}

/** Now that everything is here, let Python start faster when it is needed. */
async function prepareStart() {
  const found = await engine();
  if (found && !(await isPrepared(found))) engineWorker(found, {});
}

/** Keep everything, unless the person saves data. @param {ServiceWorker} active */
export const keepUnlessSaving = (active) => (savesData() ? Promise.resolve(false) : keepNow(active));

/** How many megabytes would have to be loaded; 0 if there is nothing to load. */
export async function missingMegabytes() {
  const found = isPossible() && !(await isKept()) ? await engine() : null;
  return found ? Math.ceil(found.bytes / 1e6) : 0;
}
