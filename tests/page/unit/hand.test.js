import assert from "node:assert/strict";
import {beforeEach, describe, test} from "node:test";

import {Hand} from "../../../src/quillmap/web/js/hand.js";
import {layAddition, layHint} from "../../../src/quillmap/web/js/hint.js";
import {printedShapes} from "../../../src/quillmap/web/js/session.js";
import {numberOf} from "../../../src/quillmap/web/js/spaces.js";
import {data, loadPage} from "./surroundings.js";

await loadPage();

let changes = 0;
/** @param {any} question */
function handFor({card, choices}) {
  const hand = new Hand(() => void changes++);
  hand.take(choices, printedShapes(card));
  return hand;
}
/** The first question of the golden games of which something is true. @param {(choices: any) => boolean} is */
const asked = (is) => data.questions.find((/** @type {any} */ each) => is(each.choices));
const drawing = asked(({ask, places, skills}) => ask === "draw" && places?.length > 4 && !skills?.length);
const ofHero = asked(({ask}) => ask === "hero");
const ofTarget = asked(({ask}) => ask === "gorgon");
const ofDeclare = asked(({ask}) => ask === "declare");

beforeEach(() => {
  changes = 0;
});

describe("every answer of the golden games", () => {
  for (const [n, question] of data.questions.entries()) {
    if (question.choices.ask === "declare") continue;
    test(`${n}: ${question.card} ${question.move.move}`, () => {
      const hand = handFor(question);
      assert.equal(layHint(hand, question.move), true, "it can be laid");
      if (question.extras) {
        assert.ok(hand.needsExtra, "its skill adds something");
        hand.beginExtra(question.extras.spaces, question.extras.terrains);
        assert.equal(layAddition(hand, {...question.move, spaces: ["K1"]}), false, "of another drawing it can't");
        assert.equal(layAddition(hand, question.move), true, "what its skill adds can be laid");
      }
      assert.ok(hand.fits);
      const {move} = hand;
      assert.deepEqual(tidy(move), tidy(question.move), "it is the same move");
    });
  }
});

/** Moves with their spaces in order, and without what is empty. @param {any} move */
function tidy(move) {
  const entries = Object.entries(move).filter(([, value]) => value !== null && value !== undefined && value !== "");
  return Object.fromEntries(
    entries
      .filter(([, value]) => !(Array.isArray(value) && !value.length))
      .map(([key, value]) => [key, Array.isArray(value) ? [...value].sort() : value]),
  );
}

test("an empty hand holds nothing and makes no move", () => {
  const hand = new Hand(() => {});
  hand.take(null, []);
  assert.equal(hand.kind, "none");
  assert.equal(hand.move, null);
  assert.deepEqual(hand.spaces, []);
  assert.equal(hand.lift(), false);
});

test("a piece fits where the server says so, and nowhere else", () => {
  const hand = handFor(drawing);
  const {legal} = hand;
  for (let n = 0; n < 121; n++) {
    hand.at = {row: Math.floor(n / 11), column: n % 11};
    assert.equal(hand.fits, legal?.[n] === 1);
  }
});

test("a hovering piece tells of each new place once", () => {
  const hand = handFor(drawing);
  hand.goTo(numberOf("F6"));
  const before = changes;
  hand.goTo(numberOf("F6"));
  assert.equal(changes, before);
  hand.goTo(numberOf("F7"));
  assert.equal(changes, before + 1);
});

test("turning a piece four times brings it back", () => {
  const hand = handFor(drawing);
  const {turnIndex, grip} = hand;
  for (let n = 0; n < 4; n++) hand.turnBy();
  assert.equal(hand.turnIndex, turnIndex);
  assert.deepEqual(hand.grip, grip);
  assert.deepEqual(hand.lastTurn, {how: "turn", count: 4});
});

test("turning back undoes a turn, and flipping twice a flip", () => {
  const hand = handFor(drawing);
  const {turnIndex} = hand;
  hand.turnBy(true);
  hand.turnBy(false);
  assert.equal(hand.turnIndex, turnIndex);
  hand.flip();
  hand.flip();
  assert.equal(hand.turnIndex, turnIndex);
});

test("a piece that is pinned stays when the pointer leaves; one that hovers goes back into the hand", () => {
  const hand = handFor(drawing);
  assert.ok(layHint(hand, drawing.move));
  assert.ok(hand.isPinned);
  hand.leave();
  assert.ok(hand.isPlaced);
  assert.ok(hand.lift(), "first it is taken up");
  assert.ok(hand.isPlaced);
  hand.leave();
  assert.ok(!hand.isPlaced);
});

test("lifting goes one step back at a time", () => {
  const hand = handFor(drawing);
  layHint(hand, drawing.move);
  assert.deepEqual([hand.lift(), hand.lift(), hand.lift()], [true, true, false]);
});

test("what does not fit is not pinned", () => {
  const hand = handFor(drawing);
  const n = [...(hand.legal ?? [])].indexOf(0);
  hand.at = {row: Math.floor(n / 11), column: n % 11};
  hand.pin();
  assert.equal(hand.isPinned, false);
  assert.equal(hand.move, null);
});

test("a finger carries the piece above it, a pointer by its middle", () => {
  const hand = handFor(drawing);
  hand.dragAbove(5.5, 8);
  assert.ok(hand.at && hand.turn && hand.at.row + hand.turn.height <= 9);
  hand.point(5.5, 5.5);
  assert.ok(hand.isPlaced);
});

test("terrains are chosen among those of the card only", () => {
  const hand = handFor(drawing);
  const {terrainIndex} = hand;
  hand.pickTerrain(99);
  hand.pickTerrain(-1);
  assert.equal(hand.terrainIndex, terrainIndex);
});

test("a hero stands on a space and strikes the spaces of the map that its path names", () => {
  const hand = handFor(ofHero);
  const first = [...hand.reach][0];
  hand.goTo(first);
  const {move} = hand;
  assert.equal(move?.move, "place-hero");
  assert.ok(hand.path.every((n) => n >= 0 && n < 121));
  const {attackIndex} = hand;
  hand.turnBy();
  hand.turnBy(false);
  assert.equal(hand.attackIndex, attackIndex);
});

test("a target is one of the spaces offered", () => {
  const hand = handFor(ofTarget);
  hand.goTo([...hand.reach][0]);
  assert.equal(hand.move?.move, "destroy");
});

test("a question of Acrobatics takes advice and no place", () => {
  const hand = handFor(ofDeclare);
  assert.equal(hand.isBusy, false);
  hand.advise(true);
  assert.equal(hand.advice, true);
  assert.equal(handFor(drawing).advice, null);
});

test("a skill can be taken and left again", () => {
  const question = asked(({skills}) => skills?.length > 0);
  const hand = handFor(question),
    [{skill, parts}] = question.choices.skills;
  hand.pickSkill(skill);
  assert.equal(hand.skill?.skill, skill);
  assert.equal(hand.kind, parts.length ? "masks" : "piece");
  hand.pickSkill(null);
  assert.equal(hand.kind, "piece");
  assert.equal(hand.skill, null);
});

test("of a shape that may hang over the edge, the part under the pointer is meant", () => {
  const {choices} = drawing,
    parts = ["3", "803", "c"];
  const stealth = {skill: "stealth", cost: 1, terrains: ["farm"], places: [], parts, has_extra: false};
  const hand = handFor({...drawing, choices: {...choices, skills: [stealth]}});
  hand.pickSkill("stealth");
  assert.equal(hand.kind, "masks");
  hand.goTo(numberOf("A1"));
  assert.deepEqual(hand.names, ["A1", "A2"]);
  hand.turnBy();
  assert.deepEqual(hand.names, ["A1", "A2", "B1"]);
  hand.goTo(numberOf("A3"));
  assert.deepEqual(hand.move, {move: "draw", spaces: ["A3", "A4"], terrain: "farm", skill: "stealth"});
  hand.goTo(numberOf("K11"));
  assert.equal(hand.fits, false);
});

test("a hint that no place of the hand fits is not laid", () => {
  const hand = handFor(drawing);
  assert.equal(layHint(hand, {move: "draw", spaces: ["A1", "K11"], terrain: "forest"}), false);
});
