// @ts-check
/**
 * A table of this device as a socket: to a page it is what a WebSocket is, and goes over a message port to whoever
 * holds the table (`worker/ports.js`). A text is a message of the protocol; anything else ends the talk, from either
 * side.
 */

/** What a WebSocket says when it was closed without a word. */
const NORMAL = 1000;

/**
 * Sockets for a `TableSocket`, each over a port that `open` leads to a table.
 * @param {(table: string) => MessagePort} open
 * @returns {any}
 */
export const portSockets = (open) =>
  class PortSocket {
    /** @type {((event: any) => void) | null} */
    onopen = null;
    /** @type {((event: any) => void) | null} */
    onmessage = null;
    /** @type {((event: any) => void) | null} */
    onclose = null;
    #isOpen = true;
    #port;

    /** @param {string} table */
    constructor(table) {
      this.#port = open(table);
      this.#port.onmessage = ({data}) => {
        if (typeof data === "string") this.onmessage?.({data});
        else this.#end(data.code, data.reason);
      };
      queueMicrotask(() => this.#isOpen && this.onopen?.({}));
    }

    /** @param {string} text */
    send(text) {
      this.#port.postMessage(text);
    }

    close() {
      if (!this.#isOpen) return;
      this.#port.postMessage({code: NORMAL, reason: ""});
      this.#end(NORMAL, "");
    }

    /** @param {number} code @param {string} reason */
    #end(code, reason) {
      if (!this.#isOpen) return;
      this.#isOpen = false;
      this.#port.close();
      this.onclose?.({code, reason});
    }
  };
