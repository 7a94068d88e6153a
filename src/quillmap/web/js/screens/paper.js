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
import {prepare, topBar, troubleText} from "./parts/frame.js";
import {oneOf, oneOfMany} from "./parts/options.js";
import {
  BLANK,
  brushPicture,
  CHARACTERS,
  linesOf,
  mountPaperSheet,
  printedAs,
  printedSheet,
  sheetIn,
} from "./parts/paper-sheet.js";

/** @typedef {{card: string, points: number, awards: import("../types.js").Award[]}} PaperEdict */
/**
 * @typedef {{edicts: PaperEdict[], coins: number, monsters: number, monster_spaces: string, total: number}} PaperScore
 */
/** @typedef {{sheet: string, edicts: string[], coins: number, rulebook: string}} Paper */

const KEPT = "quillmap.paper",
  LETTERS = "ABCD",
  MOST_UNDONE = 200;
const BRUSHES = [...Object.keys(CHARACTERS), "ruins", "erase"];
const BRUSH_KEYS = "1234567890re";

/** What was painted last on this device. @param {import("../types.js").Catalogue} catalogue @returns {Paper} */
function keptPaper(catalogue) {
  const suits = [...new Set(catalogue.scoring.map((card) => card.suit))];
  const first = {
    sheet: printedSheet(catalogue.maps.A ?? {}),
    edicts: suits.map((suit) => /** @type {any} */ (catalogue.scoring.find((card) => card.suit === suit)).id),
    coins: 0,
    rulebook: "standard",
  };
  try {
    return {...first, ...JSON.parse(localStorage.getItem(KEPT) ?? "{}")};
  } catch {
    return first;
  }
}

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
  const paper = keptPaper(catalogue);
  /** @type {string[]} */
  const before = [];
  let brush = "forest",
    lit = -1;
  /** @type {PaperScore | null} */
  let score = null;

  const trouble = el("p", {class: "trouble", role: "alert"}),
    board = el("div", {class: "sheet paper-board"}),
    total = el("b", {class: "num"});
  const text = /** @type {HTMLTextAreaElement} */ (
    el("textarea", {rows: 11, spellcheck: "false", "aria-label": t("screens.paper.as-text")})
  );
  const brushes = oneOf(
    t("screens.paper.brush"),
    BRUSHES.map((value, n) => {
      const picture = el("span", {class: "brush-picture"});
      paint(picture, brushPicture(value));
      picture.append(el("kbd", {"aria-hidden": "true"}, BRUSH_KEYS[n].toUpperCase()));
      return {value, label: brushName(value, hyphenated), picture};
    }),
    (value) => {
      brush = value;
    },
    "brushes",
  );
  brushes.show(brush);
  const printed = oneOfMany(
    t("screens.paper.printed"),
    [
      {value: "", label: "–"},
      ...Object.keys(catalogue.maps)
        .filter((id) => catalogue.maps[id])
        .map((value) => ({value, label: t(`setup.map.${value}.label`)})),
    ],
    (value) => change(value ? printedSheet(catalogue.maps[value] ?? {}) : BLANK, false),
  );
  const rulebook = oneOfMany(
    t("setup.rulebook.label"),
    catalogue.rulebooks.map((value) => ({value, label: t(`setup.rulebook.${value}.label`)})),
    (value) => {
      paper.rulebook = value;
      changed();
    },
  );
  rulebook.show(paper.rulebook);
  const undo = el("button", {class: "btn", id: "undo", on: {click: takeBack}}, icon("i-undo"), t("screens.paper.undo"));
  const read = el(
    "button",
    {class: "btn", id: "read-text", on: {click: readText}},
    icon("i-confirm"),
    t("screens.paper.read"),
  );
  const coinCount = el("b", {class: "num", id: "coins"});
  const coin = (/** @type {number} */ by, /** @type {string} */ picture, /** @type {string} */ words) =>
    el(
      "button",
      {
        class: "btn",
        "aria-label": words,
        on: {
          click() {
            paper.coins = Math.max(0, Math.min(catalogue.coin_slots, paper.coins + by));
            changed();
          },
        },
      },
      icon(picture),
    );
  const lines = paper.edicts.map((_, n) => edictLine(n));
  const monsters = el("b", {class: "num"}),
    monsterText = el("p", {class: "fine"});
  root.append(
    topBar(t("screens.paper.title"), go),
    el(
      "main",
      {class: "paper-main"},
      el("p", {class: "intro"}, t("screens.paper.intro.text")),
      board,
      el("p", {class: "unseen"}, t("screens.paper.keys.help")),
    ),
    el(
      "section",
      {class: "palette paper", "aria-label": t("screens.paper.brush")},
      el("h2", {}, t("screens.paper.brush")),
      brushes.node,
      el("div", {class: "palette-more"}, el("label", {class: "field"}, t("screens.paper.printed"), printed.node), undo),
      el(
        "details",
        {},
        el("summary", {}, t("screens.paper.as-text")),
        el("p", {class: "fine"}, t("screens.paper.as-text.help")),
        text,
        read,
      ),
    ),
    el(
      "section",
      {class: "worth paper", "aria-label": t("screens.paper.worth")},
      el("h2", {}, t("screens.paper.worth")),
      ...lines.map(({node}) => node),
      el(
        "div",
        {class: "worth-line"},
        icon("coin"),
        el("h3", {}, t("terms.score.coins")),
        el(
          "div",
          {class: "counter"},
          coin(-1, "i-minus", t("screens.paper.fewer")),
          coinCount,
          coin(1, "i-plus", t("screens.paper.further")),
        ),
      ),
      el(
        "div",
        {class: "worth-line"},
        icon("i-ambush"),
        el("h3", {}, t("terms.score.monsters")),
        monsters,
        monsterText,
      ),
      el("div", {class: "worth-line"}, icon("i-rules"), el("h3", {}, t("setup.rulebook.label")), rulebook.node),
      el("div", {class: "worth-total"}, el("h3", {}, t("terms.score.total")), el("p", {id: "total"}, total, star())),
      trouble,
    ),
  );
  const sheet = mountPaperSheet(board, {sheet: () => paper.sheet, brush: () => brush, change});

  /** One edict: its card, its points, and every award, lit on demand. @param {number} n */
  function edictLine(n) {
    const points = el("b", {class: "num"}),
      picture = el("div", {class: "worth-picture"}),
      rule = el("p", {class: "fine"}),
      awards = el("ul", {class: "awards"});
    const choice = oneOfMany(
      t("screens.paper.choose", {letter: LETTERS[n]}),
      catalogue.scoring.map(({id, suit}) => ({value: id, label: cardName(id), group: t(`terms.suit.${suit}`)})),
      (id) => {
        paper.edicts[n] = id;
        changed();
      },
    );
    const light = el(
      "button",
      {
        class: "btn",
        on: {
          click() {
            lit = lit === n ? -1 : n;
            show();
          },
        },
      },
      icon("i-eye"),
      points,
      star(),
    );
    const info = el(
      "button",
      {class: "btn quiet", on: {click: () => openCard(paper.edicts[n], paper.rulebook)}},
      icon("i-rules"),
    );
    const node = el(
      "div",
      {class: "worth-edict", data: {letter: LETTERS[n]}},
      seal(LETTERS[n]),
      choice.node,
      light,
      picture,
      el("div", {class: "worth-words"}, rule, awards),
      info,
    );
    return {
      node,
      show() {
        const id = paper.edicts[n],
          found = score?.edicts[n],
          isLit = lit === n;
        choice.show(id);
        paint(picture, edictPicture(id, paper.rulebook));
        setText(rule, cardRule(id, paper.rulebook));
        setText(points, found ? figure(found.points) : "–");
        light.setAttribute("aria-pressed", String(isLit));
        light.setAttribute(
          "aria-label",
          `${t("screens.paper.show", {card: cardName(id)})}. ${t("terms.stars", {count: found?.points ?? 0})}`,
        );
        info.setAttribute("aria-label", cardName(id));
        setClass(node, "lit", isLit);
        setClass(awards, "none", !isLit);
        if (!isLit) return awards.replaceChildren();
        const texts = (found?.awards ?? []).map((award) =>
          t("screens.paper.award", {
            points: t("terms.stars", {count: award.points}),
            spaces: namesOf(spacesOf(award.spaces)).join(" "),
          }),
        );
        awards.replaceChildren(
          ...(texts.length ? texts : [t("screens.paper.nothing.text")]).map((each) => el("li", {}, each)),
        );
      },
    };
  }

  /** What earns, in gold; what costs, marked. */
  function marks() {
    if (!score) return "";
    let over = costs(spacesOf(score.monster_spaces).map(cellOf));
    if (lit < 0) return over;
    const awards = score.edicts[lit]?.awards ?? [];
    for (const award of awards) over += glow(spacesOf(award.spaces).map(cellOf), {thin: awards.length > 6});
    for (const award of awards) over += medal(cellOf(spacesOf(award.spaces)[0]), String(award.points));
    return over;
  }

  function show() {
    sheet.render(paper.sheet, marks());
    for (const line of lines) line.show();
    printed.show(printedAs(paper.sheet, catalogue.maps));
    setText(coinCount, paper.coins);
    setText(monsters, score ? figure(-score.monsters) : "–");
    setText(
      monsterText,
      score?.monsters
        ? t("screens.paper.monsters.text", {spaces: namesOf(spacesOf(score.monster_spaces)).join(" ")})
        : "",
    );
    setText(total, score ? figure(score.total) : "–");
    undo.setAttribute("aria-disabled", String(!before.length));
  }

  /** @param {string} next @param {boolean} isStroke a stroke is undone as a whole */
  function change(next, isStroke) {
    if (!isStroke) before.push(paper.sheet);
    if (before.length > MOST_UNDONE) before.shift();
    paper.sheet = next;
    changed();
  }
  function takeBack() {
    const last = before.pop();
    if (last === undefined) return;
    paper.sheet = last;
    changed();
  }
  function readText() {
    const found = sheetIn(text.value);
    setText(trouble, found ? "" : t("errors.server.bad-map"));
    if (found) change(found, false);
  }

  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;
  function changed() {
    localStorage.setItem(KEPT, JSON.stringify(paper));
    if (document.activeElement !== text) text.value = linesOf(paper.sheet).join("\n");
    show();
    clearTimeout(timer);
    timer = setTimeout(count, 120);
  }
  let asked = 0;
  async function count() {
    const mine = ++asked;
    try {
      const found = await call("POST", "/api/score", {
        map: linesOf(paper.sheet).join("\n"),
        edicts: paper.edicts,
        coins: paper.coins,
        rulebook: paper.rulebook,
      });
      if (mine !== asked) return;
      const isNews = score?.total !== found.total;
      score = found;
      setText(trouble, "");
      show();
      if (isNews) announce(`${t("terms.score.total")}: ${t("terms.stars", {count: found.total})}`, 500);
    } catch (error) {
      if (mine === asked) setText(trouble, troubleText(error));
    }
  }

  /** @param {number} n */
  function choose(n) {
    brush = BRUSHES[n];
    brushes.show(brush);
    announce(brushName(brush));
  }
  const stopKeys = listenForKeys({
    ...Object.fromEntries([...BRUSH_KEYS].map((key, n) => [key, () => choose(n)])),
    u: takeBack,
  });
  changed();
  return {
    close() {
      stopKeys();
      clearTimeout(timer);
      asked = -1;
    },
  };
}
