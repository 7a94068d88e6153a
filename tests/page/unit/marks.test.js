import assert from "node:assert/strict";
import {describe, test} from "node:test";

import {targets} from "../../../src/quillmap/web/js/art-marks.js";
import {gains} from "../../../src/quillmap/web/js/table/marks.js";

/** What a map is worth. @param {Record<string, any>} more @returns {any} */
const worth = (more) => ({
  sheet: 0,
  edicts: [],
  coins_before: 0,
  coins_after: 0,
  monster_spaces: "0",
  closed_mountains: "0",
  ...more,
});
/** How often a sign is on the map. @param {string} markup @param {string} sign */
const count = (markup, sign) => markup.split(`#${sign}"`).length - 1;

describe("what a piece would bring", () => {
  test("a coin flies from every mountain that the piece closes in, and from no other", () => {
    const before = worth({closed_mountains: "1"}),
      preview = worth({closed_mountains: "7", coins_after: 2});
    assert.equal(count(gains(before, preview, 1).over, "coin"), 2);
    assert.equal(count(gains(before, before, 1).over, "coin"), 0);
  });
  test("a full track takes no coin", () => {
    assert.equal(count(gains(worth({}), worth({closed_mountains: "3"}), 1).over, "coin"), 0);
  });
  test("a space that no longer costs a star says so, a new one does not", () => {
    const before = worth({monster_spaces: "c"});
    assert.equal(count(gains(before, worth({monster_spaces: "8"}), 1).over, "i-ambush"), 1);
    assert.equal(count(gains(before, worth({monster_spaces: "1c"}), 1).over, "i-ambush"), 0);
  });
  test("another map's worth is nothing to compare with", () => {
    assert.deepEqual(gains(worth({sheet: 1}), worth({}), 1), {marks: "", over: ""});
  });
  test("spaces that earn for the first time have a flag with the letter of their edict", () => {
    const edict = {card: "sentinel-wood", before: 1, after: 2};
    const now = worth({edicts: [{...edict, after: 1, awards: [{points: 1, spaces: "1"}]}]});
    const award = {points: 1, spaces: "2"};
    const preview = worth({edicts: [{...edict, awards: [{points: 1, spaces: "1"}, award]}]});
    assert.match(gains(now, preview, 1).over, /A \+1/);
  });
  test("one space that earns twice by one edict has one flag with the sum", () => {
    const edict = {card: "greenbough", before: 0, after: 2};
    const now = worth({edicts: [{...edict, after: 0, awards: []}]});
    const preview = worth({
      edicts: [
        {
          ...edict,
          awards: [
            {points: 1, spaces: "2"},
            {points: 1, spaces: "2"},
          ],
        },
      ],
    });
    const {over} = gains(now, preview, 1);
    assert.deepEqual(over.match(/A \+\d/g), ["A +2"]);
  });
});

test("a space that may be destroyed is a target; only the one that is chosen is crossed out", () => {
  const crosses = (/** @type {string} */ markup) => markup.split("l16 16m0-16l-16 16").length - 1,
    aims = (/** @type {string} */ markup) => markup.split('class="aim"').length - 1;
  const offered = targets(
      [
        [0, 0],
        [3, 4],
      ],
      null,
    ),
    chosen = targets(
      [
        [0, 0],
        [3, 4],
      ],
      [3, 4],
    );
  assert.deepEqual([crosses(offered), aims(offered)], [0, 2]);
  assert.deepEqual([crosses(chosen), aims(chosen)], [1, 1]);
});
