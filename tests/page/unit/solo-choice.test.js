import assert from "node:assert/strict";
import {beforeEach, test} from "node:test";

import {kept} from "./surroundings.js";

const {isPlain, isTrained, keepSoloChoice, PLAIN, setupOf, soloChoice, wishOf} = await import(
  "../../../src/quillmap/web/js/screens/parts/solo-choice.js"
);

beforeEach(() => kept.clear());

test("without a choice one plays the first box", () => {
  assert.deepEqual(setupOf(soloChoice()), {box: "base"});
  assert.ok(isPlain(soloChoice()));
});

test("the last choice is kept on the device", () => {
  keepSoloChoice({...PLAIN, box: "heroes", map: "D", skills: "drawn"});
  assert.deepEqual(setupOf(soloChoice()), {box: "heroes", map: "D", skills: "drawn"});
  assert.ok(!isPlain(soloChoice()));
});

test("edicts chosen by hand are sent as they are, with what is left to chance", () => {
  const edicts = ["treetower", null, null, null];
  assert.deepEqual(setupOf({...PLAIN, edicts, rulebook: "pl"}), {box: "base", edicts, rulebook: "pl"});
});

test("a trainer is asked for where one was chosen, and known from a choice kept before there were any", () => {
  kept.set("quillmap.solo", '{"box": "heroes"}');
  assert.deepEqual(wishOf(soloChoice()), {});
  keepSoloChoice({...PLAIN, trainer: "mistake", showsBest: false});
  assert.deepEqual(wishOf(soloChoice()), {trainer: {least: "mistake", shows_best: false}});
  assert.ok(isPlain(soloChoice()) && isTrained(soloChoice()));
  assert.deepEqual(wishOf({...PLAIN, trainer: "something else"}), {});
});

test("what can't be read is no choice", () => {
  for (const text of ["{", "[]", "null", '{"box": 3}']) {
    kept.set("quillmap.solo", text);
    assert.deepEqual(soloChoice(), PLAIN);
  }
});

test("against a bot one plays without a trainer", () => {
  const choice = {...PLAIN, opponent: "scribe", trainer: "slip"};
  assert.deepEqual(wishOf(choice), {opponent: "scribe"});
  assert.ok(!isTrained(choice));
  assert.deepEqual(wishOf(PLAIN), {});
});

test("the server is asked for what was chosen, and for nothing that follows from it", () => {
  const choice = {...PLAIN, box: "heroes", map: "A", skills: "drawn"};
  assert.deepEqual(setupOf(choice), {box: "heroes", map: "A", skills: "drawn"});
});
