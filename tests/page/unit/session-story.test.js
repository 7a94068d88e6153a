import assert from "node:assert/strict";
import {beforeEach, test} from "node:test";

import {openSession} from "../../../src/quillmap/web/js/session.js";
import {FakeServer, first, update, welcome} from "./session-table.js";
import {loadPage} from "./surroundings.js";

await loadPage();

let server = new FakeServer();
/** @type {ReturnType<typeof openSession>} */
let session;
/** What answers the requests for a story. @type {((story: any) => void)[]} */
let stories = [];

beforeEach(() => {
  server = new FakeServer();
  stories = [];
  session = openSession("t", "token", {
    connecting: /** @type {any} */ (server.connect),
    asking: () => new Promise((done) => stories.push(done)),
    frame: (step) => step(),
    isSeen: () => true,
  });
});

/** @param {string[]} cards @param {number} version @returns {any} */
const told = (cards, version) => ({
  game: first.game,
  version,
  events: cards.map((card) => ({event: "card-revealed", card})),
});
const cardsTold = () => session.store.state.log.map(({card}) => card);

test("a page that was loaded again gets the beginning of the story when somebody wants to read it", async () => {
  server.on.message({...welcome(9), recent: told(["c"], 9).events});
  assert.ok(!session.store.state.isLogWhole);
  assert.deepEqual(cardsTold(), ["c"]);
  const reading = session.completeLog();
  server.on.message(update(12, told(["d"], 12).events));
  stories.shift()?.(told(["a", "b", "c"], 9));
  await reading;
  assert.ok(session.store.state.isLogWhole);
  assert.deepEqual(cardsTold(), ["a", "b", "c", "d"]);
  await session.completeLog();
  assert.equal(stories.length, 0, "it is asked for once");
});

test("what happened while the connection was lost is asked for, and nothing is told twice", async () => {
  server.on.message({...welcome(1), recent: [{event: "game-began", card: "a"}]});
  assert.ok(session.store.state.isLogWhole);
  server.on.message({...welcome(2), recent: [{event: "game-began", card: "a"}]});
  assert.deepEqual(cardsTold(), ["a"], "only a secret answer was given meanwhile");
  server.on.message({...welcome(9), recent: told(["d"], 9).events});
  assert.deepEqual(cardsTold(), ["a", "d"]);
  const reading = session.completeLog();
  stories.shift()?.(told(["a", "b", "c", "d", "e"], 12));
  await reading;
  server.on.message(update(12, told(["e"], 12).events));
  assert.deepEqual(cardsTold(), ["a", "b", "c", "d", "e"]);
});
