import assert from "node:assert/strict";
import {readFileSync} from "node:fs";
import {test} from "node:test";

import {addressForOthers, addressHolding, isHeld, recordIn} from "../../../src/quillmap/web/js/replay/game-link.js";
import {gameIn} from "../../../src/quillmap/web/js/replay/source.js";

const RECORD = readFileSync(new URL("../../golden/games/solo-base.jsonl", import.meta.url), "utf-8");
/** @param {string} address */
const hashOf = (address) => address.slice(address.indexOf("#"));

test("a link holds a game, and is short enough to be sent", async () => {
  const address = await addressHolding(RECORD, "#12.1r");
  assert.match(address, /^\/g#r=[\w-]+\/12\.1r$/);
  assert.ok(address.length < 2500, String(address.length));
  assert.deepEqual(await recordIn(hashOf(address)), {record: RECORD, moment: "#12.1r"});
  assert.deepEqual(await recordIn(hashOf(await addressHolding(RECORD, ""))), {record: RECORD, moment: ""});
});

test("links that hold a game are told from others", async () => {
  const address = await addressHolding(RECORD, "");
  assert.ok(isHeld(`https://maps.example.org${address}`));
  assert.ok(isHeld(`https://example.org/maps/?${address}`));
  assert.ok(!isHeld("https://maps.example.org/g/abcdefgh#12.1"));
  assert.equal(gameIn(`https://maps.example.org${address}`), null);
  assert.equal(await recordIn("#12.1"), null);
  assert.equal(await recordIn(""), null);
  assert.equal(await addressForOthers("a-game-of-the-server"), "/g/a-game-of-the-server");
});

test("a link that was cut off, or unpacks to more than any record, is refused", async () => {
  const address = await addressHolding(RECORD, "");
  for (const hash of [hashOf(address).slice(0, -40), "#r=", "#r=%", "#r=AAAA"])
    await assert.rejects(() => recordIn(hash), {code: "no-link"}, hash);
  await assert.rejects(async () => recordIn(hashOf(await addressHolding("x".repeat(1_000_001), ""))), {
    code: "no-link",
  });
});
