import assert from "node:assert/strict";
import {test} from "node:test";

import {clusterArt, clusters, outline} from "../../../src/quillmap/web/js/art.js";
import {attackPicture, edictPicture, shapePicture, tilePicture} from "../../../src/quillmap/web/js/art-cards.js";
import {ghostArt, glow} from "../../../src/quillmap/web/js/art-marks.js";
import {EDICT_PICTURES} from "../../../src/quillmap/web/js/edict-pictures.js";
import {miniMap} from "../../../src/quillmap/web/js/minimap.js";
import {escaped} from "../../../src/quillmap/web/js/share/inline.js";
import {data} from "./surroundings.js";

/** Whether every element of the markup is closed, and nothing in it is a fault of ours. @param {string} markup */
function isSound(markup) {
  /** @type {string[]} */
  const open = [];
  for (const [, end, name, single] of markup.matchAll(/<(\/?)([a-z]+)[^<>]*?(\/?)>/gi))
    if (end) assert.equal(open.pop(), name);
    else if (!single) open.push(name);
  assert.deepEqual(open, []);
  assert.ok(!/undefined|NaN|null|\[object/.test(markup), markup);
}

test("every scoring card has a picture, and no picture is without its card", () => {
  const ids = data.cards.scoring.map((/** @type {any} */ card) => card.id);
  assert.deepEqual(Object.keys(EDICT_PICTURES).sort(), [...ids, ...data.variants].sort());
  for (const id of ids) isSound(edictPicture(id));
});

test("a rulebook that counts a card in its own way has a picture of its own", () => {
  for (const name of data.variants) {
    const [id, rulebook] = name.split(".");
    isSound(edictPicture(id, rulebook));
    assert.notEqual(edictPicture(id, rulebook), edictPicture(id));
    assert.equal(edictPicture(id, "standard"), edictPicture(id));
  }
});

test("every shape of every card can be drawn in every terrain", () => {
  for (const {shapes, terrains} of data.cards.explore)
    for (const {rows} of shapes) for (const terrain of terrains) isSound(shapePicture(rows, terrain, 20));
  for (const {attack} of data.cards.heroes) isSound(attackPicture(attack, 20));
  for (const terrain of ["forest", "village", "farm", "water", "monster"]) isSound(tilePicture(terrain, 30));
});

test("spaces of a terrain that touch are one cluster, at a corner they do not", () => {
  const found = clusters(["ff.w", "..ff", "f..."]);
  assert.deepEqual(
    found.map(({name, cells}) => [name, cells]),
    [
      [
        "forest",
        [
          [0, 0],
          [0, 1],
        ],
      ],
      ["water", [[0, 3]]],
      [
        "forest",
        [
          [1, 2],
          [1, 3],
        ],
      ],
      ["forest", [[2, 0]]],
    ],
  );
  for (const cluster of found) isSound(clusterArt(cluster));
});

test("the same spaces always have the same outline", () => {
  /** @type {[number, number][]} */
  const cells = [
    [0, 0],
    [0, 1],
    [1, 1],
  ];
  assert.equal(outline(cells, {inset: 2, wobble: 2}), outline(cells, {inset: 2, wobble: 2}));
  isSound(ghostArt(cells, "forest"));
  isSound(glow(cells));
  isSound(glow(cells, {thin: true}));
});

test("a small map is made once for each sheet", () => {
  const {sheet} = data.shown["two-base"].replay.board.seats[0];
  isSound(miniMap(sheet));
  assert.equal(miniMap(sheet), miniMap(sheet));
  isSound(miniMap({}));
});

test("a name in a picture is neither markup, nor a colour, nor a reference to a part of the page", () => {
  const name = escaped(`<b class="axis">var(--ink) url(#app) href="#app" & '`);
  assert.doesNotMatch(name, /[<>"'()]|&(?!#\d+;)/);
});
