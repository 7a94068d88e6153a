/** The memory of Python that a device keeps: made once, started from, and done without when that fails. */

import assert from "node:assert/strict";
import {beforeEach, test} from "node:test";

const HERE = "https://site/of/";
const SNAPSHOT = `${HERE}static/engine/1234/snapshot`;
const MEMORY = new Uint8Array([3, 1, 4, 1, 5]);
const ENGINE = {info: {}, runtime: "", files: [], packages: []};

/** A Pyodide that notes how it was started; it can't be started from a memory that begins with 0. */
const PYODIDE = `export async function loadPyodide({_makeSnapshot: makes, _loadSnapshot: given}) {
  const memory = given && [...new Uint8Array(await given)];
  globalThis.starts.push(memory ?? "from the beginning");
  if (memory?.[0] === 0) throw new Error("no such memory");
  return {
    makeMemorySnapshot: () => makes && new Uint8Array([3, 1, 4, 1, 5]),
    pyimport: (name) => name === "random" ? {seed: () => globalThis.starts.push("seeded")} : {Worker: "the worker"},
  };
}
//`;
/** The address of the folder that has it: what comes after it is a comment. */
const ROOT = `data:text/javascript,${encodeURIComponent(PYODIDE)}`;

/** What a browser keeps. @type {Map<string, Response>} */
let kept;

beforeEach(() => {
  kept = new Map();
  const cache = {
    keys: async () => [...kept.keys()].map((url) => ({url})),
    put: async (url, answer) => void kept.set(url, answer),
    delete: async (url) => kept.delete(url),
  };
  Object.assign(globalThis, {
    location: {href: HERE},
    starts: [],
    caches: {open: async () => cache, match: async (url) => kept.get(url)?.clone()},
  });
});

const {prepareSnapshot, startPython} = await import("../../../src/quillmap/web/worker/python.js");
const {keepSnapshot} = await import("../../../src/quillmap/web/worker/snapshot.js");

test("without a kept memory Python starts from the beginning, and keeps none of that", async () => {
  assert.equal(await startPython(ENGINE, ROOT, SNAPSHOT), "the worker");
  assert.deepEqual(globalThis.starts, ["from the beginning", "seeded"]);
  assert.equal(kept.size, 0);
});

test("a memory is kept once, and Python starts from it with luck of its own", async () => {
  await prepareSnapshot(ENGINE, ROOT, SNAPSHOT);
  await prepareSnapshot(ENGINE, ROOT, SNAPSHOT);
  assert.equal(await startPython(ENGINE, ROOT, SNAPSHOT), "the worker");
  assert.deepEqual(globalThis.starts, ["from the beginning", [...MEMORY], "seeded"]);
});

test("a memory that Python can't start from is forgotten, and Python starts nevertheless", async () => {
  await keepSnapshot(SNAPSHOT, new Uint8Array([0, 1]));
  assert.equal(await startPython(ENGINE, ROOT, SNAPSHOT), "the worker");
  assert.deepEqual(globalThis.starts, [[0, 1], "from the beginning", "seeded"]);
  assert.equal(kept.size, 0);
});

test("a memory takes the place of older ones, but not of those of another site", async () => {
  const others = "https://site/other/static/engine/1234/snapshot";
  kept.set(`${HERE}static/engine/older/snapshot`, new Response());
  kept.set(others, new Response());
  await keepSnapshot(SNAPSHOT, MEMORY);
  assert.deepEqual([...kept.keys()], [others, SNAPSHOT]);
});

test("where a browser keeps nothing Python starts from the beginning", async () => {
  globalThis.caches = {match: async () => Promise.reject(new Error("denied"))};
  assert.equal(await startPython(ENGINE, ROOT, SNAPSHOT), "the worker");
  delete globalThis.caches;
  assert.equal(await startPython(ENGINE, ROOT, SNAPSHOT), "the worker");
});
