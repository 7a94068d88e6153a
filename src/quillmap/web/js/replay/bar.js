// @ts-check
/** The bar under a replay: a slider with the seasons on it, steps, play, speed. */

import {el, icon, setAttribute, setIcon, setText} from "../dom.js";
import {currentLanguage, t} from "../words.js";
import {SPEEDS} from "./player.js";

/**
 * @param {HTMLElement} root
 * @param {import("./player.js").Player} player
 * @param {{marks: {season: string, at: number}[], name: (at: number) => string}} replay where seasons begin, and what a
 *   moment is called
 */
export function mountBar(root, player, {marks, name}) {
  const last = Math.max(1, player.count - 1);
  const slider = makeSlider(player),
    seasons = el("div", {class: "scrub-seasons"}, ...marks.map((_, n) => seasonButton(player, marks, n)));
  const button = (/** @type {string} */ id, /** @type {string} */ key, /** @type {() => void} */ act) =>
    el(
      "button",
      {class: "btn", "aria-label": t(`replay.${key}`), title: t(`replay.${key}`), on: {click: act}},
      icon(id),
    );
  const start = button("r-start", "start", () => player.go(0)),
    back = button("r-back", "back", () => player.step(-1));
  const play = button("r-play", "play", () => player.toggle());
  const step = button("r-step", "step", () => player.step(1)),
    end = button("r-end", "end", () => player.go(player.count - 1));
  play.classList.add("main");
  const speed = /** @type {HTMLSelectElement} */ (
    el(
      "select",
      {class: "btn speed", "aria-label": t("replay.speed"), on: {change: () => player.setSpeed(Number(speed.value))}},
      ...SPEEDS.map((each) => el("option", {value: each}, `${each.toLocaleString(currentLanguage())}×`)),
    )
  );
  const where = el("p", {class: "scrub-where"});
  root.append(
    el("div", {class: "scrub-box"}, seasons, slider),
    el("div", {class: "transport"}, start, back, play, step, end, speed),
    where,
  );

  return {
    render() {
      const {at} = player,
        text = name(at);
      if (slider.value !== String(at)) slider.value = String(at);
      slider.style.setProperty("--done", `${(100 * at) / last}%`);
      setAttribute(slider, "aria-valuetext", text);
      setText(where, `${at + 1}/${player.count}`);
      setIcon(/** @type {Element} */ (play.firstElementChild), player.isPlaying ? "r-pause" : "r-play");
      for (const name_ of ["aria-label", "title"])
        setAttribute(play, name_, t(player.isPlaying ? "replay.pause" : "replay.play"));
      for (const [node, is] of /** @type {[Element, boolean][]} */ ([
        [start, at === 0],
        [back, at === 0],
        [step, at === player.count - 1],
        [end, at === player.count - 1],
      ]))
        setAttribute(node, "aria-disabled", is ? "true" : null);
      if (speed.value !== String(player.speed)) speed.value = String(player.speed);
      [...seasons.children].forEach((node, n) => {
        node.classList.toggle("now", at >= marks[n].at && at < (marks[n + 1]?.at ?? player.count));
      });
    },
  };
}

/** @param {import("./player.js").Player} player */
function makeSlider(player) {
  const on = {
    input: () => player.go(Number(slider.value)),
    keydown(/** @type {KeyboardEvent} */ event) {
      if (event.key !== " ") return;
      event.preventDefault();
      player.toggle();
    },
  };
  const range = {min: 0, max: player.count - 1, step: 1};
  const slider = /** @type {HTMLInputElement} */ (
    el("input", {type: "range", class: "scrub", ...range, "aria-label": t("replay.scrub"), on})
  );
  return slider;
}

/**
 * A season on the slider, as long as it was.
 * @param {import("./player.js").Player} player
 * @param {{season: string, at: number}[]} marks
 * @param {number} n
 */
function seasonButton(player, marks, n) {
  const {season, at} = marks[n],
    to = marks[n + 1]?.at ?? player.count - 1,
    last = Math.max(1, player.count - 1),
    title = t(`terms.season.${season}`);
  const label = t("replay.go-season", {season: title}),
    on = {click: () => player.go(at)};
  const about = {class: `scrub-season ${season}`, title, "aria-label": label, on},
    node = el("button", about, icon(season), el("span", {}, title));
  node.style.setProperty("--from", `${(100 * at) / last}%`);
  node.style.setProperty("--wide", `${(100 * (to - at)) / last}%`);
  return node;
}
