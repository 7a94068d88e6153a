import assert from "node:assert/strict";
import {test} from "node:test";

import {FACES, facePicture, hasFace, STYLES, variantOf} from "../../../src/quillmap/web/js/art-faces.js";
import {botsAt, botsOf, kindOf, levelLabel} from "../../../src/quillmap/web/js/bots.js";
import {seatPicture} from "../../../src/quillmap/web/js/seat-picture.js";
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

test("on a device nobody looks ahead", () => {
  const bots = {levels: ["scribe", "master"], offered: ["scribe", "master"], standard: "scribe"};
  assert.deepEqual(botsAt(bots, true).offered, ["scribe"]);
  assert.deepEqual(botsAt(bots, false).offered, ["scribe", "master"]);
});
