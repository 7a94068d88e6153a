// @ts-check
/** Moves on their way, one at a time; and what a trainer says about one before it counts. Touches no DOM. */

/** @typedef {import("../types.js").Move} Move */
/**
 * What a trainer says, about which move, and which question that was to answer.
 * @typedef {import("../types.js").WarnedMessage & {move: Move, question: number}} Warning
 */

/**
 * @param {import("../session.js").ViewStore} store
 * @param {Pick<import("../session.js").Socket, "move">} socket
 * @param {() => void} refused
 */
export function createMoves(store, socket, refused) {
  let welcomes = 0;
  /** @param {Move} move @param {boolean} isInsisted */
  async function send(move, isInsisted) {
    const {board, isSending} = store.state;
    if (!board || isSending) return;
    const {question} = board;
    store.set({isSending: true, refusal: null, warning: null});
    const before = welcomes;
    try {
      const answer = await socket.move(question, move, isInsisted);
      if (answer?.type === "warned")
        store.set({
          isSending: false,
          warning: store.state.board?.question === question ? {...answer, move, question} : null,
        });
      // The welcome after a gap has already told what the move led to: nothing more comes.
      else if (welcomes !== before) store.set({isSending: false});
    } catch (error) {
      store.set({isSending: false, refusal: /** @type {any} */ (error)});
      refused();
    }
  }
  return {
    welcomed() {
      welcomes++;
    },
    play: (/** @type {Move} */ move) => send(move, false),
    /** Make the move that the trainer has warned of. */
    async insist() {
      const {warning} = store.state;
      if (warning) await send(warning.move, true);
    },
  };
}
