/**
 * Plays games at tables of a device, which is Python in Pyodide, as a page would: with its own client, over a message
 * port. Every question is answered by what a bot would do. In the middle of a game the device is started again.
 *
 *     node play_over_port.js folder-of-pyodide program.py wheel… < wishes
 *
 * Prints for each of the wishes, a JSON list, the stored events.
 */

import {readFileSync} from "node:fs";
import {join} from "node:path";
import {text} from "node:stream/consumers";
import {pathToFileURL} from "node:url";
import {portSockets} from "../../src/quillmap/web/js/device/port-socket.js";
import {TableSocket} from "../../src/quillmap/web/js/table-socket.js";
import {servePort} from "../../src/quillmap/web/worker/ports.js";

const LEVEL = "apprentice";
/** After this many moves the device is started again. */
const MIDDLE = 6;

const [folder, program, ...wheels] = process.argv.slice(2);
const wishes = JSON.parse(await text(process.stdin));
const {loadPyodide} = await import(pathToFileURL(join(folder, "pyodide.mjs")).href);
const python = await loadPyodide({indexURL: `${folder}/`});
for (const wheel of wheels) python.unpackArchive(new Uint8Array(readFileSync(wheel)), "wheel");
const names = python.toPy({});
python.runPython(readFileSync(program, "utf-8"), {globals: names});

/** What a page's client has around it, with ports in place of WebSockets. */
const around = (host) => ({
  Socket: portSockets((table) => {
    const {port1, port2} = new MessageChannel();
    servePort(port1, (send, close) => host.connect(table, send, close));
    return port2;
  }),
  now: () => Date.now(),
  later: (act, wait) => setTimeout(act, wait),
  never: (timer) => clearTimeout(timer),
  chance: () => Math.random(),
  page: new EventTarget(),
});

/** Answer what is asked until the game is over, or `most` answers are given; returns whether it is over. */
function play(host, {table, token}, most) {
  return new Promise((done, fail) => {
    let answered = -1,
      moves = 0;
    const socket = new TableSocket(table, token, {message: hear, state: () => {}}, around(host));
    const end = (isOver) => {
      socket.close();
      done(isOver);
    };

    function hear({board, own}) {
      if (board?.result) end(true);
      else if (board && own?.choices && !own.answer && answered < board.question) answer(board.question).catch(fail);
    }

    async function answer(question) {
      answered = question;
      const {move} = await socket.ask({type: "hint", level: LEVEL});
      await socket.move(question, move);
      moves++;
      if (moves === most) end(false);
    }
  });
}

async function playWhole(wish) {
  const host = names.get("Host")(),
    seat = JSON.parse(await host.open(JSON.stringify(wish)));
  if (await play(host, seat, MIDDLE)) throw new Error("the game was over before its middle");
  await host.start_again();
  await play(host, seat, Infinity);
  return JSON.parse(await host.events());
}

const found = [];
for (const wish of wishes) found.push(await playWhole(wish));
process.stdout.write(JSON.stringify(found));
