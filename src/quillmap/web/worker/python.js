// @ts-check
/** Python with this package, from the files that the server has for it. */

import {forgetSnapshot, keepSnapshot, keptSnapshot, memoryOf} from "./snapshot.js";

const PACKED = ".packed";

/**
 * @typedef {object} Engine
 * @property {object} info what Python was built for
 * @property {string} runtime the folder of Python
 * @property {string[]} files what is in it; a name that ends in `.packed` is that of a file before it was compressed
 * @property {string[]} packages archives to unpack
 * @property {number} bytes how much all of it is on its way
 */

/**
 * Start Python: from its memory if that is kept, or else from the beginning.
 * @param {Engine} engine
 * @param {string} root the address below which its files are
 * @param {string} snapshot the address of its memory
 * @returns {Promise<any>} the class `quillmap.device.worker.Worker`
 */
export async function startPython(engine, root, snapshot) {
  unpackOnTheWay(engine, root);
  const kept = await keptSnapshot(snapshot);
  if (!kept) return start(engine, root, {});
  const memory = memoryOf(kept);
  try {
    const found = await start(engine, root, {_loadSnapshot: memory});
    letGo(await memory);
    return found;
  } catch (error) {
    console.warn(error);
    await forgetSnapshot(snapshot);
    return start(engine, root, {});
  }
}

/** Give megabytes back that are still known, but not needed any more. @param {ArrayBuffer} memory */
const letGo = (memory) => void structuredClone(memory, {transfer: [memory]});

/**
 * Keep the memory of Python, unless it is kept, so that it starts faster from now on.
 * @param {Engine} engine @param {string} root @param {string} snapshot
 */
export async function prepareSnapshot(engine, root, snapshot) {
  if (await keptSnapshot(snapshot)) return;
  unpackOnTheWay(engine, root);
  const python = await load(engine, root, {_makeSnapshot: true});
  await keepSnapshot(snapshot, python.makeMemorySnapshot());
}

/** @param {Engine} engine @param {string} root @param {object} how */
async function start(engine, root, how) {
  const [python, ...archives] = await Promise.all([
    load(engine, root, how),
    ...engine.packages.map((path) => bytesOf(root + path)),
  ]);
  for (const archive of archives) python.unpackArchive(archive, "zip");
  python.pyimport("random").seed(); // from the same memory would come the same luck
  return python.pyimport("quillmap.device.worker").Worker;
}

/**
 * @param {Engine} engine
 * @param {string} root
 * @param {object} how what else Pyodide is told
 */
async function load({info, runtime}, root, how) {
  const folder = new URL(root + runtime, location.href).href;
  const {loadPyodide} = await import(`${folder}pyodide.mjs`);
  return loadPyodide({indexURL: folder, packageBaseUrl: folder, lockFileContents: {info, packages: {}}, ...how});
}

/**
 * Let what a static site has compressed be fetched by its own name: few such sites compress what they send.
 * @param {Engine} engine @param {string} root
 */
function unpackOnTheWay({files}, root) {
  const packed = files.filter((path) => path.endsWith(PACKED)).map((path) => root + path);
  if (!packed.length) return;
  const known = new Set(packed.map((address) => new URL(address, location.href).href)),
    fetchPlain = globalThis.fetch;
  globalThis.fetch = async (asked, how) => {
    const address = new URL(asked instanceof Request ? asked.url : asked, location.href).href + PACKED;
    if (!known.has(address)) return fetchPlain(asked, how);
    const {body, ok, status} = await fetchPlain(address);
    const plain = ok && body ? body.pipeThrough(new DecompressionStream("gzip")) : null;
    return new Response(plain, {status, headers: {"content-type": "application/wasm"}});
  };
}

/** @param {string} address */
async function bytesOf(address) {
  const answer = await fetch(address);
  if (!answer.ok) throw new Error(`${address}: ${answer.status}`);
  return answer.arrayBuffer();
}
