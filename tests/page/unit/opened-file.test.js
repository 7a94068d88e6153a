import assert from "node:assert/strict";
import {test} from "node:test";

import {openedFile, openFile} from "../../../src/quillmap/web/js/replay/opened-file.js";

/** Everything that was asked of the server. @type {[string, any][]} */
const asked = [];
/** @type {Map<string, string>} */
const tab = new Map();
const given = {
  sessionStorage: {
    getItem: (/** @type {string} */ key) => tab.get(key) ?? null,
    setItem: (/** @type {string} */ key, /** @type {string} */ text) => void tab.set(key, text),
  },
  async fetch(/** @type {string} */ path, /** @type {{body: string}} */ {body}) {
    const sent = JSON.parse(body);
    asked.push([path, sent]);
    const isRecord = sent.record !== "nonsense";
    return {ok: isRecord, json: async () => (isRecord ? {replay: {frames: []}} : {error: {code: "bad-record"}})};
  },
};
for (const [name, value] of Object.entries(given)) Object.defineProperty(globalThis, name, {value});

test("a record that was opened stays in its tab, and goes along with every question about it", async () => {
  assert.equal(openedFile(), null);
  await assert.rejects(openFile("nonsense"));
  assert.equal(openedFile(), null);
  await openFile("a record");
  assert.deepEqual([...tab.values()], ["a record"]);
  const source = await openedFile();
  assert.equal(source?.path, "/g/file");
  asked.length = 0;
  await source?.decisions.position(0, 40);
  await source?.decisions.attempt(0, 40, /** @type {any} */ ({move: "draw"}));
  await source?.playOn(0, {name: "Ada", event: 39});
  assert.deepEqual(asked, [
    ["/api/replay/decision", {record: "a record", seat: 0, event: 40}],
    ["/api/replay/try", {record: "a record", seat: 0, event: 40, move: {move: "draw"}}],
    ["/api/replay/tables", {name: "Ada", event: 39, record: "a record", seat: 0}],
  ]);
});
