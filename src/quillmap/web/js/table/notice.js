// @ts-check
/** The strip that says who is away, with the one button that helps. */

import {openDialog} from "../dialog.js";
import {el, icon, setClass, setText} from "../dom.js";
import {call} from "../protocol.js";
import {troubleText} from "../screens/parts/frame.js";
import {listed, t} from "../words.js";
import {AbsenceNews, absentOf, isStoodIn, standing, untilAway} from "./absence.js";

/** @typedef {import("./absence.js").Sentence} Sentence */

/** @param {Sentence} sentence */
const told = ({key, params = {}}) =>
  t(`absence.${key}`, Array.isArray(params.names) ? {names: listed(params.names)} : params);

/**
 * @param {HTMLElement} root
 * @param {{openStandIns: () => void, drawMyself: () => void}} actions
 */
export function mountNotice(root, {openStandIns, drawMyself}) {
  const text = el("span", {role: "status"}),
    words = el("span"),
    sign = icon("i-bot");
  const news = new AbsenceNews();
  /** @type {import("./scene.js").Scene | null} */
  let shown = null;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;
  /** @type {() => void} */
  let act = () => {};
  root.append(text, el("button", {class: "btn", on: {click: () => act()}}, sign, words));

  /**
   * What the button does now: the most pressing thing.
   * @param {import("./scene.js").Scene} scene
   * @param {boolean} hasNews
   */
  function button({view}, hasNews) {
    if (absentOf(view).some((each) => each.mayStandIn)) return {key: "let", does: openStandIns};
    if (isStoodIn(view)) return {key: "again", does: drawMyself};
    if (hasNews) return {key: "noticed", does: dismiss};
    return null;
  }

  function dismiss() {
    news.dismiss();
    if (shown) render(shown);
  }

  /** Look again when somebody who has just gone counts as away. @param {import("./scene.js").Scene} scene */
  function lookAgain(scene) {
    clearTimeout(timer);
    const wait = untilAway(scene.view);
    if (wait !== null && root.isConnected) timer = setTimeout(() => shown && render(shown), 1000 * wait + 20);
  }

  /** @param {import("./scene.js").Scene} scene */
  function render(scene) {
    shown = scene;
    lookAgain(scene);
    const fresh = news.next(scene.view);
    const sentences = [...fresh, ...standing(scene.view)];
    setClass(root, "none", sentences.length === 0 || scene.isOver);
    setText(text, sentences.map(told).join(" "));
    const offered = button(scene, fresh.length > 0);
    setClass(/** @type {Element} */ (root.lastElementChild), "none", !offered);
    if (!offered) return;
    act = offered.does;
    setText(words, t(`absence.${offered.key}`));
    setClass(sign, "none", offered.key === "noticed");
  }
  return {render};
}

/**
 * What can be done about seats whose people are away, and about one's own.
 * @param {import("./actions.js").Table} table
 * @param {string | null} token
 */
export function absenceActions({id, session, go}, token) {
  const state = () => session.store.state;
  /** @param {number | null} seat @param {object} body */
  const ask = (seat, body) => call("PUT", `/api/tables/${id}/seats/${seat}/stand-in`, body, token);
  const mine = (/** @type {object} */ body) => ask(state().seatId, body);
  return {
    /** For whom, and for how long. */
    openStandIns() {
      const trouble = el("p", {class: "trouble", role: "alert"});
      const choice = (/** @type {number} */ seat, /** @type {"round" | "return"} */ until) =>
        el(
          "button",
          {class: "btn", on: {click: () => ask(seat, {until}).then(() => dialog.close(), tell(trouble))}},
          icon("i-bot"),
          t(`absence.${until}`),
        );
      const rows = absentOf(state())
        .filter((each) => each.mayStandIn)
        .map((each) =>
          el(
            "li",
            {},
            el("p", {}, t("absence.one.text", {name: each.name})),
            el("div", {class: "menu-list"}, choice(each.id, "round"), choice(each.id, "return")),
          ),
        );
      const dialog = openDialog(t("absence.let"), el("ul", {class: "stand-ins"}, ...rows), trouble);
    },
    drawMyself: () => void mine({level: null}).catch(() => {}),
    letBotDraw: () => void mine({until: "round"}).catch(() => {}),
    leave: () =>
      confirm("leave", async () => {
        await mine({until: "return"});
        go("/");
      }),
    resign: () => confirm("resign", () => mine({until: "end"})),
  };
}

/** @param {HTMLElement} trouble */
const tell = (trouble) => (/** @type {unknown} */ error) => setText(trouble, troubleText(error));

/** Ask whether somebody means it. @param {"leave" | "resign"} what @param {() => Promise<unknown>} act */
function confirm(what, act) {
  const trouble = el("p", {class: "trouble", role: "alert"});
  const dialog = openDialog(
    t(`absence.${what}`),
    el("p", {}, t(`absence.${what}.text`)),
    trouble,
    el(
      "div",
      {class: "menu-list"},
      el("button", {class: "btn", on: {click: () => dialog.close()}}, icon("i-quill"), t("absence.stay")),
      el(
        "button",
        {class: "btn really", on: {click: () => act().then(() => dialog.close(), tell(trouble))}},
        icon("i-bot"),
        t(`absence.${what}`),
      ),
    ),
  );
}
