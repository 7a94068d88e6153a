/**
 * A table of this device as a socket: to a page it is what a WebSocket is, and goes over a message port to whoever holds
 * the table. A text is a message of the protocol; anything else ends the talk, from either side.
 */

/** What a WebSocket says when it was closed without a word. */
const NORMAL = 1000;

/** Sockets for a `TableSocket`, each over a port that `open` leads to a table. */
export const portSockets = (open) =>
  class PortSocket {
    onopen = null;
    onmessage = null;
    onclose = null;
    #isOpen = true;
    #port;

    constructor(table) {
      this.#port = open(table);
      this.#port.onmessage = ({data}) => {
        if (typeof data === "string") this.onmessage?.({data});
        else this.#end(data.code, data.reason);
      };
      queueMicrotask(() => this.#isOpen && this.onopen?.({}));
    }

    send(text) {
      this.#port.postMessage(text);
    }

    close() {
      if (!this.#isOpen) return;
      this.#port.postMessage({code: NORMAL, reason: ""});
      this.#end(NORMAL, "");
    }

    #end(code, reason) {
      if (!this.#isOpen) return;
      this.#isOpen = false;
      this.#port.close();
      this.onclose?.({code, reason});
    }
  };

/** The other side of it: lead a port to a table, whose end hears messages and that the page is gone. */
export function servePort(port, connect) {
  const end = connect(
    (text) => port.postMessage(text),
    (code, reason) => port.postMessage({code, reason}),
  );
  port.onmessage = ({data}) => (typeof data === "string" ? end.hear(data) : end.hang_up());
}
