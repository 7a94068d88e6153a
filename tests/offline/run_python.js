/**
 * Runs a Python program in Pyodide with some wheels installed, and prints what its function `main` returns.
 *
 *     node run_python.js folder-of-pyodide program.py wheel… < text
 *
 * `main` is given what is read from the standard input.
 */

import {readFileSync} from "node:fs";
import {join} from "node:path";
import {text} from "node:stream/consumers";
import {pathToFileURL} from "node:url";

const [folder, program, ...wheels] = process.argv.slice(2);
// Read to its end as a stream: reading a pipe at once fails whenever the other side is slower.
const given = await text(process.stdin);
const {loadPyodide} = await import(pathToFileURL(join(folder, "pyodide.mjs")).href);
const python = await loadPyodide({indexURL: `${folder}/`});
for (const wheel of wheels) python.unpackArchive(new Uint8Array(readFileSync(wheel)), "wheel");
const names = python.toPy({});
python.runPython(readFileSync(program, "utf-8"), {globals: names});
process.stdout.write(names.get("main")(given));
