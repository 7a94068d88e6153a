// @ts-check
/** Python with this package, from the files that the server has for it. */

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
 * Start Python.
 * @param {Engine} engine
 * @param {string} root the address below which its files are
 * @returns {Promise<any>} the class `quillmap.device.worker.Worker`
 */
export async function startPython({info, runtime, files, packages}, root) {
  unpackOnTheWay(files.filter((path) => path.endsWith(PACKED)).map((path) => root + path));
  const folder = new URL(root + runtime, location.href).href;
  const {loadPyodide} = await import(`${folder}pyodide.mjs`);
  const [python, ...archives] = await Promise.all([
    loadPyodide({indexURL: folder, packageBaseUrl: folder, lockFileContents: {info, packages: {}}}),
    ...packages.map((path) => bytesOf(root + path)),
  ]);
  for (const archive of archives) python.unpackArchive(archive, "zip");
  return python.pyimport("quillmap.device.worker").Worker;
}

/**
 * Let what a static site has compressed be fetched by its own name: few such sites compress what they send.
 * @param {string[]} packed
 */
function unpackOnTheWay(packed) {
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
