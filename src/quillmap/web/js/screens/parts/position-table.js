// @ts-check
/** A single position on the table screen: one answer is asked for, and judged instead of played. */

import {announce} from "../../announce.js";
import {openKeys, openLanguage, openMenu, openTheme} from "../../dialog.js";
import {listenForKeys} from "../../keys.js";
import {positionSocket} from "../../review/position-socket.js";
import {openSession} from "../../session.js";
import * as dialogs from "../../table/dialogs.js";
import {narrow} from "../../table/narrow.js";
import {sceneOf} from "../../table/scene.js";
import {tableKeys} from "../../table/shortcuts.js";
import {t} from "../../words.js";
import {showTable} from "../table.js";

/**
 * @typedef {object} Task
 * @property {import("../../types.js").DecisionPosition} position
 * @property {string[]} names
 * @property {import("../../types.js").Catalogue} catalogue
 * @property {(path: string) => void} go
 * @property {(move: import("../../types.js").Move, hand: import("../../hand.js").Hand) => Promise<() => void>} judge
 *   finds what an answer is worth, and returns what tells it
 * @property {() => Promise<import("../../types.js").Story>} asking what had happened before
 * @property {() => HTMLElement} makeNote what the task is, beside the map
 * @property {() => [string, string, () => void][]} ways out of it, for the menu
 */

/**
 * @param {HTMLElement} root
 * @param {Task} task
 * @returns {{close: () => void, words: () => void}}
 */
export function showPosition(root, {position, names, catalogue, go, judge, asking, makeNote, ways}) {
  let isLeft = false;
  const connecting = positionSocket(position, names, async (move) => {
    announce(t("review.begin"));
    const tell = await judge(move, hand);
    // What comes after somebody has gone elsewhere has nothing to say there.
    if (!isLeft) tell();
  });
  const session = openSession("", null, {connecting, asking}),
    {store, hand} = session;
  const ui = {showPlaces: false, openEdict: 0, catalogue, stamp: 0, isTask: true};
  const touch = () => {
    ui.stamp++;
    store.touch();
  };
  const scene = () => sceneOf(store.state, hand, ui);
  const shown = showTable(root, {id: "", session, ui, scene, touch, go, menu: () => openTaskMenu(scene, ways())});
  const stopKeys = listenForKeys(tableKeys(shown.actions, scene, shown.focus));
  let note = makeNote();
  function render() {
    shown.render();
    if (note.isConnected) return;
    root.querySelector(".game")?.classList.add("task");
    root.querySelector(".rail")?.prepend(note);
  }
  const unsubscribe = store.subscribe(render);
  narrow.addEventListener("change", touch);
  render();
  return {
    close() {
      isLeft = true;
      narrow.removeEventListener("change", touch);
      unsubscribe();
      stopKeys();
      shown.close();
      session.close();
    },
    words() {
      shown.forget();
      note = makeNote();
      render();
    },
  };
}

/** @param {() => import("../../table/scene.js").Scene} scene @param {[string, string, () => void][]} ways */
const openTaskMenu = (scene, ways) =>
  openMenu({
    entries: [
      ...ways,
      ["i-rules", t("page.tool.rules"), dialogs.openRules],
      ["i-eye", t("page.map.as-text"), () => dialogs.openMapText(scene().sheet, t("page.map.as-text"))],
      ["i-zoom", t("page.keys.title"), openKeys],
      ["i-language", t("page.tool.language"), openLanguage],
      ["i-theme", t("page.tool.theme"), openTheme],
    ],
  });
