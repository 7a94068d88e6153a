// @ts-check
/**
 * Where the page is answered in the worker. The page says:
 *
 * - `{type: "request", id, method, path, authorization, body}`: the answer is `{type: "answer", id, text}`, its first
 *   line status and media type, or `{type: "answer", id, code}` if there can't be one
 * - `{type: "connect", table}` with a port, over which the table is played at
 * - `{type: "seen", is}`: whether somebody looks at the page
 */

import {HeldElsewhere, Holding} from "./holding.js";
import {refusePort, servePort} from "./ports.js";

/**
 * @param {object} around
 * @param {() => Promise<any>} around.open opens the tables of this device
 * @param {LockManager} around.locks
 * @param {BroadcastChannel} around.channel
 * @param {(message: object) => void} around.say
 */
export function createDesk({open, locks, channel, say}) {
  const holding = new Holding({open, locks, channel});

  /** @param {{id: number, method: string, path: string, authorization: string, body: string}} request */
  async function answer({id, method, path, authorization, body}) {
    try {
      const tables = await holding.tables();
      say({type: "answer", id, text: await tables.answer(method, path, authorization, body)});
    } catch (error) {
      if (!(error instanceof HeldElsewhere)) console.error(error);
      say({type: "answer", id, code: error instanceof HeldElsewhere ? "open-elsewhere" : "no-device"});
    }
  }

  /** @param {string} table @param {MessagePort} port */
  async function connect(table, port) {
    try {
      const tables = await holding.tables();
      servePort(port, (send, close) => tables.connect(table, send, close));
    } catch {
      refusePort(port);
    }
  }

  return {
    /** @param {any} message @param {readonly MessagePort[]} ports */
    hear(message, ports) {
      if (message.type === "request") void answer(message);
      else if (message.type === "connect") void connect(message.table, ports[0]);
      else if (message.type === "seen") holding.isSeen = message.is;
    },
  };
}
