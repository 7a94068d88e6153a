// @ts-check
/**
 * Whether this device shows notifications: only where the browser, the server and its person let it. The browser's
 * subscription is the same for all tables; every table of this device is told of it once.
 */

import {keepTable, keptTables} from "../memory.js";
import {call} from "../protocol.js";
import {currentLanguage} from "../words.js";
import {askedAbout} from "./waiting.js";

const KEY = "quillmap.notifications";

/** @typedef {"impossible" | "off" | "denied" | "on"} DeviceState */

/** @type {Promise<string | null> | null} */
let offered = null;

/** The key of the server; null if it sends nothing. */
function serverKey() {
  offered ??= call("GET", "/api/push").then(
    ({key}) => key,
    () => {
      offered = null; // it can't be reached now
      return null;
    },
  );
  return offered;
}

const canShow = () =>
  isSecureContext && "serviceWorker" in navigator && "PushManager" in window && "Notification" in window;

const isWanted = () => localStorage.getItem(KEY) === "on";

/** How it stands with notifications on this device. @returns {Promise<DeviceState>} */
export async function deviceState() {
  if (!canShow() || !(await serverKey())) return "impossible";
  if (Notification.permission === "denied") return "denied";
  return isWanted() && Notification.permission === "granted" ? "on" : "off";
}

/** Ask for permission, which only a tap of the person may do, and subscribe. @returns {Promise<DeviceState>} */
export async function allowNotifications() {
  const answer = await Notification.requestPermission();
  if (answer !== "granted") return deviceState();
  localStorage.setItem(KEY, "on");
  try {
    await syncDevice();
  } catch (error) {
    localStorage.removeItem(KEY);
    throw error;
  }
  return deviceState();
}

/** No more notifications on this device. */
export async function stopNotifications() {
  localStorage.removeItem(KEY);
  const subscription = await (await navigator.serviceWorker.ready).pushManager.getSubscription();
  if (!subscription) return;
  await subscription.unsubscribe();
  await Promise.all(
    keptTables()
      .filter(({push}) => push)
      .map(async (kept) => {
        await tell(kept, {endpoint: subscription.endpoint, keys: null}).catch(() => {});
        keepTable({...kept, push: ""}, true);
      }),
  );
}

/** Let every table of this device know of it, if its person wants to be told. */
export async function syncDevice() {
  if (!isWanted() || (await deviceState()) !== "on") return;
  const key = await serverKey();
  if (!key) return;
  const {endpoint, keys} = (await subscribed(key)).toJSON();
  const language = currentLanguage();
  await Promise.all(
    askedAbout(keptTables()).map(async (kept) => {
      const known = [endpoint, language, kept.token].join(" ");
      if (kept.push === known) return;
      await tell(kept, {endpoint, keys: {p256dh: keys?.p256dh, auth: keys?.auth}, language})
        .then(() => keepTable({...kept, push: known}, true))
        .catch(() => {}); // the table may be gone; a server that is away is asked again later
    }),
  );
}

/** @param {import("../memory.js").KeptTable} kept @param {object} body */
const tell = ({id, seat, token}, body) => call("PUT", `/api/tables/${id}/seats/${seat}/push`, body, token);

/** The subscription of this browser, made with the key that the server has now. @param {string} key */
async function subscribed(key) {
  const {pushManager} = await navigator.serviceWorker.ready,
    found = await pushManager.getSubscription();
  if (found && written(found.options.applicationServerKey) === key) return found;
  await found?.unsubscribe();
  return pushManager.subscribe({userVisibleOnly: true, applicationServerKey: key});
}

/** Bytes in base64url. @param {ArrayBuffer | null} bytes */
export const written = (bytes) =>
  btoa(String.fromCharCode(...new Uint8Array(bytes ?? new ArrayBuffer(0))))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replace(/=+$/, "");

/** The person is at the table: what was said about it is out of date. @param {string} table */
export async function closeNotifications(table) {
  if (!canShow() || Notification.permission !== "granted") return;
  const worker = await navigator.serviceWorker.getRegistration();
  for (const each of (await worker?.getNotifications({tag: table})) ?? []) each.close();
}
