// @ts-check
/** The score sheet of the print: four seasons filling up. Ink is scored, pencil is what it would be now. */

import {el, icon, setAttribute, setClass, setText, star, unseen} from "../dom.js";
import {figure, t} from "../words.js";
import {shownAlready} from "./scene.js";

const LETTERS = "ABCD";

/** @param {HTMLElement} root */
export function mountScoreSheet(root) {
  const node = el("div", {class: "scores"});
  const sum = el("b", {class: "num"}),
    name = el("small");
  const grand = el("div", {class: "grand"}, name, sum, star());
  root.append(node);
  /** @type {{table: HTMLElement, name: HTMLElement, cells: {td: HTMLElement, value: HTMLElement}[]}[]} */
  let blocks = [];

  /** @param {import("../types.js").Season[]} seasons */
  function build(seasons) {
    blocks = seasons.map(({id, edicts}) => {
      const heads = [LETTERS[edicts[0]], LETTERS[edicts[1]], icon("coin"), icon("i-ambush"), "="];
      const cells = heads.map((head, n) => {
        const value = el("span");
        return {td: el("td", {class: n === 4 ? "sum" : ""}, el("small", {"aria-hidden": "true"}, head), value), value};
      });
      const label = el("span");
      const table = el(
        "table",
        {},
        el("caption", {}, icon(id), label),
        el("tbody", {}, el("tr", {}, ...cells.map((cell) => cell.td))),
      );
      return {table, name: label, cells};
    });
    node.replaceChildren(...blocks.map((block) => block.table), grand);
  }

  const isShown = shownAlready();

  /** @param {import("./scene.js").Scene} scene */
  function render(scene) {
    const {seasons, mine, worth, seasonIndex} = scene;
    if (blocks.length !== seasons.length) build(seasons);
    const preview = scene.preview && scene.preview.sheet === scene.me ? scene.preview : worth;
    if (isShown(`${scene.stamp}/${scene.gains}/${scene.coinGain}/${scene.monsterGain}/${preview?.season_after}`))
      return;
    const heads = [
      t("terms.kind.edict"),
      t("terms.kind.edict"),
      t("terms.score.coins"),
      t("terms.score.monsters"),
      t("terms.score.season"),
    ];
    blocks.forEach((block, n) => {
      const score = mine.scores[n],
        isNow = !score && n === seasonIndex && preview !== null && !scene.isOver;
      const season = seasons[n];
      setText(block.name, t(`terms.season.${season.id}`));
      block.table.className = `${season.id} ${score ? "ink" : isNow ? "pencil" : "blank"}`;
      /** @type {(number | null)[]} */
      let values = [null, null, null, null, null];
      let ups = [0, 0, 0, 0, 0];
      if (score) values = [...score.edicts, score.coins, -score.monsters, score.total];
      else if (isNow && preview) {
        values = [
          ...season.edicts.map((e) => preview.edicts[e].after),
          preview.coins_after,
          -preview.monsters_after,
          preview.season_after,
        ];
        ups = [...season.edicts.map((e) => scene.gains[e]), scene.coinGain, scene.monsterGain, 0];
      }
      block.cells.forEach(({td, value}, at) => {
        const figureNow = values[at];
        setText(value, figureNow === null ? "" : figure(figureNow));
        setClass(td, "up", ups[at] > 0);
        const head = at < 2 ? `${heads[at]} ${LETTERS[season.edicts[at]]}` : heads[at];
        setAttribute(td, "aria-label", `${head}: ${figureNow === null ? "–" : figure(figureNow)}`);
      });
    });
    const isPencil = !scene.isOver && preview !== null;
    setClass(grand, "pencil", isPencil);
    setText(name, t("terms.score.total"));
    setText(sum, figure(mine.total + (isPencil && preview ? preview.season_after : 0)));
  }
  return {render};
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
      const preview = scene.preview && scene.preview.sheet === scene.me ? scene.preview : scene.worth;
      if (isShown(`${scene.stamp}/${preview?.season_after}`)) return;
      if (!values.length) build(scene.seasons);
      const past = scene.mine.scores.map((score, n) => `${t(`terms.season.${values[n].id}`)} ${figure(score.total)}`);
      setText(words, [t("page.score.open"), ...past].join(", "));
      values.forEach(({id, node, value}, n) => {
        const score = scene.mine.scores[n],
          isNow = !score && n === scene.seasonIndex && preview && !scene.isOver;
        node.className = `${id} ${score ? "ink" : isNow ? "pencil" : "blank"}`;
        setText(value, score ? figure(score.total) : isNow ? figure(preview.season_after) : "");
      });
    },
  };
}
