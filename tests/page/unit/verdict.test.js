import assert from "node:assert/strict";
import {test} from "node:test";

import {
  chosenDeal,
  originOf,
  sealOf,
  verdictLines,
  verdictTexts,
  verdictTitle,
} from "../../../src/quillmap/web/js/replay/verdict-lines.js";
import {cardName, t} from "../../../src/quillmap/web/js/words.js";
import {data, loadPage} from "./surroundings.js";

await loadPage("replay", "command");
const {replay} = data.shown["two-base"],
  names = ["Ada", "Ben"],
  game = {hash: "abc", seed: "xyz", setup: replay.board.setup, names, origin: /** @type {const} */ ("published")};
const end = replay.frames[replay.frames.length - 1].event;
const dishonest = (/** @type {any} */ parts) => ({
  finding: "dishonest",
  code: "wrong-score",
  event: 12,
  expected: "totals [40, 33]",
  found: "totals [77, 33]",
  expected_event: null,
  found_event: null,
  ...parts,
});

test("a record that was changed has a heading and words of its own", () => {
  const verdict = dishonest({});
  for (const origin of /** @type {const} */ (["published", "chosen", "continued", "elsewhere"])) {
    assert.equal(verdictTitle(verdict, origin), t("replay.verdict.dishonest.title"));
    assert.notEqual(verdictTitle(null, origin), verdictTitle(verdict, origin));
  }
  assert.deepEqual(verdictTexts(verdict, "chosen"), [
    t("replay.verdict.dishonest.text"),
    t("replay.verdict.how-wrong.text"),
  ]);
});

test("another total is told by whose it is, in words and not as the program writes it", () => {
  const changed = {...end, totals: [77, ...end.totals.slice(1)]};
  const lines = new Map(
    verdictLines(dishonest({expected_event: end, found_event: changed}), game).map(([label, values]) => [
      label,
      values,
    ]),
  );
  const told = (/** @type {number} */ count) =>
    t("events.game-ended.player", {rank: end.ranks[0], player: "Ada", count});
  assert.deepEqual(lines.get("expected"), [told(end.totals[0])]);
  assert.deepEqual(lines.get("found"), [told(77)]);
  assert.ok(![...lines.values()].flat().some((text) => text.includes("[")));
});

test("another card is told by its name", () => {
  const reveal = (/** @type {string} */ card) => ({event: "card-revealed", card});
  const lines = verdictLines(
    dishonest({code: "wrong-card", expected_event: reveal("homestead"), found_event: reveal("fishing-village")}),
    game,
  );
  const [, values] = /** @type {any} */ (lines.find(([label]) => label === "found"));
  assert.ok(values[0].includes(cardName("fishing-village")));
});

test("an event that cannot be told leaves the reason alone", () => {
  const lines = verdictLines(dishonest({found_event: {event: "card-revealed", card: "no-such-card"}}), game);
  assert.deepEqual(
    lines.map(([label]) => label),
    ["line", "hash", "seed"],
  );
});

test("a fair game shows fingerprint and seed only", () => {
  const lines = verdictLines({...dishonest({}), finding: "honest", code: "honest", event: null}, game);
  assert.deepEqual(lines, [
    ["hash", ["abc"], true],
    ["seed", ["xyz"], true],
  ]);
});

test("of a chosen seed nobody says that its fingerprint was shown at the start", () => {
  const verdict = {...dishonest({}), finding: "honest", code: "honest", event: null};
  assert.deepEqual(
    verdictLines(verdict, {...game, origin: "chosen"}).map(([label]) => label),
    ["hash-chosen", "seed"],
  );
  assert.equal(verdictTexts(verdict, "chosen")[1], t("replay.verdict.how-chosen.text"));
  assert.equal(verdictTexts(verdict, "published")[1], t("replay.verdict.how.text"));
});

test("that somebody chose the deal is told to whoever played with them", () => {
  assert.equal(chosenDeal({names: ["Ada", "Ben"]}), t("games.chosen-deal.text"));
  assert.equal(chosenDeal({names: ["Ada"]}), t("games.chosen-deal"));
});

test("of a game that was played on nobody says that it was fair, or that its cards were unknown", () => {
  const verdict = {...dishonest({}), finding: "honest", code: "honest", event: null},
    from = {game: "g", event: 5};
  assert.equal(originOf({is_seeded: false, continued_from: from}), "continued");
  assert.equal(originOf({is_seeded: true, continued_from: null}), "chosen");
  assert.equal(originOf({is_seeded: false, continued_from: null}), "published");
  assert.equal(sealOf(verdict, "continued"), "continued");
  assert.equal(sealOf(verdict, "published"), "honest");
  assert.equal(sealOf(dishonest({}), "continued"), "dishonest");
  assert.equal(verdictTitle(verdict, "continued"), t("replay.verdict.checkable"));
  assert.equal(verdictTexts(verdict, "continued")[1], t("replay.verdict.how-continued.text"));
  assert.deepEqual(
    verdictLines(verdict, {...game, origin: "continued"}).map(([label]) => label),
    ["hash-alone", "seed-alone"],
  );
});

test("of a record from elsewhere nobody says who chose its seed, or when its fingerprint was shown", () => {
  const verdict = {...dishonest({}), finding: "honest", code: "honest", event: null};
  assert.equal(originOf({is_seeded: null, continued_from: null}), "elsewhere");
  assert.equal(originOf({is_seeded: null, continued_from: {game: "", event: 5}}), "continued");
  assert.equal(sealOf(verdict, "elsewhere"), "elsewhere");
  assert.equal(sealOf(dishonest({}), "elsewhere"), "dishonest");
  assert.equal(sealOf({...verdict, finding: "unfinished"}, "elsewhere"), "unfinished");
  assert.equal(verdictTitle(verdict, "elsewhere"), t("replay.verdict.checkable"));
  assert.equal(verdictTexts(verdict, "elsewhere")[1], t("replay.verdict.how-elsewhere.text"));
  assert.deepEqual(
    verdictLines(verdict, {...game, origin: "elsewhere"}).map(([label]) => label),
    ["hash-alone", "seed-alone"],
  );
});
