import assert from "node:assert/strict";
import {test} from "node:test";

import {whenServerIsBack} from "../../../src/quillmap/web/js/server-there.js";
import {settle} from "./surroundings.js";

/** A server that comes and goes, and a clock that is moved by hand. */
function surroundings() {
  /** @type {(() => void)[]} */
  const steps = [];
  const page = new EventTarget();
  return {
    isThereNow: false,
    steps,
    page,
    later: (/** @type {() => void} */ step) => void steps.push(step),
    async isThere() {
      return this.isThereNow;
    },
    /** Let the time pass until the server is asked again. */
    async pass() {
      steps.shift()?.();
      await settle();
    },
  };
}

/** @param {ReturnType<typeof surroundings>} around @param {() => boolean} still */
function follow(around, still = () => true) {
  const told = {times: 0};
  const {later, page} = around;
  whenServerIsBack(() => void told.times++, still, {later, page, isThere: () => around.isThere()});
  return told;
}

test("what waits for the server goes on once it answers, and only once", async () => {
  const around = surroundings(),
    told = follow(around);
  await around.pass();
  assert.equal(told.times, 0);
  around.isThereNow = true;
  await around.pass();
  around.page.dispatchEvent(new Event("online"));
  await settle();
  assert.deepEqual([told.times, around.steps.length], [1, 0]);
});

test("a device that is online again asks at once", async () => {
  const around = surroundings(),
    told = follow(around);
  around.isThereNow = true;
  around.page.dispatchEvent(new Event("online"));
  await settle();
  assert.equal(told.times, 1);
});

test("nobody is told who no longer waits", async () => {
  const around = surroundings(),
    told = follow(around, () => false);
  around.isThereNow = true;
  await around.pass();
  assert.deepEqual([told.times, around.steps.length], [0, 0]);
});
