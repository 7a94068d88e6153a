import assert from "node:assert/strict";
import {beforeEach, test} from "node:test";

import {openSession} from "../../../src/quillmap/web/js/session.js";
import {boardAt, FakeServer, own, update, welcome} from "./session-table.js";
import {loadPage, settle} from "./surroundings.js";

await loadPage();

let server = new FakeServer();
/** @type {ReturnType<typeof openSession>} */
let session;

/** A game that is over, and what the table does next. */
const over = {...boardAt(9), game: "first", result: {totals: [1, 2], ranks: [2, 1]}};
const finished = {id: "t", status: "finished", game: "first", seats: [{id: 1, name: "Ada"}]};
const waiting = {...finished, status: "waiting", seats: [...finished.seats, {id: 2, name: "Ben"}]};
const begun = {...waiting, status: "playing", game: "second"};
const moved = {...update(1), board: {...boardAt(1), game: "second"}};

beforeEach(() => {
  server = new FakeServer();
});

/** @param {boolean} keepsEnd @param {any} [board] */
function openAtTheEnd(keepsEnd, board = over) {
  session = openSession("t", "token", {
    keepsEnd,
    connecting: /** @type {any} */ (server.connect),
    frame: (step) => step(),
    isSeen: () => true,
  });
  server.on.message({...welcome(), table: finished, board, own: {...own, choices: null}});
}

test("the end stays on the board while the table goes on to the next game", async () => {
  openAtTheEnd(true);
  server.on.message({type: "table", table: waiting, is_host: false});
  assert.equal(session.store.state.next?.status, "waiting");
  server.on.message({type: "table", table: begun, is_host: false});
  for (const message of [moved, {type: "own", own}, {type: "progress", deadline: 5}]) server.on.message(message);
  server.on.message({...welcome(), table: begun, board: moved.board});
  await settle();
  const {state} = session.store;
  assert.equal(state.next?.game, "second");
  assert.equal(state.board?.game, "first");
  assert.equal(state.table?.seats.length, 1, "who has played it");
  assert.equal(state.own?.choices, null);
  assert.equal(state.deadline, null);
  assert.equal(session.hand.kind, "none");
});

test("who becomes host while they look at the end knows it", () => {
  openAtTheEnd(true);
  server.on.message({type: "table", table: {...waiting, host: 2}, is_host: false});
  server.on.message({type: "table", table: {...waiting, host: 1}, is_host: true});
  assert.equal(session.store.state.isHost, true);
  assert.equal(session.store.state.next?.host, 1);
});

test("while the next game is played, the server is told once that its last one is still shown", () => {
  server = Object.assign(new FakeServer(), {token: "token"});
  openAtTheEnd(true);
  server.on.message({type: "table", table: waiting, is_host: false});
  assert.equal(server.those("showing").length, 0);
  for (let n = 0; n < 2; n++) server.on.message({type: "table", table: begun, is_host: false});
  assert.deepEqual(
    server.those("showing").map(({message}) => message),
    [{type: "showing", game: "first"}],
  );
  server.on.message({...welcome(), table: begun, board: moved.board});
  assert.equal(server.those("showing").length, 2, "the server has forgotten it with the connection");
});

test("the next game waits also until the last scene has been seen", async () => {
  openAtTheEnd(true, {...over, result: null});
  /** @type {() => void} */
  let end = () => {};
  session.onStage(() => new Promise((done) => (end = () => done())));
  server.on.message({...update(9), board: over});
  for (const message of [{type: "table", table: waiting, is_host: false}, moved]) server.on.message(message);
  end();
  await settle();
  assert.equal(session.store.state.board, over);
  assert.equal(session.store.state.isStaging, false);
});

test("a table that is closed during the last scene leaves the end where it is", async () => {
  openAtTheEnd(true, {...over, result: null});
  /** @type {() => void} */
  let end = () => {};
  session.onStage(() => new Promise((done) => (end = () => done())));
  assert.equal(session.hasEnded, false);
  server.on.message({...update(9), board: over});
  server.on.message({type: "goodbye", code: "closed", seconds: null});
  assert.equal(session.store.state.connection, "gone");
  assert.equal(session.hasEnded, true, "while the scene is shown");
  end();
  await settle();
  assert.equal(session.hasEnded, true);
  assert.equal(session.store.state.board, over);
});

test("a screen that watches the table goes on with it", async () => {
  openAtTheEnd(false);
  server.on.message({type: "table", table: begun, is_host: false});
  server.on.message(moved);
  await settle();
  assert.equal(session.store.state.next, null);
  assert.equal(session.store.state.board?.game, "second");
});
