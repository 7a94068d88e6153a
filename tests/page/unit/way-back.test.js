import assert from "node:assert/strict";
import {beforeEach, test} from "node:test";

import {WayBack} from "../../../src/quillmap/web/js/way-back.js";
import {Clock} from "./surroundings.js";

/** A browser with a history, whose steps are taken when the test says so: or never. */
class Browser {
  /** @type {{marks: any, path: string}[]} */
  entries = [
    {marks: null, path: "/"},
    {marks: null, path: "/t/1"},
  ];
  at = 1;
  clock = new Clock();
  /** Steps that were asked for. @type {(() => number)[]} */
  asked = [];
  /** What is shown, from the beginning. */
  shown = ["/t/1"];
  #marks = 0;

  /** @param {boolean} hasKeys whether the browser can go to an entry by its mark */
  constructor(hasKeys) {
    this.way = new WayBack({
      state: () => this.entries[this.at].marks,
      address: () => this.path,
      newMark: () => `mark ${++this.#marks}`,
      push: (marks, path = this.path) => {
        this.entries = [...this.entries.slice(0, ++this.at), {marks, path}];
      },
      replace: (marks, path = this.path) => {
        this.entries[this.at] = {marks, path};
      },
      back: () => void this.asked.push(() => this.at - 1),
      backTo: (mark) => {
        if (hasKeys) this.asked.push(() => this.entries.findIndex(({marks}) => marks?.under === mark));
        return hasKeys;
      },
      later: this.clock.later,
      never: this.clock.never,
    });
    this.way.begin();
  }
  get path() {
    return this.entries[this.at].path;
  }

  /** The browser takes a step. @param {number} to */
  step(to) {
    if (to === this.at || !this.entries[to]) return;
    this.at = to;
    if (!this.way.popped()) this.shown.push(this.path);
  }
  /** The browser takes the steps that it was asked for. */
  settle() {
    while (this.asked.length) this.step(/** @type {() => number} */ (this.asked.shift())());
  }
  back() {
    this.step(this.at - 1);
    this.settle();
  }
  /** @param {string} path */
  go(path) {
    this.way.go(path, () => void this.shown.push(path));
  }
}

/** Something that lies over the screen. @param {Browser} browser @param {object} [more] */
function opened({way}, more = {}) {
  let isOpen = true;
  const sheet = {
    isOpen: () => isOpen,
    close: () => {
      isOpen = false;
      way.uncovered();
    },
    ...more,
  };
  way.cover(sheet);
  return sheet;
}

for (const hasKeys of [true, false]) {
  const where = hasKeys ? "with keys" : "without keys";
  /** @type {Browser} */
  let page;
  const now = () => ({path: page.path, at: page.at});

  beforeEach(() => {
    page = new Browser(hasKeys);
  });

  test(`${where}: going back closes what is open, going back again leaves`, () => {
    const sheet = opened(page);
    page.back();
    assert.equal(sheet.isOpen(), false);
    assert.deepEqual(now(), {path: "/t/1", at: 1});
    assert.deepEqual(page.shown, ["/t/1"]);
    page.back();
    assert.deepEqual(page.shown, ["/t/1", "/"]);
  });

  test(`${where}: what is closed otherwise leaves no entry behind`, () => {
    opened(page).close();
    page.settle();
    assert.deepEqual(now(), {path: "/t/1", at: 1});
    page.back();
    assert.deepEqual(page.shown, ["/t/1", "/"]);
  });

  test(`${where}: one at a time is closed, with one entry for all`, () => {
    const [lower, upper] = [opened(page), opened(page)];
    assert.equal(page.at, 2);
    page.back();
    assert.deepEqual([lower.isOpen(), upper.isOpen()], [true, false]);
    page.back();
    assert.equal(lower.isOpen(), false);
    assert.deepEqual(now(), {path: "/t/1", at: 1});
  });

  test(`${where}: what does not close at once keeps its entry`, () => {
    let isOpen = true;
    opened(page, {isOpen: () => isOpen, close: () => {}});
    page.back();
    assert.equal(page.at, 2);
    isOpen = false;
    page.way.uncovered();
    page.settle();
    assert.deepEqual(now(), {path: "/t/1", at: 1});
  });

  test(`${where}: a menu's entry is used up by the address that it leads to`, () => {
    const menu = opened(page);
    menu.isOpen = () => false;
    page.go("/rules");
    page.way.uncovered();
    page.settle();
    assert.deepEqual(now(), {path: "/rules", at: 2});
    page.back();
    assert.deepEqual(page.shown, ["/t/1", "/rules", "/t/1"]);
  });

  test(`${where}: who goes elsewhere while the entry is taken away waits for that`, () => {
    opened(page).close();
    page.go("/rules");
    assert.equal(page.path, "/t/1");
    page.settle();
    assert.deepEqual(now(), {path: "/rules", at: 2});
    assert.deepEqual(page.shown, ["/t/1", "/rules"]);
  });

  test(`${where}: a button in a dialog leads back from the screen`, () => {
    const dialog = opened(page);
    dialog.isOpen = () => false;
    page.way.leave();
    page.way.uncovered();
    page.settle();
    assert.deepEqual(page.shown, ["/t/1", "/"]);
    assert.deepEqual(now(), {path: "/", at: 0});
  });

  test(`${where}: what opens while the entry is taken away gets one, too`, () => {
    opened(page).close();
    const next = opened(page);
    page.settle();
    assert.equal(page.at, 2);
    page.back();
    assert.equal(next.isOpen(), false);
    assert.deepEqual(now(), {path: "/t/1", at: 1});
  });

  test(`${where}: a step that is never taken holds nobody up, and costs no second step back`, () => {
    opened(page).close();
    page.go("/rules");
    page.asked = [];
    page.clock.pass(2000);
    page.asked = [];
    assert.deepEqual(now(), {path: "/rules", at: 2});
    page.clock.pass(3000);
    page.back();
    assert.deepEqual(page.shown, ["/t/1", "/rules", "/t/1"]);
  });

  test(`${where}: an entry that is left over is passed on the way back`, () => {
    opened(page).close();
    page.asked = [];
    page.clock.pass(2000);
    page.asked = [];
    page.clock.pass(3000);
    assert.equal(page.at, 2);
    page.back();
    assert.deepEqual(page.shown, ["/t/1", "/"]);
  });

  test(`${where}: an entry that is left over serves what opens next`, () => {
    opened(page).close();
    page.asked = [];
    page.clock.pass(2000);
    page.asked = [];
    const next = opened(page);
    assert.equal(page.at, 2);
    page.clock.pass(3000);
    page.back();
    assert.equal(next.isOpen(), false);
    assert.deepEqual(now(), {path: "/t/1", at: 1});
  });

  test(`${where}: a step that is taken late takes nobody back`, () => {
    opened(page).close();
    const [asked] = page.asked;
    page.asked = [];
    page.go("/rules");
    page.clock.pass(2000);
    page.asked = [asked];
    page.settle();
    assert.equal(page.path, "/rules");
    assert.deepEqual(page.shown, ["/t/1", "/rules"]);
  });

  test(`${where}: loaded again, the page passes the entry of what was open`, () => {
    opened(page);
    const again = new Browser(hasKeys);
    Object.assign(again, {entries: page.entries, at: page.at});
    again.way.begin();
    again.back();
    assert.deepEqual(again.shown, ["/t/1", "/"]);
  });

  test(`${where}: the way ahead opens nothing, and the next step back leaves`, () => {
    opened(page);
    page.back();
    page.step(2);
    assert.deepEqual(page.shown, ["/t/1"]);
    page.back();
    assert.deepEqual(page.shown, ["/t/1", "/"]);
  });

  test(`${where}: an address that changes under what is open stays`, () => {
    opened(page);
    page.way.rename("/t/1#2");
    page.back();
    assert.deepEqual(now(), {path: "/t/1#2", at: 1});
    opened(page).close();
    page.way.rename("/t/1#3");
    page.settle();
    assert.deepEqual(now(), {path: "/t/1#3", at: 1});
    assert.deepEqual(page.shown, ["/t/1"]);
  });

  test(`${where}: a part of the screen is open again for whoever comes back to it`, () => {
    let isOn = true;
    const close = () => {
      isOn = false;
    };
    const part = {isOpen: () => isOn, close, isPart: true};
    page.way.cover(part);
    page.go("/retry");
    assert.equal(page.at, 3);
    isOn = false;
    page.back();
    assert.deepEqual(page.shown, ["/t/1", "/retry", "/t/1"]);
    assert.equal(page.way.isOnEntry, true);
    isOn = true;
    page.way.cover(part);
    page.back();
    assert.equal(isOn, false);
    assert.deepEqual(now(), {path: "/t/1", at: 1});
  });

  test(`${where}: what follows its screen is told once`, () => {
    let isOn = false;
    const follow = page.way.follow({isOpen: () => isOn, close: () => {}});
    follow();
    assert.equal(page.at, 1);
    isOn = true;
    follow();
    follow();
    assert.equal(page.at, 2);
    isOn = false;
    follow();
    page.settle();
    assert.equal(page.at, 1);
  });
}
