// @ts-check
/** The strip that says who is away, with the one button that helps. */

import {openDialog} from "../dialog.js";
import {el, icon, keep, setClass, setText} from "../dom.js";
import {call} from "../protocol.js";
import {troubleText} from "../screens/parts/frame.js";
import {listed, t} from "../words.js";
import {AbsenceNews, absentOf, isOfDeal, isStoodIn, standing, untilAway, untilStandIn} from "./absence.js";

/** @typedef {import("./absence.js").Sentence} Sentence */

/** @param {Sentence} sentence */
function told({key, params = {}, of = "absence"}) {
  const words = {...params};
  if (Array.isArray(params.names)) words.names = listed(params.names);
  if (params.terrain) words.terrain = t(`terms.terrain.${params.terrain}.in-sentence`);
  if (params.spaces) words.spaces = params.spaces.join(", ");
  return t(`${of}.${key}`, words);
}

/**
 * @param {HTMLElement} root
 * @param {{openStandIns: () => void, drawMyself: () => void}} actions
 * @param {{matches: boolean}} wordless whether nothing else at the table says that the deal was chosen
 */
export function mountNotice(root, {openStandIns, drawMyself}, wordless) {
  const text = el("span", {role: "status"}),
    soon = el("small", {class: "soon none"}),
    words = el("span"),
    sign = icon("i-bot");
  const news = new AbsenceNews();
  /** @type {import("./scene.js").Scene | null} */
  let shown = null;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;
  /** @type {() => void} */
  let act = () => {};
  // The seconds are not part of the sentence that is read out whenever it changes.
  root.append(
    el("span", {class: "notice-words"}, text, soon),
    el("button", {class: "btn", on: {click: () => act()}}, sign, words),
  );

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
    const wait = untilStandIn(scene.view) === null ? untilAway(scene.view) : 1;
    if (wait !== null && root.isConnected) timer = setTimeout(() => shown && render(shown), 1000 * wait + 20);
  }

  /** @param {import("./scene.js").Scene} scene */
  function render(scene) {
    shown = scene;
    lookAgain(scene);
    const fresh = news.next(scene.view).filter((each) => wordless.matches || !isOfDeal(each));
    const sentences = [...fresh, ...standing(scene.view)];
    setClass(root, "none", sentences.length === 0 || scene.isOver);
    setText(text, sentences.map(told).join(" "));
    const wait = untilStandIn(scene.view);
    setClass(soon, "none", wait === null);
    setText(soon, wait === null ? "" : t("absence.soon.text", {count: wait}));
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
      const trouble = el("p", {class: "trouble", role: "alert"}),
        list = el("ul", {class: "stand-ins"});
      const choice = (/** @type {number} */ seat, /** @type {"round" | "return"} */ until) =>
        el(
          "button",
          {class: "btn", on: {click: () => ask(seat, {until}).then(() => dialog.close(), tell(trouble))}},
          icon("i-bot"),
          t(`absence.${until}`),
        );
      const row = (/** @type {import("./absence.js").Absent} */ {id: seat, name, isLookingBack}) =>
        el(
          "li",
          {},
          el("p", {}, t(isLookingBack ? "absence.looking.text" : "absence.one.text", {name})),
          el("div", {class: "menu-list"}, choice(seat, "round"), choice(seat, "return")),
        );
      /** Whoever comes back leaves the list; with the last one it closes. */
      function render() {
        const absent = absentOf(state()).filter((each) => each.mayStandIn);
        keep(
          list,
          absent,
          (each) => `${each.id}/${each.isLookingBack}`,
          row,
          () => {},
        );
        if (!absent.length) dialog.close();
      }
      const dialog = openDialog(t("absence.let"), list, trouble);
      const stop = session.store.subscribe(render);
      dialog.addEventListener("close", stop);
      render();
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
