// @ts-check
/** The socket at a table: it comes back by itself, and what was asked for during a gap is kept and sent. */

import {openPort} from "./device/device.js";
import {isOnDevice} from "./device/ids.js";
import {portSockets} from "./device/port-socket.js";
import {newId, Refusal} from "./protocol.js";

/** @typedef {import("./types.js").ServerMessage} ServerMessage */
/**
 * @typedef {object} Listener
 * @property {(message: ServerMessage) => void} message gets everything but answers to `ask`
 * @property {(state: "open" | "lost" | "gone", code?: string) => void} state `gone` comes with the code of the reason
 */
/**
 * @typedef {{message: object, done: (answer: any) => void, fail: (error: Refusal) => void, isMove: boolean}} Pending
 */
/**
 * What the browser has, for tests to replace.
 * @typedef {object} Surroundings
 * @property {new (address: string) => WebSocket} Socket
 * @property {() => number} now in milliseconds
 * @property {(act: () => void, wait: number) => any} later
 * @property {(timer: any) => void} never
 * @property {() => number} chance from 0 to 1
 * @property {Pick<EventTarget, "addEventListener" | "removeEventListener">} page
 */

/** How long to wait before coming back, at first and at most, in milliseconds. */
const SHORTEST = 250;
const LONGEST = 8000;
/** Up to so long after a server has said that others have the table already. */
const AT_ONCE = 100;
/** How long to wait before asking again what the server could not take yet. */
const AGAIN = 250;
/** After this long without a word the server is asked whether it is there; after twice as long it is not. */
const QUIET = 15000;
const HEARTBEAT = 5000;
/** The server waits ten seconds for a hello. A page that was put to sleep says it too late, and may say it again. */
const LATE = 5000;
/** Codes with which the server says that coming back is of no use. */
const FINAL = new Set([4400, 4401, 4403, 4404, 4409]);
/** Refusals that mean: not yet. */
const NOT_YET = new Set(["too-many", "not-ready", "storage-away"]);
/** Refusals of a hello after which the server closes, and takes another hello later. */
const LATER = new Set([...NOT_YET, "not-stored"]);

/** @returns {Surroundings} */
const browser = () => ({
  Socket: WebSocket,
  now: () => Date.now(),
  later: (act, wait) => setTimeout(act, wait),
  never: (timer) => clearTimeout(timer),
  chance: () => Math.random(),
  page: window,
});

/** @param {string} table */
export const addressOf = (table, {protocol, host} = location) =>
  `${protocol === "https:" ? "wss" : "ws"}://${host}/ws/tables/${encodeURIComponent(table)}`;

export class TableSocket {
  /** @type {WebSocket | null} */
  #socket = null;
  #isOpen = false;
  #isOver = false;
  #wait = SHORTEST;
  /** Whether the server has asked to come back at once: somebody else has the table. */
  #isAwaited = false;
  /** When the server was heard last. */
  #heard = 0;
  /** Whether this connection was ready long before the page could say hello. */
  #isLate = false;
  /** @type {any} */
  #timer;
  /** @type {any} */
  #heart;
  /** @type {Map<string, Pending>} */
  #pending = new Map();

  /**
   * @param {string} address
   * @param {string | null} token
   * @param {Listener} on
   * @param {Surroundings} [surroundings]
   */
  constructor(address, token, on, surroundings = browser()) {
    this.address = address;
    this.token = token;
    this.on = on;
    this.surroundings = surroundings;
    surroundings.page.addEventListener("online", this.#back);
    surroundings.page.addEventListener("visibilitychange", this.#back);
    this.#beat();
    this.#open();
  }

  // -- what is asked -------------------------------------------------------------------------------------------

  /**
   * A move is kept until it is acknowledged or refused, whatever happens to the connection; sent twice it happens once.
   * @param {number} question
   * @param {import("./types.js").Move} move
   * @param {boolean} [isInsisted] whether it is made whatever a trainer says
   * @returns {Promise<import("./types.js").Acknowledged | import("./types.js").WarnedMessage>}
   */
  move(question, move, isInsisted = false) {
    return this.#request({type: "move", question, move, ...(isInsisted ? {insist: true} : {})}, true);
  }

  /**
   * For questions (previews, hints): one that a gap has swallowed is refused with the code `offline`.
   * @template {import("./types.js").Question} Q
   * @param {Q} message
   * @returns {Promise<import("./types.js").AnswerTo<Q>>}
   */
  ask(message) {
    return this.#request(message, false);
  }

  /** Whether a move is on its way and not acknowledged yet. */
  get isSending() {
    return [...this.#pending.values()].some((each) => each.isMove);
  }
  /** Whether moves wait for the connection. */
  get isWaiting() {
    return !this.#isOpen && this.isSending;
  }

  close() {
    const {never, page} = this.surroundings;
    this.#isOver = true;
    never(this.#timer);
    never(this.#heart);
    page.removeEventListener("online", this.#back);
    page.removeEventListener("visibilitychange", this.#back);
    this.#socket?.close();
  }

  /** @param {object} message @param {boolean} isMove @returns {Promise<any>} */
  #request(message, isMove) {
    const id = newId(8);
    return new Promise((done, fail) => {
      if (!this.#isOpen && !isMove) {
        fail(new Refusal({code: "offline", message: "there is no connection"}));
        return;
      }
      const whole = {id, ...message};
      this.#pending.set(id, {message: whole, done, fail, isMove});
      if (this.#isOpen) this.#send(whole);
    });
  }

  /** @param {object} message */
  #send(message) {
    this.#socket?.send(JSON.stringify(message));
  }

  // -- the connection ------------------------------------------------------------------------------------------

  #open() {
    this.surroundings.never(this.#timer);
    if (this.#isOver) return;
    const {token} = this,
      {now} = this.surroundings,
      begun = now(),
      mine = new this.surroundings.Socket(this.address);
    this.#socket = mine;
    this.#isLate = false;
    mine.onopen = () => {
      if (mine === this.#socket) this.#isLate = now() - begun > LATE;
      mine.send(JSON.stringify(token ? {type: "hello", token} : {type: "hello"}));
    };
    mine.onmessage = (event) => mine === this.#socket && this.#hear(JSON.parse(event.data));
    mine.onclose = (event) => mine === this.#socket && this.#lose(event);
  }

  /** @param {{code: number, reason: string}} event */
  #lose({code, reason}) {
    const {later, chance} = this.surroundings;
    this.#socket = null;
    this.#isOpen = false;
    for (const [id, each] of this.#pending) {
      if (each.isMove) continue;
      this.#pending.delete(id);
      each.fail(new Refusal({code: "offline", message: "the connection was lost"}));
    }
    if (this.#isOver || (FINAL.has(code) && !this.#isLate)) {
      if (!this.#isOver) this.on.state("gone", reason || "not-found");
      this.#isOver = true;
      return;
    }
    this.on.state("lost");
    // After a restart all clients reconnect: spread them out.
    const wait = this.#isAwaited ? AT_ONCE * chance() : this.#wait * (0.5 + chance());
    this.#timer = later(() => this.#open(), wait);
    if (!this.#isAwaited) this.#wait = Math.min(2 * this.#wait, LONGEST);
    this.#isAwaited = false;
  }

  /** The device is back, or looked at again: no use in waiting any longer. */
  #back = () => {
    if (!this.#isOpen && !this.#isOver && !this.#socket) this.#open();
  };

  /** A phone that wakes up, or a cable that was pulled, tells nobody: ask now and then whether the server is there. */
  #beat() {
    const {now, later} = this.surroundings;
    this.#heart = later(() => this.#beat(), HEARTBEAT);
    if (!this.#isOpen) return;
    const silence = now() - this.#heard;
    if (silence > 2 * QUIET) this.#socket?.close();
    else if (silence > QUIET) this.#request({type: "ping"}, false).catch(() => {});
  }

  // -- what the server says ------------------------------------------------------------------------------------

  /** @param {ServerMessage} message */
  #hear(message) {
    this.#heard = this.surroundings.now();
    if (message.type === "welcome") return this.#begin(message);
    if (message.type === "goodbye") {
      this.#isOver ||= message.seconds === null;
      this.#isAwaited = message.seconds === 0;
    }
    const id = "id" in message ? message.id : null,
      asked = id ? this.#pending.get(id) : undefined;
    if (id && asked) this.#answer(id, asked, message);
    else if (message.type === "refused" && !this.#isOpen) {
      if (LATER.has(message.error.code) || this.#isLate) return;
      this.#isOver = true;
      this.on.state("gone", message.error.code);
    } else this.on.message(message);
  }

  /** The server knows us: moves that were kept are sent. @param {ServerMessage} welcome */
  #begin(welcome) {
    this.#isOpen = true;
    this.#isLate = false;
    this.#wait = SHORTEST;
    this.on.state("open");
    this.on.message(welcome);
    for (const each of this.#pending.values()) if (each.isMove) this.#send(each.message);
  }

  /** @param {string} id @param {Pending} asked @param {ServerMessage} message */
  #answer(id, asked, message) {
    if (message.type === "refused" && NOT_YET.has(message.error.code)) {
      this.surroundings.later(() => this.#isOpen && this.#pending.has(id) && this.#send(asked.message), AGAIN);
      return;
    }
    this.#pending.delete(id);
    if (message.type === "refused") asked.fail(new Refusal(message.error));
    else asked.done(message);
  }
}

/** @param {string} table @param {string | null} token @param {Listener} on */
export const connect = (table, token, on) =>
  isOnDevice(table)
    ? new TableSocket(table, token, on, {...browser(), Socket: portSockets(openPort)})
    : new TableSocket(addressOf(table), token, on);
