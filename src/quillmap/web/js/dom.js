// @ts-check
/** Tiny helpers. Text is always text: nothing that anybody wrote ever becomes markup. */

import {addressOf} from "./base.js";

const SVG = "http://www.w3.org/2000/svg";

/**
 * A new element. Props: `class`, `data` (an object), `on` (listeners by name), anything else is an attribute; true and
 * false set and remove, null leaves it out. Children are nodes or texts; null and false are left out.
 * @param {string} tag
 * @param {Record<string, any>} [props]
 * @param {...(Node | string | number | null | undefined | false)} children
 * @returns {HTMLElement}
 */
export function el(tag, props = {}, ...children) {
  const node = document.createElement(tag);
  apply(node, props);
  for (const child of children)
    if (child !== null && child !== undefined && child !== false)
      node.append(typeof child === "number" ? String(child) : child);
  return node;
}

/** @param {Element} node @param {Record<string, any>} props */
function apply(node, props) {
  for (const [name, value] of Object.entries(props)) {
    if (name === "on") for (const [event, listener] of Object.entries(value)) node.addEventListener(event, listener);
    else if (name === "data")
      for (const [key, each] of Object.entries(value)) /** @type {HTMLElement} */ (node).dataset[key] = each;
    else setAttribute(node, name, isScreenLink(node, name, value) ? addressOf(value) : value);
  }
}

/** @param {Element} node @param {string} name @param {any} value */
const isScreenLink = (node, name, value) => name === "href" && node.localName === "a" && String(value).startsWith("/");

/** Set an attribute if it is another one than before. @param {Element} node @param {string} name @param {any} value */
export function setAttribute(node, name, value) {
  const wanted = value === true ? "" : value === false || value === null || value === undefined ? null : String(value);
  if (node.getAttribute(name) === wanted) return;
  if (wanted === null) node.removeAttribute(name);
  else node.setAttribute(name, wanted);
}

/** Save a file. No navigation, which a step in the history would call off. @param {string} address */
export const download = (address) => el("a", {href: address, download: true}).click();

/** Set the text of a node if it is another one than before. @param {Node} node @param {string | number} text */
export function setText(node, text) {
  const wanted = String(text);
  if (node.textContent !== wanted) node.textContent = wanted;
}

/**
 * Set a name, and tell the style sheet how long its longest word is, so that a narrow place can write it smaller
 * instead of breaking it.
 * @param {HTMLElement} node
 * @param {string} name
 */
export function setName(node, name) {
  if (node.textContent === name) return;
  node.textContent = name;
  node.style.setProperty("--longest", String(Math.max(1, ...name.split(/[\s-]/).map((word) => word.length))));
}

/** @param {Element} node @param {string} name @param {any} is */
export const setClass = (node, name, is) => node.classList.toggle(name, Boolean(is));

/**
 * An svg element whose inside is markup made by the art modules, which take numbers and ids and no words.
 * @param {string} tag @param {Record<string, any>} [props] @param {string} [markup]
 * @returns {SVGElement}
 */
export function svg(tag, props = {}, markup = "") {
  const node = document.createElementNS(SVG, tag);
  apply(node, props);
  if (markup) node.innerHTML = markup;
  return node;
}

/** Remembers what was painted, so that the same is not painted twice. @type {WeakMap<Element, string>} */
const painted = new WeakMap();

/** Put markup of the art modules into an element. @param {Element} node @param {string} markup */
export function paint(node, markup) {
  if (painted.get(node) === markup) return;
  painted.set(node, markup);
  node.innerHTML = markup;
}

/**
 * Paint only if *key* is another one than before: for pictures that take a while to make.
 * @param {Element} node
 * @param {string} key
 * @param {() => string} make
 */
export function paintFor(node, key, make) {
  if (painted.get(node) === key) return;
  painted.set(node, key);
  node.innerHTML = make();
}

/** An icon of the art sheet. @param {string} id @param {string} [more] further classes */
export const icon = (id, more = "") =>
  svg("svg", {class: `i ${more}`.trim(), "aria-hidden": "true"}, `<use href="#${id}"/>`);

/** Change an icon. @param {Element} node @param {string} id */
export const setIcon = (node, id) => paint(node, `<use href="#${id}"/>`);

/**
 * Words for screen readers beside what the eye sees: a name made of content is one that voice users can say, too.
 * @param {...string} words
 */
export const unseen = (...words) => el("i", {class: "unseen"}, ...words);

/** The star that points are written with. */
export const star = () => icon("star", "star");

/** A letter in sealing wax. @param {string} letter */
export const seal = (letter) => el("b", {class: "seal", "aria-hidden": "true"}, letter);

/**
 * Keep a list of nodes in step with a list of things: what stays keeps its node (and its focus).
 * @template T
 * @param {Element} parent
 * @param {T[]} things
 * @param {(thing: T) => string} keyOf
 * @param {(thing: T) => HTMLElement} make
 * @param {(node: HTMLElement, thing: T) => void} [update]
 */
export function keep(parent, things, keyOf, make, update = () => {}) {
  const focused = /** @type {HTMLElement | null} */ (document.activeElement);
  const old = new Map(
    [...parent.children].map((node) => [
      /** @type {HTMLElement} */ (node).dataset.key,
      /** @type {HTMLElement} */ (node),
    ]),
  );
  /** @type {Element | null} */
  let before = parent.firstElementChild;
  for (const thing of things) {
    const key = keyOf(thing);
    let node = old.get(key);
    old.delete(key);
    if (!node) {
      node = make(thing);
      node.dataset.key = key;
    }
    if (node === before) before = before.nextElementSibling;
    else parent.insertBefore(node, before);
    update(node, thing);
  }
  for (const node of old.values()) node.remove();
  // A node that is moved loses the focus, and so does whatever is inside it.
  if (focused !== document.activeElement && parent.contains(focused)) focused?.focus();
}

/** Whether people asked for less motion. */
export const isStill = () => matchMedia("(prefers-reduced-motion: reduce)").matches;

/** Wait. @param {number} milliseconds @returns {Promise<void>} */
export const pause = (milliseconds) => new Promise((done) => setTimeout(done, milliseconds));
