import assert from "node:assert/strict";
import {beforeEach, test} from "node:test";

import {keepTable, keptTables, tokenFor} from "../../../src/quillmap/web/js/memory.js";
import {chooseToken, standingOf} from "../../../src/quillmap/web/js/seat-link.js";
import {Clock, kept} from "./surroundings.js";

const MINE = "m".repeat(24),
  OTHER = "o".repeat(24),
  LINK = `#${OTHER}`;

/** Where the page is. */
const address = {hash: LINK};
let asked = 0;

beforeEach(() => {
  kept.clear();
  asked = 0;
  address.hash = LINK;
  const history = {
    replaceState() {
      address.hash = "";
    },
  };
  Object.assign(globalThis, {location: address, history});
});

/**
 * Open the link to the other seat.
 * @param {Record<string, import("../../../src/quillmap/web/js/seat-link.js").Standing>} standings by token
 * @param {boolean} [isTaken]
 */
const openLink = (standings, isTaken = false) =>
  chooseToken("t", LINK, {
    standing: async (_, token) => standings[token],
    async ask() {
      asked++;
      return isTaken;
    },
  });

test("without a link the seat of this device is used", async () => {
  assert.equal(await chooseToken("t", ""), null);
  keepTable({id: "t", token: MINE, at: 1});
  assert.equal(await chooseToken("t", "#rules"), MINE);
});

test("a link that the server does not know leaves one's seat alone", async () => {
  keepTable({id: "t", token: MINE, at: 1, seat: 7});
  assert.equal(await openLink({[OTHER]: "unknown", [MINE]: "known"}, true), MINE);
  assert.deepEqual([tokenFor("t"), asked, address.hash], [MINE, 0, ""]);
});

test("another seat is taken only if the player says so", async () => {
  keepTable({id: "t", token: MINE, at: 1, seat: 7, places: {mine: 2, others: -1}});
  assert.equal(await openLink({[OTHER]: "known", [MINE]: "known"}, false), MINE);
  assert.deepEqual([keptTables()[0].token, keptTables()[0].seat], [MINE, 7]);
  address.hash = LINK;
  assert.equal(await openLink({[OTHER]: "known", [MINE]: "known"}, true), OTHER);
  const {token, seat, places} = keptTables()[0];
  assert.deepEqual([token, seat, places], [OTHER, undefined, {mine: 2}], "other games may be those of this seat");
  assert.equal(asked, 2);
});

test("a seat that is no longer one's own is given up without a question", async () => {
  keepTable({id: "t", token: MINE, at: 1});
  assert.equal(await openLink({[OTHER]: "known", [MINE]: "unknown"}), OTHER);
  assert.deepEqual([tokenFor("t"), asked], [OTHER, 0]);
});

test("a first link is kept once the server knows it", async () => {
  assert.equal(await openLink({[OTHER]: "unknown"}), OTHER);
  assert.deepEqual(keptTables(), []);
  address.hash = LINK;
  assert.equal(await openLink({[OTHER]: "known"}), OTHER);
  assert.deepEqual([tokenFor("t"), asked], [OTHER, 0]);
});

test("one's own link asks nobody", async () => {
  keepTable({id: "t", token: OTHER, at: 1, seat: 7});
  assert.equal(await openLink({}), OTHER);
  assert.deepEqual([keptTables()[0].seat, asked, address.hash], [7, 0, ""]);
});

test("without an answer nothing is kept, and the link stays", async () => {
  assert.equal(await openLink({[OTHER]: "unclear"}), OTHER);
  assert.deepEqual([keptTables(), address.hash], [[], LINK]);
  keepTable({id: "t", token: MINE, at: 1});
  assert.equal(await openLink({[OTHER]: "unclear"}), MINE);
  assert.equal(tokenFor("t"), MINE);
});

test("somebody who has moved on is asked nothing", async () => {
  keepTable({id: "t", token: MINE, at: 1});
  address.hash = "";
  assert.equal(await openLink({[OTHER]: "known", [MINE]: "known"}, true), MINE);
  assert.deepEqual([tokenFor("t"), asked], [MINE, 0]);
});

test("the server's word decides how a token stands", async () => {
  /** @type {any} */
  let on;
  let closed = 0;
  const clock = new Clock();
  const connecting = /** @type {any} */ (
    (/** @type {string} */ _id, /** @type {string} */ _token, /** @type {any} */ listener) => {
      on = listener;
      return {close: () => closed++};
    }
  );
  const standing = async (/** @type {() => void} */ happens) => {
    const found = standingOf("t", OTHER, {connecting, later: clock.later});
    happens();
    return found;
  };
  assert.equal(await standing(() => on.message({type: "welcome", seat: 1})), "known");
  assert.equal(await standing(() => on.state("gone", "unknown-token")), "unknown");
  assert.equal(await standing(() => on.state("gone", "no-such-table")), "unclear");
  const waits = () => {
    on.state("lost");
    for (const {act} of clock.timers.values()) act();
  };
  assert.equal(await standing(waits), "unclear");
  assert.equal(closed, 4);
});
