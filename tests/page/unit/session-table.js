/** A table as a session sees it: a server that answers when a test lets it, and what it says. */

import {data} from "./surroundings.js";

export const [question] = data.questions.filter((/** @type {any} */ each) => each.choices.ask === "draw");
export const {board: first} = data.shown["two-base"].replay;

/** The server's side of a table. */
export class FakeServer {
  isSending = false;
  isWaiting = false;
  isClosed = false;
  /** @type {any} */
  on;
  /** @type {{message: any, done: (answer: any) => void, fail: (error: Error) => void}[]} */
  asked = [];

  connect = (/** @type {string} */ _table, /** @type {string | null} */ _token, /** @type {any} */ on) => {
    this.on = on;
    return /** @type {any} */ (this);
  };
  /** @param {any} message */
  ask(message) {
    return new Promise((done, fail) => this.asked.push({message, done, fail}));
  }
  /** @param {number} number @param {any} move @param {boolean} isInsisted */
  move(number, move, isInsisted = false) {
    return this.ask({type: "move", question: number, move, isInsisted});
  }
  close() {
    this.isClosed = true;
  }
  /** The questions of one kind. @param {string} type */
  those(type) {
    return this.asked.filter(({message}) => message.type === type);
  }
}

/** @param {number} version */
export const boardAt = (version) => ({...first, version, question: version, card: question.card, ask: "draw"});
export const own = {seat: 0, answer: null, choices: question.choices};
/** @param {number} [version] */
export const welcome = (version = 1) => ({
  type: "welcome",
  table: {id: "t", status: "playing"},
  seat: 1,
  is_host: true,
  time: Date.now() / 1000,
  progress: {deadline: null},
  recent: [],
  board: boardAt(version),
  own,
});
/** @param {number} version @param {object[]} [events] */
export const update = (version, events = [{event: "drawn"}]) => ({
  type: "update",
  board: boardAt(version),
  own,
  events,
  deadline: version,
  late: [],
});
