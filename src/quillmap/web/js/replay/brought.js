// @ts-check
/**
 * What a moment was: what happened to the map one looks at and what it brought, then what happened to everybody else.
 */

import {el, icon, seal, setAttribute, setClass, setText, star} from "../dom.js";
import {helpText, isMarked, publicHelp} from "../help-marks.js";
import {decidingRules} from "../staging/counting.js";
import {renderGain} from "../table/edicts.js";
import {tell, tellCount} from "../telling.js";
import {figure, signed, t} from "../words.js";

const LETTERS = "ABCD";

/** @typedef {import("./moments.js").Moment} Moment */

/**
 * The sentences of a moment: about everything, about one map, about the others.
 * @param {Moment} moment @param {string[]} names @param {number} seat whose map one looks at
 */
export function sentences({events, board: {setup}}, names, seat) {
  /** @type {{common: string[], mine: string[], others: string[]}} */
  const found = {common: [], mine: [], others: []};
  for (const event of events) {
    const owner = event.event === "hero-placed" || event.event === "declared" ? event.seat : event.sheet;
    const where = owner === undefined ? found.common : owner === seat ? found.mine : found.others;
    where.push(...tell(event, setup, names));
    if (event.event !== "season-scored") continue;
    found.mine.push(tellCount(event, seat, names));
    names.forEach((_, each) => {
      if (each !== seat) found.others.push(tellCount(event, each, names));
    });
  }
  return found;
}

/** The one sentence for a narrow line. @param {Moment} moment @param {string[]} names @param {number} seat */
export function mainSentence(moment, names, seat) {
  const {common, mine, others} = sentences(moment, names, seat);
  if (moment.kind === "end") return common.slice(1).join(" ") || common[0];
  return (
    (moment.kind === "card" || moment.kind === "begin" ? common[common.length - 1] : mine[0]) ??
    common[0] ??
    others[0] ??
    ""
  );
}

/** @param {HTMLElement} root */
export function mountBrought(root) {
  const title = el("h2"),
    chips = el("ul", {class: "chips"}),
    about = el("ul", {class: "told"}),
    rest = el("ul", {class: "told others"}),
    others = el("h3");
  const sum = el("b"),
    season = el("p", {class: "brought-sum none"}, el("span"), sum, star());
  root.append(title, about, el("div", {class: "brought-now"}, chips, season), others, rest);
  const chip = (/** @type {Node} */ sign) => {
    const gain = el("span", {class: "gain none"});
    return {node: el("li", {}, sign, gain), gain};
  };
  const edicts = [...LETTERS].map((letter) => chip(seal(letter))),
    coins = chip(icon("coin")),
    monsters = chip(icon("i-ambush"));
  chips.append(...edicts.map((each) => each.node), coins.node, monsters.node);

  /** @param {{node: HTMLElement, gain: HTMLElement}} of @param {number} gained @param {string} name */
  function show({node, gain}, gained, name) {
    renderGain(gain, gained);
    setClass(node, "none", gained === 0);
    setAttribute(node, "aria-label", `${name}: ${signed(gained)}`);
  }
  /** @param {HTMLElement} list @param {string[]} lines */
  function fill(list, lines) {
    const key = lines.join("\n");
    if (list.dataset.shown === key) return;
    list.dataset.shown = key;
    list.replaceChildren(...lines.map((line) => el("li", {}, line)));
  }

  return {
    /**
     * @param {Moment} moment @param {import("../table/scene.js").Scene} scene @param {string} heading
     * @param {string[]} notes what has to be known besides
     */
    render(moment, scene, heading, notes) {
      const {names, me, gains, coinGain, monsterGain, seasonGain, worth} = scene,
        seat = me ?? 0;
      const told = sentences(moment, names, seat);
      setText(title, heading);
      fill(about, [...told.common, ...told.mine, ...notes]);
      fill(rest, told.others);
      setClass(others, "none", !told.others.length);
      setText(others, t("replay.others"));
      edicts.forEach((each, n) => {
        show(each, gains[n], t(`terms.edict.${LETTERS[n]}`));
      });
      show(coins, coinGain, t("terms.score.coins"));
      show(monsters, monsterGain, t("terms.score.monsters"));
      const isAny = gains.some(Boolean) || coinGain !== 0 || monsterGain !== 0;
      setClass(chips, "none", !isAny);
      setClass(season, "none", !worth || moment.kind !== "move");
      setText(
        /** @type {Element} */ (season.firstElementChild),
        t(isAny ? "replay.brought-season" : "replay.brought-nothing.text"),
      );
      setText(sum, isAny ? signed(seasonGain) : "");
      setClass(/** @type {Element} */ (season.lastElementChild), "none", !isAny);
    },
  };
}

/** What everybody reads of the help that somebody had. @param {import("../types.js").SeatHelp | undefined} help */
function helpMark(help) {
  const told = publicHelp(help);
  return isMarked(told) ? el("small", {class: "helped"}, helpText(told)) : null;
}

/**
 * Everybody's place at the end.
 * @param {HTMLElement} root @param {(seat: number) => void} choose
 * @param {[string, string][]} notes what has to be known of the game before its result is read, with signs
 */
export function mountRanking(root, choose, notes) {
  const title = el("h2"),
    list = el("ol", {class: "replay-ranks"}),
    tie = el("p", {class: "tie"});
  const noted = notes.map(([sign, text]) => el("p", {class: "ranks-note"}, icon(sign), el("span", {}, text)));
  root.append(title, ...noted, list, tie);
  return {
    /** @param {import("../types.js").Board} board @param {string[]} names @param {number} seat */
    render(board, names, seat) {
      const {result} = board;
      setClass(root, "none", !result || names.length < 2);
      if (!result || names.length < 2) return;
      setText(title, t("replay.ranking"));
      const order = names.map((_, each) => each).sort((a, b) => result.ranks[a] - result.ranks[b]),
        key = `${order.join()}/${seat}/${document.documentElement.lang}`;
      setText(
        tie,
        decidingRules(board)
          .map((rule) => t(rule))
          .join(" "),
      );
      if (list.dataset.shown === key) return;
      list.dataset.shown = key;
      list.replaceChildren(
        ...order.map((each) =>
          el(
            "li",
            {class: each === seat ? "shown" : ""},
            el(
              "button",
              {on: {click: () => choose(each)}},
              el("span", {}, `${result.ranks[each]}.`),
              el("span", {class: "ranks-who"}, el("b", {}, names[each]), helpMark(result.help?.[each])),
              el("em", {class: "num"}, figure(result.totals[each])),
              star(),
            ),
          ),
        ),
      );
    },
  };
}
