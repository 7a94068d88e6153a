// @ts-check
/** A finished game to look at: any moment, any map, and what every drawing brought. */

import {announce} from "../announce.js";
import {pathAt} from "../base.js";
import {loadCards} from "../cards.js";
import {el, icon, setClass, setText} from "../dom.js";
import {needHelpWords} from "../help-marks.js";
import {listenForKeys} from "../keys.js";
import {needLinks} from "../links.js";
import {replayActions, replayKeys} from "../replay/actions.js";
import {mainSentence} from "../replay/brought.js";
import {mountReplayDesk, showMoment} from "../replay/desk.js";
import {FILE, openedFile} from "../replay/opened-file.js";
import {problemText} from "../replay/problem-text.js";
import {createReviewPart} from "../replay/review-part.js";
import {fromServer} from "../replay/source.js";
import {Watching} from "../replay/watching.js";
import {wayBack} from "../way-back.js";
import {currentLanguage, needWords, t} from "../words.js";
import {prepare, topBar} from "./parts/frame.js";

/** How long one has to stay at a moment until the address is its own, in milliseconds. */
const REMEMBER = 300;
/** How long a short notice is shown, in milliseconds. */
const NOTICE = 2500;

/** @typedef {import("../replay/source.js").Source} Source */

/**
 * @param {HTMLElement} root
 * @param {import("../main.js").Context} context
 * @returns {Promise<import("../main.js").Opened>}
 */
export async function open(root, {params: [game], hash, go}) {
  try {
    const file = game === FILE ? openedFile() : null;
    if (game === FILE && !file) {
      wayBack.rename("/g");
      go("/g");
      return {};
    }
    const [source, catalogue] = await Promise.all([
      file ?? fromServer(game),
      loadCards(),
      prepare("waiting", "replay"),
      needWords("replay"),
      needLinks(),
    ]);
    await needMarkWords(source.replay.summary.help ?? []);
    return mountReplay(root, source, {catalogue, go, hash});
  } catch (error) {
    await Promise.all([prepare("waiting", "replay"), needWords("replay")]);
    return showTrouble(root, error, go);
  }
}

/** Load the words that few results need. @param {import("../types.js").SeatHelp[]} helps */
const needMarkWords = (helps) =>
  Promise.all([needHelpWords(helps), helps.some(({resigned}) => resigned) ? needWords("endings") : null]);

/** @param {HTMLElement} root @param {unknown} error @param {(path: string) => void} go */
function showTrouble(root, error, go) {
  root.className = "replay-chooser";
  root.replaceChildren(
    topBar(t("replay.title"), go),
    el(
      "main",
      {class: "replay-trouble paper"},
      el("p", {role: "alert"}, problemText(error)),
      el("button", {class: "btn main", on: {click: () => go("/g")}}, icon("i-eye"), t("replay.other")),
    ),
  );
  return {};
}

/**
 * @param {HTMLElement} root @param {Source} source
 * @param {{catalogue: import("../types.js").Catalogue, go: (path: string) => void, hash: string}} context
 * @returns {import("../main.js").Opened}
 */
export function mountReplay(root, source, {catalogue, go, hash}) {
  const watching = new Watching(source, catalogue, hash, render);
  /** @type {import("../replay/desk.js").ReplayDesk | null} */
  let desk = null;
  let subtitle = "";
  const notice = createNotice(() => desk?.boxes.toast);
  const actions = replayActions(watching, {
    go,
    tell: notice.tell,
    openVerdict: () => desk?.verdict.open(),
    under: () => subtitle,
  });
  const address = createAddress(watching),
    speak = createSpeaker(watching),
    review = createReviewPart(watching, go),
    coverByMaps = wayBack.follow({
      isOpen: () => watching.isOverview && root.isConnected,
      close: () => watching.toggleOverview(),
    });

  function render() {
    if (!desk) {
      subtitle = subtitleOf(source.replay.summary);
      desk = mountReplayDesk(root, watching, actions);
    }
    showMoment(desk, watching);
    review.render(desk);
    coverByMaps();
    speak();
    address.remember();
  }
  function unmount() {
    desk?.strip.close();
    desk?.wall.close();
    review.forget();
    desk = null;
  }

  const stopKeys = listenForKeys(replayKeys(watching, actions));
  watching.begin();
  return {
    close() {
      notice.close();
      address.close();
      watching.player.close();
      watching.reviewing.close();
      stopKeys();
      unmount();
    },
    words() {
      unmount();
      render();
    },
  };
}

/** What is looked at, in few words. @param {import("../types.js").GameSummary} summary */
const subtitleOf = ({ended, continued_from: from}) =>
  from ? t("page.head.continued") : [t("replay.title"), dayOf(ended)].filter(Boolean).join(" · ");

/** @param {number | null} seconds since 1970 */
const dayOf = (seconds) =>
  seconds
    ? new Date(seconds * 1000).toLocaleDateString(currentLanguage(), {day: "numeric", month: "short", year: "numeric"})
    : "";

/** A few words that go by themselves. @param {() => HTMLElement | undefined} node */
function createNotice(node) {
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;
  const show = (/** @type {boolean} */ is) => {
    const toast = node();
    if (toast) setClass(toast, "none", !is);
  };
  return {
    /** @param {string} text */
    tell(text) {
      announce(text);
      const toast = node();
      if (!toast) return;
      setText(toast, text);
      show(true);
      clearTimeout(timer);
      timer = setTimeout(() => show(false), NOTICE);
    },
    close: () => clearTimeout(timer),
  };
}

/**
 * Keeps the address that of the moment looked at; not at every step of a slider, browsers refuse that.
 * @param {Watching} watching
 */
function createAddress(watching) {
  const {source, player} = watching;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;
  const write = () => {
    // Somebody may just be leaving: then the address is that of the next screen already.
    if (pathAt(location) === source.path) wayBack.rename(watching.address);
  };
  return {
    remember() {
      clearTimeout(timer);
      if (!player.isPlaying) timer = setTimeout(write, REMEMBER);
    },
    close: () => clearTimeout(timer),
  };
}

/** Says what the moment is, whenever it is another one and does not pass too fast. @param {Watching} watching */
function createSpeaker(watching) {
  const {player} = watching;
  let said = -1;
  return () => {
    const {at, speed} = player;
    if (said !== at && said >= 0 && speed <= 2) {
      const sentence = mainSentence(watching.moment, watching.names, watching.seat);
      const told = [...watching.notes, ...watching.reviewing.told];
      announce([`${watching.nameOf(at)}. ${sentence}`, ...told].join(" "), 200);
    }
    said = at;
  };
}
