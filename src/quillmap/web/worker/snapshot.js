// @ts-check
/**
 * The memory of Python as it is when it has just started, kept on this device: putting it back takes a fraction of the
 * time that starting takes. It is made here, once for each version of Python, since loading it would be as much again
 * as all the rest. Where nothing can be kept, Python starts without it.
 */

const CACHE = "python-snapshots";

/** What is kept at an address, or null. @param {string} address @returns {Promise<Response | null>} */
export const keptSnapshot = async (address) => (await globalThis.caches?.match(address).catch(() => null)) ?? null;

/** The memory that is kept. @param {Response} kept @returns {Promise<ArrayBuffer>} */
export const memoryOf = ({body}) => new Response(body?.pipeThrough(new DecompressionStream("gzip"))).arrayBuffer();

/**
 * Keep a memory in the place of older ones of the same site.
 * @param {string} address @param {Uint8Array<ArrayBuffer>} memory
 */
export async function keepSnapshot(address, memory) {
  const cache = await caches.open(CACHE),
    site = new URL(address, location.href).href.replace(/static\/engine\/.*/, "");
  for (const {url} of await cache.keys()) if (url.startsWith(`${site}static/`)) await cache.delete(url);
  const packed = new Blob([memory]).stream().pipeThrough(new CompressionStream("gzip"));
  await cache.put(address, new Response(await new Response(packed).blob()));
}

/** Keep none: Python could not start from it. @param {string} address */
export const forgetSnapshot = async (address) => (await caches.open(CACHE)).delete(address);
