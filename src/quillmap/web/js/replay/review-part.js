// @ts-check
/** The review in a replay: a button until somebody wants it; its script, style and words are loaded then. */

import {el, icon, setClass} from "../dom.js";
import {isMarked, needHelpWords} from "../help-marks.js";
import {needStyle} from "../styles.js";
import {wayBack} from "../way-back.js";
import {needWords, t} from "../words.js";

/** @typedef {import("./desk.js").ReplayDesk} ReplayDesk */

/** @param {import("./watching.js").Watching} watching @param {(path: string) => void} go */
export function createReviewPart(watching, go) {
  const {reviewing, changed} = watching;
  /** @type {typeof import("../review/desk.js") | null} */
  let script = null;
  let isLoading = false;
  /** @type {{render: () => void, close: () => void} | null} */
  let shown = null;
  let hasButton = false;
  const cover = createPanel(watching);

  async function load() {
    if (isLoading) return;
    isLoading = true;
    const words = Promise.all([needWords("review"), needHelpWords(watching.summary.help ?? [])]);
    [script] = await Promise.all([import("../review/desk.js"), needStyle("review"), words]);
    changed();
  }
  /** @param {ReplayDesk} desk */
  function offer({boxes}) {
    shown?.close();
    shown = null;
    if (hasButton) return;
    hasButton = true;
    const open = () => reviewing.set(true);
    boxes.review.replaceChildren(
      el("button", {class: "btn review-open", on: {click: open}}, icon("star"), el("span", {}, t("replay.review"))),
    );
  }
  return {
    /** @param {ReplayDesk} desk */
    render(desk) {
      const isShown = reviewing.isOn && script !== null;
      cover(desk.boxes.review);
      setClass(desk.boxes.review, "none", !reviewing.isPossible);
      setClass(desk.boxes.review, "paper", isShown);
      setClass(desk.boxes.game, "reviewed", isShown);
      setClass(desk.boxes.game, "with-help", isShown && isMarked(reviewing.help)); // which takes a line
      if (reviewing.isOn && !script) void load();
      if (!isShown || !script) return offer(desk);
      hasButton = false;
      shown ??= script.mountReview(desk, reviewing, go);
      shown.render();
    },
    /** The desk is built again: in another language. */
    forget() {
      shown = null;
      hasButton = false;
    },
  };
}

/**
 * The way back closes a review that was opened in its replay; whoever came for the review leaves the replay.
 * @param {import("./watching.js").Watching} watching
 */
function createPanel({reviewing, place}) {
  /** @type {HTMLElement | null} */
  let box = null;
  let isWanted = place.isReviewed && !wayBack.isOnEntry,
    wasOn = false;
  const follow = wayBack.follow({
    isOpen: () => reviewing.isOn && !isWanted && Boolean(box?.isConnected),
    close: () => reviewing.set(false),
    isPart: true,
  });
  /** @param {HTMLElement} shown */
  return (shown) => {
    box = shown;
    if (wasOn && !reviewing.isOn) isWanted = false;
    wasOn = reviewing.isOn;
    follow();
  };
}
