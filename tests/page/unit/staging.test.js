import assert from "node:assert/strict";
import {describe, test} from "node:test";
import {seasonsOf} from "../../../src/quillmap/web/js/cards.js";
import {edictSums} from "../../../src/quillmap/web/js/share/picture.js";
import {endingRows} from "../../../src/quillmap/web/js/staging/both-endings.js";
import {leftCount, noteBegun, noteEnded} from "../../../src/quillmap/web/js/staging/counted.js";
import {
  decidingRules,
  groupsOf,
  linesOf,
  orderRules,
  standings,
} from "../../../src/quillmap/web/js/staging/counting.js";
import {effectsOf, readingTime, ringsArt} from "../../../src/quillmap/web/js/staging/effects.js";
import {openCourse} from "../../../src/quillmap/web/js/staging/pacing.js";
import {stillWords, untilClock} from "../../../src/quillmap/web/js/staging/signs.js";
import {happeningsOf, isForMenu} from "../../../src/quillmap/web/js/staging/stage.js";
import {lengthsOf, stillDrawing, winnersText} from "../../../src/quillmap/web/js/staging/standing.js";
import {outlinesOf} from "../../../src/quillmap/web/js/staging/walk.js";
import {t} from "../../../src/quillmap/web/js/words.js";
import {data, loadPage, settle} from "./surroundings.js";

await loadPage("endings");

/** Sets of spaces as they travel. @param {...number} numbers */
const hex = (...numbers) => numbers.reduce((mask, n) => mask | (1n << BigInt(n)), 0n).toString(16);
/** A drawing on one's own map. @param {Record<string, any>} more @returns {any} */
const drawn = (more) => ({event: "drawn", seat: 0, sheet: 0, spaces: ["C3"], coins: 0, destroyed: [], ...more});
/** @param {any} event @param {any} [sheet] */
const shown = (event, sheet = {dragon: hex(0, 1)}) => effectsOf(event, 0, ["Ada", "Marta"], sheet);

test("both endings are compared part by part, and the parts make the total", () => {
  const before = {edicts: [4, 8, 0, 6], coins: 5, monsters: 3, seasons: [2, 5, 6, 7]},
    now = {edicts: [6, 8, 0, 6], coins: 4, monsters: 0, seasons: [2, 5, 8, 9]};
  const rows = endingRows(["a", "b", "c", "d"], before, now),
    total = rows.pop();
  assert.deepEqual(total, {part: "total", before: 20, now: 24});
  assert.deepEqual(
    rows.map(({part}) => part),
    ["a", "b", "c", "d", "coins", "monsters"],
  );
  for (const when of /** @type {const} */ (["before", "now"]))
    assert.equal(
      rows.reduce((sum, row) => sum + row[when], 0),
      total?.[when],
    );
});

describe("who has won", () => {
  const names = ["Anchor", "Scribe", "Ada"],
    result = {ranks: [1, 2, 3], totals: [101, 60, 50]},
    shared = {ranks: [1, 3, 1], totals: [1, 0, 1]};
  test("a winner is told so without a name", () => {
    assert.equal(winnersText(result, names, 0), "You win with 101 stars!");
    assert.equal(winnersText({...result, totals: [1, 0, 0]}, names, 0), "You win with 1 star!");
    assert.equal(winnersText(shared, names, 2), "You and Anchor share the victory with 1 star each!");
  });
  test("everybody else reads the names", () => {
    for (const me of [null, 1]) {
      assert.equal(winnersText(result, names, me), t("events.game-ended.winner", {player: "Anchor", count: 101}));
      assert.match(winnersText(shared, names, me), /^Anchor and Ada share/);
    }
  });
});

describe("what is shown of an event", () => {
  test("the Dragon is shown when the server says that it paid", () => {
    const [effect] = shown(drawn({coins: 4, paid_by: {dragon: 3, shape: 1}}));
    assert.deepEqual([effect.spaces, effect.coins, effect.sign], [["A1", "A2"], 4, "coin"]);
    assert.match(effect.text, /3 coins/);
  });
  test("a coin shape beside two mountains is not the Dragon", () => {
    assert.deepEqual(shown(drawn({coins: 3, paid_by: {mountains: 2, shape: 1}})), []);
  });
  test("a nearly full track does not hide the Dragon", () => {
    const [effect] = shown(drawn({coins: 1, paid_by: {dragon: 1}}));
    assert.equal(effect.coins, 1);
    assert.match(effect.text, /1 coin for/);
  });
  test("one's own drawing needs no scene", () => {
    assert.deepEqual(shown(drawn({})), []);
  });
  test("a neighbour's drawing names the neighbour", () => {
    const [effect] = shown(drawn({seat: 1}));
    assert.deepEqual([effect.spaces, effect.after], [["C3"], false]);
    assert.match(effect.text, /Marta/);
  });
  test("zombies come before the hero strikes them", () => {
    const wave = {event: "spread", sheet: 0, spaces: ["A2", "B1"], destroyed: ["A2"], coins: 0};
    assert.deepEqual(
      shown(wave).map(({spaces, isStruck, after}) => [spaces, isStruck, after]),
      [
        [["A2", "B1"], false, false],
        [["A2"], true, true],
      ],
    );
  });
  for (const [cause, name] of [
    ["gorgon-gaze", "Gorgon"],
    ["giant-troll-ravage", "Troll"],
  ])
    test(`${name} destroys a space`, () => {
      const [effect] = shown({event: "destroyed", seat: 0, sheet: 0, space: "F6", cause, coins: 0});
      assert.deepEqual([effect.spaces, effect.isStruck], [["F6"], true]);
      assert.match(effect.text, new RegExp(`${name}.*F6|F6.*${name}`));
    });
  test("there is a ring for every space, and a cross where something is lost", () => {
    const cells = /** @type {[number, number][]} */ ([
      [0, 0],
      [3, 4],
    ]);
    assert.equal(ringsArt(cells, false, false).split('class="ringed"').length, 3);
    assert.ok(ringsArt(cells, true, false).includes("--clash"));
    assert.ok(ringsArt(cells, false, true).includes("--earn-glow"));
  });
  test("a longer sentence stays longer", () => {
    assert.ok(readingTime("a long sentence") > readingTime("a word"));
  });
});

describe("what happened to one's own map", () => {
  const seats = /** @type {any} */ ([{sheet: {forest: "1"}}, {sheet: {water: "2"}}]);
  const events = /** @type {any} */ ([{event: "drawn"}, {event: "drawn"}, {event: "round-ended"}]);

  test("an event has its change, and others have none", () => {
    const between = /** @type {any} */ ({sheet: {forest: "3"}});
    const changes = [{event: 0, seat: between, tried: [0, 1]}, {event: 1}];
    const found = happeningsOf(/** @type {any} */ ({events, board: {seats}, own_changes: changes}), 1);
    assert.deepEqual(
      found.map(({seat, tried}) => [seat, tried]),
      [
        [between, [0, 1]],
        [seats[1], []],
        [null, []],
      ],
    );
  });
  test("monsters stand until they are struck", () => {
    const changes = [{event: 1, unstruck: {monster: "4"}}];
    const found = happeningsOf(/** @type {any} */ ({events, board: {seats}, own_changes: changes}), 0);
    assert.deepEqual(found[1].unstruck, {monster: "4"});
    assert.equal(found[0].unstruck, null);
  });
});

test("an outline goes where it was tried", () => {
  assert.deepEqual(outlinesOf(["#.", ".#"], [0, 12]), [
    [
      [0, 0],
      [1, 1],
    ],
    [
      [1, 1],
      [2, 2],
    ],
  ]);
});

describe("the count of a season", () => {
  for (const [kind, {replay}] of Object.entries(/** @type {Record<string, any>} */ (data.shown)))
    for (const {event} of replay.frames.filter((/** @type {any} */ frame) => frame.event.event === "season-scored"))
      test(`${kind}, ${event.season}: what earns adds up to the points`, () => {
        const {setup, edicts, seats} = replay.board;
        const season = /** @type {any} */ (seasonsOf(setup).find(({id}) => id === event.season));
        for (const seat of seats.keys()) {
          const lines = linesOf(event, seat, edicts, season.edicts),
            score = event.scores[seat];
          assert.deepEqual(
            lines.map((line) => line.points),
            [...score.edicts, score.coins, -score.monsters],
          );
          assert.deepEqual(
            lines.slice(0, 2).map((line) => line.card),
            season.edicts.map((/** @type {number} */ place) => edicts[place]),
          );
          for (const line of lines.filter((each) => each.kind !== "coins"))
            assert.equal(
              line.awards.reduce((sum, award) => sum + award.points, 0) + 0,
              line.points + 0,
              `${line.kind} ${line.card}`,
            );
        }
      });

  test("equal awards are told together", () => {
    const sheet = {village: hex(0, 2, 22, 23)};
    const awards = [
      {points: 8, spaces: hex(22, 23)},
      {points: 1, spaces: hex(0)},
      {points: 1, spaces: hex(2)},
    ];
    assert.deepEqual(groupsOf(awards, sheet), [
      {count: 1, points: 8, terrain: "village", size: 2, isCluster: true},
      {count: 2, points: 1, terrain: "village", size: 1, isCluster: true},
    ]);
  });
  test("awards of different size have none in common", () => {
    const sheet = {water: hex(0, 22, 23)};
    const awards = [
      {points: 2, spaces: hex(0)},
      {points: 2, spaces: hex(22, 23)},
    ];
    assert.deepEqual(groupsOf(awards, sheet), [{count: 2, points: 2, terrain: "water", size: 0, isCluster: true}]);
  });
  test("three trees in a column of a larger forest are spaces, not a cluster", () => {
    const forest = {forest: hex(0, 1, 11, 22)};
    const isCluster = (/** @type {string} */ spaces) => groupsOf([{points: 6, spaces}], forest)[0].isCluster;
    assert.deepEqual([hex(0, 11, 22), forest.forest].map(isCluster), [false, true]);
  });
});

test("every edict brings what its two seasons brought", () => {
  const scores = /** @type {any} */ ([{edicts: [1, 2]}, {edicts: [3, 4]}, {edicts: [5, 6]}, {edicts: [7, 8]}]);
  const seasons = seasonsOf({seasons: "base"});
  assert.deepEqual(edictSums(scores, seasons), [9, 5, 9, 13]);
  assert.deepEqual(edictSums(scores.slice(0, 1), seasons), [1, 2, 0, 0]);
});

describe("how the table stands", () => {
  /** @param {[number, number, number][]} seats total, lost to monsters and rank of each */
  const order = (...seats) =>
    standings(
      /** @type {any} */ ({
        seats: seats.map(([total, lost]) => ({total, lost})),
        ranks: seats.map(([, , rank]) => rank),
      }),
    );

  test("in the order of the server's ranks, tied where the stars are equal", () => {
    assert.deepEqual(
      order([20, 5, 3], [30, 0, 1], [20, 2, 2], [9, 0, 4]).map(({seat, rank, isTied}) => [seat, rank, isTied]),
      [
        [1, 1, false],
        [2, 2, true],
        [0, 3, true],
        [3, 4, false],
      ],
    );
  });
  test("that who has resigned comes last is said in the place of a rule about ties that decided nothing", () => {
    const rules = (/** @type {number[]} */ totals, /** @type {number[]} */ resigned) => {
      const help = totals.map((_, seat) => ({resigned: resigned.includes(seat)})),
        seats = totals.map((total) => ({total, lost: 0}));
      return orderRules(/** @type {any} */ ({seats, ranks: totals.map((_, n) => n + 1), result: {help}}), "tie");
    };
    assert.deepEqual(rules([20, 20], [1]), ["endings.resigned-last.text"]);
    assert.deepEqual(rules([20, 20], []), ["tie"]);
    assert.deepEqual(rules([20, 20, 20], [2]), ["tie", "endings.resigned-last.text"]);
    assert.deepEqual(rules([20, 19], []), []);
  });
  test("beside a result stand only rules that decided something", () => {
    const rules = (/** @type {boolean} */ isBroken, /** @type {boolean} */ resigned) => {
      const seats = [20, 20, 9].map((total) => ({total, lost: 0})),
        help = [{}, {}, {resigned}];
      return decidingRules(/** @type {any} */ ({seats, ranks: [1, 2, 3], result: {tie_broken: isBroken, help}}));
    };
    assert.deepEqual(rules(false, false), []);
    assert.deepEqual(rules(true, false), ["events.game-ended.tie-break"]);
    assert.deepEqual(rules(false, true), ["endings.resigned-last.text"]);
    assert.deepEqual(rules(true, true), ["events.game-ended.tie-break", "endings.resigned-last.text"]);
  });
  test("who shares a place stays in the order of the seats", () => {
    assert.deepEqual(
      order([20, 1, 1], [20, 1, 1]).map(({seat, rank}) => [seat, rank]),
      [
        [0, 1],
        [1, 1],
      ],
    );
  });
  test("bars are as long as the stars are many", () => {
    assert.deepEqual(lengthsOf([5, 7]), [5, 7]);
    assert.deepEqual(lengthsOf([5, -3, 4]), [2, 0, 4]);
    assert.deepEqual(lengthsOf([-4, 10]), [0, 6]);
  });
});

test("beside the count stands how many still draw, at a table of more than one", () => {
  /** @type {any} */
  const progress = {waiting: [0, 1, 2], answered: [1]};
  /** @type {any} */
  const board = {seats: [{}, {}, {}]};
  assert.equal(stillDrawing(progress, board), 2);
  assert.equal(stillDrawing(progress, {...board, seats: [{}]}), 0);
  assert.equal(stillDrawing(null, board), 0);
});

test("while a season is counted, it is the next card that some still draw", () => {
  assert.equal(stillWords(2, false), "2 still drawing");
  assert.equal(stillWords(2, true), "Next card: 2 still drawing");
});

test("a show waits under a dialog, and shows again for its whole time what lay under it", async (context) => {
  context.mock.timers.enable({apis: ["setTimeout"]});
  const course = openCourse();
  let isOver = false;
  void course.beat(1000).then(() => (isOver = true));
  context.mock.timers.tick(900);
  course.cover(true);
  await settle();
  context.mock.timers.tick(60_000);
  await settle();
  course.cover(false);
  await settle();
  context.mock.timers.tick(900);
  await settle();
  assert.equal(isOver, false);
  context.mock.timers.tick(100);
  await settle();
  assert.equal(isOver, true);
});

test("a count that makes way goes to its end and waits for nobody", async (context) => {
  context.mock.timers.enable({apis: ["setTimeout"]}); // a real one would keep Node waiting for a minute
  const course = openCourse();
  const shown = (async () => {
    await course.beat(60_000);
    await course.end();
  })();
  course.leave();
  await shown;
  assert.ok(course.isSkipped);
});

test("at tables by seconds the clock stands while a season is counted", () => {
  const view = /** @type {any} */ ({deadline: 150, table: {pace: {kind: "seconds", amount: 30}}, skew: 0});
  assert.equal(untilClock(view, 100), 20);
  assert.equal(untilClock(view, 130), 0);
  assert.equal(untilClock({...view, deadline: null}, 100), null);
  assert.equal(untilClock({...view, table: {pace: {kind: "days", amount: 1}}}, 100), null);
});

test("a count that was left before its end is shown again, while it is the newest thing and there is time", () => {
  const event = {event: "season-scored", season: "spring", awards: []};
  const view = /** @type {any} */ ({
    board: {game: "g", result: null},
    own: {seat: 0},
    recent: [{event: "drawn"}, event],
    deadline: null,
    table: {pace: {kind: "none"}},
    skew: 0,
  });
  noteEnded();
  assert.equal(leftCount(view), null, "it was seen, or this device has not shown it");
  noteBegun("g", "spring");
  assert.equal(leftCount(view), event);
  assert.equal(leftCount({...view, recent: [{event: "drawn"}]}), null);
  assert.equal(leftCount({...view, own: null}), null);
  assert.equal(leftCount({...view, board: {game: "h", result: null}}), null);
  const running = {deadline: Date.now() / 1000 + 20, table: {pace: {kind: "seconds", amount: 30}}};
  assert.equal(leftCount({...view, ...running}), null, "the clock of the next card runs");
  noteEnded();
});

test("what is covered can still be ended", async (context) => {
  context.mock.timers.enable({apis: ["setTimeout"]}); // as above
  const course = openCourse();
  course.cover(true);
  const beat = course.beat(60_000);
  course.skip();
  await beat;
  assert.ok(course.isSkipped);
});

test("a tap on the menu, or in what it opens, ends no scene", () => {
  const on = (/** @type {boolean} */ isMenu) => /** @type {any} */ ({closest: () => (isMenu ? {} : null)});
  assert.ok(isForMenu({target: on(true)}));
  assert.ok(isForMenu({target: on(false), key: "Tab"}), "which leads to it");
  assert.ok(!isForMenu({target: on(false), key: "Shift"}));
  assert.ok(!isForMenu({target: /** @type {any} */ (globalThis)}));
});
