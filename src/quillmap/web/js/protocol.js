// @ts-check
/** Talking to the server: one request at a time. The socket at a table is in table-socket.js. */

/** The server said no; `code` and `params` say why. */
export class Refusal extends Error {
  /** @param {import("./types.js").ErrorBody} error */
  constructor(error) {
    super(error.message);
    this.code = error.code;
    /** @type {Record<string, any>} */
    this.params = error.params ?? {};
  }
}

/**
 * One request.
 * @param {string} method @param {string} path @param {object | null} [body] @param {string | null} [token]
 * @returns {Promise<any>}
 */
export async function call(method, path, body = null, token = null) {
  /** @type {Record<string, string>} */
  const headers = {};
  if (body) headers["content-type"] = "application/json";
  if (token) headers.authorization = `Bearer ${token}`;
  let answer;
  try {
    answer = await fetch(path, {method, headers, body: body ? JSON.stringify(body) : undefined});
  } catch {
    throw new Refusal({code: "offline", message: "the server can't be reached"});
  }
  const found = await answer.json();
  if (!answer.ok) throw new Refusal(found.error);
  return found;
}

/** An id for a message, or a token of one's own: letters and digits that nobody guesses. @param {number} [bytes] */
export function newId(bytes = 16) {
  return [...crypto.getRandomValues(new Uint8Array(bytes))].map((each) => each.toString(16).padStart(2, "0")).join("");
}
