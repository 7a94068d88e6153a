import assert from "node:assert/strict";
import {beforeEach, test} from "node:test";

import {createRouter} from "../../../src/quillmap/web/js/router.js";
import {settle} from "./surroundings.js";

/** @type {string[]} */
let told = [];
/** What is shown, root by root; the last root is in the page. @type {{text: string}[]} */
let roots = [];
let path = "/";
/** What is shown where a screen can't be opened. @type {any} */
let other = null;
/** @type {Record<string, {open: (root: any) => any}>} */
let screens = {};

const router = () =>
  createRouter({
    find: () => {
      const screen = screens[path];
      return {context: {path, params: [], hash: "", go: () => {}}, load: async () => /** @type {any} */ (screen)};
    },
    clear: () => {
      roots.push({text: ""});
      return /** @type {any} */ (roots[roots.length - 1]);
    },
    insteadOf: async () => other,
  });

/** @param {string} name @param {Promise<void>} [ready] @param {object} [more] */
const screen = (name, ready, more = {}) => ({
  async open(/** @type {{text: string}} */ root) {
    await ready;
    root.text = name;
    return {close: () => void told.push(`${name} closed`), ...more};
  },
});

beforeEach(() => {
  told = [];
  roots = [];
  other = null;
});

test("where a screen can't be opened another one stands, and is closed like any", async () => {
  const broken = {open: () => Promise.reject(new Error("no network"))};
  screens = {"/": screen("home"), "/broken": broken};
  const pages = router();
  path = "/";
  await pages.show();
  path = "/broken";
  await assert.rejects(pages.show(), /no network/);
  other = screen("away");
  path = "/broken";
  await pages.show();
  assert.equal(roots[roots.length - 1].text, "away");
  path = "/";
  await pages.show();
  assert.deepEqual(told, ["home closed", "away closed"]);
});

test("a screen that is ready too late shows nothing, and is closed", async () => {
  let arrive = () => {};
  const late = new Promise((/** @type {(value: void) => void} */ done) => (arrive = done));
  screens = {"/slow": screen("slow", late), "/next": screen("next")};
  const pages = router();
  path = "/slow";
  const slow = pages.show();
  await settle();
  path = "/next";
  await pages.show();
  arrive();
  await slow;
  assert.equal(roots[roots.length - 1].text, "next");
  assert.deepEqual(told, ["slow closed"]);
  path = "/slow";
  await pages.show();
  assert.deepEqual(told, ["slow closed", "next closed"], "the one that is shown is the one that is closed");
});

test("another language in mid-way does not lead back", async () => {
  screens = {
    "/g": screen("chooser", undefined, {words: () => void told.push("written again")}),
    "/next": screen("next"),
  };
  const pages = router();
  path = "/g";
  await pages.show();
  path = "/next";
  const going = pages.show();
  await pages.rewrite();
  await going;
  assert.equal(roots[roots.length - 1].text, "next");
  assert.deepEqual(told, ["written again", "chooser closed"]);
});

test("a screen that can't be written again is opened again", async () => {
  screens = {"/": screen("home")};
  const pages = router();
  path = "/";
  await pages.show();
  assert.equal(pages.isRewritable, false);
  await pages.rewrite();
  assert.equal(roots.length, 2);
  assert.deepEqual(told, ["home closed"]);
});
