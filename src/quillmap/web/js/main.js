// @ts-check
/**
 * The page: words, theme and art first, then the screen that the address names. Screens are loaded when they are
 * needed.
 */

import {watchTextSize} from "./text-size.js";
import {applyTheme} from "./theme.js";
import {loadWords, onLanguage} from "./words.js";

/**
 * A screen: `open` fills the root and returns how to close it; `words`, if there is one, is called when the language
 * changes (otherwise the screen is closed and opened again).
 * @typedef {{close?: () => void, words?: () => void}} Opened
 * @typedef {{path: string, params: string[], hash: string, go: (path: string) => void}} Context
 */

/**
 * @type {{path: RegExp, hash?: RegExp, load: () => Promise<{open: (root: HTMLElement, context: Context) => Opened |
 *   Promise<Opened>}>}[]}
 */
const ROUTES = [
  {path: /^\/t\/([A-Za-z0-9_-]+)$/, load: () => import("./screens/waiting.js")},
  {path: /^\/t\/([A-Za-z0-9_-]+)\/screen$/, load: () => import("./screens/table-screen.js")},
  {path: /^\/g\/([A-Za-z0-9_-]+)$/, load: () => import("./screens/replay.js")},
  {path: /^\/g$/, load: () => import("./screens/replays.js")},
  {path: /^\/setup$/, load: () => import("./screens/setup.js")},
  {path: /^\/score$/, load: () => import("./screens/paper.js")},
  {path: /^\/rules(\/[a-z-]+){0,2}$/, load: () => import("./screens/rules.js")},
  {path: /^\/$/, hash: /^#rules$/, load: () => import("./screens/rules.js")},
  {path: /^\/(?:daily(?:\/[^/]+)?|lobby)?$/, load: () => import("./screens/home.js")},
];
/** What every other address gets. */
const NOWHERE = {path: /^/, load: () => import("./screens/nowhere.js")};

const root = /** @type {HTMLElement} */ (document.getElementById("screen"));
/** @type {Opened} */
let opened = {};
let turn = 0;
/** How long a screen may take to be written in another language, in milliseconds. */
const REWRITING = 800;

/** Go to an address of the page. @param {string} path */
function go(path) {
  if (path !== location.pathname + location.hash) history.pushState(null, "", path);
  show();
}

/** The screen that the address names. */
function routeOf({pathname: path, hash} = location) {
  return ROUTES.find((each) => each.path.test(path) && (!each.hash || each.hash.test(hash))) ?? NOWHERE;
}

async function show() {
  const mine = ++turn;
  const {pathname: path, hash} = location,
    route = routeOf();
  const screen = await route.load();
  if (mine !== turn) return;
  opened.close?.();
  opened = {};
  root.replaceChildren();
  root.className = "";
  const params = path.match(route.path)?.slice(1) ?? [];
  opened = await screen.open(root, {path, params, hash, go});
}

/** The art sheet is part of the document, so that its symbols take the colours of the theme. */
async function loadArt() {
  const answer = await fetch("/static/art/terrains.svg");
  const sheet = new DOMParser().parseFromString(await answer.text(), "image/svg+xml").documentElement;
  sheet.setAttribute("aria-hidden", "true");
  const holder = /** @type {HTMLElement} */ (document.getElementById("art"));
  holder.replaceChildren(document.importNode(sheet, true));
  // Hidden by its size, not by `display: none`: patterns of what is not displayed are not painted.
  holder.hidden = false;
}

applyTheme();
watchTextSize();
addEventListener("popstate", show);
addEventListener("hashchange", show);
onLanguage(async () => {
  if (opened.words) return opened.words();
  // Another language is no other place: the page keeps its height, and so its reader's place, while it is rewritten.
  document.body.style.minHeight = `${document.body.scrollHeight}px`;
  await show();
  setTimeout(() => (document.body.style.minHeight = ""), REWRITING);
});
// The screen is on its way while words and art are read.
routeOf()
  .load()
  .catch(() => {});
await Promise.all([loadWords(), loadArt()]);
await show();
// The page is there; what keeps it on the device may take its time.
setTimeout(() => import("./offline.js").then(({keepPage}) => keepPage()).catch(() => {}), 1500);
