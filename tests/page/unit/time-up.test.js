import assert from "node:assert/strict";
import {test} from "node:test";

import {createStore} from "../../../src/quillmap/web/js/store.js";
import {isTimeUp, showTimeUp} from "../../../src/quillmap/web/js/table/time-up.js";
import "./surroundings.js";

/** @param {object} change @returns {any} */
const viewOf = (change) => ({deadline: 1030, skew: 0, table: {pace: {timeout: "bot"}}, ...change});

test("the time is up by the server's clock, unless there is none or the table waits on", () => {
  assert.equal(isTimeUp(viewOf({}), 1029.9), false);
  assert.equal(isTimeUp(viewOf({}), 1030), true);
  assert.equal(isTimeUp(viewOf({deadline: null}), 1030), false);
  assert.equal(isTimeUp(viewOf({table: {pace: {timeout: "wait"}}}), 1030), false);
  const now = Date.now() / 1000;
  assert.equal(isTimeUp(viewOf({deadline: now + 5, skew: 10})), true);
  assert.equal(isTimeUp(viewOf({deadline: now - 5, skew: -10})), false);
});

test("the screen is shown again when that happens", () => {
  const store = createStore(viewOf({deadline: null}), (step) => step());
  let shown = 0,
    now = 1000;
  /** @type {{at: number, act: () => void} | null} */
  let timer = null;
  const stop = showTimeUp(/** @type {any} */ ({store}), {
    now: () => now,
    later: (act, wait) => /** @type {any} */ ((timer = {at: now + wait / 1000, act})),
    never: () => {
      timer = null;
    },
  });
  store.set({deadline: 1030});
  store.subscribe(() => void shown++);
  const due = /** @type {any} */ (timer);
  assert.ok(due.at > 1030 && due.at < 1031);
  now = due.at;
  due.act();
  assert.equal(shown, 1);
  stop();
  assert.equal(timer, null);
});
