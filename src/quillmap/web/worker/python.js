// @ts-check
/** Python with this package, from the files that the server has for it. */

/**
 * @typedef {object} Engine
 * @property {object} info what Python was built for
 * @property {string} runtime the folder of Python
 * @property {string[]} files what is in it
 * @property {string[]} packages archives to unpack
 * @property {number} bytes how much all of it is on its way
 */

/**
 * Start Python.
 * @param {Engine} engine
 * @param {string} root the address below which its files are
 * @returns {Promise<any>} the class `quillmap.device.worker.Worker`
 */
export async function startPython({info, runtime, packages}, root) {
  const folder = new URL(root + runtime, location.href).href;
  const {loadPyodide} = await import(`${folder}pyodide.mjs`);
  const [python, ...archives] = await Promise.all([
    loadPyodide({indexURL: folder, packageBaseUrl: folder, lockFileContents: {info, packages: {}}}),
    ...packages.map((path) => bytesOf(root + path)),
  ]);
  for (const archive of archives) python.unpackArchive(archive, "zip");
  return python.pyimport("quillmap.device.worker").Worker;
}

/** @param {string} address */
async function bytesOf(address) {
  const answer = await fetch(address);
  if (!answer.ok) throw new Error(`${address}: ${answer.status}`);
  return answer.arrayBuffer();
}
