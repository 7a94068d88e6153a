/** Requests to a server that does not answer: who waits for them, and for how long. */

import assert from "node:assert/strict";
import {test} from "node:test";
import {call} from "../../../src/quillmap/web/js/protocol.js";

const SLOW = 2000;

/** A network on which requests get an answer only by `answer`. @param {boolean} isThere whether the server is healthy */
function silent(isThere) {
  const asked = {
    answer: () => {},
    health: /** @type {Promise<void>} */ (Promise.resolve()),
  };
  asked.health = new Promise((looked) => {
    globalThis.fetch = (path, {signal}) =>
      new Promise((done, fail) => {
        if (path === "/healthz") {
          if (isThere) done(new Response("ok"));
          else fail(new Error("silence"));
          return looked();
        }
        asked.answer = () => done(Response.json({tables: []}));
        signal?.addEventListener("abort", () => fail(signal.reason));
      });
  });
  return asked;
}

test("when the network lets everything vanish, the device is asked, and what it can't know is refused", async (context) => {
  context.mock.timers.enable({apis: ["setTimeout"]});
  silent(false);
  const waiting = call("GET", "/api/tables");
  context.mock.timers.tick(SLOW);
  await assert.rejects(waiting, {code: "offline"});
});

test("a server that is there may take its time", async (context) => {
  context.mock.timers.enable({apis: ["setTimeout"]});
  const asked = silent(true),
    waiting = call("GET", "/api/tables");
  context.mock.timers.tick(SLOW);
  await asked.health;
  await new Promise(setImmediate);
  asked.answer();
  assert.deepEqual(await waiting, {tables: []});
});
