// @ts-check
/** One table as this browser sees it: the socket, the newest view, what is in hand and what it would bring. */

import {card} from "./cards.js";
import {Hand} from "./hand.js";
import {connect} from "./protocol.js";
import {createStore} from "./store.js";

/** @typedef {import("./types.js").Worth} Worth */
/** @typedef {import("./types.js").Move} Move */
/** @typedef {import("./types.js").GameEvent} GameEvent */
/**
 * @typedef {object} View
 * @property {"connecting" | "open" | "lost" | "gone"} connection
 * @property {string | null} code why the connection is gone
 * @property {import("./types.js").TableInfo | null} table
 * @property {number | null} seatId
 * @property {boolean} isHost
 * @property {import("./types.js").Board | null} board
 * @property {import("./types.js").OwnPart | null} own
 * @property {import("./types.js").Progress | null} progress
 * @property {number | null} deadline
 * @property {number} skew the server's clock less ours, in seconds
 * @property {Worth | null} worth of one's own map now
 * @property {Worth | null} preview what the piece in hand would bring; null while that is not known
 * @property {GameEvent[]} log everything this browser has seen happen
 * @property {GameEvent[]} recent what led to this board
 * @property {boolean} isSending
 * @property {boolean} isStaging
 * @property {import("./protocol.js").Refusal | null} refusal why the last move was refused
 */

const PREVIEW_PAUSE = 40;
/** Gaps shorter than this nobody is told of, in milliseconds. */
const PATIENCE = 1200;

/** @param {string} tableId @param {string | null} token */
export function openSession(tableId, token) {
  /** @type {View} */
  const first = {
    connection: "connecting",
    code: null,
    table: null,
    seatId: null,
    isHost: false,
    board: null,
    own: null,
    progress: null,
    deadline: null,
    skew: 0,
    worth: null,
    preview: null,
    log: [],
    recent: [],
    isSending: false,
    isStaging: false,
    refusal: null,
  };
  const store = createStore(first);
  const hand = new Hand(() => {
    store.touch();
    previewSoon();
  });
  /**
   * What is shown before a new board is: set by the screen.
   * @type {(update: import("./types.js").Update, before: View) => Promise<void>}
   */
  let stage = async () => {};
  /** @type {import("./types.js").Update[]} */
  const updates = [];
  /**
   * What a welcome has brought while a scene was shown: newer than what the scene leads to.
   * @type {{board: import("./types.js").Board | null, own: import("./types.js").OwnPart | null} | null}
   */
  let newest = null;
  let asked = "",
    welcomes = 0;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let gap;

  const socket = connect(tableId, token, {
    message,
    state(connection, code) {
      clearTimeout(gap);
      if (connection === "lost" && store.state.connection === "open")
        gap = setTimeout(() => store.set({connection}), PATIENCE);
      else store.set({connection, code: code ?? null});
    },
  });

  /** @param {import("./types.js").ServerMessage} m */
  function message(m) {
    if (m.type === "welcome") {
      updates.length = 0;
      welcomes++;
      store.set({
        table: m.table,
        seatId: m.seat,
        isHost: m.is_host,
        progress: m.progress,
        deadline: m.progress.deadline,
        skew: m.time - Date.now() / 1000,
        recent: m.recent,
        log: store.state.log.length ? store.state.log : m.recent,
        isSending: socket.isSending,
      });
      if (store.state.isStaging) newest = {board: m.board, own: m.own};
      else show(m.board, m.own);
    } else if (m.type === "table") store.set({table: m.table, isHost: m.is_host});
    else if (m.type === "progress") store.set({progress: m, deadline: m.deadline});
    else if (m.type === "own") {
      store.set({own: m.own, isSending: false});
      takeUp();
    } else if (m.type === "goodbye" && m.seconds === null) store.set({connection: "gone", code: m.code});
    else if (m.type === "update") {
      updates.push(m);
      if (!store.state.isStaging) work();
    }
  }

  async function work() {
    for (let next = updates.shift(); next; next = updates.shift()) {
      const before = store.state;
      store.set({
        isStaging: true,
        deadline: next.deadline,
        log: [...before.log, ...next.events].slice(-400),
        recent: next.events.length ? next.events : before.recent,
      });
      // Whoever has fallen behind is not shown old stories.
      if (!updates.length && next.events.length && document.visibilityState === "visible") await stage(next, before);
      const {board, own} = newest ?? next;
      store.set({
        isStaging: false,
        isSending: newest ? store.state.isSending : false,
        ...(newest ? {} : {deadline: next.deadline}),
      });
      newest = null;
      show(board, own);
    }
  }

  /** @param {import("./types.js").Board | null} board @param {import("./types.js").OwnPart | null} own */
  function show(board, own) {
    store.set({board, own, refusal: null});
    takeUp();
    worthNow();
  }

  /** Put into the hand what is asked for, unless it is there already. */
  function takeUp() {
    const {board, own} = store.state;
    const choices = own?.choices ?? null;
    const key = choices && board ? `${board.game}/${board.question}/${own?.answer ? 1 : 0}` : "";
    if (key === asked && key !== "") return;
    asked = key;
    hand.take(choices, choices && board ? printedShapes(board.card) : []);
  }

  async function worthNow() {
    if (!store.state.own || !store.state.board) return;
    const {version} = store.state.board;
    try {
      const {worth} = await socket.ask({type: "preview", move: null});
      if (store.state.board?.version === version) store.set({worth});
    } catch {
      // The connection is gone: the next welcome asks again.
    }
  }

  // One question at a time, the newest next: hovering must not flood the server.
  let previewed = "",
    isAsking = false;
  /** @type {Map<string, Worth>} */
  const cache = new Map();
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;

  function previewSoon() {
    const move = hand.move && !hand.needsExtra ? hand.move : null;
    const key = move ? `${store.state.board?.version}/${JSON.stringify(move)}` : "";
    if (key === previewed) return;
    previewed = key;
    clearTimeout(timer);
    const known = cache.get(key) ?? null;
    if (store.state.preview !== known) store.set({preview: known});
    if (key && !known) timer = setTimeout(askPreview, PREVIEW_PAUSE);
  }

  async function askPreview() {
    const move = hand.move,
      key = previewed;
    if (!move || !key || isAsking) return;
    isAsking = true;
    try {
      const {worth} = await socket.ask({type: "preview", move});
      if (cache.size > 500) cache.clear();
      cache.set(key, worth);
      if (key === previewed) store.set({preview: worth});
    } catch {
      // No preview, then: the drawing itself is not held up by it.
    }
    isAsking = false;
    if (key !== previewed && previewed && !cache.has(previewed)) askPreview();
  }

  /** @param {Move} move */
  async function play(move) {
    const {board, isSending} = store.state;
    if (!board || isSending) return;
    store.set({isSending: true, refusal: null});
    const before = welcomes;
    try {
      await socket.move(board.question, move);
      // The welcome after a gap has told already what the move led to: nothing more comes.
      if (welcomes !== before) store.set({isSending: false});
    } catch (error) {
      store.set({isSending: false, refusal: /** @type {any} */ (error)});
      asked = "";
      takeUp();
    }
  }

  return {
    store,
    hand,
    play,
    ask: socket.ask,
    /** @param {typeof stage} how */
    onStage(how) {
      stage = how;
    },
    get isWaiting() {
      return socket.isWaiting;
    },
    close() {
      clearTimeout(timer);
      clearTimeout(gap);
      socket.close();
    },
  };
}

/** @typedef {ReturnType<typeof openSession>} Session */

/** The shapes printed on a card, by the names that places have. @param {string | null} id */
export function printedShapes(id) {
  if (!id) return [];
  const found = card(id),
    shapes = found.shapes ?? (found.shape ? [found.shape] : []);
  return shapes.map((shape, n) => ({name: `shape-${n + 1}`, coin: shape.coin, turns: shape.turns}));
}
