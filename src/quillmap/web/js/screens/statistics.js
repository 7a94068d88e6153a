// @ts-check
/** Statistics of one's own games: counted on this device, from what it keeps. */

import {loadCards} from "../cards.js";
import {el, icon, setText} from "../dom.js";
import {keptTables} from "../memory.js";
import {completeResults, loadEntries, loadOthers} from "../my-games.js";
import {COMPANIES, continuedOf, resultsOf} from "../statistics/figures.js";
import {rooms} from "../statistics/rooms.js";
import {needWords, t} from "../words.js";
import {followed, prepare, topBar} from "./parts/frame.js";
import {noGames} from "./parts/no-games.js";
import {oneOf} from "./parts/options.js";

/** @typedef {import("../statistics/figures.js").Company} Company */

/**
 * @param {HTMLElement} root
 * @param {import("../main.js").Context} context
 * @returns {Promise<import("../main.js").Opened>}
 */
export async function open(root, {go}) {
  const [catalogue] = await Promise.all([
    loadCards(),
    prepare("waiting", "setup", "statistics", "games"),
    needWords("statistics", "help"),
  ]);
  let isOpen = true,
    wish = /** @type {Company | null} */ (null);
  const found = el("div", {class: "figures-rooms"}),
    left = el("p", {class: "fine"});
  const choices = COMPANIES.map((value) => ({value, label: t(`statistics.${value}`)}));
  const choice = oneOf(t("statistics.which"), choices, (value) => {
    wish = /** @type {Company} */ (value);
    show();
  });
  function show() {
    const company = wish ?? firstCompany();
    choice.show(company);
    const results = resultsOf(keptTables(), company),
      continued = continuedOf(keptTables(), company);
    if (results.length) found.replaceChildren(...rooms(results, company, catalogue));
    else found.replaceChildren(noGames(t(`statistics.none-${company}.text`), go));
    setText(left, continued ? t("statistics.continued.text", {count: continued}) : "");
  }
  root.className = "figures";
  root.replaceChildren(
    topBar(t("statistics.title"), go),
    el(
      "main",
      {},
      el("div", {class: "figures-head"}, choice.node, gamesLink(go)),
      el("p", {class: "fine"}, t("statistics.text")),
      left,
      found,
    ),
  );
  show();
  // What was finished since the list of games was last looked at is not kept yet.
  void loadEntries()
    .then(() => completeResults())
    .then(() => isOpen && show())
    .then(() => loadOthers())
    .then((isMore) => isMore && isOpen && show());
  return {
    close() {
      isOpen = false;
    },
  };
}

/** What this device has games of. @returns {Company} */
function firstCompany() {
  const tables = keptTables();
  return resultsOf(tables, "alone").length || !resultsOf(tables, "together").length ? "alone" : "together";
}

/** @param {(path: string) => void} go */
const gamesLink = (go) =>
  el("a", {class: "btn quiet", href: "/g", on: {click: followed(go, "/g")}}, icon("i-next"), t("screens.home.mine"));
