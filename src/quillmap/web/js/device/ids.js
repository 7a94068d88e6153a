// @ts-check
/** What is on this device and not on a server: its ids say so (`server/tables/tokens.py`). */

const ID = /^device-[\w-]{22}$/;

/** Whether a table or game is on this device. @param {string} id */
export const isOnDevice = (id) => ID.test(id);

/** Whether a request is about such a table or game. @param {string} path */
export const isAboutDevice = (path) => isOnDevice(path.match(/^\/api\/(?:tables|games)\/([^/]+)/)?.[1] ?? "");
