// @ts-check
/**
 * Keeps the page on the device, so that it opens without a connection. The page itself is always asked for first, and
 * the kept one is used only when the server does not answer. It names the folder of its version, in which files never
 * change: those are asked for once. A version is kept as soon as all that the page has loaded of it is there, and the
 * one before is removed only then. A version that is kept whole, with what plays without a server, stays until a newer
 * one is whole: an old page never meets a newer engine. While a page of a version is open its files stay, too: every
 * page holds a lock with the name of its folder (`js/offline.js`). Requests to the API and sockets are never touched.
 */

const CACHE = "quillmap-2";
/** The folder of the page: the root of a server, or any folder of a static site. */
const ROOT = location.pathname.replace(/[^/]*$/, "");
const SHELL = ROOT;
/** After this many milliseconds without an answer from the server, the cached file is used, if there is one. */
const ANSWER_TIMEOUT = 4000;
/** All other addresses are those of the page itself: the same file, which then looks at its address. */
const NO_PAGES = /^\/(api|ws|static|openapi|health|ready|metrics)|\.[a-z]+$/;
/** The folder of a version. */
const FOLDER = /static\/[0-9a-f]{16}\//;
/** What plays without a server; the folders are named after what is in them. */
const ENGINE = /static\/engine\/[0-9a-f]{16}\//;
/** Where the names of all files are kept of the version that is kept whole. */
const WHOLE = `${ROOT}static/whole.json`;
const FILES = /^\/(static\/|icon\.svg$|manifest\.webmanifest$)/;
/** An address as it is below the folder of the page. @param {string} pathname */
const below = (pathname) => pathname.slice(ROOT.length - 1);

/** @type {any} */
const worker = self;
let isOffline = false;

worker.addEventListener("install", (/** @type {any} */ event) =>
  event.waitUntil(
    caches
      .open(CACHE)
      .then((cache) => cache.add(SHELL))
      .then(() => worker.skipWaiting()),
  ),
);

worker.addEventListener("activate", (/** @type {any} */ event) =>
  event.waitUntil(
    (async () => {
      for (const name of await caches.keys())
        if (name.startsWith("quillmap-") && name !== CACHE) await caches.delete(name);
      await worker.clients.claim();
    })(),
  ),
);

worker.addEventListener("fetch", (/** @type {any} */ event) => {
  const {request} = event,
    {origin, pathname} = new URL(request.url);
  if (request.method !== "GET" || origin !== location.origin) return;
  if (request.mode === "navigate" ? !NO_PAGES.test(below(pathname)) : FILES.test(below(pathname)))
    event.respondWith(answer(request, request.mode === "navigate" ? SHELL : pathname, event));
});

worker.addEventListener("message", (/** @type {any} */ event) => {
  const {type, addresses} = event.data ?? {};
  if (type === "keep") event.waitUntil(keep(addresses));
  if (type === "keep-whole")
    event.waitUntil(keepWhole(addresses).then(() => event.source?.postMessage({type: "whole"})));
  if (type === "state") event.source?.postMessage({type: "state", isOffline});
});

worker.addEventListener("push", (/** @type {any} */ event) => event.waitUntil(notify(event.data)));

worker.addEventListener("notificationclick", (/** @type {any} */ event) => {
  event.notification.close();
  event.waitUntil(openTable(event.notification.data.path));
});

/**
 * It is the person's turn at a table: the server says so in their language, the device knows the time of day.
 * @param {{json: () => any}} data
 */
async function notify(data) {
  const {table, title, text, language, deadline} = data.json();
  const time = new Intl.DateTimeFormat(language, {weekday: "long", hour: "2-digit", minute: "2-digit"});
  await worker.registration.showNotification(title, {
    body: text.replace("{time}", time.format(1000 * deadline)),
    lang: language,
    // A newer one takes the place of what was said about the same table before.
    tag: table,
    renotify: true,
    icon: `${ROOT}static/icons/icon-192.png`,
    data: {path: `/t/${encodeURIComponent(table)}`},
  });
  await worker.navigator?.setAppBadge?.()?.catch(() => {});
}

/** Show the table in a window that is open already, or in a new one. @param {string} path */
async function openTable(path) {
  const windows = await worker.clients.matchAll({type: "window", includeUncontrolled: true});
  const there = windows.find((/** @type {any} */ client) => new URL(client.url).pathname === path);
  if (there) return there.focus();
  for (const client of windows) {
    const moved = await client.navigate(path).catch(() => null);
    if (moved) return moved.focus();
  }
  return worker.clients.openWindow(path);
}

/**
 * The server's answer, or what was kept of it.
 * @param {Request} request
 * @param {string} name under which it is kept
 * @param {any} event
 */
async function answer(request, name, event) {
  const cache = await caches.open(CACHE),
    kept = await cache.match(name);
  if (kept && (FOLDER.test(name) || ENGINE.test(name))) return kept;
  const asked = fetch(request);
  try {
    const found = await (kept ? Promise.race([asked, late()]) : asked);
    if (name !== SHELL && isFile(found)) event.waitUntil(cache.put(name, found.clone()));
    tell(false);
    return found;
  } catch (error) {
    asked.catch(() => {});
    if (!kept) throw error;
    tell(true);
    return kept;
  }
}

/** @returns {Promise<never>} */
const late = () =>
  new Promise((_, fail) => setTimeout(() => fail(new Error("the server does not answer")), ANSWER_TIMEOUT));

/**
 * Keep what a page has loaded, some of it before this worker was there (the browser still has it), and then the page.
 * @param {string[]} addresses
 */
async function keep(addresses) {
  const cache = await caches.open(CACHE);
  await Promise.all(addresses.map((address) => keepFile(cache, address)));
  const folder = folderOf(addresses),
    whole = await (await cache.match(WHOLE))?.json();
  if (whole && folderOf(whole) !== folder) return;
  await keepShell(cache, folder, whole ?? []);
}

/**
 * Keep all files of a version, and then its page.
 * @param {string[]} addresses
 */
async function keepWhole(addresses) {
  const cache = await caches.open(CACHE);
  for (const address of addresses)
    if (!(await keepFile(cache, address))) throw new Error(`${address} is not to be had`);
  if (await keepShell(cache, folderOf(addresses), addresses))
    await cache.put(WHOLE, new Response(JSON.stringify(addresses)));
}

/** The folder of the version that files belong to. @param {string[]} addresses */
const folderOf = (addresses) => addresses.map((address) => address.match(FOLDER)?.[0]).find(Boolean);

/**
 * Whether an answer is a file of the server: a network that one has to log in to answers everything with a page of its
 * own, which would be kept for good.
 * @param {Response} found
 */
const isFile = (found) =>
  found.status === 200 && !found.redirected && !/^text\/html\b/.test(found.headers.get("content-type") ?? "");

/** Keep a file; returns whether it is here. @param {Cache} cache @param {string} address */
async function keepFile(cache, address) {
  if (!FILES.test(below(address)) || (await cache.match(address))) return true;
  const found = await fetch(address, {cache: "force-cache"}).catch(() => null);
  if (!found || !isFile(found)) return false;
  await cache.put(address, found);
  return true;
}

/**
 * Keep the page of a version whose files are here, and remove those of others; returns whether it is here.
 * @param {Cache} cache @param {string | undefined} folder
 * @param {string[]} needed what plays without a server
 */
async function keepShell(cache, folder, needed) {
  const kept = await cache.match(SHELL);
  // It is asked for once: a hundred people behind one address may be keeping the page at the same moment.
  if (!folder || !(await kept?.text())?.includes(folder)) {
    const shell = await fetch(SHELL).catch(() => null);
    // The server may have a newer version by now, of which nothing is here.
    if (!shell?.ok || shell.redirected || (folder && !(await shell.clone().text()).includes(folder))) return false;
    await cache.put(SHELL, shell);
  }
  const open = await openFolders(),
    isEngineFree = open.every((each) => each === folder);
  for (const {url} of await cache.keys()) {
    const {pathname} = new URL(url),
      version = pathname.match(FOLDER)?.[0];
    if (version ? version !== folder && !open.includes(version) : isEngineFree && isOldEngine(pathname, needed))
      await cache.delete(url);
  }
  return true;
}

/** @param {string} pathname @param {string[]} needed */
const isOldEngine = (pathname, needed) => ENGINE.test(pathname) && !needed.includes(pathname);

/** The folders of the versions whose pages are open. @returns {Promise<string[]>} */
async function openFolders() {
  const {held = []} = (await worker.navigator?.locks?.query()) ?? {};
  return held
    .map((/** @type {{name: string}} */ {name}) => name)
    .filter((/** @type {string} */ name) => FOLDER.test(name));
}

/** Let the pages say whether the server is there. @param {boolean} is */
async function tell(is) {
  if (is === isOffline) return;
  isOffline = is;
  for (const client of await worker.clients.matchAll({includeUncontrolled: true}))
    client.postMessage({type: "state", isOffline});
}
