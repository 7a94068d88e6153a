/**
 * Calls the compiled rules as WebAssembly, and prints the names of the calls that did not do what native code does.
 *
 *     node compare_wasm.js kernels.wasm folder
 *
 * The folder has `numbers.bin`, 64-bit numbers, and `calls.json`: where each array is in it, and the calls. An argument
 * is a number or the name of an array. `after` names what the arrays, by the places of the arguments, hold in the end.
 */

import {readFileSync} from "node:fs";
import {join} from "node:path";

const [file, folder] = process.argv.slice(2);
const {arrays, calls} = JSON.parse(readFileSync(join(folder, "calls.json"), "utf-8"));
const kept = readFileSync(join(folder, "numbers.bin"));
const numbers = new BigInt64Array(kept.buffer.slice(kept.byteOffset, kept.byteOffset + kept.byteLength));
const {exports} = new WebAssembly.Instance(new WebAssembly.Module(readFileSync(file)), {});
const {memory} = exports;
const PAGE = 65536;

const array = (name) => numbers.subarray(arrays[name][0], arrays[name][0] + arrays[name][1]);
const at = (address, length) => new BigInt64Array(memory.buffer, address, length);
const isSame = (one, other) => one.length === other.length && one.every((number, place) => number === other[place]);

/** Writes the arrays behind one another into the memory; returns the arguments. */
function given(call) {
  let top = (exports.__heap_base.value + 15) & ~15;
  return call.arguments.map((argument) => {
    if (typeof argument === "number") return BigInt(argument);
    const values = array(argument),
      address = top;
    top += 8 * values.length;
    const missing = Math.ceil((top - memory.buffer.byteLength) / PAGE);
    if (missing > 0) memory.grow(missing);
    at(address, values.length).set(values);
    return BigInt(address);
  });
}

function isRight(call) {
  const taken = given(call),
    returned = exports[`quillmap_export_${call.function}`](...taken);
  if (call.returns !== null && returned !== BigInt(call.returns)) return false;
  return Object.entries(call.after).every(([place, name]) => {
    const wanted = array(name);
    return isSame(at(Number(taken[place]), wanted.length), wanted);
  });
}

console.log(JSON.stringify(calls.filter((call) => !isRight(call)).map((call) => call.name)));
