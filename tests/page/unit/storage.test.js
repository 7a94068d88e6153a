import assert from "node:assert/strict";
import {test} from "node:test";

import {needStorage} from "../../../src/quillmap/web/js/storage.js";

test("where storage is denied, or not there, the page remembers while it is open", () => {
  const denied = Object.defineProperty({}, "localStorage", {
    get() {
      throw new Error("denied");
    },
    configurable: true,
  });
  for (const page of /** @type {any[]} */ ([denied, {}])) {
    needStorage(page);
    assert.equal(page.localStorage.getItem("name"), null);
    page.localStorage.setItem("name", "Ada");
    assert.equal(page.localStorage.getItem("name"), "Ada");
    page.localStorage.removeItem("name");
    assert.equal(page.localStorage.getItem("name"), null);
  }
});

test("a storage that is there is left alone", () => {
  const localStorage = {},
    page = {localStorage};
  needStorage(page);
  assert.equal(page.localStorage, localStorage);
});
