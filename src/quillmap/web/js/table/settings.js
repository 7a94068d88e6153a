// @ts-check
/** Sound and pace: what this device likes. */

import {openDialog} from "../dialog.js";
import {el, icon, setText} from "../dom.js";
import {play, setSound, sound} from "../sounds.js";
import {PACES, pace, setPace} from "../staging/pacing.js";
import {needWords, t} from "../words.js";

export async function openSettings() {
  await needWords("endings");
  const now = sound();
  const box = /** @type {HTMLInputElement} */ (el("input", {type: "checkbox", role: "switch", id: "sound-on"}));
  box.checked = now.isOn;
  const slider = /** @type {HTMLInputElement} */ (
    el("input", {type: "range", id: "sound-volume", min: 0, max: 100, step: 5, value: Math.round(100 * now.volume)})
  );
  const figure = el("output", {class: "num", for: "sound-volume"}, `${slider.value} %`);
  box.addEventListener("change", () => {
    setSound({isOn: box.checked});
    play("coin");
  });
  slider.addEventListener("input", () => {
    setSound({volume: Number(slider.value) / 100});
    setText(figure, `${slider.value} %`);
  });
  slider.addEventListener("change", () => play("quill"));
  const paces = PACES.map((each) => {
    const radio = /** @type {HTMLInputElement} */ (
      el("input", {type: "radio", name: "pace", value: each, on: {change: () => setPace(each)}})
    );
    radio.checked = each === pace();
    return el("label", {class: "setting"}, radio, el("span", {}, t(`endings.pace.${each}`)));
  });
  openDialog(
    t("endings.settings"),
    el("label", {class: "setting"}, box, icon("i-sound"), el("span", {}, t("endings.sound.on"))),
    el("label", {class: "setting volume"}, el("span", {}, t("endings.sound.volume")), slider, figure),
    el("fieldset", {class: "settings"}, el("legend", {}, t("endings.pace")), ...paces),
  );
}
