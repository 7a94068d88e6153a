// @ts-check
/** What players send each other without words: choosing a pictogram, a nudge, and how those of others are shown. */

import {announce} from "../announce.js";
import {openDialog} from "../dialog.js";
import {el, icon, setText} from "../dom.js";
import {Refusal} from "../refusal.js";
import {troubleText} from "../screens/parts/frame.js";
import {t} from "../words.js";
import {absentOf, isWatching} from "./absence.js";

/** The six reactions, each with its picture. @type {[import("../types.js").Signal["kind"], string][]} */
export const REACTIONS = [
  ["well-drawn", "i-quill"],
  ["wow", "star"],
  ["bravo", "i-crown"],
  ["ouch", "i-ambush"],
  ["courage", "i-hero"],
  ["patience", "i-timer"],
];
const KEY = "quillmap.signals";
/** How long a reaction and a nudge are shown, in milliseconds. */
const SHORT = 2600;
const LONG = 7000;

/** Whether this device shows what others send. */
export const isHeard = () => localStorage.getItem(KEY) !== "off";
/** @param {boolean} is */
export const setHeard = (is) => localStorage.setItem(KEY, is ? "on" : "off");

/** @typedef {import("../session.js").View} View */

/** Whether there is somebody to send something to. @param {View} view */
export const maySignal = (view) =>
  !isWatching(view) &&
  (view.table?.seats ?? []).some((seat) => seat.kind === "person" && seat.id !== view.seatId && seat.until !== "end");

/** Everybody else who has not drawn yet: people, for whom no bot draws. @param {import("./scene.js").Scene} scene */
const awaited = ({table, waiting, me}) =>
  waiting
    .filter((seat) => seat !== me)
    .map((seat) => table.seats[seat])
    .filter((seat) => seat?.kind === "person" && seat.level === "");

/** Those of them who would see a nudge: they are here. @param {import("./scene.js").Scene} scene */
export const nudgeable = (scene) => {
  const {progress} = scene.view;
  return awaited(scene).filter(({id}) => !progress || progress.present.includes(id));
};

/**
 * Those of them who are away: a nudge would reach nobody, but a bot can draw for some.
 * @param {import("./scene.js").Scene} scene
 */
export function awaitedAbsent(scene) {
  const ids = awaited(scene).map(({id}) => id);
  return absentOf(scene.view).filter(({id}) => ids.includes(id));
}

/**
 * What is shown of a signal: whose it is, what it means; nothing of one's own, and of nudges only those for oneself.
 * @param {import("../types.js").Signal} signal
 * @param {View} view
 */
export function heard({kind, by, seat}, {table, seatId}) {
  const name = table?.seats.find((each) => each.id === by)?.name;
  if (name === undefined || by === seatId || (kind === "nudge" && seat !== seatId)) return null;
  return {name, kind, sign: REACTIONS.find(([each]) => each === kind)?.[1] ?? "i-quill"};
}

/** When the people at a table may be nudged again. No page: the time is a parameter, in milliseconds. */
export class Nudges {
  /** By the ids of their seats. @type {Map<number, number>} */
  #due = new Map();

  /** @param {number} seat @param {number | null | undefined} seconds until then */
  note(seat, seconds, now = Date.now()) {
    this.#due.set(seat, now + 1000 * (seconds ?? 0));
  }

  /** The seconds until somebody may be nudged again. @param {number} seat */
  left(seat, now = Date.now()) {
    return Math.max(0, Math.ceil(((this.#due.get(seat) ?? 0) - now) / 1000));
  }
}

/** When somebody may be nudged again; nothing if that is now. @param {number} count seconds */
export const againWords = (count) => (count > 0 ? t("signals.nudge-again.text", {count}) : "");

/**
 * What is shown to whoever has nudged somebody: that it went out, and when the next may.
 * @param {import("../types.js").Signal} signal
 * @param {View} view
 */
export function sentWords({kind, by, seat, again_in}, {table, seatId}) {
  const name = table?.seats.find((each) => each.id === seat)?.name;
  if (kind !== "nudge" || by !== seatId || name === undefined) return "";
  return `${t("signals.nudge-sent.text", {name})} ${againWords(again_in ?? 0)}`.trim();
}

/** Who says what. @param {{name: string, kind: string}} found */
export const signalWords = ({name, kind}) =>
  kind === "nudge" ? t("signals.nudged.text", {name}) : `${name}: ${t(`signals.kind.${kind}`)}`;

/**
 * Shows signals one after the other, over everything and in nobody's way.
 * @param {HTMLElement} root
 * @param {{nudges: Nudges, onTrouble: (how: (words: string) => void) => void}} actions
 */
export function mountSignals(root, {nudges, onTrouble}) {
  const sign = el("span"),
    words = el("span");
  const pop = el("p", {class: "signal none", "aria-hidden": "true"}, sign, words);
  root.append(pop);
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;
  /** @param {string} picture @param {string} text @param {number} [time] for how long, in milliseconds */
  function say(picture, text, time) {
    announce(text);
    show(picture, text, time);
  }
  /** @type {typeof say} */
  function show(picture, text, time = LONG) {
    sign.replaceChildren(icon(picture));
    setText(words, text);
    pop.classList.remove("none");
    clearTimeout(timer);
    timer = setTimeout(() => pop.classList.add("none"), time);
  }
  onTrouble((text) => say("i-quill", text));
  return {
    /** Words that the page says elsewhere, too. */
    show,
    /** @param {import("../types.js").Signal} signal @param {View} view */
    hear(signal, view) {
      if (signal.kind === "nudge" && signal.seat !== null) nudges.note(signal.seat, signal.again_in);
      const sent = sentWords(signal, view),
        found = isHeard() ? heard(signal, view) : null;
      if (sent) say("i-quill", sent);
      else if (found) say(found.sign, signalWords(found), found.kind === "nudge" ? LONG : SHORT);
    },
    stop: () => clearTimeout(timer),
  };
}

/**
 * Keep the buttons that nudge as they are: for a while after a nudge they can't be used, and say for how long.
 * @param {Map<number, HTMLElement>} buttons by the ids of the seats @param {Nudges} nudges
 */
export function showPauses(buttons, nudges, now = Date.now()) {
  for (const [seat, button] of buttons) {
    const left = nudges.left(seat, now);
    setText(/** @type {Element} */ (button.lastElementChild?.lastElementChild), againWords(left));
    if (left) button.setAttribute("aria-disabled", "true");
    else button.removeAttribute("aria-disabled");
  }
}

/** @param {import("./actions.js").Table} table */
export function signalActions({session, scene}) {
  /** @param {import("../types.js").Signal["kind"]} kind @param {number | null} [seat] */
  const send = (kind, seat = null) => session.ask({type: "signal", kind, seat});
  const nudges = new Nudges();
  /** Where somebody reads why a nudge did not go out. @type {(words: string) => void} */
  let tell = () => {};
  /** @param {number} seat @param {unknown} error */
  function whyNot(seat, error) {
    if (!(error instanceof Refusal && error.code === "too-soon")) return troubleText(error);
    nudges.note(seat, error.params.seconds);
    return againWords(nudges.left(seat)) || troubleText(error);
  }
  return {
    nudges,
    /** @param {typeof tell} how */
    onTrouble(how) {
      tell = how;
    },
    /** Six pictograms, and everybody who could be reminded. */
    openSignals() {
      const trouble = el("p", {class: "trouble", role: "alert"});
      /**
       * @param {string} sign @param {string} words @param {() => Promise<unknown>} act
       * @param {(error: unknown) => string} [why]
       */
      const button = (sign, words, act, why = troubleText) =>
        el(
          "button",
          {
            class: "btn",
            on: {
              click() {
                if (this.getAttribute("aria-disabled") === "true") return;
                act().then(
                  () => dialog.close(),
                  (error) => setText(trouble, why(error)),
                );
              },
            },
          },
          icon(sign),
          el("span", {}, words, el("small")),
        );
      const box = /** @type {HTMLInputElement} */ (
        el("input", {type: "checkbox", role: "switch", id: "signals-shown"})
      );
      box.checked = isHeard();
      box.addEventListener("change", () => setHeard(box.checked));
      const nudging = new Map(
        nudgeable(scene()).map((seat) => [
          seat.id,
          button(
            "i-quill",
            t("signals.nudge", {name: seat.name}),
            () => send("nudge", seat.id),
            (error) => whyNot(seat.id, error),
          ),
        ]),
      );
      const dialog = openDialog(
        t("signals.title"),
        el(
          "div",
          {class: "reactions"},
          ...REACTIONS.map(([kind, sign]) => button(sign, t(`signals.kind.${kind}`), () => send(kind))),
        ),
        el("div", {class: "menu-list"}, ...nudging.values()),
        ...awaitedAbsent(scene()).map(({name}) => el("p", {class: "fine"}, t("absence.one.text", {name}))),
        trouble,
        el("label", {class: "setting"}, box, el("span", {}, t("signals.show"))),
      );
      const show = () => showPauses(nudging, nudges);
      const timer = setInterval(show, 1000);
      dialog.addEventListener("close", () => clearInterval(timer));
      show();
    },
    /** Remind somebody. @param {number} seat */
    nudge: (seat) => void send("nudge", seat).catch((error) => tell(whyNot(seat, error))),
    wish: () => send("again").catch(() => {}),
  };
}
