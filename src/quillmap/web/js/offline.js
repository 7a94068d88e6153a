// @ts-check
/**
 * The page on a device without a connection: a worker keeps its files, and a line says that the server is not there.
 */

import {asset} from "./assets.js";
import {fileAddress, isAlone, pathAt} from "./base.js";
import {el, icon} from "./dom.js";
import {onAway} from "./protocol.js";
import {isServerThere} from "./server-there.js";
import {needWords, onLanguage, t, wordsAddress} from "./words.js";

/** How long the page has been there before anything large is loaded, in milliseconds. */
const QUIET = 2000;

/** What the first page needs without a connection: its notice, and the list of games once there are some. */
const LATER = {styles: ["endings", "games"], words: ["endings", "help"]};

/** @type {HTMLElement | null} */
let notice = null;
/** Whether the server is away, and whether the reader has closed the line about it. */
let isAway = false,
  isClosed = false;

function clear() {
  notice?.remove();
  notice = null;
}

/** @param {boolean} isOffline */
async function show(isOffline) {
  clear();
  // Where no server belongs to the page, nothing is missing.
  isAway = isOffline && !isAlone;
  // Whoever has closed the line reads it again only in the next gap.
  if (!isAway) isClosed = false;
  if (!isAway || isClosed) return;
  const hasWords = await needWords("endings").then(
    () => true,
    () => false,
  );
  // Without the words of the reader's language the line is left out.
  if (!hasWords) return;
  clear();
  const canPlay = await import("./device/engine.js").then(
    ({isKept}) => isKept(),
    () => false,
  );
  // Whoever has come to the first page without a server is likely to play: Python takes seconds to start.
  if (canPlay && pathAt(location) === "/")
    void import("./device/device.js").then(({startDevice}) => startDevice()).catch(() => {});
  const words = t(canPlay ? "endings.on-device.text" : "endings.offline.text");
  clear();
  // The server may have come back, or the line been closed, while the words were on their way.
  if (!isAway || isClosed) return;
  notice = el("div", {class: "offline", role: "status"}, icon("i-offline"), el("span", {}, words), closeButton());
  // Above the screen, and never over it: nothing that can be pressed lies under it.
  document.getElementById("screen")?.before(notice);
}

function closeButton() {
  const click = () => {
    isClosed = true;
    clear();
  };
  return el("button", {class: "btn quiet", "aria-label": t("page.close"), on: {click}}, icon("i-close"));
}

/** Keep what plays without a server, too, once the page is idle. @param {ServiceWorker} active */
function keepRest(active) {
  const idle = globalThis.requestIdleCallback ?? ((/** @type {() => void} */ act) => act());
  idle(() => void import("./device/keeping.js").then(({keepUnlessSaving}) => keepUnlessSaving(active)));
}

/** Say whether the server is there, when something makes one doubt it. */
async function lookForServer() {
  const isOffline = !(await isServerThere());
  if (isOffline !== isAway) await show(isOffline);
}

/** What the worker has seen may be older than what this page knows. @param {boolean} isOffline */
function hear(isOffline) {
  if (isOffline) void show(true);
  else if (isAway) void lookForServer();
}

/** While this page is open, the files of its version stay on the device (`service-worker.js`). */
function holdVersion() {
  const folder = asset("").match(/static\/[0-9a-f]{16}\//)?.[0];
  if (folder) void navigator.locks?.request(folder, {mode: "shared"}, () => new Promise(() => {})).catch(() => {});
}

/** Start the worker, where browsers allow one, and tell of gaps. */
export async function keepPage() {
  holdVersion();
  addEventListener("offline", () => show(true));
  addEventListener("online", () => show(false));
  // A server may be gone without the device losing its network: then a question fails, or somebody comes back to it.
  onAway(() => isAway || void lookForServer());
  document.addEventListener("visibilitychange", () => document.hidden || void lookForServer());
  // While the server is away nothing else talks to it, so the page asks from time to time.
  setInterval(() => isAway && void lookForServer(), 5000);
  onLanguage(() => notice && show(true));
  if (!navigator.onLine) show(true);
  const {serviceWorker} = navigator;
  if (!serviceWorker) return;
  serviceWorker.addEventListener("message", ({data}) => data?.type === "state" && hear(data.isOffline));
  await serviceWorker.register(fileAddress("service-worker.js")).catch(() => null);
  const {active} = await serviceWorker.ready;
  const loaded = performance
    .getEntriesByType("resource")
    .map((entry) => new URL(entry.name))
    .filter((address) => address.origin === location.origin)
    .map((address) => address.pathname);
  active?.postMessage({
    type: "keep",
    addresses: [
      ...new Set([
        ...loaded,
        ...LATER.styles.map((name) => asset(`css/${name}.css`)),
        ...LATER.words.map(wordsAddress),
      ]),
    ],
  });
  active?.postMessage({type: "state"});
  if (active) setTimeout(() => keepRest(active), QUIET);
}
