import assert from "node:assert/strict";
import {readdirSync, readFileSync} from "node:fs";
import {beforeEach, test} from "node:test";

import {NICKNAMES, NO_NAMES, readName} from "../../../src/quillmap/web/js/nicknames.js";
import * as words from "../../../src/quillmap/web/js/words.js";
import {kept, loadPage} from "./surroundings.js";

await loadPage();
const LOCALES = new URL("../../../src/quillmap/locales/", import.meta.url);

beforeEach(async () => {
  kept.clear();
  await words.setLanguage("en");
});

test("params are filled in, negative numbers with a real minus sign", () => {
  assert.equal(words.figure(-3), "−3");
  assert.equal(words.signed(3), "+3");
  assert.equal(words.signed(0), "0");
  assert.equal(words.signed(-2), "−2");
  assert.equal(words.t("terms.stars", {count: 1}), "1 star");
  assert.equal(words.t("terms.stars", {count: 5}), "5 stars");
});

test("a text or a param that is missing is a fault, never an empty place", () => {
  assert.throws(() => words.t("no.such.text"), /no\.such\.text/);
  assert.throws(() => words.t("page.hint.text"), /spaces/);
});

test("Polish has its own plurals, and no line ends in a word of one letter", async () => {
  await words.setLanguage("pl");
  const forms = [1, 2, 5, 22].map((count) => words.t("terms.stars", {count}).replace(/^\d+\s/, ""));
  assert.equal(new Set(forms).size, 3);
  assert.equal(forms[1], forms[3]);
  assert.equal(words.bound("w lesie i w polu"), "w\u00a0lesie i\u00a0w\u00a0polu");
});

test("the language that was chosen is kept, and whoever shows words is told", async () => {
  let told = 0;
  const stop = words.onLanguage(() => void told++);
  await words.setLanguage("de");
  await words.setLanguage("de");
  await words.setLanguage("xx");
  stop();
  assert.equal(told, 1);
  assert.equal(words.currentLanguage(), "de");
  assert.equal(kept.get("quillmap.language"), "de");
});

test("every text of the page takes its words in every language", async () => {
  for (const language of Object.keys(words.languages())) {
    await words.setLanguage(language);
    const texts = JSON.parse(readFileSync(new URL(`${language}/page.json`, LOCALES), "utf-8"));
    for (const [key, message] of Object.entries(texts)) {
      if (key.startsWith("_")) continue;
      const names = [...JSON.stringify(message).matchAll(/\{([a-z]+)\}/g)].map(([, name]) => [name, 2]);
      const text = words.t(key, {count: 2, ...Object.fromEntries(names)});
      assert.ok(text && !/[{}]|undefined/.test(text), `${language} ${key}: ${text}`);
    }
  }
});

test("lists read as in a sentence", () => {
  assert.equal(words.listed([]), "");
  assert.equal(words.listed(["A1"]), "A1");
  assert.equal(words.listed(["A1", "B2", "C3"]), "A1, B2 and C3");
});

test("soft hyphens are for the eye alone", () => {
  assert.equal(words.spoken("Land\u00adkarte"), "Landkarte");
});

test("words that only some screens need come when they are needed", async () => {
  assert.equal(words.hasText("replay.title"), false);
  await words.needWords("replay");
  assert.equal(words.hasText("replay.title"), true);
  await words.setLanguage("hu");
  assert.equal(words.hasText("replay.title"), true, "in another language, too");
});

test("words that are on their way when the language changes come in the new one", async () => {
  const key = (/** @type {string} */ file) =>
    Object.keys(JSON.parse(readFileSync(new URL(`en/${file}.json`, LOCALES), "utf-8")))[1];
  await Promise.all([words.needWords("games"), words.setLanguage("el")]);
  assert.equal(words.hasText(key("games")), true);
  await Promise.all([words.setLanguage("pl"), words.needWords("daily")]);
  assert.equal(words.hasText(key("daily")), true);
  for (const file of ["games", "daily"]) {
    const polish = JSON.parse(readFileSync(new URL(`pl/${file}.json`, LOCALES), "utf-8"));
    const [name, text] =
      Object.entries(polish).find(([, each]) => typeof each === "string" && !each.includes("{")) ?? [];
    assert.equal(
      words.spoken(words.t(name ?? "")).replaceAll("\u00a0", " "),
      words.spoken(text ?? "").replaceAll("\u00a0", " "),
    );
  }
});

test("every language there is has all files", () => {
  const files = (/** @type {string} */ language) => readdirSync(new URL(`${language}/`, LOCALES)).sort();
  for (const language of Object.keys(words.languages())) assert.deepEqual(files(language), files("en"));
});

test("the legend of a map as text names every character that such a map can have", async () => {
  const {CHARACTERS} = await import("../../../src/quillmap/web/js/screens/parts/paper-sheet.js");
  for (const language of ["en", "pl", "de", "hu", "el"]) {
    await words.setLanguage(language);
    const legend = words.t("screens.paper.as-text.help");
    const named = legend.split(/[\s,:;·]+/);
    for (const character of Object.values(CHARACTERS)) assert.ok(named.includes(character), `${language} ${character}`);
    for (const sign of [".", ":"]) assert.match(legend, new RegExp(`[“„«]\\${sign}[”“»]`), `${language} ${sign}`);
  }
});

test("default names are words as people write them, all different and none longer than the field has room", async () => {
  for (const language of ["en", "pl", "de", "hu", "el"]) {
    await words.setLanguage(language);
    const names = Array.from({length: NICKNAMES}, (_, n) => words.t(`screens.nickname.${n + 1}`));
    const all = [words.t("page.player"), ...names];
    assert.equal(new Set(all).size, NICKNAMES + 1);
    for (const name of NO_NAMES) assert.equal(readName(name), all[0]);
    assert.ok(NO_NAMES.includes(all[0]));
    assert.equal(readName(names[0]), names[0]);
    for (const name of all) assert.match(name, /^\p{L}{1,12}$/u);
  }
});
