// @ts-check
/**
 * Talking to the server: requests, and a socket that comes back by itself. What was asked for during a gap is kept and
 * sent.
 */

/** @typedef {import("./types.js").ServerMessage} ServerMessage */

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

const SHORTEST = 250;
const LONGEST = 8000;
const QUIET = 15000;
/** Codes with which the server says that coming back is of no use. */
const FINAL = new Set([4400, 4401, 4403, 4404, 4409]);

/**
 * A socket at a table.
 * - `on.message` gets everything but answers to `ask`; `on.state` gets `open`, `lost`, or `gone` with the code of the
 *   reason.
 * - `move` is kept until it is acknowledged or refused, whatever happens to the connection; sent again it happens once.
 * - `ask` is for questions (previews, hints): one that a gap has swallowed is refused with the code `offline`.
 * @param {string} table @param {string | null} token
 * @param {{message: (message: ServerMessage) => void, state: (state: "open" | "lost" | "gone", code?: string) => void}}
 *   on
 * @param {{Socket?: typeof WebSocket}} [options]
 */
export function connect(table, token, on, {Socket = WebSocket} = {}) {
  /** @type {WebSocket | null} */
  let socket = null;
  let isOpen = false,
    isOver = false,
    wait = SHORTEST,
    heard = 0;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;
  /**
   * @type {Map<string, {message: object, done: (answer: ServerMessage) => void, fail: (error: Refusal) => void, isMove:
   *   boolean}>}
   */
  const pending = new Map();

  function open() {
    clearTimeout(timer);
    if (isOver) return;
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const mine = new Socket(`${scheme}://${location.host}/ws/tables/${encodeURIComponent(table)}`);
    socket = mine;
    mine.onopen = () => mine.send(JSON.stringify(token ? {type: "hello", token} : {type: "hello"}));
    mine.onmessage = (event) => mine === socket && hear(JSON.parse(event.data));
    mine.onclose = (event) => mine === socket && lose(event);
  }

  /** @param {ServerMessage} message */
  function hear(message) {
    heard = Date.now();
    if (message.type === "welcome") {
      isOpen = true;
      wait = SHORTEST;
      on.state("open");
      on.message(message);
      for (const each of pending.values()) if (each.isMove) send(each.message);
      return;
    }
    if (message.type === "goodbye" && message.seconds === null) isOver = true;
    const id = "id" in message ? message.id : null,
      asked = id ? pending.get(id) : undefined;
    if (message.type === "refused" && id && asked) {
      if (message.error.code === "too-many" || message.error.code === "not-ready") {
        setTimeout(() => isOpen && pending.has(id) && send(asked.message), 250);
        return;
      }
      pending.delete(id);
      asked.fail(new Refusal(message.error));
    } else if (id && asked) {
      pending.delete(id);
      asked.done(message);
    } else if (message.type === "refused" && !isOpen) {
      isOver = true;
      on.state("gone", message.error.code);
    } else on.message(message);
  }

  /** @param {CloseEvent} event */
  function lose(event) {
    socket = null;
    isOpen = false;
    for (const [id, each] of pending) {
      if (each.isMove) continue;
      pending.delete(id);
      each.fail(new Refusal({code: "offline", message: "the connection was lost"}));
    }
    if (isOver || FINAL.has(event.code)) {
      if (!isOver) on.state("gone", event.reason || "not-found");
      isOver = true;
      return;
    }
    on.state("lost");
    // A server that starts again meets all its clients at once: they do not come in step.
    timer = setTimeout(open, wait * (0.5 + Math.random()));
    wait = Math.min(2 * wait, LONGEST);
  }

  /** @param {object} message */
  function send(message) {
    socket?.send(JSON.stringify(message));
  }

  /** @param {object} message @param {boolean} isMove @returns {Promise<ServerMessage>} */
  function request(message, isMove) {
    const id = newId(8);
    return new Promise((done, fail) => {
      if (!isOpen && !isMove) {
        fail(new Refusal({code: "offline", message: "there is no connection"}));
        return;
      }
      const whole = {id, ...message};
      pending.set(id, {message: whole, done, fail, isMove});
      if (isOpen) send(whole);
    });
  }

  // A phone that wakes up, or a cable that was pulled, tells nobody: ask now and then whether the server is there.
  const heart = setInterval(() => {
    if (!isOpen) return;
    if (Date.now() - heard > 2 * QUIET) socket?.close();
    else if (Date.now() - heard > QUIET) request({type: "ping"}, false).catch(() => {});
  }, 5000);
  const back = () => {
    if (!isOpen && !isOver && !socket) open();
  };
  addEventListener("online", back);
  addEventListener("visibilitychange", back);
  open();

  return {
    /** @param {number} question @param {import("./types.js").Move} move */
    move: (question, move) => request({type: "move", question, move}, true),
    /**
     * @template {import("./types.js").Question} Q
     * @param {Q} message
     * @returns {Promise<import("./types.js").AnswerTo<Q>>}
     */
    ask: (message) => /** @type {Promise<any>} */ (request(message, false)),
    /** Whether a move is on its way and not acknowledged yet. */
    get isSending() {
      return [...pending.values()].some((each) => each.isMove);
    },
    /** Whether moves wait for the connection. */
    get isWaiting() {
      return !isOpen && [...pending.values()].some((each) => each.isMove);
    },
    close() {
      isOver = true;
      clearTimeout(timer);
      clearInterval(heart);
      removeEventListener("online", back);
      removeEventListener("visibilitychange", back);
      socket?.close();
    },
  };
}
