// @ts-check
/** The first screen, in its first form: play alone with one tap, go on with a game of this device. */

import {el, icon, svg} from "../dom.js";
import {groundArt, clusterArt, clusters, ruinsArt} from "../art.js";
import {keepTable, keptTables, player} from "../memory.js";
import {call, newId} from "../protocol.js";
import {openLanguage, openRules, openTheme} from "../table/dialogs.js";
import {t} from "../words.js";

/** A country that nobody has to draw: the picture behind the title. */
const COUNTRY = [".fff..www..", ".ffff.ww..^", "^..f..www..", ".....wwww.v", "..^..www.vv", ".aa...ww.v.", "aaa.^......", ".a...mm..ff", "....mm..fff", ".vv......f.", "vvv..^....."];

/** Open a table for one and begin: no question asked. @param {(path: string) => void} go */
export async function playAlone(go) {
  const token = newId();
  const seated = await call("POST", "/api/tables", {name: player().name || t("page.player"), title: player().title, crest: player().crest, token, setup: {box: "base", ambush_by: "automatic"}, most_seats: 1});
  const {id, code} = seated.table;
  keepTable({id, token, at: Date.now(), code, seats: 1, map: "A"});
  await call("POST", `/api/tables/${id}/start`, null, token);
  go(`/t/${id}`);
}

/** @param {HTMLElement} root @param {import("../main.js").Context} context @returns {import("../main.js").Opened} */
export function open(root, {go}) {
  root.className = "home";
  const trouble = el("p", {class: "trouble", role: "alert"});
  const alone = el("button", {class: "btn main", id: "play-alone", on: {click: begin}}, icon("i-quill"), el("span", {}, t("page.home.alone"), el("small", {}, t("page.home.minutes"))));
  async function begin() {
    alone.setAttribute("aria-disabled", "true");
    try {
      await playAlone(go);
    } catch {
      alone.removeAttribute("aria-disabled");
      trouble.textContent = t("page.connection.lost");
    }
  }
  const tool = (/** @type {string} */ id, /** @type {string} */ words, /** @type {() => void} */ act) => el("button", {class: "btn quiet", "aria-label": words, title: words, on: {click: act}}, icon(id));
  const tools = el("nav", {class: "tools", "aria-label": t("page.tool.all")}, tool("i-rules", t("page.tool.rules"), openRules), tool("i-language", t("page.tool.language"), openLanguage), tool("i-theme", t("page.tool.theme"), openTheme));
  const ruins = /** @type {[number, number][]} */ ([[1, 5], [6, 9], [9, 4]]);
  const picture = svg("svg", {class: "country", viewBox: "0 0 704 704", "aria-hidden": "true", preserveAspectRatio: "xMaxYMid slice"}, groundArt() + ruinsArt(ruins) + clusters(COUNTRY).map(clusterArt).join(""));
  const games = keptTables().slice(0, 6).map((table) => el("li", {}, el("button", {class: "btn", on: {click: () => go(`/t/${table.id}`)}}, icon("i-next"), el("span", {}, t("page.home.game", {code: table.code ?? "", date: new Date(table.at).toLocaleDateString(document.documentElement.lang)})))));
  root.append(
    el("main", {class: "welcome sheet"}, picture, tools, el("h1", {}, icon("logo"), el("span", {}, "Quillmap")), el("p", {class: "motto"}, t("page.home.motto")), el("div", {class: "starts"}, alone), trouble),
    games.length ? el("section", {class: "mine paper"}, el("h2", {}, t("page.home.mine")), el("ol", {}, ...games)) : "",
    el("footer", {}, t("page.home.unofficial")),
  );
  return {};
}
