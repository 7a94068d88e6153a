// @ts-check
/** What the screens outside the game share: their styles, the bar on top, and what the server's refusals mean. */

import {announce} from "../../announce.js";
import {openLanguage, openTheme} from "../../dialog.js";
import {el, icon, unseen} from "../../dom.js";
import {nameScreen} from "../../page-title.js";
import {Refusal} from "../../protocol.js";
import {needStyle, prepare} from "../../styles.js";
import {cardName, hasText, t} from "../../words.js";

export const NAME = "Quillmap";

/** How long something may take before that is said, in milliseconds. */
const LONG = 700;

export {needStyle, prepare};

/** @param {string} id @param {string} words @param {() => void} act */
const tool = (id, words, act) =>
  el("button", {class: "btn quiet", "aria-label": words, title: words, on: {click: act}}, icon(id));

/** Who plays here, language and theme. */
export const tools = () =>
  el(
    "nav",
    {class: "tools", "aria-label": t("screens.tools")},
    tool("i-person", t("screens.me"), async () => (await import("./me-dialog.js")).openMe()),
    tool("i-language", t("screens.tool.language"), openLanguage),
    tool("i-theme", t("screens.tool.theme"), openTheme),
  );

/**
 * What a click on a link of the page's own does: go there without loading the page again.
 * @param {(path: string) => void} go
 * @param {string} path
 */
export const followed = (go, path) => (/** @type {Event} */ event) => {
  event.preventDefault();
  go(path);
};

/**
 * The bar on top of a screen: the way home, what this screen is, the tools. The window is called the same.
 * @param {string} title
 * @param {(path: string) => void} go
 */
export function topBar(title, go) {
  nameScreen(title);
  const home = el(
    "a",
    {class: "brand", href: "/", on: {click: followed(go, "/")}},
    icon("logo"),
    el("span", {}, NAME),
    unseen(" ", t("screens.back")),
  );
  return el("header", {class: "bar-top"}, home, el("h1", {}, title), tools());
}

/** Why the server said no, in the reader's language. @param {unknown} error */
export function troubleText(error) {
  if (!(error instanceof Refusal)) throw error;
  const {code, params} = error;
  if (code === "bad-setup" && hasText(`errors.setup.${params.reason}`)) return setupTrouble(params.reason, params);
  if (code === "not-reviewable" && hasText(`errors.review.${params.reason}`))
    return t(`errors.review.${params.reason}`, params);
  const key = `errors.server.${code}`;
  return hasText(key) ? t(key, params) : t("errors.server.other");
}

/** @param {string} reason @param {Record<string, any>} params */
function setupTrouble(reason, params) {
  const words = {...params};
  if (reason === "unknown-value") {
    const field = Object.keys(params).find((name) => hasText(`setup.${name}.label`));
    words.field = field ? t(`setup.${field}.label`) : "";
    words.value = field ? params[field] : "";
  }
  if ("card" in params && hasText(`cards.${params.card}.name`)) words.card = cardName(params.card);
  if ("pool" in params) words.pool = t(`setup.pool.${params.pool}.label`);
  if ("suit" in params) words.suit = t(`terms.suit.${params.suit}`);
  return t(`errors.setup.${reason}`, words);
}

/**
 * Let a button do something that takes a moment: not twice at once, and a refusal is told.
 * @param {HTMLElement} button @param {HTMLElement} trouble where refusals are told @param {() => Promise<unknown>} act
 * @param {() => () => void} [tell] says that it takes long, and returns how to stop saying so
 */
export async function busy(button, trouble, act, tell = () => () => {}) {
  if (button.getAttribute("aria-disabled") === "true") return;
  button.setAttribute("aria-disabled", "true");
  trouble.textContent = "";
  let hush = () => {};
  const timer = setTimeout(() => {
    hush = tell();
  }, LONG);
  try {
    await act();
  } catch (error) {
    trouble.textContent = troubleText(error);
  } finally {
    clearTimeout(timer);
    hush();
    button.removeAttribute("aria-disabled");
  }
}

/**
 * Let a button begin a game. On a device without a server that takes a while the first time, and a line says so.
 * @param {HTMLElement} button @param {HTMLElement} trouble @param {() => Promise<unknown>} act
 */
export const beginning = (button, trouble, act) =>
  busy(button, trouble, act, () => {
    const words = t("screens.home.preparing"),
      line = el("p", {class: "preparing"}, icon("i-timer"), words);
    announce(words);
    (button.closest(".begins") ?? button).after(line);
    return () => line.remove();
  });
