import assert from "node:assert/strict";
import {beforeEach, test} from "node:test";

import {Hand} from "../../../src/quillmap/web/js/hand.js";
import {layHint} from "../../../src/quillmap/web/js/hint.js";
import {printedShapes} from "../../../src/quillmap/web/js/session.js";
import {drawingActions, whyHint} from "../../../src/quillmap/web/js/table/drawing-actions.js";
import {headline, yearWords} from "../../../src/quillmap/web/js/table/news.js";
import {sceneOf} from "../../../src/quillmap/web/js/table/scene.js";
import {sumInWords} from "../../../src/quillmap/web/js/table/score-sheet.js";
import {pick} from "../../../src/quillmap/web/js/table/shortcuts.js";
import {createSpeaker, edictWords, newsWords, pieceWords} from "../../../src/quillmap/web/js/table/speaking.js";
import {cardName, listed, t} from "../../../src/quillmap/web/js/words.js";
import {data, loadPage, settle} from "./surroundings.js";

// It asks how wide the window is as soon as it is loaded.
const {instruction} = await import("../../../src/quillmap/web/js/table/card.js");
const catalogue = await loadPage();
const {board: first} = data.shown["two-base"].replay;
const isDrawing = (/** @type {any} */ {choices}) => choices.ask === "draw" && choices.places?.length > 4;
const question = data.questions.filter(isDrawing).find((/** @type {any} */ each) => each.choices.terrains.length > 1);

/** @type {any} */
let view;
/** @type {Hand} */
let hand;
/** @type {any[]} */
let sent = [];
/** @type {any} */
let answer = null;
const ui = {showPlaces: false, openEdict: 0, catalogue, stamp: 0};
let touches = 0;

beforeEach(() => {
  const choices = {...question.choices, sheet: 0};
  view = {
    table: {hints: true, seats: [{name: "Ada"}, {name: "Bo"}]},
    board: {...first, card: question.card, question: 3, version: 5, ask: "draw"},
    own: {seat: 0, answer: null, choices},
    progress: null,
    preview: null,
    worth: null,
    recent: [],
    isSending: false,
  };
  hand = new Hand(() => {});
  hand.take(choices, printedShapes(question.card));
  sent = [];
  answer = null;
  ui.showPlaces = false;
  touches = 0;
});

const actions = () =>
  drawingActions(
    /** @type {any} */ ({
      store: {
        get state() {
          return view;
        },
      },
      hand,
      play: async (/** @type {any} */ move) => void sent.push(move),
      ask: async (/** @type {any} */ message) => {
        sent.push(message);
        if (!answer) throw new Error("offline");
        return answer;
      },
    }),
    ui,
    () => void touches++,
  );
const scene = () => sceneOf(view, hand, ui);

test("what a skill adds need not lie on ruins", () => {
  view.own.choices = {...view.own.choices, wanted: "1800"};
  hand.take(view.own.choices, printedShapes(question.card));
  assert.deepEqual(scene().wanted, [11, 12]);
  layHint(hand, question.move);
  hand.skill = /** @type {any} */ ({skill: "search"});
  hand.beginExtra(["2000"], []);
  assert.deepEqual(scene().wanted, []);
});

test("after the end nobody is still drawing", () => {
  view.progress = {question: view.board.question, waiting: [1], answered: []};
  assert.deepEqual(scene().waiting, [1]);
  view.progress.question++;
  assert.deepEqual(scene().waiting, [1], "who draws already while a scene is shown");
  view.progress.question -= 2;
  assert.deepEqual(scene().waiting, view.board.waiting, "what is told of an older question is past");
  view.progress.question++;
  view.board = {...view.board, result: {totals: [1, 2]}};
  assert.deepEqual(scene().waiting, []);
});

test("a result has the names and the mark of its own game, whatever has become of the table since", () => {
  view.table.is_seeded = true;
  assert.deepEqual([scene().names, scene().isSeeded], [["Ada", "Bo"], true]);
  view.table = {...view.table, is_seeded: false, seats: [{name: "Bo"}, {name: "Ada"}]};
  assert.deepEqual([scene().names, scene().isSeeded], [["Bo", "Ada"], false]);
  view.board = {...view.board, result: {totals: [1, 2], names: ["Ada", "Bo"], is_seeded: true}};
  assert.deepEqual([scene().names, scene().isSeeded], [["Ada", "Bo"], true]);
  view.table = {...view.table, is_seeded: true, seats: []};
  view.board = {...view.board, result: {...view.board.result, is_seeded: false}};
  assert.deepEqual([scene().names, scene().isSeeded], [["Ada", "Bo"], false]);
});

test("coins that were drawn stay while the others draw", () => {
  const purse = () => [scene().mine.coins, scene().mine.spent];
  view.board = {
    ...view.board,
    seats: view.board.seats.map((/** @type {any} */ seat) => ({...seat, coins: 3, spent: 1})),
  };
  view.worth = {sheet: 0, coins_after: 3};
  assert.deepEqual(purse(), [3, 1], "nothing is drawn yet");
  view.own = {...view.own, answer: {}, choices: null};
  assert.deepEqual(purse(), [4, 1]);
  view.worth = {sheet: 0, coins_after: 1};
  assert.deepEqual(purse(), [3, 2], "a skill was paid for");
  view.worth = {sheet: 1, coins_after: 9};
  assert.deepEqual(purse(), [3, 1], "another map's");
});

test("what an ambush costs stays while the others draw", () => {
  view.board = {...view.board, holders: [1, 0]};
  view.own = {...view.own, choices: {...view.own.choices, sheet: 1}};
  view.preview = {sheet: 1};
  assert.equal(scene().harm, view.preview);
  view.own = {...view.own, answer: {}, choices: null};
  view.drawn = {sheet: 1};
  view.preview = null;
  assert.equal(scene().harm, view.drawn);
  view.drawn = {sheet: 0};
  assert.equal(scene().harm, null);
});

test("the button draws what lies on the map", async () => {
  layHint(hand, question.move);
  await actions().confirm();
  assert.deepEqual(sent, [hand.move]);
});

test("pressed before there is anything to draw, the button shows where it could go", async () => {
  await actions().confirm();
  assert.deepEqual(sent, []);
  assert.equal(ui.showPlaces, true);
  assert.equal(touches, 1);
  await actions().confirm();
  assert.equal(ui.showPlaces, true, "it does not hide the places again");
});

test("an answer is taken back by the same button, and by undo", async () => {
  view.own = {...view.own, answer: question.move};
  await actions().confirm();
  actions().undo();
  assert.deepEqual(sent, [{move: "take-back"}, {move: "take-back"}]);
  view = {...view, deadline: Date.now() / 1000 - 1, skew: 0};
  await actions().confirm();
  actions().undo();
  assert.equal(sent.length, 2, "when the time is up, what is drawn stays");
  assert.equal(scene().isFinal, true);
});

test("one undo takes a pinned piece off the map", () => {
  layHint(hand, question.move);
  assert.ok(hand.isPinned);
  actions().undo();
  assert.deepEqual([hand.isPinned, hand.isPlaced], [false, false]);
});

test("nothing is sent while a move is on its way", async () => {
  layHint(hand, question.move);
  view.isSending = true;
  await actions().confirm();
  await actions().hint();
  assert.deepEqual(sent, []);
});

test("a hint is asked for and laid, unless the question is another one by then", async () => {
  answer = {move: question.move};
  await actions().hint();
  assert.deepEqual(sent, [{type: "hint"}]);
  assert.ok(hand.isPinned);
  hand.take(view.own.choices, printedShapes(question.card));
  const late = actions().hint();
  view = {...view, board: {...view.board, question: 4}};
  await late;
  await settle();
  assert.equal(hand.isPinned, false);
});

test("a hint on its way is shown, and the same position asks only once", async () => {
  answer = {move: question.move};
  const doing = actions(),
    first = doing.hint();
  assert.equal(/** @type {any} */ (ui).isHinting, true);
  await Promise.all([first, doing.hint()]);
  assert.equal(/** @type {any} */ (ui).isHinting, false);
  hand.take(view.own.choices, printedShapes(question.card));
  await doing.hint();
  assert.ok(hand.isPinned, "what is known is laid again");
  assert.deepEqual(sent, [{type: "hint"}]);
  view = {...view, board: {...view.board, question: 4}};
  await doing.hint();
  assert.equal(sent.length, 2);
});

test("a hint that failed can be asked for again", async () => {
  const doing = actions();
  await doing.hint();
  answer = {move: question.move};
  await doing.hint();
  assert.equal(sent.length, 2);
  assert.ok(hand.isPinned);
});

test("a hint says why as long as the piece lies where the bot would draw it", async () => {
  const edict = {part: "edict", card: "sentinel-wood", stars: 5},
    coins = {part: "coins", card: null, stars: 3};
  answer = {move: question.move, reasons: [edict, coins]};
  await actions().hint();
  const parts = listed([`${cardName("sentinel-wood")} +5`, `${t("terms.score.coins")} +3`]);
  assert.equal(whyHint(hand.reasons ?? [], null), t("page.hint.why.text", {parts}));
  hand.lift();
  assert.equal(hand.reasons, null);
  const lost = `${cardName("sentinel-wood")} −5`;
  assert.equal(whyHint([edict], "Bo"), t("page.hint.raid.text", {owner: "Bo", parts: lost}));
  assert.equal(whyHint([], null), t("page.hint.room.text"));
  const lettered = whyHint([edict], null, ["borderlands", "sentinel-wood"], "acrobatics");
  assert.ok(lettered.includes(`B ${cardName("sentinel-wood")} +5`));
  assert.ok(lettered.startsWith(t("page.declare.use", {skill: cardName("acrobatics"), count: 2})));
});

test("a hint speaks of flags only where there are some", async () => {
  const coins = {part: "coins", card: null, stars: 3},
    edicts = first.edicts.map(() => ({before: 0, after: 0, awards: []})),
    worth = {sheet: 0, edicts, coins_before: 0, coins_after: 0, monster_spaces: "0", closed_mountains: "0"};
  answer = {move: question.move, reasons: [coins]};
  await actions().hint();
  const why = whyHint([coins], null);
  assert.equal(instruction(scene(), hand), why, "what it brings is not known yet");
  Object.assign(view, {worth, preview: worth});
  assert.equal(instruction(scene(), hand), why);
  view.preview = {...worth, coins_after: 1, closed_mountains: "1"};
  assert.equal(instruction(scene(), hand), `${why} ${t("page.hint.flags.text")}`);
});

test("where hints are not allowed none is asked for", async () => {
  view.table = {...view.table, hints: false};
  assert.equal(actions().mayHint(), false);
  await actions().hint();
  assert.deepEqual(sent, []);
});

test("numbers choose shapes first, then terrains", () => {
  const shapes = hand.pieces.length > 1 ? hand.pieces.length : 0;
  pick(hand, shapes + 1);
  assert.equal(hand.terrainIndex, 1);
  if (shapes) pick(hand, 1);
  assert.equal(hand.pieceIndex, shapes ? 1 : 0);
});

test("a piece is told with its spaces, whether it fits, and what it would bring", () => {
  layHint(hand, question.move);
  assert.equal(pieceWords(scene()), `${hand.names.join(" ")}. ${t("page.say.pinned")}`);
  const edict = {before: 0, after: 0};
  const edicts = [{...edict, after: 3}, edict, {...edict, after: -1}, edict];
  const changes = {coins_before: 0, coins_after: 1, monsters_before: 0, monsters_after: 2};
  view.preview = {sheet: 0, edicts, ...changes, coins_year: 3, monsters_year: -2};
  const coins = t("terms.coins", {count: 1}),
    monsters = t("terms.score.monsters");
  const year = t("page.year.text", {what: t("terms.score.coins"), now: "+1", year: "+3"});
  const brought = `A +3. C −1. ${coins}. ${monsters} −2. ${year}`;
  assert.equal(pieceWords(scene()), `${hand.names.join(" ")}. ${t("page.say.pinned")}. ${brought}`);
});

test("news are told once a board, and the piece only while the keyboard is on the map", () => {
  /** @type {string[]} */
  const said = [];
  let isOnMap = false;
  const speak = createSpeaker({
    announce: (text) => void said.push(text),
    alarm: (text) => void said.push(`! ${text}`),
    isOnMap: () => isOnMap,
  });
  view.recent = [{event: "card-revealed", card: question.card}];
  layHint(hand, question.move);
  speak(scene());
  speak(scene());
  assert.deepEqual(said, [newsWords(scene())]);
  isOnMap = true;
  speak(scene());
  speak(scene());
  assert.deepEqual(said, [newsWords(scene()), pieceWords(scene())]);
});

test("an ambush on a neighbour's map is told at once", () => {
  /** @type {string[]} */
  const alarms = [];
  const speak = createSpeaker({announce() {}, alarm: (text) => void alarms.push(text), isOnMap: () => false});
  view.own = {...view.own, choices: {...view.own.choices, sheet: 1}};
  speak(scene());
  assert.deepEqual(alarms, [t("page.ambush.whose", {owner: "Bo"})]);
});

test("the edicts are told with their rules and what they are worth", () => {
  view.worth = {sheet: 0, edicts: [7, 0, 1, 2].map((after) => ({before: 0, after}))};
  const text = edictWords(scene());
  for (const id of first.edicts) assert.ok(text.includes(t(`cards.${id}.name`)));
  assert.ok(text.includes(t("terms.stars", {count: 7})));
});

test("what others did comes before what I did myself", () => {
  const names = ["Ada", "Bo"],
    drawn = {event: "drawn", terrain: "forest", spaces: ["A1"], coins: 0, skill: null, shape: "shape-1"};
  const mine = {...drawn, seat: 0, sheet: 0},
    others = {...drawn, seat: 1, sheet: 1};
  assert.match(headline([others, mine], first.setup, names, 0), /Bo/);
  assert.match(headline([mine, {...others, sheet: 0}], first.setup, names, 0), /Bo/);
  assert.equal(headline([{event: "round-ended"}], first.setup, names, 0), "");
});

/** @param {number} seats @param {Partial<import("../../../src/quillmap/web/js/types.js").Worth>} worth */
function seatsWith(seats, worth) {
  const score = {edicts: [40, 20], coins: 5, monsters: 2, total: 63},
    counted = {...first.seats[0], scores: [score], total: 63};
  view.board = {...view.board, seats: [counted, counted].slice(0, seats), season: "summer", result: null};
  view.worth = {sheet: 0, edicts: view.board.edicts.map(() => ({before: 0, after: 0})), season_after: 30, ...worth};
}

test("alone as beside others the total is what has been counted, and the running season stands beside it", () => {
  for (const seats of [1, 2]) {
    seatsWith(seats, {});
    assert.deepEqual([scene().total, scene().pencil?.season_after], [63, 30]);
    assert.equal(sumInWords(scene()), "Counted: 63. This season so far: 30 stars.");
  }
});

test("a season that is counted already is not counted twice, as when the Troll asks after it", () => {
  seatsWith(1, {});
  view.board = {...view.board, season: "spring"};
  assert.deepEqual([scene().total, scene().pencil], [63, null]);
  assert.equal(sumInWords(scene()), "Counted: 63.");
});

test("the sum of a finished game is its total", () => {
  seatsWith(1, {});
  view.board = {...view.board, result: {totals: [63]}};
  assert.equal(sumInWords(scene()), "Total: 63.");
});

test("a coin says what it is worth over the rest of the year, unless that is what it is worth now", () => {
  const scene = {coinGain: 1, coinYear: 3, monsterGain: -2, monsterYear: -2};
  assert.equal(yearWords(scene), t("page.year.text", {what: t("terms.score.coins"), now: "+1", year: "+3"}));
  assert.equal(yearWords({...scene, coinYear: 1}), "");
});
