// @ts-check
/**
 * The words of the page: the same catalogues as everywhere, in the reader's language, which can change at any moment.
 */

import {asset} from "./assets.js";

const KEY = "quillmap.language";
/**
 * Catalogues that are wanted together come as one file (`WORD_GROUPS` in `server/http/page_words.py`).
 * @type {Record<string, string[]>}
 */
export const WORD_GROUPS = {
  "first-words": ["page", "terms", "cards", "events", "errors", "setup", "screens", "daily", "games"],
  "table-words": ["endings", "replay", "absence", "signals", "lesson"],
};

/** @typedef {string | Record<string, string>} Message */

/** @type {Record<string, string>} */
let names = {en: "English"};
let language = "en";
/** @type {Record<string, Message>} */
let messages = {};
let plurals = new Intl.PluralRules("en");
/** @type {Set<string>} */
const wanted = new Set(["first-words"]);
/** @type {Set<() => void>} */
const listeners = new Set();

/** @param {string} path */
async function read(path) {
  const answer = await fetch(asset(`locales/${path}.json`));
  if (!answer.ok) throw new Error(`${path}: ${answer.status}`);
  return answer.json();
}

/** @param {string} which @param {string[]} files @returns {Promise<Record<string, Message>>} */
async function readAll(which, files) {
  const found = await Promise.all(files.map((name) => read(`${which}/${name}`)));
  const all = Object.assign({}, ...found);
  if (which === "pl") for (const key in all) if (!key.startsWith("_")) all[key] = mapForms(all[key], bound);
  return all;
}

/** @param {Message} message @param {(text: string) => string} change @returns {Message} */
const mapForms = (message, change) =>
  typeof message === "string"
    ? change(message)
    : Object.fromEntries(Object.entries(message).map(([category, form]) => [category, change(form)]));

/**
 * A text whose words of one letter stay with the next word, as Polish has it: no line ends in “w” or “i”.
 * @param {string} text
 */
export const bound = (text) =>
  text.split(" ").reduce((start, word) => start + (/(^|[\s(„])[aiouwz]$/i.test(start) ? "\u00a0" : " ") + word);

/** The language that the reader likes best among those there are. */
function preferred() {
  const kept = localStorage.getItem(KEY);
  for (const wish of [kept, ...navigator.languages]) {
    const short = wish?.slice(0, 2).toLowerCase();
    if (short && short in names) return short;
  }
  return Object.keys(names)[0];
}

/** Load the catalogues: call once, before anything is shown. */
export async function loadWords() {
  names = await read("index");
  await use(preferred());
}

/** @param {string} which */
async function use(which) {
  /** @type {Record<string, Message>} */
  const found = {};
  const read = new Set();
  // While these are on their way, a screen may ask for a further file.
  for (let rest = [...wanted]; rest.length; rest = [...wanted].filter((name) => !read.has(name))) {
    Object.assign(found, await readAll(which, rest));
    for (const name of rest) read.add(name);
  }
  messages = found;
  language = which;
  plurals = new Intl.PluralRules(which);
  document.documentElement.lang = which;
}

/** The file in which a catalogue comes. @param {string} name */
const fileOf = (name) => Object.keys(WORD_GROUPS).find((group) => WORD_GROUPS[group].includes(name)) ?? name;

/** The address of a catalogue in the reader's language. @param {string} name */
export const wordsAddress = (name) => asset(`locales/${language}/${fileOf(name)}.json`);

/** Load catalogues that only some screens need, such as `rules`. @param {...string} catalogues */
export async function needWords(...catalogues) {
  const missing = [...new Set(catalogues.map(fileOf))].filter((file) => !wanted.has(file));
  if (!missing.length) return;
  let which;
  do {
    which = language;
    const found = await readAll(which, missing);
    if (which === language) Object.assign(messages, found);
  } while (which !== language); // it changed meanwhile: these words are in the old one
  for (const name of missing) wanted.add(name);
}

/** The languages there are, each under its own name. */
export const languages = () => names;
export const currentLanguage = () => language;

/** Change the language; the parts that show words are told. @param {string} which */
export async function setLanguage(which) {
  if (!(which in names) || which === language) return;
  await use(which);
  localStorage.setItem(KEY, which);
  for (const listener of [...listeners]) listener();
}

/** @param {() => void} listener */
export function onLanguage(listener) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** A number as it is written: with a real minus sign. @param {any} value */
const shown = (value) => (typeof value === "number" && value < 0 ? `−${-value}` : String(value));

/** A number as a change: +2, −1, 0. @param {number} n */
export const signed = (n) => (n > 0 ? `+${n}` : shown(n));
/** @param {number} n */
export const figure = (n) => shown(n);

/** @param {string} key */
export const hasText = (key) => key in messages;

/**
 * The text of a key with its params filled in; `count` chooses the plural form.
 * @param {string} key @param {Record<string, any>} [params]
 */
export const t = (key, params = {}) => spoken(hyphenated(key, params));

/** A text without soft hyphens, which are for the eye alone. @param {string} text */
export const spoken = (text) => text.replaceAll("\u00ad", "");

/**
 * The same with the soft hyphens it may have: for narrow places where it is seen, not where it is spoken.
 * @param {string} key @param {Record<string, any>} [params]
 */
export function hyphenated(key, params = {}) {
  const message = messages[key];
  if (message === undefined) throw new Error(`no text ${key} in ${language}`);
  const text = typeof message === "string" ? message : message[plurals.select(Math.abs(params.count))];
  return text.replace(/\{([a-z]+)\}/g, (_, name) => {
    if (!(name in params)) throw new Error(`the text ${key} needs ${name}`);
    return shown(params[name]);
  });
}

/** A list in a sentence: A, B and C. @param {string[]} items */
export function listed(items) {
  if (items.length < 2) return items[0] ?? "";
  return t("terms.list", {start: items.slice(0, -1).join(", "), end: items[items.length - 1]});
}

/** @param {string} id */
export const cardName = (id) => t(`cards.${id}.name`);

/** A card's rule, as the rulebook of the table has it. @param {string} id @param {string} [rulebook] */
export function cardRule(id, rulebook = "standard") {
  const own = `cards.${id}.rule.${rulebook}`;
  if (hasText(own)) return t(own);
  return hasText(`cards.${id}.rule`) ? t(`cards.${id}.rule`) : "";
}

/** The rulings of a card. @param {string} id */
export function cardRulings(id) {
  const found = [];
  for (let n = 1; hasText(`cards.${id}.ruling.${n}`); n++) found.push(t(`cards.${id}.ruling.${n}`));
  return found;
}
