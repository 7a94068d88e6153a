import assert from "node:assert/strict";
import {mock, test} from "node:test";

import {settle} from "./surroundings.js";

const {busy} = await import("../../../src/quillmap/web/js/screens/parts/frame.js");

/** A button, as far as it is asked. */
function button() {
  const attributes = new Map();
  return /** @type {any} */ ({
    getAttribute: (/** @type {string} */ name) => attributes.get(name) ?? null,
    setAttribute: (/** @type {string} */ name, /** @type {string} */ value) => attributes.set(name, value),
    removeAttribute: (/** @type {string} */ name) => attributes.delete(name),
  });
}

test("a button that takes long says so until it is done", async () => {
  mock.timers.enable({apis: ["setTimeout"]});
  /** @type {string[]} */
  const told = [];
  const tell = () => {
    told.push("long");
    return () => told.push("done");
  };
  let finish = () => {};
  const pressed = button(),
    act = () => new Promise((/** @type {(value: void) => void} */ done) => (finish = done));
  const first = busy(pressed, /** @type {any} */ ({}), act, tell);
  assert.equal(pressed.getAttribute("aria-disabled"), "true");
  mock.timers.tick(600);
  finish();
  await first;
  mock.timers.tick(10_000);
  assert.deepEqual(told, []);

  const second = busy(pressed, /** @type {any} */ ({}), act, tell);
  mock.timers.tick(800);
  assert.deepEqual(told, ["long"]);
  finish();
  await second;
  await settle();
  assert.deepEqual(told, ["long", "done"]);
  assert.equal(pressed.getAttribute("aria-disabled"), null);
  mock.timers.reset();
});
