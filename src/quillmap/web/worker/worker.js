// @ts-check
/**
 * The worker in which a device plays without a server: it runs Python with the tables of this device. The page talks to
 * it in the messages of `desk.js`. A worker that is told of no page only prepares that (`snapshot.js`).
 */

import {openDatabase} from "./database.js";
import {createDesk} from "./desk.js";
import {startKernels} from "./kernels.js";
import {prepareSnapshot, startPython} from "./python.js";

/** @type {any} */
const worker = self;

worker.addEventListener("message", function begin(/** @type {MessageEvent} */ {data}) {
  worker.removeEventListener("message", begin);
  const {engine, root, snapshot, base} = data;
  if (base === undefined) {
    prepareSnapshot(engine, root, snapshot)
      .catch(console.warn) // without room for it Python starts as before
      .finally(() => worker.close());
    return;
  }
  const desk = createDesk({
    open: opener(startPython(engine, root, snapshot), base),
    locks: worker.navigator.locks,
    channel: new BroadcastChannel("quillmap-device"),
    say: (message) => worker.postMessage(message),
  });
  worker.addEventListener("message", (/** @type {MessageEvent} */ event) => desk.hear(event.data, event.ports));
});

/**
 * How the tables of this device are opened. Python starts at once, whether or not they can be.
 * @param {Promise<any>} python
 * @param {string} base
 */
function opener(python, base) {
  python.catch(() => {});
  return async () => {
    const database = await openDatabase(); // where there is none, nobody has to wait for Python to be told so
    return (await python)(database, base, startKernels);
  };
}
