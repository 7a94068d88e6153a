import assert from "node:assert/strict";
import {test} from "node:test";

import {momentsOf} from "../../../src/quillmap/web/js/replay/moments.js";
import {placeIn, Watching} from "../../../src/quillmap/web/js/replay/watching.js";
import {drawnBy} from "../../../src/quillmap/web/js/review/better-art.js";
import {nearest} from "../../../src/quillmap/web/js/review/curve.js";
import {clearPlace, isFar} from "../../../src/quillmap/web/js/review/curve-figures.js";
import {followReview} from "../../../src/quillmap/web/js/review/following.js";
import {
  barsOf,
  curveOf,
  evened,
  evenTenths,
  faultFrom,
  faultsOf,
  marksOf,
  momentOf,
  rangeOf,
  thoseAt,
  valueAt,
  waterfallOf,
} from "../../../src/quillmap/web/js/review/judged.js";
import {positionSocket, welcomeTo} from "../../../src/quillmap/web/js/review/position-socket.js";
import {storyBefore, taskIn} from "../../../src/quillmap/web/js/review/task.js";
import {
  change,
  decimal,
  judgedText,
  partLabel,
  partName,
  reasonText,
  restText,
  triedKey,
  whyText,
} from "../../../src/quillmap/web/js/review/words.js";
import {openSession} from "../../../src/quillmap/web/js/session.js";
import {t} from "../../../src/quillmap/web/js/words.js";
import {Clock, data, loadPage, settle} from "./surroundings.js";

const catalogue = await loadPage("replay", "review");
const MOVE = {move: "draw", spaces: ["A1", "A2"], terrain: "forest"};

/** A decision; `given` says what matters in a test. @param {any} given @returns {any} */
const decision = (given) => ({
  ask: "draw",
  card: "hamlet",
  class: "best",
  loss: 0,
  margin: 0.2,
  sheet: 0,
  played: {move: MOVE, value: 100},
  best: [{move: MOVE, value: 100 + (given.loss ?? 0)}],
  reasons: [],
  ...given,
});
/** @param {any[]} decisions @param {any} [more] @returns {any} */
const progress = (decisions, more = {}) => ({
  done: decisions.length,
  length: 9,
  ahead: 0,
  decisions,
  cards: [],
  account: null,
  is_waiting: false,
  ...more,
});
/** Moments of two frames each, after the beginning. @param {number} count */
const spans = (count) => [
  {first: 0, last: 0},
  ...Array.from({length: count}, (_, n) => ({first: 2 * n + 1, last: 2 * n + 2})),
];

test("a line of the record is found in its moment", () => {
  const moments = spans(3);
  assert.deepEqual(
    [1, 2, 3, 4, 7, 99].map((event) => momentOf(event, moments)),
    [0, 1, 1, 2, 3, 3],
  );
  assert.deepEqual(thoseAt([{event: 2}, {event: 3}, {event: 4}], 1, moments), [{event: 2}, {event: 3}]);
});

for (const kind of ["two-base", "solo-heroes", "skills-ambush"])
  test(`${kind}: every event has the moment that tells it`, () => {
    const {replay} = data.shown[kind],
      moments = momentsOf(replay);
    replay.frames.forEach((/** @type {any} */ {event}, /** @type {number} */ n) => {
      assert.ok(moments[momentOf(n + 2, moments)].events.includes(event));
    });
  });

test("mistakes are gone through in their order; who made none goes through slips", () => {
  const moments = spans(8);
  const marks = marksOf(
    [
      decision({event: 2, class: "good", loss: 0.4}),
      decision({event: 4, class: "slip", loss: 1.4}),
      decision({event: 6, class: "mistake", loss: 2.4}),
      decision({event: 8, class: "blunder", loss: 9}),
    ],
    moments,
  );
  assert.deepEqual(
    marks.map(({at}) => at),
    [2, 3, 4],
  );
  const faults = faultsOf(marks);
  assert.deepEqual(
    faults.map(({at}) => at),
    [3, 4],
  );
  assert.equal(faultFrom(faults, 0, 1)?.at, 3);
  assert.equal(faultFrom(faults, 3, 1)?.at, 4);
  assert.equal(faultFrom(faults, 4, 1), undefined);
  assert.equal(faultFrom(faults, 4, -1)?.at, 3);
  assert.equal(faultFrom(faults, 3, -1), undefined);
  assert.deepEqual(
    faultsOf(marks.slice(0, 1)).map(({at}) => at),
    [2],
  );
});

test("the curve goes from what was expected to the stars, and falls by what was lost", () => {
  const moments = spans(4);
  const found = curveOf(
    progress(
      [
        decision({event: 2, played: {move: MOVE, value: 90}, best: [{move: MOVE, value: 93}], loss: 3}),
        decision({event: 4, sheet: 1, loss: 5}),
        decision({event: 6, played: {move: MOVE, value: 95}, best: [{move: MOVE, value: 95.2}]}),
      ],
      {ahead: 8, account: {expected: 100, stars: 88}},
    ),
    moments,
    0,
  );
  assert.deepEqual(found, [
    {at: 0, value: 100},
    {at: 0.5, value: 93 + 7},
    {at: 1, value: 90 + 6},
    {at: 2.5, value: 95 + 3},
    {at: 3, value: 95 + 2},
    {at: 4, value: 88},
  ]);
  assert.equal(valueAt(found, 1), 96);
  assert.equal(valueAt(found, 2), 96 + (2 * 1) / 1.5);
  assert.equal(valueAt(found, 9), 88);
  const {low, high} = rangeOf(found);
  assert.ok(low < 88 && high > 100);
});

test("a curve that has just begun is drawn as far as it is known", () => {
  assert.deepEqual(curveOf(progress([]), spans(4), 0), []);
  assert.equal(curveOf(progress([decision({event: 2})]), spans(4), 0).length, 2);
});

test("what is shown of an account adds up to the last tenth", () => {
  for (const [expected, luck, loss] of [
    [116.849, -3.551, 8.749],
    [100.05, 0.05, 0.05],
    [0.04, 0.04, -0.04],
    [12.3, -30.25, 4.449],
  ]) {
    const stars = 96,
      remainder = stars - expected - luck + loss;
    const steps = waterfallOf({expected, luck, loss, remainder, stars});
    const [start, first, second, third, end] = steps;
    assert.equal(start.tenths + first.tenths + second.tenths + third.tenths, end.tenths);
    assert.equal(end.tenths, 960);
    assert.equal(third.to, end.to);
    assert.ok(Math.abs(third.tenths - remainder * 10) <= 2);
    for (const {left, width} of barsOf(steps)) assert.ok(left >= 0 && width >= 0 && left + width <= 100 + 1e-9);
  }
});

test("bars begin at what is least, also below zero", () => {
  const bars = barsOf(waterfallOf({expected: 2, luck: -6, loss: 0, remainder: 0, stars: -4}));
  assert.deepEqual(bars[1], {left: 0, width: 100});
  assert.ok(Math.abs(bars[0].left - 100 * (4 / 6)) < 1e-9);
});

test("a tap beside a mistake means it; elsewhere the moment under it", () => {
  const reviewing = {marks: [{at: 5, decision: decision({event: 5})}], watching: {player: {count: 101}}};
  assert.equal(nearest(reviewing, 60, 1000), 5);
  assert.equal(nearest(reviewing, 200, 1000), 20);
  assert.equal(nearest(reviewing, -4, 1000), 0);
  assert.equal(nearest(reviewing, 2000, 1000), 100);
});

test("the parts of an account add up to the whole as they are shown, in both directions", () => {
  assert.deepEqual(evenTenths([0.34, 0.31, 0.36, 0], 1.11), [0.4, 0.3, 0.4, 0]);
  const lines = [8.152, 9.262, 16.881, 31.551, 4.849, 13.567, -4.125];
  const parts = lines.map((loss, n) => ({expected: 10.04, luck: -1.26, loss, remainder: 0, stars: n}));
  const whole = {expected: 70.28, luck: -8.82, loss: 80.137, remainder: 0, stars: 21, parts};
  const shown = evened(whole);
  const tenths = (/** @type {keyof import("../../../src/quillmap/web/js/review/judged.js").Account} */ id) =>
    shown.parts.reduce((sum, part) => sum + (waterfallOf(part).find((step) => step.id === id)?.tenths ?? 0), 0);
  for (const step of waterfallOf(shown)) assert.equal(tenths(step.id), step.tenths, step.id);
  for (const [n, {loss}] of shown.parts.entries()) assert.ok(Math.abs(loss - lines[n]) < 0.1);
});

test("a figure of the curve stands at its point, or beside the marks that are there", () => {
  assert.equal(clearPlace(500, 30, 1000, []), 500);
  assert.equal(clearPlace(2, 30, 1000, []), 15, "and within the curve");
  assert.equal(clearPlace(500, 30, 1000, [{from: 490, to: 511}]), 475);
  const crowded = [
    {from: 470, to: 491},
    {from: 490, to: 511},
  ];
  assert.equal(clearPlace(500, 30, 1000, crowded), 526, "never under the next mark");
  assert.equal(clearPlace(990, 30, 1000, [{from: 980, to: 1001}]), 965);
  assert.equal(clearPlace(20, 30, 40, [{from: 0, to: 40}]), 20, "without any room, at its point");
});

test("a figure that has no room near its point is left out: there it would be that of another moment", () => {
  const mark = {from: 490, to: 511};
  assert.equal(isFar(500, 500, 30, []), false);
  assert.equal(isFar(15, 2, 30, []), false, "pushed into the curve");
  assert.equal(isFar(526, 500, 30, [mark]), false, "beside the mark of its point");
  assert.equal(isFar(547, 500, 30, [mark, {from: 511, to: 532}]), true, "beside the next one");
  assert.equal(isFar(300, 500, 30, []), true);
});

test("reasons are told as on the command line: two gains, two costs, nothing small", () => {
  const reasons = [
    {part: "borderlands", difference: 4.12},
    {part: "coins", difference: -1.5},
    {part: "monsters", difference: 0.31},
    {part: "room", difference: 0.29},
  ];
  assert.equal(
    reasonText(reasons),
    "The best answer is better for: Borderlands (+4.1), monsters (+0.3); at the price of: coins (−1.5).",
  );
  assert.equal(reasonText(reasons.slice(0, 1), true), "The best answer costs the neighbour more: Borderlands (+4.1).");
  assert.equal(reasonText([{part: "coins", difference: -2}]), "");
  assert.deepEqual([decimal(-0.04), change(0.04), change(-1.25), change(3)], ["0.0", "0.0", "−1.2", "+3.0"]);
});

test("what a move draws is known by terrain", () => {
  assert.deepEqual(drawnBy(/** @type {any} */ (MOVE)), [
    {
      cells: [
        [0, 0],
        [0, 1],
      ],
      terrain: "forest",
    },
  ]);
  assert.equal(drawnBy({move: "declare", use: true}).length, 0);
  assert.equal(drawnBy({move: "destroy", space: "B2"})[0].terrain, "destroyed");
});

test("a review is asked for until it is done, and no longer once it is not wanted", async () => {
  const clock = new Clock(),
    answers = [progress([]), progress([decision({event: 2})]), progress([], {account: {}})];
  /** @type {any[]} */
  const told = [];
  let asked = 0;
  followReview(
    async () => answers[asked++],
    (each) => told.push(each),
    assert.fail,
    clock,
  );
  for (let n = 0; n < 5; n++) {
    await settle();
    clock.pass(1000);
  }
  assert.deepEqual(told, answers);
  assert.equal(asked, 3);
  const stop = followReview(async () => progress([]), assert.fail, assert.fail, clock);
  stop();
  await settle();
});

test("a server that has too much to do is asked again later, which is told; other troubles end it", async () => {
  const clock = new Clock(),
    part = progress([decision({event: 2})]),
    busy = Object.assign(new Error(), {code: "too-many"}),
    lost = Object.assign(new Error(), {code: "no-such-game"}),
    answers = [busy, part, busy, lost];
  /** @type {any[]} */
  const told = [],
    /** @type {any[]} */
    failed = [];
  const ask = async () => {
    const answer = answers.shift();
    if (answer instanceof Error) throw answer;
    return /** @type {any} */ (answer);
  };
  followReview(
    ask,
    (each) => told.push([each.decisions.length, each.is_waiting]),
    (error) => failed.push(error),
    clock,
  );
  await settle();
  assert.deepEqual(told, [[0, true]]);
  clock.pass(1000);
  await settle();
  assert.equal(answers.length, 3, "not at once");
  for (let n = 0; n < 5; n++) {
    clock.pass(5000);
    await settle();
  }
  assert.deepEqual(told, [
    [0, true],
    [1, false],
    [1, true],
  ]);
  assert.deepEqual(failed, [lost]);
});

test("a replay has a review for each map, and its address says so", async () => {
  const {replay, stories} = data.shown["two-base"];
  /** @type {number[]} */
  const asked = [];
  const source = {
    game: "g",
    replay,
    story: async (/** @type {number} */ seat) => stories[seat].brought,
    verdict: async () => /** @type {any} */ ({}),
    review: async (/** @type {number} */ seat) => {
      asked.push(seat);
      return progress([decision({event: 5, class: "blunder", loss: 5, sheet: seat})], {
        account: {expected: 1, stars: 2},
      });
    },
  };
  const watching = new Watching(source, catalogue, "#1.2r", () => {});
  watching.begin();
  await settle();
  assert.ok(watching.address.endsWith("#1.2r"));
  assert.equal(watching.reviewing.faults.length, 1);
  watching.reviewing.go(1);
  assert.equal(watching.player.at, momentOf(5, watching.moments));
  assert.equal(watching.reviewing.better(1), "");
  watching.reviewing.showBest(true);
  assert.ok(watching.reviewing.better(1).includes("stroke-dasharray"));
  await watching.choose(0);
  await settle();
  assert.deepEqual(asked, [1, 0]);
  watching.reviewing.set(false);
  assert.equal(watching.reviewing.better(1), "");
  assert.ok(!watching.address.endsWith("r"));
  const elsewhere = new Watching({...source, review: null}, catalogue, "#1.2r", () => {});
  elsewhere.begin();
  assert.equal(elsewhere.reviewing.isOn, false);
  assert.deepEqual(placeIn("#12.3r", 5), {at: 11, seat: 2, isReviewed: true});
});

test("a task is in the address", () => {
  assert.deepEqual(taskIn("#12.3.40"), {at: 12, seat: 2, event: 40});
  for (const hash of ["", "#12.3", "#a.b.c", "#1.2.3.4"]) assert.equal(taskIn(hash), null);
});

test("the story of a task ends before it", () => {
  const {replay} = data.shown["two-base"],
    story = storyBefore(replay, replay.board, 6);
  assert.deepEqual(
    story.events,
    replay.frames.slice(0, 4).map((/** @type {any} */ {event}) => event),
  );
});

test("a position looks like a table, and what is answered is judged instead of played", async () => {
  const {board} = data.shown["two-base"].replay,
    own = {seat: 1, answer: null, choices: null},
    position = /** @type {any} */ ({board, own, worth: {sheet: 1}});
  const welcome = welcomeTo(position, ["Ada"]);
  assert.deepEqual(
    welcome.table.seats.map(({name, kind}) => [name, kind]),
    [
      ["Ada", "bot"],
      ["2", "person"],
    ],
  );
  /** @type {any[]} */
  const judged = [];
  const connecting = positionSocket(position, [], async (move) => void judged.push(move));
  const session = openSession("", null, {connecting, frame: (step) => step(), isSeen: () => true});
  await settle();
  await settle();
  assert.equal(session.store.state.seatId, 2);
  assert.deepEqual(session.store.state.worth, {sheet: 1});
  await session.play(/** @type {any} */ (MOVE));
  assert.deepEqual(judged, [MOVE]);
  assert.equal(session.store.state.isSending, false);
  session.close();
});

test("a part is a word in a sentence, and has a capital letter where it stands alone", () => {
  assert.equal(partName("room"), "room for what comes");
  assert.equal(partLabel("room"), "Room for what comes");
  assert.equal(partLabel("borderlands"), "Borderlands");
});

test("what the named reasons leave of a loss is told, so that the numbers add up", () => {
  const reasons = [
    {part: "monsters", difference: 3.7},
    {part: "coins", difference: 1.9},
    {part: "room", difference: 1.5},
  ];
  assert.equal(restText(9.1, reasons), t("review.rest.text", {rest: "+3.5"}));
  assert.equal(restText(4.8, reasons), t("review.rest.text", {rest: "\u22120.8"}));
  assert.equal(restText(5.7, reasons), "");
  assert.equal(restText(5.7, []), "");
  const rounded = [3.44, 2.34, 1.24].map((difference) => ({part: "coins", difference}));
  assert.equal(restText(7.02, rounded), t("review.rest.text", {rest: "+1.3"}), "3.4, 2.3 and this make 7.0");
  const price = [...reasons, {part: "skills", difference: -1}];
  assert.equal(whyText(4.6, price), reasonText(price));
  assert.equal(whyText(5.7, price, {isHarm: true}), reasonText(price, true));
  assert.equal(whyText(1, price), `${reasonText(price)} ${t("review.rest.text", {rest: "\u22123.6"})}`);
});

test("a judgement is told in a line to those who hear the replay", () => {
  const reasons = [{part: "coins", difference: 2.5}];
  const blunder = /** @type {any} */ ({class: "blunder", loss: 2.5, reasons, sheet: 0});
  assert.equal(judgedText(blunder, 0), `blunder \u22122.5. ${whyText(2.5, reasons)}`);
  assert.equal(judgedText({...blunder, class: "best", loss: 0}, 0), "best.");
  assert.equal(judgedText(blunder, 1), `blunder \u22122.5. ${whyText(2.5, reasons, {isHarm: true})}`);
});

test("an answer that is better than the mistake, but not the best, is told so", () => {
  assert.equal(triedKey({loss: 0, gain: 3.4}), "review.right");
  assert.equal(triedKey({loss: 1.8, gain: 1.6}), "review.better");
  assert.equal(triedKey({loss: 3.4, gain: 0.04}), "review.not-yet");
  assert.equal(triedKey({loss: 5, gain: -1.6}), "review.not-yet");
});
