import assert from "node:assert/strict";
import {beforeEach, test} from "node:test";

import {forgetTable, keepTable, keptTables, player, setPlayer, tokenFor} from "../../../src/quillmap/web/js/memory.js";
import {setSound, sound} from "../../../src/quillmap/web/js/sounds.js";
import {openCourse, pace, setPace} from "../../../src/quillmap/web/js/staging/pacing.js";
import {setTheme, theme} from "../../../src/quillmap/web/js/theme.js";
import {kept, settle} from "./surroundings.js";

/** @type {any} */
const root = document.documentElement;
root.dataset = {};

beforeEach(() => {
  kept.clear();
});

test("tables are kept with their tokens, the latest first, each once", () => {
  keepTable({id: "a", token: "1", at: 1});
  keepTable({id: "b", token: "2", at: 2});
  keepTable({id: "a", token: "3", at: 3});
  assert.deepEqual(
    keptTables().map(({id, token}) => id + token),
    ["a3", "b2"],
  );
  assert.equal(tokenFor("a"), "3");
  assert.equal(tokenFor("x"), null);
  forgetTable("a");
  assert.equal(tokenFor("a"), null);
});

test("only the latest thousand tables are kept", () => {
  const many = Array.from({length: 1005}, (_, n) => ({id: String(1005 - n), token: "", at: 1005 - n}));
  kept.set("quillmap.tables", JSON.stringify(many));
  keepTable({id: "last", token: "", at: 1006});
  assert.equal(keptTables().length, 1000);
  assert.equal(keptTables()[0].id, "last");
});

test("what can't be read counts as nothing", () => {
  kept.set("quillmap.tables", "{nonsense");
  kept.set("quillmap.sound", "[");
  assert.deepEqual(keptTables(), []);
  assert.deepEqual(sound(), {isOn: false, volume: 0.5});
});

test("a player is nobody until a name is written", () => {
  assert.deepEqual(player(), {name: "", title: "", crest: []});
  setPlayer({name: "Ada"});
  setPlayer({title: "of the Lake"});
  assert.deepEqual(player(), {name: "Ada", title: "of the Lake", crest: []});
});

test("sounds are off at first; volumes stay between silence and full", () => {
  setSound({isOn: true, volume: 7});
  assert.deepEqual(sound(), {isOn: true, volume: 1});
});

test("the theme is the system's until one is chosen", () => {
  assert.equal(theme(), "system");
  setTheme("dark");
  assert.equal(theme(), "dark");
  assert.equal(root.dataset.theme, "dark");
  setTheme("system");
  assert.equal(kept.has("quillmap.theme"), false);
  assert.equal("theme" in root.dataset, false);
});

test("a pace nobody knows is the usual one", () => {
  assert.equal(pace(), "unhurried");
  kept.set("quillmap.pace", "breakneck");
  assert.equal(pace(), "unhurried");
  setPace("brisk");
  assert.equal(pace(), "brisk");
});

/** Whether a promise is still not settled. @param {Promise<any>} promise */
async function isWaiting(promise) {
  let is = true;
  promise.then(() => {
    is = false;
  });
  await settle();
  return is;
}
const LONG = 1 << 30;

test("a course at once waits for nothing but its end", async () => {
  setPace("at-once");
  const course = openCourse();
  await course.beat(LONG);
  await course.rest(LONG);
  const end = course.end();
  assert.ok(await isWaiting(end));
  course.next();
  await end;
});

test("next ends the step, skip everything", async (context) => {
  context.mock.method(globalThis, "setTimeout", () => 0);
  const course = openCourse();
  const beat = course.beat(LONG);
  assert.ok(await isWaiting(beat));
  course.next();
  await beat;
  await course.rest(LONG);
  const second = course.beat(LONG);
  assert.ok(await isWaiting(second));
  course.skip();
  await second;
  await course.rest(LONG);
  assert.ok(course.isSkipped);
});

test("a course that is held stays where it is", async (context) => {
  context.mock.method(globalThis, "setTimeout", (/** @type {() => void} */ act) => void queueMicrotask(act));
  const course = openCourse();
  course.hold(true);
  const beat = course.beat(1);
  assert.ok(await isWaiting(beat));
  course.hold(false);
  await beat;
});
