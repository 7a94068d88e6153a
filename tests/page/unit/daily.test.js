import assert from "node:assert/strict";
import {beforeEach, test} from "node:test";

import {
  closingOf,
  dayAfter,
  dayAt,
  emptyWeek,
  isUnderWay,
  lastWeeks,
  secondsLeft,
  span,
  streakOf,
} from "../../../src/quillmap/web/js/daily/days.js";
import {
  deviceSecret,
  keepResults,
  keptResults,
  knownSecret,
  secretIn,
  takeSecret,
} from "../../../src/quillmap/web/js/daily/diary.js";
import {latestRanking} from "../../../src/quillmap/web/js/daily/latest.js";
import {seasonLine, shareText} from "../../../src/quillmap/web/js/daily/share-text.js";
import {kept} from "./surroundings.js";

test("weeks of the calendar begin on Monday, and the last one ends today", () => {
  for (const [today, first, count] of [
    ["2026-11-16", "2026-10-26", 22],
    ["2026-11-17", "2026-10-26", 23],
    ["2026-11-22", "2026-10-26", 28],
    ["2026-01-01", "2025-12-08", 25],
  ]) {
    const days = lastWeeks(String(today));
    assert.deepEqual([days[0], days.at(-1), days.length], [first, today, count]);
  }
});

const NOON = Date.parse("2026-03-02T12:00Z");
const HOUR = 3600;

/** @returns {any} */
const result = (/** @type {string} */ day, total = 70) => ({day, total, rating: 0, seasons: []});

beforeEach(() => {
  kept.clear();
});

test("a day goes on until midnight in UTC", () => {
  assert.equal(dayAt(NOON), "2026-03-02");
  assert.equal(secondsLeft("2026-03-02", NOON), 12 * HOUR);
  assert.equal(secondsLeft("2026-03-01", NOON), 0);
  assert.ok(isUnderWay("2026-03-02", NOON));
  assert.ok(!isUnderWay("2026-03-01", NOON));
  assert.ok(!isUnderWay("", NOON));
  assert.equal(dayAfter("2026-02-28"), "2026-03-01");
  assert.equal(dayAfter("2026-01-01", -1), "2025-12-31");
});

test("time left is told in whole minutes, never more than there is", () => {
  assert.deepEqual(span(3 * HOUR + 59), {key: "hours", params: {hours: 3, minutes: 0}});
  assert.deepEqual(span(HOUR - 1), {key: "minutes", params: {minutes: 59}});
  assert.equal(span(59).key, "moment");
});

test("a streak lives through the day on which nothing is finished yet", () => {
  assert.equal(streakOf([], "2026-03-02"), 0);
  assert.equal(streakOf(["2026-03-02", "2026-03-01", "2026-02-27"], "2026-03-02"), 2);
  assert.equal(streakOf(["2026-03-01", "2026-02-28"], "2026-03-02"), 2);
  assert.equal(streakOf(["2026-02-28", "2026-02-27"], "2026-03-02"), 0);
});

test("a week without a line says which of its days are over", () => {
  assert.equal(emptyWeek({monday: "2026-03-02", is_over: false}, "2026-03-02"), "none");
  assert.equal(emptyWeek({monday: "2026-03-02", is_over: false}, "2026-03-03"), "so-far");
  assert.equal(emptyWeek({monday: "2026-02-23", is_over: true}, "2026-03-03"), "nobody");
});

test("the last day with a ranking is looked for, a week back at most", async () => {
  /** @type {string[]} */
  const asked = [];
  const day = (/** @type {string} */ address) => address.split("/")[3];
  globalThis.fetch = /** @type {any} */ (
    async (/** @type {string} */ address) => {
      asked.push(day(address));
      return {ok: true, json: async () => ({rows: day(address) === "2026-03-02" ? [{game: "g"}] : []})};
    }
  );
  assert.deepEqual(await latestRanking("2026-03-04"), {day: "2026-03-02", rows: [{game: "g"}]});
  assert.deepEqual(asked, ["2026-03-03", "2026-03-02"]);
  asked.length = 0;
  assert.equal(await latestRanking("2026-02-20"), null);
  assert.equal(asked.length, 7);
});

test("results are kept once for each day, the latest first", () => {
  keepResults([result("2026-03-01"), result("2026-03-02")]);
  keepResults([result("2026-03-01", 80)]);
  assert.deepEqual(
    keptResults().map(({day, total}) => [day, total]),
    [
      ["2026-03-02", 70],
      ["2026-03-01", 80],
    ],
  );
  kept.set("quillmap.expeditions", "{nonsense");
  assert.deepEqual(keptResults(), []);
});

test("another device's secret is taken only if it is one, and brings no results of this device along", () => {
  assert.equal(knownSecret(), null, "who only looks has none");
  const own = deviceSecret(),
    other = "x".repeat(32);
  assert.equal(deviceSecret(), own);
  for (const hash of ["", "#", "#short", `#${"ü".repeat(30)}`, `#${own}`]) assert.equal(secretIn(hash), null);
  assert.equal(secretIn(`#${other}`), other);
  keepResults([result("2026-03-01")]);
  takeSecret(other);
  assert.equal(deviceSecret(), other);
  assert.deepEqual(keptResults(), []);
});

test("a shared text has a bar for each season and gives nothing away", () => {
  assert.equal(seasonLine([0, 20, 45, 90]), "🌱▁ ☀️▃ 🍂▇ ❄️█");
  assert.equal(seasonLine([-3]), "🌱▁");
  const parts = {heading: "Daily expedition", verdict: "70 stars", seasons: [10, 20, 20, 20], link: "https://x/daily"};
  assert.equal(shareText(parts), "Daily expedition\n70 stars\n🌱▂ ☀️▃ 🍂▃ ❄️▃\nhttps://x/daily");
  assert.equal(shareText({...parts, seasons: []}), "Daily expedition\n70 stars\nhttps://x/daily");
});

test("a counted attempt is warned in the last hour, and told when the day is over", () => {
  /** @type {any} */
  const table = {day: "2026-03-02", counted: true, status: "playing"};
  const end = Date.parse("2026-03-03T00:00Z");
  assert.equal(closingOf(table, NOON), null);
  assert.deepEqual(closingOf(table, end - 600_000), {key: "short", seconds: 600});
  assert.equal(closingOf(table, end)?.key, "over");
  for (const other of [{day: ""}, {counted: false}, {status: "finished"}])
    assert.equal(closingOf({...table, ...other}, end), null);
});
