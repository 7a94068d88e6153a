import assert from "node:assert/strict";
import {beforeEach, mock, test} from "node:test";

import {Refusal} from "../../../src/quillmap/web/js/protocol.js";
import {openSession} from "../../../src/quillmap/web/js/session.js";
import {boardAt, FakeServer, own, question, update, welcome} from "./session-table.js";
import {loadPage, settle} from "./surroundings.js";

await loadPage();

let server = new FakeServer();
/** @type {ReturnType<typeof openSession>} */
let session;
let isSeen = true;

beforeEach(() => {
  server = new FakeServer();
  isSeen = true;
  session = openSession("t", "token", {
    connecting: /** @type {any} */ (server.connect),
    frame: (step) => step(),
    isSeen: () => isSeen,
  });
});

test("a welcome shows the board, puts what is asked into the hand, and asks what the map is worth", async () => {
  server.on.message(welcome());
  assert.equal(session.store.state.board?.version, 1);
  assert.equal(session.hand.kind, "piece");
  const [{message, done}] = server.those("preview");
  assert.equal(message.move, null);
  done({worth: {sheet: 0}});
  await settle();
  assert.deepEqual(session.store.state.worth, {sheet: 0});
});

test("the same question leaves the hand as it is", () => {
  server.on.message(welcome());
  session.hand.turnBy();
  const {turnIndex} = session.hand;
  server.on.message(welcome());
  assert.equal(session.hand.turnIndex, turnIndex);
});

test("a scene is played before the board that it leads to", async () => {
  server.on.message(welcome());
  /** @type {() => void} */
  let end = () => {};
  session.onStage(() => new Promise((done) => (end = () => done())));
  server.on.message(update(2));
  assert.ok(session.store.state.isStaging);
  assert.equal(session.store.state.board?.version, 1);
  end();
  await settle();
  assert.equal(session.store.state.isStaging, false);
  assert.equal(session.store.state.board?.version, 2);
});

test("who draws is known from the board on, while the scene that leads to it is shown", () => {
  const answered = {...welcome().progress, question: 1, waiting: [0, 1], answered: [1], present: [1, 2]};
  server.on.message({...welcome(), progress: answered});
  session.onStage(() => new Promise(() => {}));
  server.on.message({...update(2), board: {...boardAt(2), waiting: [0, 1], answered: []}});
  const {board, progress} = session.store.state;
  assert.equal(board?.version, 1);
  assert.deepEqual(progress, {...answered, version: 2, question: 2, answered: [], deadline: 2});
});

test("what was drawn counts at once, and until the server says what the map is worth", async () => {
  server.on.message(welcome());
  const drawn = {...own, answer: {move: "draw"}, choices: null};
  session.store.set({worth: /** @type {any} */ ({sheet: 0, season_after: 3})});
  session.store.set({preview: /** @type {any} */ ({sheet: 0, season_after: 8})});
  const asked = server.those("preview").length;
  server.on.message({type: "own", own: drawn});
  assert.equal(session.store.state.worth?.season_after, 8);
  const [{message, done}] = server.those("preview").slice(asked);
  assert.equal(message.move, null);
  done({worth: {sheet: 0, season_after: 9}});
  await settle();
  assert.equal(session.store.state.worth?.season_after, 9);
});

test("what was drawn on a neighbour's map is known until the next question", () => {
  server.on.message(welcome());
  const drawn = {...own, answer: {move: "draw"}, choices: null};
  session.store.set({preview: /** @type {any} */ ({sheet: 1, season_after: 8})});
  server.on.message({type: "own", own: drawn});
  session.store.set({preview: null});
  assert.equal(session.store.state.drawn?.sheet, 1);
  server.on.message({type: "own", own: drawn});
  assert.equal(session.store.state.drawn?.sheet, 1);
  server.on.message({type: "own", own});
  assert.equal(session.store.state.drawn, null, "it was taken back");
});

test("who has resigned has nothing in hand any more", () => {
  server.on.message(welcome());
  const seat = session.store.state.seatId;
  const table = {...session.store.state.table, status: "playing", seats: [{id: seat, until: "end"}]};
  session.hand.take(/** @type {any} */ (own.choices), []);
  server.on.message({type: "table", table: {...table, seats: [{id: seat, until: ""}]}, is_host: false});
  assert.notEqual(session.store.state.own, null);
  server.on.message({type: "table", table, is_host: false});
  assert.equal(session.store.state.own, null);
  assert.equal(session.hand.choices, null);
});

test("a drawing that ends the round counts while the scene plays; one on a neighbour's map brings nothing", () => {
  server.on.message(welcome());
  session.onStage(() => new Promise(() => {}));
  session.store.set({worth: /** @type {any} */ ({sheet: 0, season_after: 3}), isSending: true});
  session.store.set({preview: /** @type {any} */ ({sheet: 1, season_after: 1})});
  server.on.message(update(2));
  assert.equal(session.store.state.worth?.season_after, 3);
  session.store.set({isStaging: false, isSending: true});
  session.store.set({preview: /** @type {any} */ ({sheet: 0, season_after: 8})});
  server.on.message(update(3));
  assert.equal(session.store.state.worth?.season_after, 8);
});

test("somebody whose time ran out is told what was drawn", async () => {
  server.on.message(welcome());
  const drawn = {event: "drawn", seat: 0, terrain: "forest", spaces: ["A1"]};
  server.on.message({...update(2, [{event: "drawn", seat: 1}, drawn]), late: [0]});
  await settle();
  assert.deepEqual(session.store.state.late, {question: 2, drawn});
  server.on.message({...update(3, [{event: "declared"}]), late: [0, 1]});
  await settle();
  assert.deepEqual(session.store.state.late, {question: 3, drawn: null});
  server.on.message({...update(4, [drawn]), late: [1]});
  await settle();
  assert.equal(session.store.state.late, null);
});

test("whoever has fallen behind is shown no old scenes, but every event is in the log", async () => {
  server.on.message(welcome());
  /** @type {number[]} */
  const staged = [];
  /** @type {(() => void)[]} */
  const ends = [];
  session.onStage(({board}) => {
    staged.push(board.version);
    return new Promise((done) => ends.push(() => done()));
  });
  for (const version of [2, 3, 4]) server.on.message(update(version, [{event: "drawn", version}]));
  while (ends.length) {
    ends.shift()?.();
    await settle();
  }
  assert.deepEqual(staged, [2, 4]);
  assert.deepEqual(
    session.store.state.log.map((event) => event.version),
    [2, 3, 4],
  );
  assert.equal(session.store.state.board?.version, 4);
});

test("no scene is played on a page that nobody looks at", async () => {
  server.on.message(welcome());
  isSeen = false;
  const stage = mock.fn(async () => {});
  session.onStage(stage);
  server.on.message(update(2));
  await settle();
  assert.equal(stage.mock.callCount(), 0);
  assert.equal(session.store.state.board?.version, 2);
});

test("a welcome during a scene is newer than what the scene leads to", async () => {
  server.on.message(welcome());
  /** @type {() => void} */
  let end = () => {};
  session.onStage(() => new Promise((done) => (end = () => done())));
  server.on.message(update(2));
  server.on.message(welcome(7));
  assert.equal(session.store.state.board?.version, 1);
  end();
  await settle();
  assert.equal(session.store.state.board?.version, 7);
});

test("a move is sent once, and the next board ends the sending", async () => {
  server.on.message(welcome());
  session.play(question.move);
  session.play(question.move);
  assert.equal(server.those("move").length, 1);
  assert.equal(server.those("move")[0].message.question, 1);
  server.those("move")[0].done({type: "ack"});
  await settle();
  assert.ok(session.store.state.isSending, "the board is still to come");
  server.on.message(update(2, []));
  await settle();
  assert.equal(session.store.state.isSending, false);
});

test("a move acknowledged after a gap is not waited for any longer", async () => {
  server.on.message(welcome());
  session.play(question.move);
  server.on.message(welcome(2));
  server.those("move")[0].done({type: "ack"});
  await settle();
  assert.equal(session.store.state.isSending, false);
});

test("a move that is refused says why, and the piece is back in the hand", async () => {
  server.on.message(welcome());
  session.hand.turnBy();
  session.play(question.move);
  const refusal = new Refusal({code: "illegal", message: ""});
  server.those("move")[0].fail(refusal);
  await settle();
  assert.equal(session.store.state.refusal, refusal);
  assert.equal(session.store.state.isSending, false);
  assert.equal(session.hand.turnIndex, 0);
});

test("a piece that rests is asked about once, and what is known is shown at once", async (context) => {
  context.mock.timers.enable(timers("setTimeout"));
  server.on.message(welcome());
  const {hand} = session;
  const places = [...(hand.legal ?? [])].flatMap((is, n) => (is ? [n] : [])).slice(0, 2);
  const lay = (/** @type {number} */ n) => {
    hand.at = {row: Math.floor(n / 11), column: n % 11};
    hand.changed();
  };
  lay(places[0]);
  lay(places[1]);
  context.mock.timers.tick(100);
  const asked = server.those("preview").filter(({message}) => message.move);
  assert.equal(asked.length, 1, "only where it rests");
  assert.deepEqual(asked[0].message.move, hand.move);
  asked[0].done({worth: {sheet: 0, of: 1}});
  await Promise.resolve();
  await Promise.resolve();
  await Promise.resolve();
  assert.deepEqual(session.store.state.preview, {sheet: 0, of: 1});
  lay(places[0]);
  assert.equal(session.store.state.preview, null);
  lay(places[1]);
  assert.deepEqual(session.store.state.preview, {sheet: 0, of: 1});
});

test("a short gap is not told of, a long one is", (context) => {
  context.mock.timers.enable(timers("setTimeout"));
  server.on.state("open");
  server.on.state("lost");
  context.mock.timers.tick(1000);
  assert.equal(session.store.state.connection, "open");
  server.on.state("open");
  context.mock.timers.tick(5000);
  assert.equal(session.store.state.connection, "open");
  server.on.state("lost");
  context.mock.timers.tick(1300);
  assert.equal(session.store.state.connection, "lost");
  server.on.state("gone", "no-such-table");
  assert.equal(session.store.state.code, "no-such-table");
});

test("closing closes the socket", () => {
  session.close();
  assert.ok(server.isClosed);
});

/** How to enable mocked timers, which differs between versions of Node. @param {"setTimeout"} name @returns {any} */
function timers(name) {
  return Number(process.versions.node.split(".")[0]) < 21 ? [name] : {apis: [name]};
}
