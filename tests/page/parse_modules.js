/**
 * Parses modules without running them, and prints those that are no JavaScript, with the reason.
 *
 *     node --experimental-vm-modules parse_modules.js file…
 */

import {readFileSync} from "node:fs";
import {SourceTextModule} from "node:vm";

for (const file of process.argv.slice(2)) {
  try {
    new SourceTextModule(readFileSync(file, "utf-8"));
  } catch (error) {
    console.log(`${file}: ${error.message}`);
  }
}
