// @ts-check
/** The record that was opened from a file. It is in this tab alone, where its replay has an address: `/g/file`. */

import {fromRecord} from "./source.js";

/** In the place of a game's id, all of which are longer. */
export const FILE = "file";
const KEY = "quillmap.file";

/** @type {Promise<import("./source.js").Source> | null} */
let opened = null;

/** Open a record, and keep it until the tab is closed or another one is opened. @param {string} record */
export async function openFile(record) {
  const source = await fromRecord(record);
  opened = Promise.resolve(source);
  try {
    sessionStorage.setItem(KEY, record);
  } catch {
    // Too large, or nothing may be kept: then it is gone when the page is loaded again.
  }
}

/** The record that was opened last; null if there is none. @returns {Promise<import("./source.js").Source> | null} */
export function openedFile() {
  const kept = opened ? null : keptRecord();
  if (kept) {
    opened = fromRecord(kept);
    opened.catch(() => {
      opened = null; // the server may be there again later
    });
  }
  return opened;
}

function keptRecord() {
  try {
    return sessionStorage.getItem(KEY);
  } catch {
    return null;
  }
}
