// @ts-check
/**
 * The browser's way back closes what lies over a screen (a dialog, a menu, a count) before it leaves the screen: while
 * anything is open, the history has one entry more, and what is closed otherwise takes that entry away again.
 *
 * Browsers take their time for a step in the history, and sometimes never take it. So nothing relies on a step that was
 * asked for: it is asked for again where that does no harm, and an entry that is left over is used up by what opens
 * next, by the next address, or by one more step on the way back.
 */

import {addressOf, pathAt} from "./base.js";

/**
 * What lies over a screen.
 * @typedef {object} Cover
 * @property {() => boolean} isOpen
 * @property {() => void} close
 * @property {boolean} [isPart] whether the address tells of it: whoever goes elsewhere and returns finds it open
 */

/**
 * `over` marks the entry of what is open, `under` the one before it: both are entries of the same screen.
 * @typedef {{over?: string, under?: string}} Marks
 */

/**
 * @typedef {object} Browser
 * @property {() => Marks | null} state of the entry in the history
 * @property {() => string} address
 * @property {() => string} newMark for the entry in the history
 * @property {(marks: Marks | null, path?: string) => void} push
 * @property {(marks: Marks | null, path?: string) => void} replace
 * @property {() => void} back
 * @property {(mark: string) => boolean} backTo goes to a marked entry, from wherever; false if it can't
 * @property {(act: () => void, wait: number) => any} later
 * @property {(timer: any) => void} never
 */

/** How long a step may take until it is asked for again, in milliseconds, and how often it is asked for. */
const WAIT = 400,
  TIMES = 5;
/** How long a step that was given up is still expected, in milliseconds. */
const LATE = 3000;

export class WayBack {
  /** @type {Cover[]} */
  #covers = [];
  /** The marks of the entry where the page is. @type {Marks} */
  #here = {};
  /** The address of the screen; it may change while something lies over it. */
  #address = "";
  /** A step that was asked for, and what waits for it. @type {{timer: any, acts: (() => void)[]} | null} */
  #leaving = null;
  /** The entry to which a step was given up. */
  #late = "";

  /** @param {Browser} browser */
  constructor(browser) {
    this.browser = browser;
  }

  /** The page has been loaded, maybe again with something open before. */
  begin() {
    this.#here = {...this.browser.state()};
    this.#address = this.browser.address();
  }

  /** Whether the entry is one of something that was opened. */
  get isOnEntry() {
    return Boolean(this.#here.over);
  }

  /** @param {Cover} cover that has just been opened */
  cover(cover) {
    this.#covers.push(cover);
    this.uncovered();
  }

  /** Something may have been closed: have an entry while anything is open, and none afterwards. */
  uncovered() {
    if (this.#leaving) return;
    const {over} = this.#here,
      isCovered = this.#isCovered();
    if (isCovered && !over) this.#addEntry();
    else if (!isCovered && over) this.#drop(over);
  }

  /** For what opens and closes as its screen is shown: call the function whenever it is. @param {Cover} cover */
  follow(cover) {
    let wasOpen = false;
    return () => {
      const isOpen = cover.isOpen();
      if (isOpen && !wasOpen) this.cover(cover);
      else if (wasOpen && !isOpen) this.uncovered();
      wasOpen = isOpen;
    };
  }

  /** Change the address of the screen. @param {string} path */
  rename(path) {
    this.#address = path;
    // What changes the history may call off a step that was asked for.
    if (!this.#leaving) this.#write();
  }

  #write() {
    if (this.browser.address() !== this.#address) this.browser.replace(this.#here, this.#address);
  }

  /** @param {string} path @param {() => void} show shows what the address names */
  go(path, show) {
    const act = () => {
      if (path !== this.browser.address()) this.#move(path);
      show();
    };
    this.#afterwards(act);
  }

  /** Go back from the screen, whatever lies over it. */
  leave() {
    if (!this.#leaving && this.#here.over) this.#drop(this.#here.over);
    this.#afterwards(() => this.browser.back());
  }

  /** As soon as no step is expected any more. @param {() => void} act */
  #afterwards(act) {
    if (this.#leaving) this.#leaving.acts.push(act);
    else act();
  }

  /** The browser has taken a step. Says whether the screen stays. */
  popped() {
    const before = this.#here;
    this.#here = {...this.browser.state()};
    if (this.#late && this.#here.under === this.#late) this.#arriveLate(before);
    else if (isSame(before.over, this.#here.under) || isSame(before.under, this.#here.over)) this.#step(before);
    else {
      this.#address = this.browser.address();
      return this.#arrive();
    }
    return true;
  }

  #isCovered() {
    this.#covers = this.#covers.filter((each) => each.isOpen());
    return this.#covers.length > 0;
  }

  #addEntry() {
    const mark = this.browser.newMark();
    this.#address = this.browser.address();
    this.browser.replace({under: mark});
    this.#here = {over: mark};
    this.browser.push(this.#here);
  }

  /** @param {string} mark */
  #drop(mark) {
    const isSure = this.browser.backTo(mark);
    if (!isSure) this.browser.back();
    this.#expect(mark, isSure ? TIMES : 1, []);
  }

  /** @param {string} mark @param {number} times @param {(() => void)[]} acts */
  #expect(mark, times, acts) {
    const again = () => {
      this.browser.backTo(mark);
      this.#expect(mark, times - 1, acts);
    };
    const giveUp = () => {
      this.#late = mark;
      this.browser.later(() => (this.#late = ""), LATE);
      this.#arrive();
    };
    this.#leaving = {timer: this.browser.later(times > 1 ? again : giveUp, WAIT), acts};
  }

  /** Do what has waited for a step, and say whether there was anything. */
  #arrive() {
    const {timer, acts} = this.#leaving ?? {acts: []};
    this.#leaving = null;
    this.browser.never(timer);
    this.#write();
    for (const act of acts) act();
    return acts.length > 0;
  }

  /** From one entry of the screen to its other one. @param {Marks} before */
  #step(before) {
    this.#write();
    if (!before.over) return;
    if (this.#leaving) {
      this.#arrive();
      this.uncovered();
    } else this.#closeTop();
  }

  #closeTop() {
    if (!this.#isCovered()) return this.browser.back(); // The entry was left over: whoever goes back wants to leave.
    this.#covers[this.#covers.length - 1].close();
    this.uncovered();
  }

  /** A step that was given up has been taken nevertheless. @param {Marks} before */
  #arriveLate(before) {
    this.#late = "";
    if (before.over) return this.uncovered();
    // Somebody has gone elsewhere meanwhile, and stays there.
    this.#here = {};
    this.browser.push(null, this.#address);
  }

  /** @param {string} path */
  #move(path) {
    const isUsedUp = this.#here.over && !(this.#isCovered() && this.#covers.some(({isPart}) => isPart));
    this.#here = {};
    this.#address = path;
    if (isUsedUp) this.browser.replace(null, path);
    else this.browser.push(null, path);
  }
}

/** @param {string | undefined} one @param {string | undefined} other */
const isSame = (one, other) => one !== undefined && one === other;

/** Where browsers know entries by their keys; TypeScript does not. @returns {any} */
const entries = () => /** @type {any} */ (globalThis).navigation;

/** The way back of this page. */
export const wayBack = new WayBack({
  state: () => history.state,
  address: () => pathAt(location) + location.hash,
  newMark: () => entries()?.currentEntry?.key ?? Math.random().toString(36).slice(2),
  push: (marks, path) => history.pushState(marks, "", path && addressOf(path)),
  replace: (marks, path) => history.replaceState(marks, "", path && addressOf(path)),
  back: () => history.back(),
  backTo(mark) {
    const isKnown =
      entries()
        ?.entries()
        .some((/** @type {{key: string}} */ {key}) => key === mark) ?? false;
    if (isKnown) for (const each of Object.values(entries().traverseTo(mark))) each.catch(() => {});
    return isKnown;
  },
  later: (act, wait) => setTimeout(act, wait),
  never: (timer) => clearTimeout(timer),
});
