// @ts-check
/**
 * A single position behind the face of a table's socket: the table screen shows it, and asks for one answer, which is
 * judged instead of played. Touches no DOM.
 */

import {Refusal} from "../protocol.js";

/** @typedef {import("../types.js").DecisionPosition} DecisionPosition */
/** @typedef {import("../types.js").Move} Move */

/**
 * The table as it would be if this were a game.
 * @param {DecisionPosition} position
 * @param {string[]} names
 * @returns {import("../types.js").Welcome}
 */
export function welcomeTo({board, own}, names) {
  const seats = board.seats.map((_, n) => seatInfo(n, names[n] ?? String(n + 1), n === own.seat));
  return {
    type: "welcome",
    protocol: 1,
    server: "",
    time: Date.now() / 1000,
    table: {
      id: "",
      code: "",
      status: "playing",
      seats,
      host: null,
      setup: board.setup,
      is_seeded: false,
      listed: false,
      spectators: false,
      hints: false,
      bot_time: "at-once",
      most_seats: seats.length,
      pace: {kind: "none", amount: 0, timeout: "wait"},
      game: board.game,
      games: [board.game],
      day: "",
      counted: false,
      continued_from: null,
      trainer: null,
    },
    seat: own.seat + 1,
    is_host: false,
    board,
    own: withoutSkills(own),
    progress: {
      type: "progress",
      version: board.version,
      question: board.question,
      waiting: [own.seat],
      answered: [],
      present: seats.map(({id}) => id),
      away: [],
      spectators: 0,
      deadline: null,
      again: [],
    },
    recent: [],
    stood_in: 0,
  };
}

/**
 * Nobody else is there: only people are waited for.
 * @param {number} n
 * @param {string} name
 * @param {boolean} isMine
 * @returns {import("../types.js").SeatInfo}
 */
const seatInfo = (n, name, isMine) => ({
  id: n + 1,
  kind: isMine ? "person" : "bot",
  name,
  title: "",
  crest: [],
  level: "",
  style: "",
  until: "",
  stands_for: "",
});

/** @typedef {import("../types.js").OwnPart} OwnPart */

/** A task is about the drawing itself. @param {OwnPart} own @returns {OwnPart} */
const withoutSkills = (own) => (own.choices ? {...own, choices: {...own.choices, skills: []}} : own);

/**
 * For `openSession`: in place of `connect`.
 * @param {DecisionPosition} position
 * @param {string[]} names
 * @param {(move: Move) => Promise<void>} judge tells what an answer is worth
 * @returns {any}
 */
export const positionSocket = (position, names, judge) => {
  const welcome = welcomeTo(position, names);
  return (
    /** @type {string} */ _,
    /** @type {null} */ __,
    /** @type {import("../table-socket.js").Listener} */ listener,
  ) => {
    let isSending = false;
    queueMicrotask(() => {
      listener.state("open");
      listener.message(welcome);
    });
    return {
      token: null,
      isWaiting: false,
      get isSending() {
        return isSending;
      },
      /** @param {number} _question @param {Move} move */
      async move(_question, move) {
        isSending = true;
        try {
          await judge(move);
        } finally {
          isSending = false;
        }
        listener.message({type: "own", version: position.board.version, own: /** @type {any} */ (welcome.own)});
      },
      /** @param {import("../types.js").Question} message */
      async ask(message) {
        if (message.type === "preview" && !message.move) return {worth: position.worth};
        throw new Refusal({code: "not-found", message: "a position answers nothing else"});
      },
      close() {},
    };
  };
};
