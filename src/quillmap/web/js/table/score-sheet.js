// @ts-check
/** The score sheet of the print: four seasons filling up. Ink is scored, pencil is what it would be now. */

import {el, icon, setAttribute, setClass, setText, star, unseen} from "../dom.js";
import {figure, t} from "../words.js";
import {shownAlready} from "./scene.js";

const LETTERS = "ABCD";

/** @typedef {{table: HTMLElement, name: HTMLElement, cells: {td: HTMLElement, value: HTMLElement}[]}} Block */

/** @param {HTMLElement} root */
export function mountScoreSheet(root) {
  const node = el("div", {class: "scores"});
  const sum = mountSum(),
    name = el("small");
  const grand = el("div", {class: "grand"}, name, ...sum.nodes);
  root.append(node);
  /** @type {Block[]} */
  let blocks = [];
  const isShown = shownAlready();

  /** @param {import("./scene.js").Scene} scene */
  function render(scene) {
    const {seasons, pencil} = scene;
    if (blocks.length !== seasons.length) {
      blocks = seasons.map(makeBlock);
      node.replaceChildren(...blocks.map((block) => block.table), grand);
    }
    const shown = [scene.stamp, scene.gains, scene.coinGain, scene.monsterGain, pencil?.season_after];
    if (isShown(shown.join("/"))) return;
    for (const [n, block] of blocks.entries()) renderBlock(block, scene, n);
    setText(name, sumName(scene));
    sum.render(scene);
  }
  return {render};
}

/** What the sum is called; a total when the year is over. @param {import("./scene.js").Scene} scene */
const sumName = ({isOver}) => t(isOver ? "terms.score.total" : "page.score.counted");

/** The sum to be spoken. @param {import("./scene.js").Scene} scene */
export function sumInWords(scene) {
  const {pencil} = scene;
  const running = pencil ? ` ${t("page.score.now.text", {stars: t("terms.stars", {count: pencil.season_after})})}` : "";
  return `${sumName(scene)}: ${figure(scene.total)}.${running}`;
}

/** What has been counted in ink, and beside it in pencil what the running season would add. */
export function mountSum() {
  const counted = el("b", {class: "num"}),
    running = el("em", {class: "num"});
  return {
    nodes: [counted, star(), running],
    /** @param {import("./scene.js").Scene} scene */
    render({total, pencil}) {
      setText(counted, figure(total));
      setClass(running, "none", !pencil);
      if (!pencil) return;
      const now = pencil.season_after;
      setText(running, now < 0 ? figure(now) : `+${now}`);
      setAttribute(running, "title", t("page.score.now.text", {stars: t("terms.stars", {count: now})}));
    },
  };
}

/** The boxes of a season. @param {import("../types.js").Season} season @returns {Block} */
function makeBlock({id, edicts}) {
  const heads = [LETTERS[edicts[0]], LETTERS[edicts[1]], icon("coin"), icon("i-ambush"), "="];
  const cells = heads.map((head, n) => {
    const value = el("span");
    return {td: el("td", {class: n === 4 ? "sum" : ""}, el("small", {"aria-hidden": "true"}, head), value), value};
  });
  const name = el("span"),
    row = el("tr", {}, ...cells.map((cell) => cell.td));
  return {table: el("table", {}, el("caption", {}, icon(id), name), el("tbody", {}, row)), name, cells};
}

/** @param {Block} block @param {import("./scene.js").Scene} scene @param {number} n which season */
function renderBlock(block, scene, n) {
  const season = scene.seasons[n],
    {look, values, ups} = seasonValues(scene, n),
    edict = t("terms.kind.edict");
  const heads = [
    ...season.edicts.map((each) => `${edict} ${LETTERS[each]}`),
    t("terms.score.coins"),
    t("terms.score.monsters"),
    t("terms.score.season"),
  ];
  setText(block.name, t(`terms.season.${season.id}`));
  block.table.className = `${season.id} ${look}`;
  block.cells.forEach(({td, value}, at) => {
    const shown = values[at] === null ? "" : figure(values[at]);
    setText(value, shown);
    setClass(td, "long", shown.length > 2);
    setClass(td, "up", ups[at] > 0);
    setAttribute(td, "aria-label", `${heads[at]}: ${shown || "–"}`);
  });
}

/**
 * What stands in the boxes of a season: two edicts, coins, monsters, the sum; and what the piece in hand adds to each.
 * @param {import("./scene.js").Scene} scene
 * @param {number} n which season
 * @returns {{look: "ink" | "pencil" | "blank", values: (number | null)[], ups: number[]}}
 */
function seasonValues({seasons, mine, pencil, seasonIndex, gains, coinGain, monsterGain}, n) {
  const score = mine.scores[n],
    {edicts} = seasons[n];
  if (score) {
    const values = [...score.edicts, score.coins, -score.monsters, score.total];
    return {look: "ink", values, ups: [0, 0, 0, 0, 0]};
  }
  if (n !== seasonIndex || !pencil)
    return {look: "blank", values: [null, null, null, null, null], ups: [0, 0, 0, 0, 0]};
  const {coins_after: coins, monsters_after: monsters, season_after: sum} = pencil;
  const values = [...edicts.map((each) => pencil.edicts[each].after), coins, -monsters, sum];
  return {look: "pencil", values, ups: [...edicts.map((each) => gains[each]), coinGain, monsterGain, 0]};
}

/** The four seasons in a thumb's width. @param {HTMLElement} root @param {{openScore: () => void}} actions */
export function mountTally(root, {openScore}) {
  /** @type {{id: string, node: HTMLElement, value: HTMLElement}[]} */
  let values = [];
  const words = unseen(),
    button = el("button", {class: "tally", on: {click: openScore}}, words);
  root.append(button);

  /** @param {import("../types.js").Season[]} seasons */
  function build(seasons) {
    values = seasons.map(({id}) => {
      const value = el("b");
      return {id, value, node: el("span", {"aria-hidden": "true"}, icon(id), value)};
    });
    words.before(...values.map((each) => each.node));
  }

  const isShown = shownAlready();
  return {
    /** @param {import("./scene.js").Scene} scene */
    render(scene) {
      const {pencil} = scene;
      if (isShown(`${scene.stamp}/${pencil?.season_after}`)) return;
      if (!values.length) build(scene.seasons);
      const past = scene.mine.scores.map((score, n) => `${t(`terms.season.${values[n].id}`)} ${figure(score.total)}`);
      setText(words, [t("page.score.open"), ...past].join(", "));
      values.forEach(({id, node, value}, n) => {
        const score = scene.mine.scores[n],
          isNow = !score && n === scene.seasonIndex && pencil;
        node.className = `${id} ${score ? "ink" : isNow ? "pencil" : "blank"}`;
        setText(value, score ? figure(score.total) : isNow ? figure(pencil.season_after) : "");
      });
    },
  };
}
