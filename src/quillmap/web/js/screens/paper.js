// @ts-check
/** Score a paper map: paint a finished sheet, choose the edicts, and see where every point comes from. */

import {announce} from "../announce.js";
import {edictPicture} from "../art-cards.js";
import {costs, glow, medal} from "../art-marks.js";
import {loadCards} from "../cards.js";
import {el, icon, paint, seal, setClass, setText, star} from "../dom.js";
import {listenForKeys} from "../keys.js";
import {call} from "../protocol.js";
import {cellOf, namesOf, spacesOf} from "../spaces.js";
import {openCard} from "../table/dialogs.js";
import {cardName, cardRule, figure, hyphenated, t} from "../words.js";
import {followed, prepare, topBar, troubleText} from "./parts/frame.js";
import {oneOf, oneOfMany} from "./parts/options.js";
import {PaperMap} from "./parts/paper-map.js";
import {mountPrinted} from "./parts/paper-printed.js";
import {brushPicture, CHARACTERS, linesOf, mountPaperSheet, sheetIn} from "./parts/paper-sheet.js";

/** @typedef {import("../types.js").Catalogue} Catalogue */

const LETTERS = "ABCD";
const SEASONS = ["spring", "summer", "autumn", "winter"];
const BRUSHES = [...Object.keys(CHARACTERS), "ruins", "erase"];
const BRUSH_KEYS = "1234567890re";

/** @param {string} brush @param {typeof t} [say] */
function brushName(brush, say = t) {
  if (brush === "both") return t("terms.space.farm-village");
  if (brush === "erase") return t("screens.paper.erase");
  return say(["ruins", "wasteland", "destroyed"].includes(brush) ? `terms.space.${brush}` : `terms.terrain.${brush}`);
}

/**
 * @param {HTMLElement} root
 * @param {import("../main.js").Context} context
 * @returns {Promise<import("../main.js").Opened>}
 */
export async function open(root, {go}) {
  const [catalogue] = await Promise.all([loadCards(), prepare("waiting", "setup", "paper")]);
  root.className = "paper-screen";
  const trouble = el("p", {class: "trouble", role: "alert"}),
    board = el("div", {class: "sheet paper-board"});
  const map = new PaperMap(catalogue, (body) => call("POST", "/api/score/year", body), {
    changed: show,
    counted(isNews) {
      setText(trouble, "");
      show();
      const count = map.year?.total ?? 0;
      if (isNews) announce(`${t("terms.score.total")}: ${t("terms.stars", {count})}`, 500);
    },
    failed: (error) => setText(trouble, troubleText(error)),
  });
  const seasons = mountSeasons(map),
    palette = mountPalette(map, catalogue),
    worth = mountWorth(map, catalogue, trouble);
  const print = el("a", {href: "/print", on: {click: followed(go, "/print")}}, t("screens.home.print")),
    intro = el("p", {class: "intro"}, t("screens.paper.intro.text"), " ", print),
    keys = el("p", {class: "unseen"}, t("screens.paper.keys.help"));
  root.append(
    topBar(t("screens.paper.title"), go),
    el("main", {class: "paper-main"}, intro, seasons.node, board, keys),
    palette.node,
    worth.node,
  );
  const sheet = mountPaperSheet(board, {
    sheet: () => map.paper.sheet,
    brush: () => map.brush,
    change: (next, isStroke) => map.draw(next, isStroke),
  });
  function show() {
    sheet.render(map.paper.sheet, marksOf(map));
    seasons.render();
    palette.render();
    worth.render();
  }
  const choosing = [...BRUSH_KEYS].map((key, n) => [key, () => palette.choose(BRUSHES[n])]);
  const stopKeys = listenForKeys({...Object.fromEntries(choosing), u: () => map.undo()});
  map.set({});
  return {
    close() {
      stopKeys();
      map.close();
    },
  };
}

/** What earns, in gold; what costs, marked. @param {PaperMap} map */
function marksOf({score, lit}) {
  if (!score) return "";
  const costing = costs(spacesOf(score.score.monster_spaces).map(cellOf));
  if (lit < 0) return costing;
  const awards = edictAt(score, lit)?.awards ?? [],
    sets = awards.map((award) => spacesOf(award.spaces).map(cellOf));
  const gold = sets.map((cells) => glow(cells, {thin: awards.length > 6})),
    medals = sets.map((cells, n) => medal(cells[0], String(awards[n].points)));
  return [costing, ...gold, ...medals].join("");
}

/** What a season scores for the edict at a place, if it does. @param {PaperMap["score"]} score @param {number} place */
const edictAt = (score, place) => score?.score.edicts[score.places.indexOf(place)];

/**
 * Brushes, printed maps, the way back, and the map as text.
 * @param {PaperMap} map
 * @param {Catalogue} catalogue
 */
function mountPalette(map, catalogue) {
  const brushes = mountBrushes(map),
    printed = mountPrinted(map, catalogue);
  const goBack = {class: "btn", id: "undo", on: {click: () => map.undo()}},
    undo = el("button", goBack, icon("i-undo"), t("screens.paper.undo"));
  const asText = mountText(map);
  // On a phone the bar stays in reach while the map is in sight; the rest lies below it.
  const bar = el(
    "div",
    {class: "brush-bar"},
    el("h2", {}, t("screens.paper.brush")),
    brushes.taken,
    undo,
    brushes.node,
  );
  const node = el(
    "section",
    {class: "palette paper", "aria-label": t("screens.paper.brush")},
    bar,
    el("div", {class: "palette-more"}, printed.node, asText.node),
  );
  return {
    node,
    /** Take a brush by its key. @param {string} brush */
    choose(brush) {
      brushes.show(brush);
      announce(brushName(brush));
    },
    render() {
      printed.render();
      undo.setAttribute("aria-disabled", String(!map.before.length));
      asText.render();
    },
  };
}

/** @param {PaperMap} map */
function mountBrushes(map) {
  const choices = BRUSHES.map((value, n) => {
    const picture = el("span", {class: "brush-picture"});
    paint(picture, brushPicture(value));
    picture.append(el("kbd", {"aria-hidden": "true"}, BRUSH_KEYS[n].toUpperCase()));
    return {value, label: brushName(value, hyphenated), picture};
  });
  // Where there is no room for all names, that of the brush in hand is told.
  const taken = el("span", {class: "brush-taken", "aria-hidden": "true"});
  const take = (/** @type {string} */ value) => {
    map.brush = value;
    setText(taken, brushName(value));
  };
  const brushes = oneOf(t("screens.paper.brush"), choices, take, "brushes");
  const show = (/** @type {string} */ value) => {
    take(value);
    brushes.show(value);
  };
  show(map.brush);
  return {node: brushes.node, taken, show};
}

/** The map as text, to copy or to write. @param {PaperMap} map */
function mountText(map) {
  const trouble = el("p", {class: "trouble", role: "alert"});
  const text = /** @type {HTMLTextAreaElement} */ (
    el("textarea", {rows: 11, spellcheck: "false", "aria-label": t("screens.paper.as-text")})
  );
  const read = () => {
    const found = sheetIn(text.value);
    setText(trouble, found ? "" : t("errors.server.bad-map"));
    if (found) map.draw(found, false);
  };
  const node = el(
    "details",
    {},
    el("summary", {}, t("screens.paper.as-text")),
    el("p", {class: "fine"}, t("screens.paper.as-text.help")),
    text,
    el("button", {class: "btn", id: "read-text", on: {click: read}}, icon("i-confirm"), t("screens.paper.read")),
    trouble,
  );
  let written = "";
  return {
    node,
    /** Write a map that has changed; what somebody has put in stays until then, however often it is counted. */
    render() {
      const lines = linesOf(map.paper.sheet).join("\n");
      if (lines !== written && document.activeElement !== text) {
        written = lines;
        text.value = lines;
      }
    },
  };
}

/** A line of what the map is worth. @param {string} sign @param {string} title @param {...Node} nodes */
const worthLine = (sign, title, ...nodes) =>
  el("div", {class: "worth-line"}, icon(sign), el("h3", {}, title), ...nodes);

/**
 * What the map is worth, and by what.
 * @param {PaperMap} map
 * @param {Catalogue} catalogue
 * @param {HTMLElement} trouble
 */
function mountWorth(map, catalogue, trouble) {
  const lines = map.paper.edicts.map((_, n) => mountEdict(map, catalogue, n));
  const coins = mountCoins(map);
  const monsters = el("b", {class: "num"}),
    monsterText = el("p", {class: "fine"}),
    season = el("b", {class: "num"}),
    seasonTitle = el("h3"),
    year = mountYear();
  const rulebooks = catalogue.rulebooks.map((value) => ({value, label: t(`setup.rulebook.${value}.label`)})),
    rulebook = oneOfMany(t("setup.rulebook.label"), rulebooks, (value) => map.set({rulebook: value}));
  rulebook.show(map.paper.rulebook);
  const node = el(
    "section",
    {class: "worth paper", "aria-label": t("screens.paper.worth")},
    el("h2", {}, t("screens.paper.worth")),
    ...lines.map((line) => line.node),
    coins.node,
    worthLine("i-ambush", t("terms.score.monsters"), monsters, monsterText),
    el("div", {class: "worth-line sum"}, icon("i-timer"), seasonTitle, el("b", {id: "season-total"}, season, star())),
    worthLine("i-rules", t("setup.rulebook.label"), rulebook.node),
    year.node,
    trouble,
  );
  return {
    node,
    render() {
      const score = map.score?.score;
      for (const line of lines) line.render();
      year.render(map.year);
      coins.render();
      setText(seasonTitle, seasonName(map.paper.season));
      setText(season, score ? figure(score.total) : "–");
      setText(monsters, score ? figure(-score.monsters) : "–");
      const spaces = score?.monsters ? namesOf(spacesOf(score.monster_spaces)).join(" ") : "";
      setText(monsterText, spaces && t("screens.paper.monsters.text", {spaces}));
    },
  };
}

/** @param {number} n */
const seasonName = (n) => t(`terms.season.${SEASONS[n]}`);

/** The four seasons, each with what it has scored. @param {PaperMap} map */
function mountSeasons(map) {
  const tabs = SEASONS.map((id, n) => {
    const points = el("small", {class: "num"});
    const open = () => {
      map.open(n);
      announce(seasonName(n));
    };
    const node = el("button", {class: "season-tab", data: {season: id}, on: {click: open}}, seasonName(n), points);
    return {node, points};
  });
  const about = {class: "season-tabs", role: "group", "aria-label": t("terms.kind.season")};
  return {
    node: el("div", about, ...tabs.map(({node}) => node)),
    render() {
      tabs.forEach(({node, points}, n) => {
        const found = map.paper.seasons[n] && map.year?.seasons[n];
        setText(points, found ? figure(found.score.total) : "–");
        node.setAttribute("aria-pressed", String(map.paper.season === n));
      });
    },
  };
}

/** The sum of the year, and for whoever played alone the rating and its title. */
function mountYear() {
  const total = el("b", {class: "num"}),
    rating = el("p", {class: "fine", id: "rating"});
  return {
    node: el(
      "div",
      {class: "worth-total"},
      el("h3", {}, t("terms.score.total")),
      el("p", {id: "total"}, total, star()),
      rating,
    ),
    /** @param {import("../types.js").PaperYear | null} year */
    render(year) {
      setText(total, year ? figure(year.total) : "–");
      const {rating: count, title} = year ?? {};
      const isWhole = typeof count === "number" && title;
      const words = isWhole && {rating: figure(count), title: t(`terms.title.${title}`)};
      setText(rating, words ? t("screens.paper.rating.text", words) : t("screens.paper.rating-later.text"));
    },
  };
}

/** @param {PaperMap} map */
function mountCoins(map) {
  const count = el("b", {class: "num", id: "coins"});
  const button = (/** @type {number} */ by, /** @type {string} */ sign, /** @type {string} */ words) =>
    el("button", {class: "btn", "aria-label": words, on: {click: () => map.addCoins(by)}}, icon(sign));
  const fewer = button(-1, "i-minus", t("screens.paper.fewer")),
    further = button(1, "i-plus", t("screens.paper.further"));
  return {
    node: worthLine("coin", t("terms.score.coins"), el("div", {class: "counter"}, fewer, count, further)),
    render: () => setText(count, map.paper.coins),
  };
}

/**
 * One edict: its card, its points, and every award, lit on demand.
 * @param {PaperMap} map
 * @param {Catalogue} catalogue
 * @param {number} n
 */
function mountEdict(map, {scoring, seasons}, n) {
  const points = el("b", {class: "num"}),
    picture = el("div", {class: "worth-picture"}),
    rule = el("p", {class: "fine"}),
    awards = el("ul", {class: "awards"});
  const cards = scoring.map(({id, suit}) => ({value: id, label: cardName(id), group: t(`terms.suit.${suit}`)})),
    choice = oneOfMany(t("screens.paper.choose", {letter: LETTERS[n]}), cards, (id) => map.setEdict(n, id));
  const light = el("button", {class: "btn", on: {click: () => map.light(n)}}, icon("i-eye"), points, star());
  const open = () => openCard(map.paper.edicts[n], map.paper.rulebook),
    info = el("button", {class: "btn quiet", on: {click: open}}, icon("i-rules"));
  const words = el("div", {class: "worth-words"}, rule, awards);
  const about = {class: "worth-edict", data: {letter: LETTERS[n]}},
    node = el("div", about, seal(LETTERS[n]), choice.node, light, picture, words, info);
  return {
    node,
    render() {
      const {rulebook, edicts} = map.paper,
        id = edicts[n],
        found = edictAt(map.score, n),
        isLit = map.lit === n;
      setClass(node, "none", !seasons.base[map.paper.season].edicts.includes(n));
      choice.show(id);
      paint(picture, edictPicture(id, rulebook));
      setText(rule, cardRule(id, rulebook));
      setText(points, found ? figure(found.points) : "–");
      light.setAttribute("aria-pressed", String(isLit));
      const stars = t("terms.stars", {count: found?.points ?? 0});
      light.setAttribute("aria-label", `${t("screens.paper.show", {card: cardName(id)})}. ${stars}`);
      info.setAttribute("aria-label", cardName(id));
      setClass(node, "lit", isLit);
      setClass(awards, "none", !isLit);
      awards.replaceChildren(...(isLit ? awardTexts(found?.awards ?? []) : []).map((each) => el("li", {}, each)));
    },
  };
}

/** @param {import("../types.js").Award[]} awards */
function awardTexts(awards) {
  if (!awards.length) return [t("screens.paper.nothing.text")];
  return awards.map(({points, spaces}) =>
    t("screens.paper.award", {
      points: t("terms.stars", {count: points}),
      spaces: namesOf(spacesOf(spaces)).join(" "),
    }),
  );
}
