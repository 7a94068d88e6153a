/**
 * Tells the events of games as the page does, in every language. Reads what to tell from standard input and writes the
 * sentences: `{cards, languages, games: [{setup, names, events}]}` becomes `{language: [[[sentence, …], …], …]}`.
 */

import {readFile} from "node:fs/promises";
import {text} from "node:stream/consumers";

const LOCALES = new URL("../../src/quillmap/locales/", import.meta.url);
const PAGE = new URL("../../src/quillmap/web/js/", import.meta.url);

const {cards, languages, games} = JSON.parse(await text(process.stdin));

// What the page's scripts find in a browser.
const given = {
  navigator: {languages: ["en"]},
  localStorage: {getItem: () => null, setItem() {}},
  document: {documentElement: {lang: ""}},
  /** @param {string} address */
  async fetch(address) {
    if (address === "/api/cards") return {ok: true, json: async () => cards};
    const [, language, file] = /** @type {string[]} */ (address.match(/\/locales\/(?:(.+)\/)?(.+)\.json$/));
    const files = (WORD_GROUPS[file] ?? [file]).map((name) => new URL(`${language ?? "."}/${name}.json`, LOCALES));
    const texts = await Promise.all(files.map((each) => readFile(each, "utf-8")));
    return {ok: true, json: async () => Object.assign({}, ...texts.map((text) => JSON.parse(text)))};
  },
};
for (const [name, value] of Object.entries(given))
  Object.defineProperty(globalThis, name, {value, configurable: true, writable: true});

const {loadCards} = await import(new URL("cards.js", PAGE).href);
const {WORD_GROUPS, loadWords, setLanguage} = await import(new URL("words.js", PAGE).href);
const {tell, tellCount} = await import(new URL("telling.js", PAGE).href);

await Promise.all([loadCards(), loadWords()]);
const told = {};
for (const language of languages) {
  await setLanguage(language);
  told[language] = games.map(({setup, names, events}) =>
    events.map((event) => [
      ...tell(event, setup, names),
      ...(event.event === "season-scored" ? names.map((_, seat) => tellCount(event, seat, names)) : []),
    ]),
  );
}
process.stdout.write(JSON.stringify(told));
