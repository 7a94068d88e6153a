// @ts-check
/** The worker's side of a socket to a table of this device; the page's is `js/device/port-socket.js`. */

/** How a socket ends whose table is not to be had now: the page comes back. */
const LATER = 1013;

/**
 * Lead a port to a table, whose end hears messages, and that the page is gone.
 * @param {MessagePort} port
 * @param {(send: (text: string) => void, close: (code: number, reason: string) => void) => any} connect
 */
export function servePort(port, connect) {
  const end = connect(
    (text) => port.postMessage(text),
    (code, reason) => port.postMessage({code, reason}),
  );
  port.onmessage = ({data}) => (typeof data === "string" ? end.hear(data) : end.hang_up());
}

/** Say that the table is not to be had now. @param {MessagePort} port */
export const refusePort = (port) => port.postMessage({code: LATER, reason: "come back"});
