// @ts-check
/** Questions that come at a busy moment are asked again, and what would do something is not. */

import assert from "node:assert/strict";
import {test} from "node:test";

import {askPatiently} from "../../../src/quillmap/web/js/patience.js";

/** A server that refuses this many times. @param {number} times @param {Record<string, string>} [headers] */
function busy(times, headers = {}) {
  let asked = 0;
  /** @type {number[]} */
  const slept = [];
  const around = {
    ask: async () => (++asked <= times ? new Response("{}", {status: 429, headers}) : new Response("{}")),
    sleep: async (/** @type {number} */ time) => void slept.push(time),
    random: () => 0.5,
  };
  const send = async (method = "GET") => (await askPatiently("/api/x", {method}, around)).status;
  return {send, slept, asked: () => asked};
}

test("a question is asked again after growing pauses, each a little longer by chance", async () => {
  const server = busy(3);
  assert.equal(await server.send(), 200);
  assert.deepEqual(server.slept, [750, 2250, 4500]);
});

test("the server says how long to wait", async () => {
  const server = busy(2, {"retry-after": "2"});
  assert.equal(await server.send(), 200);
  assert.deepEqual(server.slept, [3000, 3000]);
});

test("after three times the refusal is told", async () => {
  const server = busy(9);
  assert.deepEqual([await server.send(), server.asked()], [429, 4]);
});

test("what would do something, or would take long, is told at once", async () => {
  for (const method of ["POST", "PATCH", "PUT", "DELETE"]) assert.equal(await busy(1).send(method), 429);
  assert.equal(await busy(1, {"retry-after": "5"}).send(), 429);
  assert.equal(await busy(1, {"retry-after": "Wed, 21 Oct 2026 07:28:00 GMT"}).send(), 429);
});
