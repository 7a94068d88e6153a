import assert from "node:assert/strict";
import {test} from "node:test";

import {FACES, facePicture, hasFace, STYLES, variantOf} from "../../../src/quillmap/web/js/art-faces.js";
import {aloneText, botsOf, kindOf, levelLabel} from "../../../src/quillmap/web/js/bots.js";
import {nextShield, seatPicture, shieldAt} from "../../../src/quillmap/web/js/seat-picture.js";
import {t} from "../../../src/quillmap/web/js/words.js";
import {loadPage} from "./surroundings.js";

await loadPage();

test("everybody has a face of their own, in colours of the page", () => {
  const pictures = FACES.flatMap((level) => STYLES.map((style) => facePicture({id: 0, level, style})));
  assert.equal(new Set(pictures).size, FACES.length * STYLES.length);
  for (const picture of pictures) assert.ok(!/undefined|NaN|#[0-9a-f]{3}/.test(picture), picture);
});

test("people of a level without styles differ by their seat", () => {
  const variants = [1, 2, 3, 4, 5].map((id) => variantOf({id, level: "apprentice", style: ""}));
  assert.equal(new Set(variants).size, 5);
  assert.equal(variantOf({id: 4, level: "surveyor", style: ""}), 0);
  assert.equal(variantOf({id: 4, level: "surveyor", style: "of a later version"}), 0);
});

test("the button that begins a game alone says whom one plays against", () => {
  assert.equal(aloneText(""), "Play alone");
  assert.equal(aloneText("apprentice"), "Play against Apprentice");
});

test("the server says which levels are offered, and which is the standard", () => {
  const bots = [
    {level: "random", stars: 22, is_offered: false},
    {level: "scribe", stars: 88, is_offered: true},
  ];
  const known = botsOf({bots, default: "scribe"});
  assert.deepEqual(known, {levels: ["random", "scribe"], offered: ["scribe"], standard: "scribe"});
});

test("a bot is called by its level and what it likes", () => {
  assert.equal(levelLabel("surveyor"), t("setup.bot.surveyor.label"));
  assert.equal(levelLabel("of-tomorrow"), "of-tomorrow");
  assert.equal(kindOf({level: "surveyor", style: ""}), t("setup.bot.surveyor.label"));
  assert.ok(kindOf({level: "surveyor", style: "hunter"}).endsWith(t("setup.style.hunter.label")));
});

test("a seat shows a crest, a face, or for a bot without one a sign", () => {
  const seat = {id: 2, kind: "bot", crest: [], level: "scribe", style: "builder"};
  assert.match(seatPicture(seat, 1, 20), /bot-face/);
  assert.match(seatPicture({...seat, level: "random", style: ""}, 1, 20), /i-bot/);
  assert.match(seatPicture({...seat, kind: "person", level: ""}, 1, 20), /crest/);
  assert.match(seatPicture(undefined, 1, 20), /crest/);
  assert.ok(!hasFace("random"));
});

/** @param {...number} ids */
const people = (...ids) => ids.map((id) => ({id, kind: "person"}));
const shieldsOf = (/** @type {{id: number, kind: string}[]} */ seats) =>
  seats.map((_, place) => shieldAt(seats, place));

test("a shield stays with its person when the order of seats changes", () => {
  assert.deepEqual(shieldsOf(people(1, 2, 3)), [0, 1, 2]);
  assert.deepEqual(shieldsOf(people(3, 1, 2)), [2, 0, 1]);
});

test("no two people have the same shield while there are enough", () => {
  assert.deepEqual(shieldsOf(people(8, 1)), [1, 0], "bots may have come and gone in between");
  assert.equal(new Set(shieldsOf(people(1, 8, 15, 22, 29, 36, 43))).size, 7);
  const many = shieldsOf(people(...Array(70).keys()).map(({id}) => ({id: id + 1, kind: "person"})));
  assert.deepEqual([...new Set(many)].sort(), [0, 1, 2, 3, 4, 5, 6]);
  assert.deepEqual(shieldsOf([...people(1), {id: 8, kind: "bot"}]), [0, 0], "bots have faces");
});

test("a newcomer is shown the shield they will have", () => {
  assert.equal(nextShield([]), 0);
  assert.equal(nextShield(people(2, 1)), 2);
});
