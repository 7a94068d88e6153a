/** What the page's scripts find in a browser, as far as those need it that are tested here; and the server's data. */

import {readFileSync} from "node:fs";
import {readFile} from "node:fs/promises";

const LOCALES = new URL("../../../src/quillmap/locales/", import.meta.url);

/** What the server sends in the golden games; tests/page/test_units.py writes it. */
export const data = JSON.parse(readFileSync(process.env.QUILLMAP_UNIT_DATA ?? "", "utf-8"));

/** A file of words, as the server puts it together. @param {string} address */
async function readWords(address) {
  const {WORD_GROUPS} = await import("../../../src/quillmap/web/js/words.js");
  const [, language, file] = /** @type {string[]} */ (address.match(/\/locales\/(?:(.+)\/)?(.+)\.json$/));
  const files = (WORD_GROUPS[file] ?? [file]).map((name) => new URL(`${language ?? "."}/${name}.json`, LOCALES));
  const texts = await Promise.all(files.map((each) => readFile(each, "utf-8")));
  return Object.assign({}, ...texts.map((text) => JSON.parse(text)));
}

/** What is kept on the device. @type {Map<string, string>} */
export const kept = new Map();

const given = {
  navigator: {languages: ["en"]},
  localStorage: {
    getItem: (/** @type {string} */ key) => kept.get(key) ?? null,
    setItem: (/** @type {string} */ key, /** @type {string} */ value) => void kept.set(key, String(value)),
    removeItem: (/** @type {string} */ key) => void kept.delete(key),
  },
  document: {documentElement: {lang: ""}, getElementById: () => null},
  matchMedia: () => ({matches: false}),
  /** @param {string} address */
  async fetch(address) {
    if (address === "/api/cards") return {ok: true, json: async () => data.cards};
    return {ok: true, json: () => readWords(address)};
  },
};
for (const [name, value] of Object.entries(given))
  Object.defineProperty(globalThis, name, {value, configurable: true, writable: true});

/** Load the cards and the words: once, before what shows them is tested. @param {...string} files further words */
export async function loadPage(...files) {
  const {loadCards} = await import("../../../src/quillmap/web/js/cards.js");
  const {loadWords, needWords} = await import("../../../src/quillmap/web/js/words.js");
  const [catalogue] = await Promise.all([loadCards(), loadWords()]);
  await needWords(...files);
  return catalogue;
}

/** Timers that go off when the test says so. */
export class Clock {
  now = 0;
  /** @type {Map<number, {at: number, act: () => void}>} */
  timers = new Map();
  #next = 1;

  later = (/** @type {() => void} */ act, /** @type {number} */ wait) => {
    this.timers.set(this.#next, {at: this.now + wait, act});
    return this.#next++;
  };
  never = (/** @type {number} */ timer) => {
    this.timers.delete(timer);
  };

  /** Let time go by; what is due happens in its order. @param {number} milliseconds */
  pass(milliseconds) {
    const end = this.now + milliseconds;
    for (;;) {
      const due = [...this.timers].filter(([, {at}]) => at <= end).sort((a, b) => a[1].at - b[1].at || a[0] - b[0])[0];
      if (!due) break;
      this.timers.delete(due[0]);
      this.now = due[1].at;
      due[1].act();
    }
    this.now = end;
  }
}

/** Let promises that are ready go on. */
export const settle = () => new Promise((done) => setImmediate(done));
