import assert from "node:assert/strict";
import {test} from "node:test";

import {createStore} from "../../../src/quillmap/web/js/store.js";

/** A store whose frames come when the test says so. */
function made() {
  /** @type {(() => void)[]} */
  const frames = [];
  const store = createStore({a: 1, b: 1}, (step) => void frames.push(step));
  /** @type {object[]} */
  const seen = [];
  const stop = store.subscribe((state) => void seen.push(state));
  return {store, frames, seen, stop};
}

test("the state changes at once, the notice comes with the next frame", () => {
  const {store, frames, seen} = made();
  store.set({a: 2});
  assert.deepEqual(store.state, {a: 2, b: 1});
  assert.deepEqual(seen, []);
  frames.shift()?.();
  assert.deepEqual(seen, [{a: 2, b: 1}]);
});

test("many changes give one notice a frame", () => {
  const {store, frames, seen} = made();
  store.set({a: 2});
  store.set({b: 3});
  store.touch();
  assert.equal(frames.length, 1);
  frames.shift()?.();
  assert.deepEqual(seen, [{a: 2, b: 3}]);
  store.touch();
  frames.shift()?.();
  assert.equal(seen.length, 2);
});

test("a change while notice is given is told in the next frame", () => {
  const {store, frames, seen} = made();
  const stop = store.subscribe(({a}) => a < 3 && store.set({a: a + 1}));
  store.set({a: 2});
  frames.shift()?.();
  frames.shift()?.();
  stop();
  assert.deepEqual(
    seen.map((/** @type {any} */ state) => state.a),
    [2, 3],
  );
});

test("whoever has gone is told nothing more", () => {
  const {store, frames, seen, stop} = made();
  stop();
  store.set({a: 2});
  frames.shift()?.();
  assert.deepEqual(seen, []);
});
