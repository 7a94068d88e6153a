import assert from "node:assert/strict";
import {test} from "node:test";

import {Refusal} from "../../../src/quillmap/web/js/refusal.js";
import {
  changedSpaces,
  eventOf,
  goesOn,
  momentAt,
  momentsOf,
  seasonMarks,
  worthOf,
} from "../../../src/quillmap/web/js/replay/moments.js";
import {createPlayer} from "../../../src/quillmap/web/js/replay/player.js";
import {problemText} from "../../../src/quillmap/web/js/replay/problem-text.js";
import {gameIn} from "../../../src/quillmap/web/js/replay/source.js";
import {placeIn, Watching} from "../../../src/quillmap/web/js/replay/watching.js";
import {t} from "../../../src/quillmap/web/js/words.js";
import {Clock, data, loadPage, settle} from "./surroundings.js";

const catalogue = await loadPage("replay");
const KINDS = ["two-base", "solo-heroes", "skills-ambush"];

test("a record that was changed is told from a file that is none", () => {
  const refused = (/** @type {Record<string, number>} */ params) =>
    problemText(new Refusal({code: "bad-record", message: "", params}));
  assert.equal(refused({event: 61}), t("replay.problem.bad-record-event.text", {event: 61}));
  assert.equal(refused({event: 1}), t("replay.problem.bad-record.text"), "no beginning, no record");
  assert.equal(refused({}), t("replay.problem.bad-record.text"));
});

for (const kind of KINDS) {
  const {replay, stories} = data.shown[kind],
    moments = momentsOf(replay);

  test(`${kind}: moments cover all frames, one after the other`, () => {
    assert.equal(moments[0].kind, "begin");
    assert.equal(moments[moments.length - 1].kind, "end");
    let last = 0;
    for (const moment of moments.slice(1)) {
      assert.equal(moment.first, last + 1);
      assert.equal(moment.events.length, moment.last - moment.first + 1);
      ({last} = moment);
    }
    assert.equal(last, replay.frames.length);
  });

  test(`${kind}: a moment can be played on from while something is still asked`, () => {
    const goingOn = moments.map((moment) => goesOn(replay.frames, moment)),
      end = goingOn.indexOf(false);
    assert.ok(goingOn.slice(0, end).every(Boolean) && !goingOn.slice(end).some(Boolean));
    assert.ok(moments[end].events.length && moments[end].board.season === "winter", "the last drawings end it");
    assert.equal(eventOf(moments[0]), 1);
    moments.forEach((moment, n) => {
      assert.equal(momentAt(moments, eventOf(moment)), n);
      if (n) assert.equal(momentAt(moments, eventOf(moment) - 1), n - 1);
    });
    assert.equal(momentAt(moments, 0), 0);
  });

  test(`${kind}: a question ends its moment, so what is answered belongs to the next`, () => {
    for (const {events} of moments)
      assert.ok(events.every(({event}, n) => event !== "asked" || n === events.length - 1));
  });

  test(`${kind}: the last board is that of the result`, () => {
    const {board} = moments[moments.length - 1];
    assert.ok(board.result);
    assert.deepEqual(
      board.seats.map((/** @type {any} */ seat) => seat.total),
      board.result.totals,
    );
  });

  test(`${kind}: the year has four seasons, in order`, () => {
    const marks = seasonMarks(moments);
    assert.deepEqual(
      marks.map(({season}) => season),
      ["spring", "summer", "autumn", "winter"],
    );
    assert.deepEqual(
      marks.map(({at}) => at),
      marks.map(({at}) => at).sort((a, b) => a - b),
    );
  });

  test(`${kind}: what moments brought joins up from one to the next`, () => {
    for (const {brought} of stories)
      moments.forEach((moment, n) => {
        const worth = worthOf(brought, moment),
          next = moments[n + 1] && worthOf(brought, moments[n + 1]);
        if (!next) return;
        assert.equal(next.coins_before, worth.coins_after);
        assert.equal(next.monsters_before, worth.monsters_after);
        for (const [e, edict] of next.edicts.entries()) assert.equal(edict.before, worth.edicts[e].after);
      });
  });

  test(`${kind}: whoever draws in a moment has changed spaces in it`, () => {
    const drawn = moments.flatMap((moment) =>
      moment.events.filter((event) => event.event === "drawn").map((event) => ({moment, event})),
    );
    assert.ok(drawn.length > 0);
    for (const {moment, event} of drawn)
      for (const space of event.spaces) assert.ok(changedSpaces(moment, event.sheet).includes(space));
  });
}

test("seats draw in one moment, whatever their number", () => {
  const moves = momentsOf(data.shown["two-base"].replay).filter(({kind}) => kind === "move");
  const both = moves.filter(({events}) => events.filter((event) => event.event === "drawn").length === 2);
  assert.ok(both.length > 15);
});

test("an address may name a line of the record", () => {
  const {replay} = data.shown["two-base"];
  /** @type {any} */
  const source = {game: "g", path: "/g/g", replay, story: async () => [], verdict: async () => ({}), review: null};
  const last = momentsOf(replay).length - 1;
  for (const [hash, at] of /** @type {[string, number][]} */ ([
    ["#e1.2", 0],
    ["#e99999.2", last],
  ])) {
    const watching = new Watching(source, catalogue, hash, () => {});
    watching.begin();
    assert.deepEqual([watching.player.at, watching.seat], [at, 1]);
  }
});

test("an address leads to a moment and a map; nonsense leads to the beginning", () => {
  assert.deepEqual(placeIn("#12.3", 4), {at: 11, seat: 2, isReviewed: false});
  assert.deepEqual(placeIn("#12", 4), {at: 11, seat: 0, isReviewed: false});
  assert.deepEqual(placeIn("#12.9", 4), {at: 11, seat: 3, isReviewed: false});
  assert.deepEqual(placeIn("#12.0", 4), {at: 11, seat: 0, isReviewed: false});
  for (const hash of ["", "#", "#x", "#1.2.3", "#12345"])
    assert.deepEqual(placeIn(hash, 4), {at: 0, seat: 0, isReviewed: false});
});

test("the id of a game is found in links and in what somebody typed", () => {
  assert.equal(gameIn("https://quillmap.example/g/abcdefgh#3.1"), "abcdefgh");
  assert.equal(gameIn("  abcdefgh "), "abcdefgh");
  assert.equal(gameIn("https://quillmap.example/"), null);
  assert.equal(gameIn("short"), null);
});

/** @param {string} kind @param {string} [hash] */
function watch(kind, hash = "") {
  const {replay, stories} = data.shown[kind];
  let changes = 0;
  const story = async (/** @type {number} */ n) => stories[n].brought,
    source = {game: "game-id-1", path: "/g/game-id-1", replay, story};
  const watching = new Watching(/** @type {any} */ (source), catalogue, hash, () => void changes++);
  return {watching, changes: () => changes};
}

test("watching begins where the address says, and learns what the drawings brought", async () => {
  const {watching, changes} = watch("two-base", "#9.2");
  watching.begin();
  assert.equal(watching.player.at, 8);
  assert.equal(watching.seat, 1);
  assert.equal(watching.address, "/g/game-id-1#9.2");
  assert.equal(watching.scene().worth, null);
  const before = changes();
  await settle();
  assert.equal(changes(), before + 1);
  assert.ok(watching.scene().worth);
});

test("maps follow each other in a ring, and a map that is chosen ends the overview", async () => {
  const {watching} = watch("two-base");
  watching.toggleOverview();
  await watching.choose(2);
  assert.equal(watching.seat, 0);
  assert.equal(watching.isOverview, false);
  await watching.choose(-1);
  assert.equal(watching.seat, 1);
});

test("a result is read with where its game comes from", () => {
  const {watching} = watch("two-base"),
    chosen = t("games.chosen-deal.text");
  watching.summary = {...watching.summary, is_seeded: false};
  assert.deepEqual(watching.origins, []);
  watching.summary = {...watching.summary, is_seeded: true};
  assert.deepEqual(watching.origins, [["i-eye", chosen]]);
  assert.deepEqual(watching.notes, [], "not before the end");
  watching.player.go(watching.moments.length - 1);
  assert.deepEqual(watching.notes, [chosen]);
  watching.first = {...watching.first, seats: watching.first.seats.slice(0, 1)};
  assert.deepEqual(watching.origins, [], "who plays alone has chosen it, or plays the lesson");
});

test("moments have names, and maps their owners and ranks", () => {
  const {watching} = watch("two-base");
  const names = watching.moments.map((_, at) => watching.nameOf(at));
  assert.equal(names[0], t("replay.moment.begin"));
  assert.equal(names[names.length - 1], t("events.game-ended"));
  assert.ok(names.every((name) => name.length > 0));
  watching.player.go(watching.moments.length - 1);
  const maps = watching.maps(watching.scene());
  assert.deepEqual(
    maps.map(({rank, isFirst, isOn}) => ({rank, isFirst, isOn})),
    [
      {rank: 1, isFirst: true, isOn: true},
      {rank: 2, isFirst: false, isOn: false},
    ],
  );
  watching.player.close();
});

test("the card of the moment is not among those that lie in the column", () => {
  const {watching} = watch("two-base");
  for (let at = 0; at < watching.moments.length; at++) {
    watching.player.go(at);
    const {revealed} = watching.scene();
    if (watching.moment.card && watching.moment.kind === "move")
      assert.notEqual(revealed[revealed.length - 1], watching.moment.card);
  }
});

test("a player goes on by itself at its speed, and stops at the end", () => {
  const clock = new Clock(),
    player = createPlayer(4, () => {}, clock);
  player.toggle();
  clock.pass(1600);
  assert.equal(player.at, 1);
  player.setSpeed(4);
  clock.pass(800);
  assert.equal(player.at, 3);
  assert.equal(player.isPlaying, false);
  player.toggle();
  assert.equal(player.at, 0, "from the end it begins again");
  player.step(1);
  assert.equal(player.isPlaying, false, "whoever steps has stopped");
  clock.pass(10_000);
  assert.equal(player.at, 1);
});

test("a player never leaves its moments", () => {
  const player = createPlayer(4, () => {}, new Clock());
  player.go(99);
  assert.equal(player.at, 3);
  player.step(1);
  assert.equal(player.at, 3);
  player.go(-3);
  assert.equal(player.at, 0);
});
