// @ts-check
/** Finding words in the rules, whatever their marks and endings. No page. */

import {card} from "../cards.js";
import {cardName, t} from "../words.js";

/** How many words of a passage are shown: before the first one that was looked for, and from it on. */
const BEFORE = 6,
  AFTER = 22;

/** What is typed where a keyboard lacks a letter. @type {Record<string, string>} */
const TYPED = {ł: "l", ß: "ss", ς: "σ", "×": "x"};

/** Letters without their marks, so that “lodz” finds “Łódź”, and “2x2” finds “2×2”. @param {string} text */
export const plain = (text) =>
  text
    .toLowerCase()
    .normalize("NFD")
    .replace(/\p{M}/gu, "")
    .replace(/[łßς×]/g, (letter) => TYPED[letter]);

/** The same with umlauts as two letters, so that “muenze” finds “Münze”. @param {string} text */
const spelledOut = (text) => plain(text.normalize("NFC").replace(/[äöü]/gi, "$&e"));

/** Both ways to write a text without marks, to look for words in. @param {string} text */
export function searchable(text) {
  const bare = plain(text),
    long = spelledOut(text);
  return bare === long ? bare : `${bare}\n${long}`;
}

/** What is looked for, word by word. @param {string} query */
export const wordsOf = (query) => plain(query).split(/\s+/).filter(Boolean);

/** @typedef {{chapter: string, anchor: string, heading: string, text: string}} Passage */

/** The place of a part in its chapter, for links. @param {import("./book.js").Part} part */
export const anchorOf = ({kind, name}) => `${kind}-${name.replace(/[^a-z0-9-]+/g, "-")}`;

/**
 * What a part of a chapter says, with its heading; null if it is a picture, a table or cards.
 * @param {import("./book.js").Part} part
 */
function spoken({kind, name}) {
  if (kind === "topic") return {heading: t(`rules.${name}.title`), text: t(`rules.${name}.text`)};
  if (kind === "text") return {heading: "", text: t(name)};
  if (kind === "scene") return {heading: "", text: t(`reference.scene.${name}.text`)};
  if (kind !== "ruling") return null;
  const [id, number] = name.split(".");
  return {heading: card(id) ? cardName(id) : "", text: t(`cards.${id}.ruling.${number}`)};
}

/** All passages of all chapters, in their order. @param {import("./book.js").Book} book @returns {Passage[]} */
export const passagesOf = (book) =>
  book.chapters.flatMap(({id, parts}) => {
    const title = t(`reference.chapter.${id}.title`);
    const own = {chapter: id, anchor: "", heading: title, text: t(`reference.chapter.${id}.text`)};
    const rest = parts.flatMap((part) => {
      const found = spoken(part);
      return found ? [{chapter: id, anchor: anchorOf(part), heading: found.heading || title, text: found.text}] : [];
    });
    return [own, ...rest];
  });

/**
 * How well a passage fits: its heading is what was looked for, has a word that begins with it, has it at all, or only
 * its text has it. The lower, the better.
 * @param {string[]} words
 * @param {Passage} passage
 */
function rankOf(words, {heading}) {
  const title = searchable(heading);
  if (title.split("\n").includes(words.join(" "))) return 0;
  if (!words.every((word) => title.includes(word))) return 3;
  const parts = title.split(/[^\p{L}\p{N}]+/u);
  return words.every((word) => parts.some((part) => part.startsWith(word))) ? 1 : 2;
}

/**
 * The passages in which all words occur, those that fit best first.
 * @param {string[]} words
 * @param {Passage[]} passages
 */
export function findPassages(words, passages) {
  if (!words.length) return [];
  return passages
    .filter(({heading, text}) => words.every((word) => searchable(`${heading} ${text}`).includes(word)))
    .map((passage) => ({passage, rank: rankOf(words, passage)}))
    .sort((a, b) => a.rank - b.rank)
    .map(({passage}) => passage);
}

/**
 * The part of a text around the first word that was looked for, word by word with whether it is one of them.
 * @param {string} text
 * @param {string[]} words
 * @returns {{text: string, isFound: boolean}[]}
 */
export function excerpt(text, words) {
  const all = text.split(/\s+/).map((each) => {
    const bare = searchable(each);
    return {text: each, isFound: words.some((word) => bare.includes(word))};
  });
  const first = Math.max(
    0,
    all.findIndex((each) => each.isFound),
  );
  const from = Math.max(0, first - BEFORE),
    until = Math.min(all.length, first + AFTER);
  const shown = all.slice(from, until);
  if (from > 0) shown.unshift({text: "…", isFound: false});
  if (until < all.length) shown.push({text: "…", isFound: false});
  return shown;
}
