// @ts-check
/**
 * The compiled rules for Python in this worker (`quillmap/fast/wasm_kernels.py`): a memory that it writes rows of
 * numbers into, and functions that work on them. After an error nothing that is in the memory can be relied on, so the
 * module begins again.
 */

const PAGE = 65536;
const PREFIX = "quillmap_export_";

/** @typedef {{getBuffer: (type: string) => {data: Uint8Array, release: () => void}}} PythonBytes */

/**
 * What the bytes of Python hold, only for this call.
 * @template T @param {PythonBytes} bytes @param {(data: Uint8Array) => T} use
 */
function withBytes(bytes, use) {
  const buffer = bytes.getBuffer("u8");
  try {
    return use(buffer.data);
  } finally {
    buffer.release();
  }
}

/** Start the module. @param {PythonBytes} code */
export function startKernels(code) {
  const module = withBytes(code, (data) => new WebAssembly.Module(data.slice()));
  let reached = 0;
  /** @type {any} */
  let exports;

  /** @param {number} end */
  function reserve(end) {
    reached = Math.max(reached, end);
    const missing = Math.ceil((reached - exports.memory.buffer.byteLength) / PAGE);
    if (missing > 0) exports.memory.grow(missing);
  }

  function begin() {
    exports = new WebAssembly.Instance(module, {}).exports;
    reserve(reached);
  }

  begin();
  return {
    base: exports.__heap_base.value,
    reserve,
    /** @param {number} address @param {PythonBytes} content */
    write: (address, content) => withBytes(content, (data) => new Uint8Array(exports.memory.buffer).set(data, address)),
    /** @param {number} address @param {number} size */
    read: (address, size) => new Uint8Array(exports.memory.buffer, address, size),
    /** @param {string} name @param {(number | bigint)[]} numbers */
    call(name, ...numbers) {
      try {
        return Number(exports[PREFIX + name](...numbers.map(BigInt)) ?? 0);
      } catch (error) {
        begin();
        throw error;
      }
    },
  };
}
