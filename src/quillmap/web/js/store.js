// @ts-check
/** The newest view of everything, and one notice a frame to the parts that show it. */

/**
 * @template {object} T
 * @typedef {object} Store
 * @property {T} state
 * @property {(changes: Partial<T>) => void} set
 * @property {() => void} touch give notice although nothing in the store has changed: the language has
 * @property {(listener: (state: T) => void) => () => void} subscribe
 */

/**
 * @template {object} T
 * @param {T} first
 * @param {(step: () => void) => void} [frame] when to give notice; a parameter for tests
 * @returns {Store<T>}
 */
export function createStore(first, frame = (step) => requestAnimationFrame(step)) {
  let state = first;
  let isDue = false;
  /** @type {Set<(state: T) => void>} */
  const listeners = new Set();

  function notify() {
    isDue = false;
    for (const listener of [...listeners]) listener(state);
  }
  function soon() {
    if (isDue) return;
    isDue = true;
    frame(notify);
  }
  return {
    get state() {
      return state;
    },
    /** @param {Partial<T>} changes */
    set(changes) {
      state = {...state, ...changes};
      soon();
    },
    touch: soon,
    /** @param {(state: T) => void} listener @returns {() => void} */
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
