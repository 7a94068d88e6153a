/** Tables on this device: whose they are among several tabs, what they answer, and what is asked of them. */

import assert from "node:assert/strict";
import {test} from "node:test";
import {isAboutDevice, isOnDevice} from "../../../src/quillmap/web/js/device/ids.js";
import {needsNobody} from "../../../src/quillmap/web/js/device/instead.js";
import {createDesk} from "../../../src/quillmap/web/worker/desk.js";
import {HeldElsewhere, Holding} from "../../../src/quillmap/web/worker/holding.js";

const TABLE = `device-${"a".repeat(22)}`;

/** Locks and channels for several tabs, as browsers have them. */
function browser() {
  const waiting = [],
    channels = [];
  let isHeld = false;

  async function grant() {
    if (isHeld || !waiting.length) return;
    isHeld = true;
    await waiting.shift()();
    isHeld = false;
    grant();
  }

  function request(_name, {ifAvailable, signal}, act) {
    if (ifAvailable && isHeld) return Promise.resolve(act(null));
    return new Promise((done, fail) => {
      const turn = async () => done(await act({}));
      waiting.push(turn);
      signal?.addEventListener("abort", () => {
        if (!waiting.includes(turn)) return;
        waiting.splice(waiting.indexOf(turn), 1);
        fail(signal.reason);
      });
      grant();
    });
  }

  function channel() {
    const made = {
      onmessage: null,
      postMessage(data) {
        for (const each of channels) if (each !== made) each.onmessage?.({data});
      },
    };
    channels.push(made);
    return made;
  }
  return {locks: {request}, channel};
}

const tables = (log, name) => ({
  close: async () => void log.push(`${name} closed`),
  answer: async (method, path) => `200 application/json\n${JSON.stringify({method, path, name})}`,
});

const tab = (all, log, name, patience = 5) =>
  new Holding({
    open: async () => {
      log.push(`${name} opened`);
      return tables(log, name);
    },
    locks: all.locks,
    channel: all.channel(),
    patience,
  });

test("one tab at a time has the tables; who is not seen gives way", async () => {
  const all = browser(),
    log = [],
    first = tab(all, log, "first"),
    second = tab(all, log, "second", 60_000);
  assert.equal(await first.tables(), await first.tables());
  first.isSeen = false;
  await second.tables();
  assert.deepEqual(log, ["first opened", "first closed", "second opened"]);
});

test("who is seen keeps them, and the other is told", async () => {
  const all = browser(),
    log = [],
    first = tab(all, log, "first"),
    second = tab(all, log, "second");
  await first.tables();
  await assert.rejects(second.tables(), HeldElsewhere);
  assert.deepEqual(log, ["first opened"]);
  await first.giveWay();
  await second.tables();
  assert.deepEqual(log, ["first opened", "first closed", "second opened"]);
});

test("a tab that nobody sees disturbs no other", async () => {
  const all = browser(),
    log = [],
    first = tab(all, log, "first"),
    second = tab(all, log, "second", 60_000);
  await first.tables();
  first.isSeen = false;
  second.isSeen = false;
  await assert.rejects(second.tables(), HeldElsewhere);
  assert.deepEqual(log, ["first opened"]);
});

test("tables that can't be opened are let go of, and opened when they can be", async () => {
  const all = browser();
  let hasRoom = false;
  const open = async () => {
    if (!hasRoom) throw new Error("no room");
    return tables([], "late");
  };
  const holding = new Holding({open, locks: all.locks, channel: all.channel()});
  await assert.rejects(holding.tables(), /no room/);
  hasRoom = true;
  assert.ok(await holding.tables());
});

const REQUEST = {type: "request", id: 7, method: "GET", path: "/api/bots", authorization: "", body: "null"};

test("the desk answers requests, and says why it can't", async () => {
  const all = browser();
  const said = await new Promise((say) => {
    const desk = createDesk({open: async () => tables([], "a"), locks: all.locks, channel: all.channel(), say});
    desk.hear(REQUEST, []);
  });
  assert.equal(said.id, 7);
  assert.match(said.text, /^200 application\/json\n/);
  const refused = await new Promise((say) => {
    const desk = createDesk({open: async () => null, locks: all.locks, channel: all.channel(), say});
    desk.hear({type: "seen", is: false}, []);
    desk.hear(REQUEST, []);
  });
  assert.deepEqual(refused, {type: "answer", id: 7, code: "open-elsewhere"});
});

test("ids say what is on this device", () => {
  assert.ok(isOnDevice(TABLE));
  assert.ok(!isOnDevice("device-of-a-server-1234"));
  assert.ok(isAboutDevice(`/api/tables/${TABLE}/story`));
  assert.ok(isAboutDevice(`/api/games/${TABLE}`));
  assert.ok(!isAboutDevice("/api/tables"));
});

test("without a server only what needs nobody else is asked of this device", () => {
  assert.ok(needsNobody("GET", "/api/cards", null));
  assert.ok(needsNobody("POST", "/api/replay/tables", {record: "a record", seat: 0}));
  assert.ok(needsNobody("POST", "/api/tables", {most_seats: 1}));
  assert.ok(needsNobody("POST", "/api/tables", {most_seats: 6}));
  assert.ok(!needsNobody("POST", "/api/tables", {most_seats: 6, listed: true}));
  assert.ok(!needsNobody("GET", "/api/tables", null));
  assert.ok(!needsNobody("GET", "/api/daily/today", null));
});
