import assert from "node:assert/strict";
import {test} from "node:test";

import {hiddenWords, leftIn, mayCome} from "../../../src/quillmap/web/js/table/deck.js";
import {cardName, t} from "../../../src/quillmap/web/js/words.js";
import {data, loadPage} from "./surroundings.js";

await loadPage();

test("what is left in the deck counts the hidden cards too, and says which they may be", () => {
  const deck = {cards: ["homestead", "farmland"], ambushes: 1, ambush_candidates: ["goblin-attack", "gnoll-raid"]};
  assert.equal(leftIn(deck), 3);
  const cards = `${cardName("goblin-attack")}, ${cardName("gnoll-raid")}`;
  assert.deepEqual(hiddenWords(deck), [t("page.deck.ambushes.text", {count: 1, cards})]);
  assert.deepEqual(hiddenWords({}), []);
});

test("at the beginning of a game the whole deck of the season is still to come", () => {
  const {frames} = data.shown["two-base"].replay,
    began = frames.find((/** @type {any} */ {event}) => event.event === "season-began");
  assert.equal(leftIn(began.changes.to_come), 14);
});

test("after the last card of a season nothing can come any more", () => {
  const to_come = {cards: ["homestead"], ambushes: 1};
  assert.equal(leftIn(mayCome({to_come, ends_season: false}, false)), 2);
  assert.equal(leftIn(mayCome({to_come, ends_season: true}, false)), 0);
  assert.equal(leftIn(mayCome({to_come, ends_season: false}, true)), 0);
});
