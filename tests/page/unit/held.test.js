import assert from "node:assert/strict";
import {test} from "node:test";

import {shapePicture} from "../../../src/quillmap/web/js/art-cards.js";
import {Hand} from "../../../src/quillmap/web/js/hand.js";
import {partHeld, terrainHeld} from "../../../src/quillmap/web/js/table/held.js";
import {cardRule} from "../../../src/quillmap/web/js/words.js";
import {loadPage} from "./surroundings.js";

await loadPage("turns");
// It asks how wide the window is as soon as it is loaded.
const {instruction} = await import("../../../src/quillmap/web/js/table/card.js");
const {terrainShown} = await import("../../../src/quillmap/web/js/table/card-picks.js");

/** A hand with a skill, as `pickSkill` and `beginExtra` leave it. @param {object} more */
const handWith = (more) => Object.assign(new Hand(() => {}), {kind: "masks"}, more);

test("what Diplomacy adds is one space, farm and village at once, whatever the card shows", () => {
  const hand = handWith({skill: {skill: "diplomacy"}, main: {move: "draw", terrain: "forest"}, masks: [[12], [13]]});
  assert.deepEqual(partHeld(hand), [["#"]]);
  assert.equal(terrainHeld(hand), "both");
  assert.match(shapePicture(["#"], "both", 20), /farm/);
});

test("what Search adds has the terrain of the shape", () => {
  const hand = handWith({skill: {skill: "search"}, main: {move: "draw", terrain: "water"}, masks: [[12]]});
  assert.equal(terrainHeld(hand), "water");
});

test("with Stealth the card shows its shapes until a part lies on the map, then that part", () => {
  const hand = handWith({skill: {skill: "stealth"}, masks: [[0, 1], [0], [11, 22, 23]], terrains: ["forest"]});
  assert.equal(partHeld(hand), null);
  hand.goTo(22);
  assert.deepEqual(partHeld(hand), [["#.", "##"]]);
});

test("a piece in hand is no part", () => {
  assert.equal(partHeld(handWith({kind: "piece"})), null);
});

test("a skill that was picked says what it does", () => {
  const hand = handWith({kind: "piece", skill: {skill: "stealth"}});
  assert.equal(instruction(/** @type {any} */ ({choices: {ask: "draw"}}), hand), cardRule("stealth"));
});

test("after one's own drawing the card says who still draws, and with a pace of days that one need not wait", () => {
  const hand = new Hand(() => {}),
    names = ["Ada", "Ben", "Cleo", "Dora", "Emil"];
  const scene = (/** @type {number[]} */ waiting, kind = "none") =>
    /** @type {any} */ ({choices: null, answer: {move: "draw"}, waiting, names, me: 0, table: {pace: {kind}}});
  assert.equal(instruction(scene([1, 2]), hand), "Drawn. Still drawing: Ben, Cleo.");
  assert.equal(instruction(scene([1, 2, 3, 4]), hand), "Drawn. Still drawing: Ben, Cleo, Dora, +1.");
  assert.match(instruction(scene([1], "days"), hand), /Ben\. You can come back later/);
  assert.equal(instruction(scene([]), hand), "");
  assert.equal(instruction({...scene([1]), answer: null}, hand), "", "those who watch see it elsewhere");
});

test("a card that is not in hand has the terrain that was drawn, and none where there is a choice", () => {
  const card = /** @type {any} */ ({kind: "explore", terrains: ["forest", "water"]});
  assert.equal(terrainShown(card, /** @type {any} */ ({move: "draw", terrain: "water"})), "water");
  assert.equal(terrainShown(card, null), undefined);
  assert.equal(terrainShown({...card, terrains: ["farm"]}, null), "farm");
  assert.equal(terrainShown({...card, kind: "ambush", terrains: null}, null), "monster");
});
