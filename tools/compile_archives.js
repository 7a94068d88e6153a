/**
 * Compiles the Python in zip archives by the Python that will run it, Pyodide: no browser has to do so at every start.
 *
 *     node compile_archives.js folder-of-pyodide program.py folder-of-archives
 *
 * The archives in the folder are replaced by what `compiled` of the program makes of them.
 */

import {readdirSync, readFileSync, writeFileSync} from "node:fs";
import {join} from "node:path";
import {pathToFileURL} from "node:url";

const [pyodide, program, folder] = process.argv.slice(2);
const {loadPyodide} = await import(pathToFileURL(join(pyodide, "pyodide.mjs")).href);
// Sets and dictionaries are stored in the order of their hashes: the same sources make the same bytes.
const python = await loadPyodide({indexURL: `${pyodide}/`, env: {PYTHONHASHSEED: "0"}});
const names = python.toPy({});
python.runPython(readFileSync(program, "utf-8"), {globals: names});
for (const name of readdirSync(folder)) {
  const file = join(folder, name);
  writeFileSync(
    file,
    names
      .get("compiled")(python.toPy(new Uint8Array(readFileSync(file))))
      .toJs(),
  );
}
