/**
 * Runs Python programs in one Pyodide with some wheels installed, and prints what their functions `main` return.
 *
 *     node run_python.js folder-of-pyodide wheel… < wishes
 *
 * The wishes are a JSON list of programs, each with the text that its `main` is given.
 * They find what runs the compiled rules as `start_kernels`.
 */

import {readFileSync} from "node:fs";
import {join} from "node:path";
import {text} from "node:stream/consumers";
import {pathToFileURL} from "node:url";
import {startKernels} from "../../src/quillmap/web/worker/kernels.js";

const [folder, ...wheels] = process.argv.slice(2);
// Read to its end as a stream: reading a pipe at once fails whenever the other side is slower.
const wishes = JSON.parse(await text(process.stdin));
const {loadPyodide} = await import(pathToFileURL(join(folder, "pyodide.mjs")).href);
const python = await loadPyodide({indexURL: `${folder}/`});
for (const wheel of wheels) python.unpackArchive(new Uint8Array(readFileSync(wheel)), "wheel");

/** What the `main` of a program returns; each program has names of its own. */
function run({program, given}) {
  const names = python.toPy({});
  names.set("start_kernels", startKernels);
  python.runPython(readFileSync(program, "utf-8"), {globals: names});
  return names.get("main")(given);
}

process.stdout.write(JSON.stringify(wishes.map(run)));
