// @ts-check
/**
 * When what is shown. While a piece hovers only the piece moves; what it means is shown once it rests, a few parts a
 * frame. Touches no DOM: clock, frames and parts are parameters.
 */

/** @typedef {import("../session.js").View} View */

/** A piece that comes to another space within this many milliseconds is moving; after as many it rests. */
export const SWING = 150;
/** Up to which part a piece that rests is explained, frame by frame; the last frame has all that remain. */
export const SLICES = [3, 5, Infinity];

const BROWSER = {
  now: () => performance.now(),
  later: (/** @type {() => void} */ act, /** @type {number} */ wait) => setTimeout(act, wait),
  notLater: (/** @type {any} */ timer) => clearTimeout(timer),
  nextFrame: (/** @type {() => void} */ act) => requestAnimationFrame(act),
  noFrame: (/** @type {number} */ frame) => cancelAnimationFrame(frame),
};

/**
 * Tells whether nothing but the piece in hand, or what it would bring, has changed since it was asked last. Whenever
 * something else has, `ui.stamp` becomes another one.
 * @param {{stamp: number}} ui
 */
export function watchChanges(ui) {
  /** @type {View | null} */
  let before = null;
  let stamped = -1;
  return {
    /** @param {View} view */
    isHovering(view) {
      const old = before,
        keys = /** @type {(keyof View)[]} */ (Object.keys(view));
      before = view;
      const isSame =
        old !== null &&
        stamped === ui.stamp &&
        view.board !== null &&
        keys.every((key) => key === "preview" || view[key] === old[key]);
      if (!isSame) stamped = ++ui.stamp;
      return isSame;
    },
    /** Everything is to be shown again. */
    forget() {
      before = null;
    },
  };
}

/**
 * @template Scene
 * @typedef {object} Shown how the parts of the table are shown
 * @property {() => Scene} scene
 * @property {() => boolean} isOpen whether there is a game to show
 * @property {(sheet: import("../types.js").Sheet, isSwift: boolean) => void} piece
 * @property {(scene: Scene) => void} board
 * @property {(scene: Scene, from: number, to: number) => void} parts that a piece in hand changes, by their order
 */

/**
 * @template Scene
 * @param {import("../hand.js").Hand} hand
 * @param {() => View} view the newest
 * @param {Shown<Scene>} show
 * @param {typeof BROWSER} [clock]
 */
export function createHovering(hand, view, show, clock = BROWSER) {
  let moved = 0,
    lies = "",
    frame = 0;
  /** What the board shows the gains of. @type {import("../types.js").Worth | null} */
  let known = null;
  /** @type {any} */
  let calm;

  function stop() {
    clock.notLater(calm);
    clock.noFrame(frame);
  }

  /**
   * A few parts a frame, so that the piece never waits for all of them; gold and flags come first.
   * @param {number} slice
   */
  function showSlowly(slice) {
    stop();
    frame = clock.nextFrame(() => {
      const scene = show.scene();
      // Only with the board: a preview that comes between two slices is still to be shown on it.
      if (slice === 0) {
        known = view().preview;
        show.board(scene);
      } else show.parts(scene, SLICES[slice - 2] ?? 0, SLICES[slice - 1]);
      if (slice < SLICES.length) showSlowly(slice + 1);
    });
  }

  /** Show at once all that a piece in hand changes. */
  function showHand() {
    stop();
    if (!show.isOpen()) return;
    const scene = show.scene();
    known = view().preview;
    show.parts(scene, 0, SLICES[SLICES.length - 1]);
    show.board(scene);
  }

  /** Show the piece where it is now, and later what it means. */
  function hover() {
    const {kind, at, turnIndex, pieceIndex, terrainIndex} = hand,
      place = [kind, at?.row, at?.column, turnIndex, pieceIndex, terrainIndex].join("/"),
      now = clock.now();
    const isSwift = now - moved < SWING,
      hasMoved = place !== lies,
      {preview, own, board} = view();
    if (hasMoved) {
      moved = now;
      lies = place;
    }
    if (kind !== "piece" || at === null || hand.isPinned || !own?.choices || !board) return showHand();
    if (hasMoved) show.piece(board.seats[own.choices.sheet].sheet, isSwift);
    if (!hasMoved && preview === known) return;
    stop();
    calm = clock.later(() => showSlowly(0), Math.max(0, moved + SWING - now));
  }

  return {hover, showHand, stop};
}
