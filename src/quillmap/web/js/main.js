// @ts-check
/**
 * The page: words, theme and art first, then the screen that the address names. Screens are loaded when they are
 * needed.
 */

import {asset} from "./assets.js";
import {fileAddress, pathAt} from "./base.js";
import {closeDialogs} from "./dialog.js";
import {el} from "./dom.js";
import {keptTables} from "./memory.js";
import {sayWhileEmpty} from "./opening.js";
import {nameScreen} from "./page-title.js";
import {createRouter} from "./router.js";
import * as away from "./screens/away.js";
import {isServerThere} from "./server-there.js";
import {needStorage} from "./storage.js";
import {putStylesAside} from "./styles.js";
import {watchTextSize} from "./text-size.js";
import {applyTheme} from "./theme.js";
import {wayBack} from "./way-back.js";
import {loadWords, onLanguage} from "./words.js";

/** @typedef {import("./router.js").Opened} Opened */
/** @typedef {import("./router.js").Context} Context */

/** @type {{path: RegExp, hash?: RegExp, load: () => Promise<import("./router.js").Screen>}[]} */
const ROUTES = [
  {path: /^\/t\/([A-Za-z0-9_-]+)$/, load: () => import("./screens/waiting.js")},
  {path: /^\/t\/([A-Za-z0-9_-]+)\/screen$/, load: () => import("./screens/table-screen.js")},
  {path: /^\/g\/([A-Za-z0-9_-]+)$/, load: () => import("./screens/replay.js")},
  {path: /^\/g\/([A-Za-z0-9_-]+)\/retry$/, load: () => import("./screens/retry.js")},
  {path: /^\/g$/, load: () => import("./screens/replays.js")},
  {path: /^\/setup$/, load: () => import("./screens/setup.js")},
  {path: /^\/statistics$/, load: () => import("./screens/statistics.js")},
  {path: /^\/print(?:\/([A-Za-z0-9_-]+))?$/, load: () => import("./screens/print.js")},
  {path: /^\/score$/, load: () => import("./screens/paper.js")},
  {path: /^\/rules(\/[a-z-]+){0,2}$/, load: () => import("./screens/rules.js")},
  {path: /^\/$/, hash: /^#rules$/, load: () => import("./screens/rules.js")},
  {path: /^\/puzzles$/, load: () => import("./screens/puzzles.js")},
  {path: /^\/puzzles\/([A-Za-z0-9_-]+)$/, load: () => import("./screens/puzzle.js")},
  {path: /^\/daily(?:\/([^/]+))?$/, load: () => import("./screens/days.js")},
  {path: /^\/(?:lobby)?$/, load: () => import("./screens/home.js")},
];
/** What every other address gets. */
const NOWHERE = {path: /^/, load: () => import("./screens/nowhere.js")};

/** How long a screen may take to be written in another language, in milliseconds. */
const REWRITING = 800;
/** For how many milliseconds a page counts as new. */
const FRESH = 10_000;

/** Go to an address of the page. @param {string} path */
function go(path) {
  wayBack.go(path, show);
}

/** The screen that the address names. */
function routeOf() {
  const path = pathAt(location),
    {hash} = location;
  return ROUTES.find((each) => each.path.test(path) && (!each.hash || each.hash.test(hash))) ?? NOWHERE;
}

/** What the address names. */
function find() {
  const path = pathAt(location),
    {hash} = location,
    route = routeOf();
  return {context: {path, params: path.match(route.path)?.slice(1) ?? [], hash, go}, load: route.load};
}

let hasScreen = false;

/** An empty node in place of the screen before: one that is still being opened can't reach it. */
function clear() {
  // The first title came with the page.
  if (hasScreen) nameScreen("");
  hasScreen = true;
  closeDialogs();
  const old = /** @type {HTMLElement} */ (document.getElementById("screen")),
    root = el("div", {id: "screen"});
  old.replaceWith(root);
  sayWhileEmpty(root, pathAt(location), go);
  putStylesAside();
  return root;
}

const router = createRouter({find, clear, insteadOf: async () => ((await isServerThere()) ? null : away)});
let isThere = false;

async function show() {
  await router.show();
  if (isThere) lookForTurns();
}

/** Look for tables that wait for this person, if this device has any. */
function lookForTurns() {
  isThere = true;
  if (keptTables().length) import("./turns/watch.js").then(({watchTurns}) => watchTurns()).catch(() => {});
}

/** What fails may be missing because the server has a newer page by now: then this one is loaded again. */
async function renew() {
  if (performance.now() < FRESH) return;
  const shell = await fetch(fileAddress("")).then(
    (answer) => (answer.ok ? answer.text() : ""),
    () => "",
  );
  if (shell && !shell.includes(asset("js/main.js"))) location.reload();
}

/** The art sheet is part of the document, so that its symbols take the colours of the theme. */
async function loadArt() {
  const answer = await fetch(asset("art/terrains.svg"));
  const sheet = new DOMParser().parseFromString(await answer.text(), "image/svg+xml").documentElement;
  sheet.setAttribute("aria-hidden", "true");
  const holder = /** @type {HTMLElement} */ (document.getElementById("art"));
  holder.replaceChildren(document.importNode(sheet, true));
  // Hidden by its size, not by `display: none`: patterns of what is not displayed are not painted.
  holder.hidden = false;
}

needStorage();
applyTheme();
watchTextSize();
wayBack.begin();
addEventListener("popstate", () => void (wayBack.popped() || show()));
// A step that has left the screen as it was may have changed the address back by now.
addEventListener("hashchange", ({newURL}) => void (newURL === location.href && show()));
addEventListener("unhandledrejection", renew);
onLanguage(async () => {
  if (router.isRewritable) return router.rewrite();
  // Changing the language does not navigate: the page keeps its height, and so the scroll position, meanwhile.
  document.body.style.minHeight = `${document.body.scrollHeight}px`;
  await router.rewrite();
  setTimeout(() => (document.body.style.minHeight = ""), REWRITING);
});
// The screen is loading while words and art are read.
routeOf()
  .load()
  .catch(() => {});
await Promise.all([loadWords(), loadArt()]);
await show();
// The page is there; keeping it on the device is not urgent.
setTimeout(() => import("./offline.js").then(({keepPage}) => keepPage()).catch(() => {}), 1500);
setTimeout(lookForTurns, 1000);
