/** A server that is asked about games: what it answers, and what it was asked for. */

import {beforeEach} from "node:test";

import {kept, loadPage} from "./surroundings.js";

await loadPage("games");

export const RESULT = {
  names: ["Ada"],
  totals: [40],
  ranks: [1],
  rating: 3,
  title: "apprentice-surveyor",
  day: "",
  ended: 5,
};
export const EARNED = {edicts: [1, 2, 3, 4], coins: 5, monsters: 6, seasons: [1, 2, 3, 3]};
export const table = (/** @type {string} */ id, /** @type {any} */ more) => ({
  touched: 1,
  is_abandoned: false,
  waiting: [],
  ...more,
  table: {
    id,
    seats: [{id: 7, name: "Ada"}],
    setup: {map: "A"},
    games: [],
    game: "",
    status: "playing",
    most_seats: 4,
    ...more.table,
  },
});

const REFUSAL = "no-such-table";

export const server = {
  /** What the server answers, by address. @type {Record<string, any>} */
  answers: {},
  /** @type {string[]} */
  asked: [],
  /** The tokens that came with them. @type {Record<string, string>} */
  tokens: {},
  refusal: REFUSAL,
};

beforeEach(() => {
  kept.clear();
  Object.assign(server, {answers: {}, asked: [], tokens: {}, refusal: REFUSAL});
  globalThis.fetch = /** @type {any} */ (
    async (/** @type {string} */ address, /** @type {any} */ {headers}) => {
      server.asked.push(address);
      server.tokens[address] = headers.authorization;
      const found = server.answers[address];
      const error = {error: {code: server.refusal, params: {}}};
      return {ok: Boolean(found), status: found ? 200 : 404, json: async () => found ?? error};
    }
  );
});
