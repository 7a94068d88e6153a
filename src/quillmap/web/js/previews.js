// @ts-check
/** What a drawing would bring, and what the map is worth: asked of the server, one question at a time. */

import {shownTo} from "./table/absence.js";

/** @typedef {import("./types.js").Worth} Worth */

/** A piece that rests for this long, in milliseconds, is asked about. */
const PREVIEW_PAUSE = 40;
/** How many previews are remembered. */
const MOST_PREVIEWS = 500;

/**
 * What a drawing would bring. One question at a time, the newest next: hovering must not flood the server.
 * @param {import("./session.js").ViewStore} store
 * @param {import("./hand.js").Hand} hand
 * @param {Pick<import("./session.js").Socket, "ask">} socket
 */
export function createPreviews(store, hand, socket) {
  let previewed = "",
    isAsking = false;
  /** @type {Map<string, Worth>} */
  const known = new Map();
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;

  async function ask() {
    const move = hand.move,
      key = previewed;
    if (!move || !key || isAsking) return;
    isAsking = true;
    try {
      const {worth} = await socket.ask({type: "preview", move});
      if (known.size > MOST_PREVIEWS) known.clear();
      known.set(key, worth);
      if (key === previewed) store.set({preview: worth});
    } catch {
      // No preview then; it does not delay the drawing itself.
    }
    isAsking = false;
    if (key !== previewed && previewed && !known.has(previewed)) ask();
  }

  return {
    /** The piece in hand has changed: show what is known, ask when it rests. */
    soon() {
      const move = hand.move && !hand.needsExtra ? hand.move : null;
      const key = move ? `${store.state.board?.version}/${JSON.stringify(move)}` : "";
      if (key === previewed) return;
      previewed = key;
      clearTimeout(timer);
      const found = known.get(key) ?? null;
      if (store.state.preview !== found) store.set({preview: found});
      if (key && !found) timer = setTimeout(ask, PREVIEW_PAUSE);
    },
    /** What one's own map is worth as it is; for those who watch, the map they see. */
    async ofMapNow() {
      if (!store.state.board) return;
      const {version} = store.state.board,
        seat = store.state.own ? null : shownTo(store.state);
      try {
        const {worth} = await socket.ask({type: "preview", move: null, seat});
        if (store.state.board?.version === version) store.set({worth});
      } catch {
        // The connection is gone: the next welcome asks again.
      }
    },
    stop: () => clearTimeout(timer),
  };
}
