import assert from "node:assert/strict";
import {beforeEach, test} from "node:test";

import {openSession} from "../../../src/quillmap/web/js/session.js";
import {FakeServer, welcome} from "./session-table.js";
import {loadPage, settle} from "./surroundings.js";

await loadPage();

const MOVE = /** @type {any} */ ({move: "draw", spaces: ["A1"], terrain: "forest"});
const WARNED = {type: "warned", id: "m", class: "mistake", loss: 3.2, margin: 0.4, reasons: [], best: null};

let server = new FakeServer();
/** @type {ReturnType<typeof openSession>} */
let session;

beforeEach(() => {
  server = new FakeServer();
  session = openSession("t", "token", {
    connecting: /** @type {any} */ (server.connect),
    frame: (step) => step(),
    isSeen: () => true,
  });
});

test("what a trainer warns of stays in the hand, and is made when one insists", async () => {
  server.on.message(welcome());
  session.hand.turnBy();
  const {turnIndex} = session.hand;
  session.play(MOVE);
  assert.ok(session.store.state.isSending);
  server.those("move")[0].done(WARNED);
  await settle();
  const {warning, isSending} = session.store.state;
  assert.equal(isSending, false);
  assert.equal(warning?.loss, 3.2);
  assert.equal(session.hand.turnIndex, turnIndex);
  session.insist();
  assert.equal(session.store.state.warning, null);
  const {message} = server.those("move")[1];
  assert.deepEqual([message.move, message.isInsisted], [MOVE, true]);
});

test("a warning goes with its question: when another board comes, or has come", async () => {
  server.on.message(welcome());
  session.play(MOVE);
  server.those("move")[0].done(WARNED);
  await settle();
  server.on.message(welcome());
  assert.equal(session.store.state.warning?.loss, 3.2);
  server.on.message(welcome(5));
  assert.equal(session.store.state.warning, null);
  session.play(MOVE);
  server.on.message(welcome(9));
  server.those("move")[1].done(WARNED);
  await settle();
  assert.deepEqual([session.store.state.warning, session.store.state.isSending], [null, false]);
});
