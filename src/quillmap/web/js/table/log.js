// @ts-check
/** What has happened in a game, as this page knows it: what it has seen, and what it was told of the rest. No page. */

/** @typedef {import("../types.js").GameEvent} GameEvent */

/** How many events are kept. */
const MOST = 1000;

export class Log {
  /** Events, each with the version of the board that they led to. @type {{version: number, events: GameEvent[]}[]} */
  #parts = [];
  /** @type {string | null} */
  #game = null;
  /** Whether nothing is missing. */
  isWhole = true;

  get events() {
    return this.#parts.flatMap(({events}) => events).slice(-MOST);
  }

  /** Up to which board it tells. */
  get #version() {
    return this.#parts[this.#parts.length - 1]?.version ?? -1;
  }

  /**
   * A board after a gap, or the first one, with the events that led to it.
   * @param {{game: string, version: number} | null} board
   * @param {GameEvent[]} recent
   */
  welcome(board, recent) {
    if (!board) return;
    if (board.game !== this.#game) {
      this.#game = board.game;
      this.#parts = [{version: board.version, events: recent}];
      this.isWhole = recent[0]?.event === "game-began";
      return;
    }
    if (board.version <= this.#version) return;
    this.isWhole = false;
    // Answers that nobody is told of make a new version, too.
    const last = this.#parts[this.#parts.length - 1].events;
    if (JSON.stringify(last) !== JSON.stringify(recent)) this.#parts.push({version: board.version, events: recent});
  }

  /** What has just happened. @param {{game: string, version: number}} board @param {GameEvent[]} events */
  add({game, version}, events) {
    if (game !== this.#game) this.welcome({game, version}, events);
    else if (version > this.#version) this.#parts.push({version, events});
  }

  /** All up to some board. @param {import("../types.js").Story} story */
  complete({game, version, events}) {
    if (game !== this.#game) return;
    this.#parts = [{version, events}, ...this.#parts.filter((part) => part.version > version)];
    this.isWhole = true;
  }
}

/**
 * What has happened. What this page has not seen is asked for when somebody wants to read it.
 * @param {import("../session.js").ViewStore} store
 * @param {() => Promise<import("../types.js").Story>} ask
 */
export function createLog(store, ask) {
  const log = new Log();
  const show = () => store.set({log: log.events, isLogWhole: log.isWhole});
  /** @type {Promise<void> | null} */
  let asked = null;
  const complete = async () => {
    try {
      log.complete(await ask());
      show();
    } catch {
      // What this page has seen has to do; opening the story again asks again.
    }
    asked = null;
  };
  return {
    /** @param {import("../types.js").Welcome} m */
    welcome(m) {
      log.welcome(m.board, m.recent);
      show();
    },
    /** @param {import("../types.js").Update} update */
    add({board, events}) {
      log.add(board, events);
      show();
    },
    complete() {
      if (!log.isWhole) asked ??= complete();
      return asked ?? Promise.resolve();
    },
  };
}
