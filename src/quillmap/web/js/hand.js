// @ts-check
/**
 * What a player holds: the shape, its turn and its terrain, where it lies, whether it is pinned. Touches no DOM and
 * knows no rules: whether it fits comes from what the server said is legal.
 *
 * Kinds: `piece` (a shape with anchors), `masks` (one of a list of sets: what a skill adds, or parts that hang over the
 * edge), `hero`,
 * `target` (Gorgon, Troll), `declare` (Acrobatics), `none`.
 */

import {
  flipped,
  flippedCell,
  indexOfTurn,
  middleOf,
  piecesOf,
  reachOf,
  rotated,
  rotatedCell,
  snap,
  spacesAt,
} from "./placement.js";
import {cellOf, columnOf, flagsOf, isOnMap, nameOf, namesOf, rowOf, SIZE, spaceAt, spacesOf} from "./spaces.js";

/** @typedef {import("./types.js").Choices} Choices */
/** @typedef {import("./types.js").SkillChoice} SkillChoice */
/** @typedef {import("./types.js").Move} Move */
/** @typedef {import("./types.js").HintReason} HintReason */
/** @typedef {[number, number]} Cell */
/** @typedef {"none" | "piece" | "masks" | "hero" | "target" | "declare"} Kind */
/** @typedef {{name: string, coin: boolean, turns: import("./types.js").ShapeTurn[]}} Printed */

export class Hand {
  /** @type {Choices | null} */
  choices = null;
  /** @type {Kind} */
  kind = "none";
  /** @type {import("./placement.js").Piece[]} */
  pieces = [];
  /** @type {number} */
  pieceIndex = 0;
  /** @type {number} */
  turnIndex = 0;
  /** The space it is held by, in its outline. @type {Cell} */
  grip = [0, 0];
  /** @type {string[]} */
  terrains = [];
  /** @type {number} */
  terrainIndex = 0;
  /** Where the outline lies (piece). @type {import("./placement.js").Anchor | null} */
  at = null;
  /** Which space is meant (all other kinds). @type {number | null} */
  space = null;
  isPinned = false;
  /** @type {SkillChoice | null} */
  skill = null;
  /** The main drawing, while the extra one of a skill is in hand. @type {import("./types.js").DrawMove | null} */
  main = null;
  /** @type {number[][]} */
  masks = [];
  /** @type {number} */
  maskTurn = 0;
  /** @type {number} */
  attackIndex = 0;
  /** @type {Uint8Array} */
  allowed = new Uint8Array(SIZE * SIZE);
  /** @type {Printed[]} */
  printed = [];
  /** Whether a bot would use the skill that is to be declared; null if none was asked. @type {boolean | null} */
  advice = null;
  /** What a bot would do, and why. @type {{spaces: string, reasons: HintReason[]} | null} */
  hinted = null;
  /** A whole move that was laid here, of which a skill's addition is due. @type {Move | null} */
  followed = null;
  /**
   * How it was turned last, and how often: for showing it.
   * @type {{how: "turn" | "back" | "flip" | "", count: number}}
   */
  lastTurn = {how: "", count: 0};

  /** @param {() => void} changed called whenever something about it has */
  constructor(changed) {
    this.changed = changed;
  }

  clear() {
    this.choices = this.at = this.space = this.skill = this.main = this.advice = null;
    this.hinted = this.followed = null;
    this.kind = "none";
    this.pieces = [];
    this.terrains = [];
    this.masks = [];
    this.printed = [];
    this.pieceIndex = this.turnIndex = this.terrainIndex = this.maskTurn = this.attackIndex = 0;
    this.grip = [0, 0];
    this.isPinned = false;
    this.allowed = new Uint8Array(SIZE * SIZE);
  }

  /**
   * Take up what a question asks for.
   * @param {Choices | null} choices
   * @param {Printed[]} printed the shapes of the card
   */
  take(choices, printed) {
    const terrain = this.terrain;
    this.clear();
    this.choices = choices;
    if (choices) {
      const places = choices.places ?? [];
      this.printed = places.some((place) => place.shape.startsWith("shape-")) || !places.length ? printed : [];
      if (choices.ask === "draw" || choices.ask === "ambush") this.hold(places, choices.terrains ?? []);
      else if (choices.ask === "declare") this.kind = "declare";
      else {
        this.kind = choices.ask === "hero" ? "hero" : "target";
        this.allowed = flagsOf(choices.spaces);
      }
      const again = terrain ? this.terrains.indexOf(terrain) : -1;
      if (choices.is_fallback && again >= 0) this.terrainIndex = again;
    }
    this.changed();
  }

  /** @param {import("./types.js").Place[]} places @param {string[]} terrains */
  hold(places, terrains) {
    const old = this.piece?.name;
    this.kind = "piece";
    this.pieces = piecesOf(places, this.printed);
    const same = this.pieces.findIndex((piece) => piece.name === old && piece.fitsAnywhere);
    this.pieceIndex = Math.max(0, same >= 0 ? same : this.pieces.findIndex((piece) => piece.fitsAnywhere));
    const turns = this.piece?.turns ?? [];
    if (this.turnIndex >= turns.length) this.turnIndex = 0;
    if (turns.length) this.grip = same >= 0 ? this.grip : middleOf(turns[this.turnIndex]);
    const terrain = this.terrain;
    this.terrains = terrains;
    this.terrainIndex = Math.max(0, terrain ? terrains.indexOf(terrain) : 0);
  }

  /** Remember why a bot would draw what is in hand. @param {HintReason[]} reasons */
  explain(reasons) {
    this.hinted = {spaces: this.names.join(), reasons};
    this.changed();
  }

  /** Why a bot would draw it, as long as it lies where the bot would; null otherwise. */
  get reasons() {
    return this.isPinned && this.hinted?.spaces === this.names.join() ? this.hinted.reasons : null;
  }

  get piece() {
    return this.pieces?.[this.pieceIndex];
  }
  get turn() {
    return this.piece?.turns[this.turnIndex];
  }
  get legal() {
    return this.piece?.legal[this.turnIndex];
  }
  /** @returns {string | null} */
  get terrain() {
    return this.terrains?.[this.terrainIndex] ?? null;
  }
  get isBusy() {
    return this.kind !== "none" && this.kind !== "declare";
  }
  /** Whether there is a place that is meant. */
  get isPlaced() {
    return this.kind === "piece" ? this.at !== null : this.space !== null;
  }

  /** The spaces that would be drawn on. @returns {number[]} */
  get spaces() {
    if (this.kind === "piece") return this.turn && this.at ? (spacesAt(this.turn, this.at) ?? []) : [];
    if (this.space === null) return [];
    if (this.kind === "masks")
      return this.candidates[this.maskTurn % Math.max(1, this.candidates.length)] ?? [this.space];
    return [this.space];
  }
  /** Of masks: those that cover the space that is meant. */
  get candidates() {
    const {space} = this;
    return space === null ? [] : this.masks.filter((mask) => mask.includes(space));
  }
  /** The attack path of the hero in hand: the steps that lie on the map. @returns {number[]} */
  get path() {
    if (this.kind !== "hero" || this.space === null) return [];
    const row = rowOf(this.space),
      column = columnOf(this.space);
    return (this.choices?.attacks?.[this.attackIndex] ?? [])
      .filter(([r, c]) => isOnMap(row + r, column + c))
      .map(([r, c]) => spaceAt(row + r, column + c));
  }

  /** Whether the rules allow it there. */
  get fits() {
    if (this.kind === "piece") return this.at !== null && this.legal?.[spaceAt(this.at.row, this.at.column)] === 1;
    if (this.space === null) return false;
    return this.kind === "masks" ? this.candidates.length > 0 : this.allowed[this.space] === 1;
  }

  /** All spaces that something could be drawn on. @returns {Set<number>} */
  get reach() {
    if (this.kind === "piece") return this.piece ? keptReach(this.piece) : new Set();
    if (this.kind === "masks") return new Set(this.masks.flat());
    const found = new Set();
    this.allowed.forEach((is, n) => {
      if (is) found.add(n);
    });
    return found;
  }

  /** The move that this would be, if it fits. @returns {Move | null} */
  get move() {
    if (!this.fits) return null;
    const spaces = namesOf(this.spaces);
    if (this.kind === "hero") return {move: "place-hero", space: spaces[0], path: namesOf(this.path)};
    if (this.kind === "target") return {move: "destroy", space: spaces[0]};
    if (this.main) return {...this.main, extra: spaces, ...(this.terrain ? {extra_terrain: this.terrain} : {})};
    return {move: "draw", spaces, terrain: this.terrain ?? "", ...(this.skill ? {skill: this.skill.skill} : {})};
  }
  /** Whether the move still lacks what its skill adds. */
  get needsExtra() {
    return this.skill?.has_extra === true && this.main === null;
  }

  // -- moving about: x and y in spaces, with fractions ------------------------------------------------------

  /** The piece follows a pointer, held by its middle. @param {number} x @param {number} y */
  point(x, y) {
    if (this.kind === "piece" && this.turn) this.#settle({row: y - this.grip[0] - 0.5, column: x - this.grip[1] - 0.5});
    else this.goTo(spaceAt(clamp(Math.floor(y)), clamp(Math.floor(x))));
  }

  /** The piece follows a finger from above: y is where its lower rim shall be. @param {number} x @param {number} y */
  dragAbove(x, y) {
    if (this.kind === "piece" && this.turn) this.#settle({row: y - this.turn.height, column: x - this.turn.width / 2});
    else this.goTo(spaceAt(clamp(Math.floor(y - 0.5)), clamp(Math.floor(x))));
  }

  /** The piece's middle goes to a space. @param {number} space */
  goTo(space) {
    if (this.kind === "piece" && this.turn) {
      const row = clamp(rowOf(space) - this.grip[0], SIZE - this.turn.height),
        column = clamp(columnOf(space) - this.grip[1], SIZE - this.turn.width);
      this.#lay({row, column});
    } else if (this.isBusy && space !== this.space) {
      this.space = space;
      this.maskTurn = 0;
      this.isPinned = false;
      this.changed();
    }
  }

  /** @param {{row: number, column: number}} wish */
  #settle(wish) {
    if (this.turn && this.legal) this.#lay(snap(wish, this.turn, this.legal, this.at));
  }

  /** @param {import("./placement.js").Anchor} at */
  #lay(at) {
    if (this.at && this.at.row === at.row && this.at.column === at.column) return;
    this.at = at;
    this.isPinned = false;
    this.changed();
  }

  /** The pointer has left the map: the piece is back in hand. */
  leave() {
    if (this.isPinned || !this.isPlaced) return;
    this.at = null;
    this.space = null;
    this.changed();
  }

  // -- turning and choosing -----------------------------------------------------------------------------------

  /** @param {boolean} [clockwise] */
  turnBy(clockwise = true) {
    this.lastTurn = {how: clockwise ? "turn" : "back", count: this.lastTurn.count + 1};
    for (let n = 0; n < (clockwise ? 1 : 3); n++) this.#change(rotated, rotatedCell);
    this.#stepOthers(clockwise ? 1 : -1);
  }

  flip() {
    this.lastTurn = {how: "flip", count: this.lastTurn.count + 1};
    this.#change(flipped, flippedCell);
    if (this.kind !== "piece") this.#stepOthers(this.kind === "hero" ? 4 : 1);
  }

  /** @param {number} step */
  #stepOthers(step) {
    const attacks = this.choices?.attacks?.length ?? 0;
    if (this.kind === "hero" && attacks) this.attackIndex = (this.attackIndex + step + attacks) % attacks;
    else if (this.kind === "masks" && this.candidates.length)
      this.maskTurn = (this.maskTurn + step + this.candidates.length) % this.candidates.length;
    else return;
    this.changed();
  }

  /**
   * @param {(turn: import("./placement.js").Turn) => import("./placement.js").Turn} change
   * @param {(turn: import("./placement.js").Turn, cell: Cell) => Cell} changeCell
   */
  #change(change, changeCell) {
    const {turn, piece} = this;
    if (this.kind !== "piece" || !turn || !piece) return;
    const next = indexOfTurn(piece.turns, change(turn));
    if (next < 0) return;
    const grip = changeCell(turn, this.grip);
    const at = this.at && {row: this.at.row + this.grip[0] - grip[0], column: this.at.column + this.grip[1] - grip[1]};
    this.turnIndex = next;
    this.grip = grip;
    this.#settleAgain(at);
  }

  /** After a change, keep the place if something near still fits. @param {import("./placement.js").Anchor | null} at */
  #settleAgain(at) {
    const {turn, legal} = this;
    if (at && turn && legal) this.at = snap(at, turn, legal, null);
    if (!this.fits) this.isPinned = false;
    this.changed();
  }

  /** @param {number} index */
  pickPiece(index) {
    const piece = this.pieces[index];
    if (!piece?.fitsAnywhere || index === this.pieceIndex) return;
    const held = this.at && {row: this.at.row + this.grip[0], column: this.at.column + this.grip[1]};
    this.pieceIndex = index;
    this.turnIndex = 0;
    this.grip = middleOf(piece.turns[0]);
    this.#settleAgain(held && {row: held.row - this.grip[0], column: held.column - this.grip[1]});
  }

  /** @param {number} index */
  pickTerrain(index) {
    if (index < 0 || index >= this.terrains.length || index === this.terrainIndex) return;
    this.terrainIndex = index;
    this.changed();
  }

  /** Use a skill with this drawing, or none. @param {string | null} id */
  pickSkill(id) {
    const {choices} = this;
    if (choices?.ask !== "draw") return;
    const chosen = choices.skills?.find((each) => each.skill === id) ?? null;
    const at = this.at;
    this.skill = chosen;
    this.main = null;
    this.isPinned = false;
    if (chosen?.parts.length) {
      this.kind = "masks";
      this.masks = chosen.parts.map(spacesOf);
      this.terrains = chosen.terrains;
      this.terrainIndex = 0;
      this.space = this.at = null;
      this.changed();
      return;
    }
    this.space = null;
    this.hold(chosen ? chosen.places : (choices.places ?? []), chosen ? chosen.terrains : (choices.terrains ?? []));
    this.#settleAgain(at);
  }

  /**
   * The main shape is decided: now what the skill adds.
   * @param {string[]} spaces sets as hex
   * @param {string[]} terrains
   */
  beginExtra(spaces, terrains) {
    const {move} = this;
    if (move?.move !== "draw") return;
    this.main = move;
    this.kind = "masks";
    this.masks = spaces.map(spacesOf);
    this.terrains = terrains;
    this.terrainIndex = 0;
    this.space = this.at = null;
    this.isPinned = false;
    this.changed();
  }

  /** Remember what a bot would declare. @param {boolean} use */
  advise(use) {
    if (this.kind !== "declare") return;
    this.advice = use;
    this.changed();
  }

  // -- pinning --------------------------------------------------------------------------------------------------

  /** Let it lie; it can still be lifted again. */
  pin() {
    if (!this.isPlaced || !this.fits || this.isPinned) return;
    this.isPinned = true;
    this.changed();
  }
  /** Take it up again; one step back. @returns {boolean} whether there was something to lift */
  lift() {
    if (this.isPinned) this.isPinned = false;
    else if (this.main) {
      const id = this.skill?.skill ?? null;
      this.main = null;
      this.pickSkill(id);
    } else if (this.isPlaced) {
      this.at = null;
      this.space = null;
    } else return false;
    this.changed();
    return true;
  }

  /** The spaces of the main shape, while the extra one is in hand. */
  get mainSpaces() {
    return this.main?.spaces ?? [];
  }
  /** Where the middle of it lies. @returns {number | null} */
  get focus() {
    if (this.kind !== "piece") return this.space;
    return this.at ? spaceAt(this.at.row + this.grip[0], this.at.column + this.grip[1]) : null;
  }
  /** Its cells in its own outline, for drawing it. @returns {{cells: Cell[], row: number, column: number} | null} */
  get outline() {
    if (this.kind === "piece") return this.turn && this.at ? {cells: this.turn.cells, ...this.at} : null;
    const {spaces} = this;
    if (!spaces.length || this.kind === "none") return null;
    const cells = spaces.map(cellOf),
      row = Math.min(...cells.map((c) => c[0])),
      column = Math.min(...cells.map((c) => c[1]));
    return {cells: cells.map(([r, c]) => [r - row, c - column]), row, column};
  }
  /** For telling: the spaces by name. */
  get names() {
    return this.spaces.map(nameOf);
  }
}

/** @type {WeakMap<import("./placement.js").Piece, Set<number>>} */
const reaches = new WeakMap();
/** @param {import("./placement.js").Piece} piece */
function keptReach(piece) {
  const found = reaches.get(piece) ?? reachOf(piece);
  reaches.set(piece, found);
  return found;
}

/** @param {number} value @param {number} [most] */
const clamp = (value, most = SIZE - 1) => Math.max(0, Math.min(most, value));
