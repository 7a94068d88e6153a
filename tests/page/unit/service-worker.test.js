// @ts-check
/** What the service worker keeps of the answers to the page: files of the server, and nothing else. */

import assert from "node:assert/strict";
import {readFileSync} from "node:fs";
import {test} from "node:test";
import vm from "node:vm";

const ORIGIN = "https://q";
const SOURCE = readFileSync(new URL("../../../src/quillmap/web/service-worker.js", import.meta.url), "utf-8");
const FILE = "/static/0123456789abcdef/main.js";

/**
 * The service worker in front of a network.
 * @param {(path: string) => Response} network
 * @param {string[]} held the locks that pages hold
 */
function worker(network, held = []) {
  /** @type {Record<string, (event: any) => void>} */
  const listeners = {};
  /** @type {Map<string, Response>} */
  const kept = new Map();
  const cache = {
    match: async (/** @type {string} */ name) => kept.get(name)?.clone(),
    put: async (/** @type {string} */ name, /** @type {Response} */ found) => kept.set(name, found),
    keys: async () => [...kept.keys()].map((name) => ({url: ORIGIN + name})),
    delete: async (/** @type {string} */ url) => kept.delete(url.replace(ORIGIN, "")),
  };
  const fetch = async (/** @type {any} */ asked) => network((asked.url ?? asked).replace(ORIGIN, ""));
  vm.runInNewContext(SOURCE, {
    self: {
      addEventListener: (/** @type {string} */ name, /** @type {any} */ listener) => {
        listeners[name] = listener;
      },
      clients: {matchAll: async () => []},
      navigator: {locks: {query: async () => ({held: held.map((name) => ({name}))})}},
    },
    caches: {open: async () => cache},
    location: {origin: ORIGIN, pathname: "/service-worker.js"},
    ...{URL, Response, fetch, setTimeout: () => 0},
  });
  return {
    kept,
    /** Ask for something as a page does; undefined if the worker leaves that to the browser. */
    async ask(/** @type {string} */ path, {mode = "no-cors", method = "GET"} = {}) {
      /** @type {Promise<any>[]} */
      const waits = [];
      /** @type {Promise<Response> | undefined} */
      let answered;
      listeners.fetch({
        request: {url: ORIGIN + path, mode, method},
        respondWith: (/** @type {any} */ answer) => {
          answered = answer;
        },
        waitUntil: (/** @type {any} */ promise) => waits.push(promise),
      });
      const found = await answered;
      await Promise.all(waits);
      return found;
    },
    async keep(/** @type {string[]} */ addresses, type = "keep") {
      /** @type {Promise<any>[]} */
      const waits = [];
      listeners.message({
        data: {type, addresses},
        waitUntil: (/** @type {any} */ promise) => waits.push(promise),
      });
      await Promise.all(waits);
    },
  };
}

/** @param {string} type @param {number} [status] */
const answer = (type, status = 200) => new Response("text", {status, headers: {"content-type": type}});

test("a file of the server is kept under its path, whatever the query", async () => {
  const {ask, kept} = worker(() => answer("text/javascript; charset=utf-8"));
  await ask(`${FILE}?other=1`);
  assert.deepEqual([...kept.keys()], [FILE]);
});

test("neither errors nor the page of a network that wants a login are kept in place of a file", async () => {
  for (const found of [answer("application/json", 404), answer("text/html"), answer("text/html; charset=utf-8")]) {
    const {ask, keep, kept} = worker(() => found.clone());
    await ask(FILE);
    await keep([FILE]);
    assert.ok(!kept.has(FILE));
  }
  const led = answer("text/javascript");
  Object.defineProperty(led, "redirected", {value: true});
  const {ask, kept} = worker(() => led);
  Object.defineProperty(led, "clone", {value: () => led});
  await ask(FILE);
  assert.ok(!kept.has(FILE));
});

test("what the server says of tables, and what is sent to it, is never touched", async () => {
  const {ask, kept} = worker(() => answer("application/json"));
  for (const path of ["/api/tables/x", "/api/games/x/record", "/ws/tables/x", "/metrics"]) {
    assert.equal(await ask(path), undefined);
    assert.equal(await ask(path, {mode: "navigate"}), undefined);
  }
  assert.equal(await ask(FILE, {method: "POST"}), undefined);
  assert.equal(kept.size, 0);
});

test("a page that was opened is not kept: it may have come with the preview of a table", async () => {
  const {ask, kept} = worker(() => answer("text/html"));
  assert.ok(await ask("/t/secret", {mode: "navigate"}));
  assert.equal(kept.size, 0);
});

test("the page of a version is asked for once, however often it is opened", async () => {
  /** @type {string[]} */
  const asked = [];
  const {keep, kept} = worker((path) => {
    asked.push(path);
    return path === "/" ? new Response(`<script src="${FILE}">`) : answer("text/javascript");
  });
  for (const type of ["keep", "keep", "keep-whole"]) await keep([FILE], type);
  assert.deepEqual(asked.sort(), ["/", FILE]);
  assert.ok(kept.has("/") && kept.has("/static/whole.json"));
});

test("a newer version takes the place of an older one when it is whole, and no page of the older one is open", async () => {
  const old = ["/static/0123456789abcdef/main.js", "/static/engine/0123456789abcdef/python.wasm"],
    newer = ["/static/fedcba9876543210/main.js", "/static/engine/fedcba9876543210/python.wasm"];
  let version = old[0];
  /** @type {string[]} */
  const held = [];
  const {keep, kept} = worker(
    (path) =>
      path === "/"
        ? new Response(`<script src="${version}">`, {headers: {"content-type": "text/html"}})
        : answer("text/javascript"),
    held,
  );
  const files = () => [...kept.keys()].filter((name) => name.startsWith("/static/") && !name.endsWith(".json"));
  await keep(old, "keep-whole");
  assert.deepEqual(files(), old);
  version = newer[0];
  await keep(newer.slice(0, 1)); // a page of the newer one is open, and has not loaded the rest
  assert.ok(old.every((name) => kept.has(name)));
  assert.ok((await kept.get("/")?.clone().text())?.includes(old[0]));
  held.push("static/0123456789abcdef/", "static/fedcba9876543210/", "quillmap-device");
  await keep(newer, "keep-whole");
  assert.ok([...old, ...newer].every((name) => kept.has(name)));
  held.shift();
  await keep(newer.slice(0, 1));
  assert.deepEqual(files().sort(), newer.sort());
});
