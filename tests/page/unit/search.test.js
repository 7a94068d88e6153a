import assert from "node:assert/strict";
import {test} from "node:test";

import {anchorOf, excerpt, findPassages, passagesOf, wordsOf} from "../../../src/quillmap/web/js/reference/search.js";
import {t} from "../../../src/quillmap/web/js/words.js";
import {loadPage} from "./surroundings.js";

await loadPage("rules", "reference");
const parts = [
  {kind: "topic", name: "ambush"},

  {kind: "topic", name: "coins"},
];
const [ambush, coins] = parts;
/** @type {any} */
const book = {chapters: [{id: "game", parts: [ambush, coins]}]};

test("a word of a chapter's text is found, with the place it stands at", () => {
  const passages = passagesOf(book);
  assert.equal(passages.length, 3);
  const [word] = wordsOf(t("rules.coins.text")).filter((each) => each.includes("mountain"));
  const found = findPassages([word ?? "coin"], passages);
  assert.ok(found.some(({anchor}) => anchor === anchorOf(coins)));
  assert.deepEqual(findPassages(["zzzz"], passages), []);
  assert.deepEqual(findPassages([], passages), []);
});

test("a heading that has the word comes before a text that mentions it", () => {
  const passages = [
    {chapter: "a", anchor: "", heading: "Other", text: "about ruins"},
    {chapter: "a", anchor: "", heading: "Ruins", text: "something"},
  ];
  assert.deepEqual(
    findPassages(["ruins"], passages).map(({heading}) => heading),
    ["Ruins", "Other"],
  );
});

test("the best heading comes first: the very word, then one that begins with it, then one that has it inside", () => {
  const passage = (/** @type {string} */ heading, text = "") => ({chapter: "a", anchor: "", heading, text});
  const passages = [passage("Text", "ruins"), passage("Unruins"), passage("Broken ruins"), passage("Ruins")];
  assert.deepEqual(
    findPassages(["ruins"], passages).map(({heading}) => heading),
    ["Ruins", "Broken ruins", "Unruins", "Text"],
  );
});

test("an excerpt shows the word among its neighbours and says where it was cut", () => {
  const text = `${"one ".repeat(20)}Łódź ${"two ".repeat(40)}`.trim();
  const shown = excerpt(text, wordsOf("lodz"));
  assert.equal(shown[0].text, "…");
  assert.equal(shown[shown.length - 1].text, "…");
  assert.deepEqual(
    shown.filter(({isFound}) => isFound).map((each) => each.text),
    ["Łódź"],
  );
  assert.ok(shown.length < 40);
});

test("what a keyboard lacks is found by what people type for it", () => {
  const text = "Eine Münze, ein Gebäude, Größe, 2×2 Felder, Łódź, Őrség, Θέσεις";
  const passages = [{chapter: "a", anchor: "", heading: "Münzen", text}];
  const typed = "muenze munze münze gebaeude gebaude groesse grosse größe 2x2 2×2 lodz orseg θεσεις ΘΕΣΕΙΣ".split(" ");
  for (const word of typed) {
    assert.equal(findPassages(wordsOf(word), passages).length, 1, word);
    assert.ok(
      excerpt(text, wordsOf(word)).some(({isFound}) => isFound),
      word,
    );
  }
  const other = {chapter: "a", anchor: "", heading: "Felder", text};
  assert.equal(findPassages(wordsOf("muenzen"), [other, ...passages])[0].heading, "Münzen");
});
