import assert from "node:assert/strict";
import {beforeEach, test} from "node:test";

import {Refusal} from "../../../src/quillmap/web/js/protocol.js";
import {addressOf, TableSocket} from "../../../src/quillmap/web/js/table-socket.js";
import {Clock, settle} from "./surroundings.js";

/** A socket that does what the test says. */
class FakeSocket {
  /** @type {FakeSocket[]} */
  static all = [];
  /** @type {any[]} */
  sent = [];
  isClosed = false;
  /** @type {any} */
  onopen;
  /** @type {any} */
  onmessage;
  /** @type {any} */
  onclose;

  /** @param {string} address */
  constructor(address) {
    this.address = address;
    FakeSocket.all.push(this);
  }
  static get newest() {
    return FakeSocket.all[FakeSocket.all.length - 1];
  }
  /** @param {string} text */
  send(text) {
    this.sent.push(JSON.parse(text));
  }
  close() {
    this.isClosed = true;
    this.onclose({code: 1000, reason: ""});
  }
  /** @param {object} message */
  says(message) {
    this.onmessage({data: JSON.stringify(message)});
  }
  welcome() {
    this.onopen();
    this.says({type: "welcome"});
  }
  /** @param {number} code @param {string} [reason] */
  breaks(code = 1006, reason = "") {
    this.onclose({code, reason});
  }
}

/** @type {any[]} */
let states = [];
/** @type {any[]} */
let messages = [];
let clock = new Clock();
let page = new EventTarget();

beforeEach(() => {
  FakeSocket.all = [];
  states = [];
  messages = [];
  clock = new Clock();
  page = new EventTarget();
});

const open = () =>
  new TableSocket(
    "ws://here/ws/tables/x",
    "secret",
    {message: (message) => messages.push(message), state: (...state) => states.push(state)},
    {
      Socket: /** @type {any} */ (FakeSocket),
      now: () => clock.now,
      later: clock.later,
      never: clock.never,
      chance: () => 0.5,
      page,
    },
  );
/** @param {Promise<any>} promise */
const codeOf = (promise) =>
  promise.then(
    () => "done",
    (error) => error.code,
  );
const MOVE = /** @type {any} */ ({move: "draw", spaces: ["A1"], terrain: "forest"});

test("the address is that of the page, as a socket", () => {
  assert.equal(addressOf("a/b", {protocol: "https:", host: "x.example"}), "wss://x.example/ws/tables/a%2Fb");
  assert.equal(addressOf("t", {protocol: "http:", host: "x:80"}), "ws://x:80/ws/tables/t");
});

test("it says hello with its token, and is open once it is welcome", () => {
  open();
  FakeSocket.newest.onopen();
  assert.deepEqual(FakeSocket.newest.sent, [{type: "hello", token: "secret"}]);
  assert.deepEqual(states, []);
  FakeSocket.newest.says({type: "welcome"});
  assert.deepEqual(states, [["open"]]);
  assert.deepEqual(messages, [{type: "welcome"}]);
});

test("an answer goes to whoever asked, everything else to the listener", async () => {
  const socket = open();
  FakeSocket.newest.welcome();
  const answer = socket.ask({type: "preview", move: null});
  const {id} = FakeSocket.newest.sent[1];
  FakeSocket.newest.says({type: "table", table: {}});
  FakeSocket.newest.says({type: "preview", id, worth: 3});
  assert.deepEqual(await answer, {type: "preview", id, worth: 3});
  assert.deepEqual(messages.slice(1), [{type: "table", table: {}}]);
});

test("a refusal goes to whoever asked, with its code", async () => {
  const socket = open();
  FakeSocket.newest.welcome();
  const answer = socket.move(1, MOVE);
  FakeSocket.newest.says({type: "refused", id: FakeSocket.newest.sent[1].id, error: {code: "stale", message: ""}});
  await assert.rejects(answer, Refusal);
  assert.equal(await codeOf(answer), "stale");
});

test("what the server can't take yet is asked again", async () => {
  const socket = open();
  FakeSocket.newest.welcome();
  const answer = socket.move(1, MOVE);
  const [, sent] = FakeSocket.newest.sent;
  FakeSocket.newest.says({type: "refused", id: sent.id, error: {code: "too-many", message: ""}});
  assert.equal(FakeSocket.newest.sent.length, 2);
  clock.pass(300);
  assert.deepEqual(FakeSocket.newest.sent[2], sent);
  FakeSocket.newest.says({type: "ack", id: sent.id});
  assert.equal((await answer).type, "ack");
});

test("a lost connection is tried again, later and later, and at once when it was open again", () => {
  open();
  const waits = [];
  for (let n = 0; n < 7; n++) {
    const before = clock.now,
      count = FakeSocket.all.length;
    FakeSocket.newest.breaks();
    while (FakeSocket.all.length === count) clock.pass(50);
    waits.push(clock.now - before);
  }
  assert.deepEqual(waits, [250, 500, 1000, 2000, 4000, 8000, 8000]);
  FakeSocket.newest.welcome();
  FakeSocket.newest.breaks();
  const count = FakeSocket.all.length;
  clock.pass(250);
  assert.equal(FakeSocket.all.length, count + 1);
  assert.deepEqual(states[states.length - 1], ["lost"]);
});

test("a move survives a gap, and is sent again under the same id", async () => {
  const socket = open();
  FakeSocket.newest.welcome();
  const answer = socket.move(4, MOVE);
  const [, first] = FakeSocket.newest.sent;
  FakeSocket.newest.breaks();
  assert.ok(socket.isSending && socket.isWaiting);
  clock.pass(250);
  FakeSocket.newest.welcome();
  assert.deepEqual(FakeSocket.newest.sent[1], first);
  assert.equal(socket.isWaiting, false);
  FakeSocket.newest.says({type: "ack", id: first.id});
  assert.equal((await answer).type, "ack");
  assert.equal(socket.isSending, false);
});

test("a move made during a gap is sent after it; a question is refused at once", async () => {
  const socket = open();
  FakeSocket.newest.welcome();
  FakeSocket.newest.breaks();
  const move = socket.move(4, MOVE);
  assert.equal(await codeOf(socket.ask({type: "preview", move: null})), "offline");
  clock.pass(250);
  FakeSocket.newest.welcome();
  assert.equal(FakeSocket.newest.sent[1].type, "move");
  FakeSocket.newest.says({type: "ack", id: FakeSocket.newest.sent[1].id});
  await move;
});

test("a question that a gap has swallowed is refused", async () => {
  const socket = open();
  FakeSocket.newest.welcome();
  const answer = codeOf(socket.ask({type: "preview", move: null}));
  FakeSocket.newest.breaks();
  assert.equal(await answer, "offline");
});

test("a server that wants no more is left alone", () => {
  open();
  FakeSocket.newest.breaks(4404, "no-such-table");
  clock.pass(60_000);
  assert.deepEqual(states, [["gone", "no-such-table"]]);
  assert.equal(FakeSocket.all.length, 1);
});

test("a hello that is refused is the end, and says why", () => {
  open();
  FakeSocket.newest.onopen();
  FakeSocket.newest.says({type: "refused", id: null, error: {code: "bad-token", message: ""}});
  FakeSocket.newest.breaks();
  clock.pass(60_000);
  assert.deepEqual(states, [["gone", "bad-token"]]);
  assert.equal(FakeSocket.all.length, 1);
});

test("a page that slept while it came back says hello again", () => {
  open();
  clock.now += 60_000;
  FakeSocket.newest.onopen();
  FakeSocket.newest.says({type: "refused", id: null, error: {code: "bad-message", message: "say hello first"}});
  FakeSocket.newest.breaks(4400, "bad-message");
  assert.deepEqual(states, [["lost"]]);
  clock.pass(1000);
  assert.equal(FakeSocket.all.length, 2);
  FakeSocket.newest.onopen();
  FakeSocket.newest.breaks(4404, "no-such-table");
  assert.deepEqual(states.at(-1), ["gone", "no-such-table"], "what is refused in time is refused");
});

test("a hello that comes too early is said again later", () => {
  open();
  for (const code of ["not-ready", "storage-away", "not-stored"]) {
    FakeSocket.newest.onopen();
    FakeSocket.newest.says({type: "refused", id: null, error: {code, message: ""}});
    FakeSocket.newest.breaks(4503, code);
    clock.pass(60_000);
  }
  assert.deepEqual(states, [["lost"], ["lost"], ["lost"]]);
  assert.equal(FakeSocket.all.length, 4);
});

test("after a goodbye for good it does not come back; after one for a while it does", () => {
  open();
  FakeSocket.newest.welcome();
  FakeSocket.newest.says({type: "goodbye", code: "restarting", seconds: 2});
  FakeSocket.newest.breaks();
  clock.pass(1000);
  assert.equal(FakeSocket.all.length, 2);
  FakeSocket.newest.welcome();
  FakeSocket.newest.says({type: "goodbye", code: "swept", seconds: null});
  FakeSocket.newest.breaks();
  clock.pass(60_000);
  assert.equal(FakeSocket.all.length, 2);
});

test("when others have the table already it comes back at once, and only once", () => {
  open();
  FakeSocket.newest.welcome();
  FakeSocket.newest.says({type: "goodbye", code: "stopping", seconds: 0});
  FakeSocket.newest.breaks(1012);
  clock.pass(100);
  assert.equal(FakeSocket.all.length, 2);
  FakeSocket.newest.breaks();
  clock.pass(100);
  assert.equal(FakeSocket.all.length, 2);
  clock.pass(300);
  assert.equal(FakeSocket.all.length, 3);
});

test("after a silence the server is asked whether it is there, and then given up", () => {
  open();
  FakeSocket.newest.welcome();
  clock.pass(15_000);
  assert.equal(FakeSocket.newest.sent.length, 1);
  clock.pass(5000);
  assert.equal(FakeSocket.newest.sent[1].type, "ping");
  const [first] = FakeSocket.all;
  clock.pass(15_000);
  assert.ok(first.isClosed);
  assert.deepEqual(states, [["open"], ["lost"]]);
});

test("a server that answers is not given up", () => {
  open();
  FakeSocket.newest.welcome();
  for (let n = 0; n < 12; n++) {
    clock.pass(5000);
    for (const {type, id} of FakeSocket.newest.sent) if (type === "ping") FakeSocket.newest.says({type: "pong", id});
  }
  assert.equal(FakeSocket.all.length, 1);
});

test("a device that is back does not wait any longer", () => {
  open();
  FakeSocket.newest.breaks();
  page.dispatchEvent(new Event("online"));
  assert.equal(FakeSocket.all.length, 2);
  page.dispatchEvent(new Event("online"));
  assert.equal(FakeSocket.all.length, 2, "one is on its way");
});

test("one that is closed is heard of no more", async () => {
  const socket = open();
  FakeSocket.newest.welcome();
  socket.close();
  page.dispatchEvent(new Event("online"));
  clock.pass(60_000);
  await settle();
  assert.equal(FakeSocket.all.length, 1);
  assert.equal(clock.timers.size, 0);
  assert.deepEqual(states, [["open"]]);
});
