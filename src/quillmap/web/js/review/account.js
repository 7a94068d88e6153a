// @ts-check
/** The account of a game in a dialog: the waterfall, what each edict gave, and every decision. */

import {openDialog} from "../dialog.js";
import {el, seal, setAttribute, setClass, star, unseen} from "../dom.js";
import {cardName, t} from "../words.js";
import {barsOf, evened, momentOf, waterfallOf} from "./judged.js";
import {badge, sumOf} from "./pieces.js";
import {change, decimal, OTHER_PARTS, partLabel} from "./words.js";

const LETTERS = "ABCD";

/** @typedef {import("./reviewing.js").Reviewing} Reviewing */
/** @typedef {import("../types.js").ReviewAccount} ReviewAccount */

/** @param {Reviewing} reviewing */
export function openAccount(reviewing) {
  const found = reviewing.progress.account;
  if (!found) return;
  const account = evened(found);
  const dialog = openDialog(
    t("review.account"),
    el("p", {class: "review-sum"}, ...sumOf(account, reviewing.help)),
    ...(account.method === "value" ? [el("p", {class: "fine"}, t("review.plain.text"))] : []),
    el("p", {class: "fine"}, t("review.figures.text")),
    waterfall(account),
    partsTable(account),
    decisionList(reviewing, () => dialog.close()),
  );
  dialog.classList.add("account");
}

/** The waterfall of the whole, or of one part. @param {ReviewAccount} account */
function waterfall(account) {
  const list = el("dl", {class: "waterfall"});
  const parts = account.parts.filter((part) => part.expected || part.luck || part.loss || part.stars);
  const choices = [
    {name: t("review.whole"), of: account},
    ...parts.map((part) => ({name: partLabel(part.part), of: part})),
  ];
  const buttons = choices.map(({name, of}) => el("button", {class: "btn", on: {click: () => show(of)}}, name));
  /** @param {import("./judged.js").Account} of */
  function show(of) {
    buttons.forEach((node, n) => {
      setAttribute(node, "aria-pressed", choices[n].of === of ? "true" : "false");
      setClass(node, "on", choices[n].of === of);
    });
    const steps = waterfallOf(of),
      bars = barsOf(steps);
    list.replaceChildren(...steps.flatMap((step, n) => row(step, bars[n])));
  }
  show(account);
  return el(
    "section",
    {"aria-label": t("review.waterfall")},
    el("div", {class: "review-choices", role: "group", "aria-label": t("review.column.part")}, ...buttons),
    list,
    el("p", {class: "fine"}, t("review.account.text")),
  );
}

/** @param {import("./judged.js").Step} step @param {{left: number, width: number}} place */
function row({id, tenths}, {left, width}) {
  const isSum = id === "expected" || id === "stars",
    value = tenths / 10;
  const bar = el("i", {class: `bar ${isSum ? "sum" : tenths < 0 ? "down" : "up"}`, "aria-hidden": "true"});
  bar.style.setProperty("--left", `${left}%`);
  bar.style.setProperty("--width", `${width}%`);
  return [
    el("dt", {}, t(`review.${id}`)),
    el("dd", {}, el("span", {class: "bar-box"}, bar), el("b", {class: "num"}, isSum ? decimal(value) : change(value))),
  ];
}

/**
 * What each part gave, and what the master would have made of the same cards; where there is no master, what the best
 * answers would have given.
 * @param {ReviewAccount} account
 */
function partsTable(account) {
  const {parts} = account,
    last = account.master === null ? "review.without" : "review.master",
    // A sign for the stars, because their names are long in some languages, and phones narrow.
    head = [[t("review.column.part")], [star(), unseen(t("review.stars"))], [t("review.column.decisions")], [t(last)]];
  /** @typedef {{stars: number, loss: number, master: number | null}} Given */
  const line = (/** @type {Node | string} */ name, /** @type {Given} */ {stars, loss, master}) =>
    el(
      "tr",
      {},
      el("th", {scope: "row"}, name),
      ...[decimal(stars), loss ? change(-loss) : "–", decimal(master ?? stars + loss)].map((text) =>
        el("td", {class: "num"}, text),
      ),
    );
  const rows = parts
    .filter((part) => part.stars || part.loss || part.master)
    .map((part) => line(namedPart(part.part, parts), part));
  return el(
    "table",
    {class: "review-parts"},
    el("thead", {}, el("tr", {}, ...head.map((words) => el("th", {scope: "col"}, ...words)))),
    el("tbody", {}, ...rows, line(t("review.whole"), account)),
  );
}

/** @param {string} part @param {ReviewAccount["parts"]} parts */
function namedPart(part, parts) {
  const place = parts.findIndex((each) => each.part === part);
  return OTHER_PARTS.includes(part) ? partLabel(part) : el("span", {}, seal(LETTERS[place]), " ", partLabel(part));
}

/** Every decision with its badge; a click goes there. @param {Reviewing} reviewing @param {() => void} close */
function decisionList({progress, watching}, close) {
  const {moments, player} = watching;
  const items = progress.decisions.map((decision) => {
    const at = momentOf(decision.event, moments),
      {season} = moments[at].board;
    const go = () => {
      close();
      player.step(at - player.at);
    };
    return el(
      "li",
      {},
      el(
        "button",
        {on: {click: go}},
        badge(decision.class),
        el("span", {}, `${season ? `${t(`terms.season.${season}`)} · ` : ""}${cardName(decision.card)}`),
        el("em", {}, t(`review.class.${decision.class}`)),
        el("b", {class: "num"}, decision.loss ? change(-decision.loss) : "", decision.loss ? star() : ""),
      ),
    );
  });
  return el("details", {class: "review-list"}, el("summary", {}, t("review.decisions")), el("ol", {}, ...items));
}
