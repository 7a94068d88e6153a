import assert from "node:assert/strict";
import {readFileSync} from "node:fs";
import {beforeEach, test} from "node:test";
import vm from "node:vm";

import {keepTable, keptTables} from "../../../src/quillmap/web/js/memory.js";
import {titleOf} from "../../../src/quillmap/web/js/page-title.js";
import {clockText} from "../../../src/quillmap/web/js/table/clock-face.js";
import {askedAbout, isMyTurn, isTurnHere, toldOf, turnOf} from "../../../src/quillmap/web/js/turns/waiting.js";
import {kept, loadPage} from "./surroundings.js";

const PEOPLE = [
  {id: 1, kind: "person", name: "Ada", level: ""},
  {id: 2, kind: "person", name: "Ben", level: ""},
];
const answer = (/** @type {any} */ table = {}, /** @type {any} */ more = {}) =>
  /** @type {any} */ ({
    waiting: [1],
    is_abandoned: false,
    ...more,
    table: {id: "t", status: "playing", pace: {kind: "none"}, seats: PEOPLE, ...table},
  });

beforeEach(() => kept.clear());

test("somebody waits for me where others play, as long as anybody comes", () => {
  assert.ok(isMyTurn(answer(), 1));
  assert.ok(!isMyTurn(answer(), 2), "others have not drawn");
  assert.ok(!isMyTurn(answer({}, {is_abandoned: true}), 1));
  assert.ok(!isMyTurn(answer({status: "finished"}), 1));
  assert.ok(!isMyTurn(answer({seats: PEOPLE.slice(0, 1)}), 1), "nobody waits at a table for one");
  assert.ok(!isMyTurn(answer({seats: [{...PEOPLE[0], level: "surveyor"}, PEOPLE[1]]}), 1), "a bot draws for me");
});

test("a table with a pace of days waits also for one alone, and after a day", () => {
  const pace = {kind: "days"};
  assert.ok(isMyTurn(answer({pace, seats: PEOPLE.slice(0, 1)}), 1));
  assert.ok(isMyTurn(answer({pace}, {is_abandoned: true}), 1));
  assert.deepEqual(turnOf(answer({pace}), 1), {id: "t", names: ["Ben"]});
});

test("an open table says itself that it waits: for a drawing, or for somebody who still looks at the last game", () => {
  const table = answer().table,
    mine = /** @type {any} */ ({table, own: {choices: {}}, next: null, seatId: 1});
  assert.ok(isTurnHere(mine));
  assert.ok(!isTurnHere({...mine, own: {choices: null}}), "drawn already");
  assert.ok(!isTurnHere({...mine, seatId: null}));
  assert.ok(!isTurnHere({...mine, table: {...table, seats: PEOPLE.slice(0, 1)}}), "alone nobody waits");
  assert.ok(!isTurnHere({...mine, table: {...table, seats: [{...PEOPLE[0], level: "surveyor"}, PEOPLE[1]]}}));
  const over = {...mine, table: {...table, status: "finished"}, own: {choices: null}};
  assert.ok(!isTurnHere(over));
  assert.ok(!isTurnHere({...over, next: {...table, status: "waiting"}}));
  assert.ok(isTurnHere({...over, next: table}));
  assert.ok(!isTurnHere({...over, next: {...table, seats: PEOPLE.slice(1)}}), "without a seat there");
});

test("the table that one looks at is not told, and all others are", () => {
  const turns = [
    {id: "t", names: []},
    {id: "u", names: []},
  ];
  const told = (/** @type {string} */ path, isHidden = false) => toldOf(turns, path, isHidden).map(({id}) => id);
  assert.deepEqual(told("/"), ["t", "u"]);
  assert.deepEqual(told("/t/t"), ["u"]);
  assert.deepEqual(told("/t/u/screen"), ["t"]);
  assert.deepEqual(told("/t/t", true), ["t", "u"], "nobody looks at a hidden page");
});

test("the title says whose turn it is where it is, and counts tables elsewhere", () => {
  const turn = {count: 1, isHere: true, words: "Your turn"};
  assert.equal(titleOf("Table X", turn, false), "● Your turn · Table X");
  assert.equal(titleOf("Table X", {...turn, isHere: false}, false), "(1) Table X");
  assert.equal(titleOf("Quillmap", {...turn, isHere: false}, true), "● Your turn · Quillmap");
  assert.equal(titleOf("Table X", {count: 0, isHere: false, words: ""}, false), "Table X");
});

test("only tables are asked about at which others may wait", () => {
  const table = (/** @type {string} */ id, /** @type {any} */ more) => keepTable({id, token: "x", at: 1, ...more});
  table("alone", {seat: 1, seats: 1});
  table("over", {seat: 1, seats: 4, status: "finished"});
  table("watched", {seat: null, seats: 4});
  table("mine", {seat: 1, seats: 4, status: "playing"});
  assert.deepEqual(
    askedAbout(keptTables()).map(({id}) => id),
    ["mine"],
  );
});

/** The service worker, with a browser around it that notes what is asked of it. @param {any[]} windows */
function worker(windows = []) {
  /** @type {Record<string, (event: any) => void>} */
  const listeners = {};
  /** @type {any[]} */
  const shown = [];
  /** @type {string[]} */
  const opened = [];
  const self = {
    addEventListener: (/** @type {string} */ name, /** @type {any} */ act) => (listeners[name] = act),
    registration: {showNotification: async (/** @type {any[]} */ ...all) => shown.push(all)},
    clients: {
      matchAll: async () => windows,
      openWindow: async (/** @type {string} */ path) => opened.push(path),
    },
  };
  const source = readFileSync(new URL("../../../src/quillmap/web/service-worker.js", import.meta.url), "utf-8");
  vm.runInNewContext(source, {
    self,
    URL,
    Intl,
    encodeURIComponent,
    location: {origin: "https://q", pathname: "/service-worker.js"},
  });
  const happen = async (/** @type {string} */ name, /** @type {any} */ event) => {
    /** @type {Promise<any>[]} */
    const waits = [];
    listeners[name]({...event, waitUntil: (/** @type {any} */ promise) => waits.push(promise)});
    await Promise.all(waits);
  };
  return {happen, shown, opened};
}

const MESSAGE = {
  occasion: "turn",
  table: "abc",
  title: "Du bist dran",
  text: "Am Tisch: Ben. Du hast Zeit bis {time}.",
  language: "de",
  deadline: 1_800_000_000,
};

test("a message becomes a notification with the time of the device, one for each table", async () => {
  const {happen, shown} = worker();
  await happen("push", {data: {json: () => MESSAGE}});
  const [[title, {body, tag, lang, data}]] = shown;
  const time = new Intl.DateTimeFormat("de", {weekday: "long", hour: "2-digit", minute: "2-digit"}).format(1.8e12);
  assert.equal(title, "Du bist dran");
  assert.equal(body, `Am Tisch: Ben. Du hast Zeit bis ${time}.`);
  assert.deepEqual([tag, lang, data.path], ["abc", "de", "/t/abc"]);
});

test("a tap opens the table: where it is open already, in another window of the page, or in a new one", async () => {
  /** @type {string[]} */
  const steps = [];
  const window = (/** @type {string} */ path, canMove = true) => ({
    url: `https://q${path}`,
    focus: async () => steps.push(`focus ${path}`),
    navigate: async (/** @type {string} */ to) => {
      if (!canMove) throw new TypeError("not controlled");
      steps.push(`${path} goes to ${to}`);
      return window(to);
    },
  });
  const tap = async (/** @type {any[]} */ windows) => {
    steps.length = 0;
    const {happen, opened} = worker(windows);
    const notification = {data: {path: "/t/abc"}, close: () => steps.push("close")};
    await happen("notificationclick", {notification});
    return [...steps, ...opened.map((path) => `open ${path}`)];
  };
  assert.deepEqual(await tap([window("/"), window("/t/abc")]), ["close", "focus /t/abc"]);
  assert.deepEqual(await tap([window("/rules")]), ["close", "/rules goes to /t/abc", "focus /t/abc"]);
  assert.deepEqual(await tap([window("/", false)]), ["close", "open /t/abc"]);
  assert.deepEqual(await tap([]), ["close", "open /t/abc"]);
});

test("a clock shows days, then hours, then minutes and seconds", async () => {
  await loadPage();
  const shown = [3 * 86400, 86399, 3600, 3599.9, 61, 9, -5].map(clockText);
  assert.deepEqual(shown, ["3 days", "23 hr", "1 hr", "59:59", "1:01", "0:09", "0:00"]);
});
