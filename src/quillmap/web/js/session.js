// @ts-check
/** One table as this browser sees it: the socket, the newest view, what is in hand and what it would bring. */

import {card} from "./cards.js";
import {Hand} from "./hand.js";
import {createPreviews} from "./previews.js";
import {call} from "./protocol.js";
import {createStore} from "./store.js";
import {isWatching} from "./table/absence.js";
import {createLog} from "./table/log.js";
import {createMoves} from "./table/moves.js";
import {connect} from "./table-socket.js";

/** @typedef {import("./types.js").Worth} Worth */
/** @typedef {import("./types.js").Move} Move */
/** @typedef {import("./types.js").GameEvent} GameEvent */
/**
 * @typedef {object} View
 * @property {"connecting" | "open" | "lost" | "gone"} connection
 * @property {string | null} code why the connection is gone
 * @property {import("./types.js").TableInfo | null} table
 * @property {import("./types.js").TableInfo | null} next the table as it has moved on from the end that is still shown
 * @property {number | null} seatId
 * @property {boolean} isHost
 * @property {import("./types.js").Board | null} board
 * @property {import("./types.js").OwnPart | null} own
 * @property {import("./types.js").Progress | null} progress
 * @property {number | null} deadline
 * @property {number} skew the server's clock less ours, in seconds
 * @property {Worth | null} worth of one's own map now, or of the map that a spectator sees
 * @property {Worth | null} preview what the piece in hand would bring; null while that is not known
 * @property {Worth | null} drawn what the drawing that waits for the others has brought to the map it is on, if known
 * @property {GameEvent[]} log everything that is known to have happened
 * @property {boolean} isLogWhole whether it tells of everything since the game began
 * @property {GameEvent[]} recent what led to this board
 * @property {number} stoodIn how often this seat was answered for before one came back
 * @property {Late | null} late what was done for this seat before this board, because its time ran out
 * @property {number | null} asItLay the question that was answered with what lay on the map when the time ended
 * @property {boolean} isSending
 * @property {boolean} isStaging
 * @property {import("./protocol.js").Refusal | null} refusal why the last move was refused
 * @property {import("./table/moves.js").Warning | null} warning what the trainer says about the last move
 */

/** @typedef {{question: number, drawn: GameEvent | null}} Late `question` is that of the board it led to */

/** Gaps shorter than this nobody is told of, in milliseconds. */
const SHORT_GAP = 1200;

/** @returns {View} */
const nothingYet = () => ({
  connection: "connecting",
  code: null,
  table: null,
  next: null,
  seatId: null,
  isHost: false,
  board: null,
  own: null,
  progress: null,
  deadline: null,
  skew: 0,
  worth: null,
  preview: null,
  drawn: null,
  log: [],
  isLogWhole: true,
  recent: [],
  stoodIn: 0,
  late: null,
  asItLay: null,
  isSending: false,
  isStaging: false,
  refusal: null,
  warning: null,
});

/** @typedef {import("./store.js").Store<View>} ViewStore */
/** @typedef {import("./table-socket.js").TableSocket} Socket */
/**
 * What is shown before a new board is.
 * @typedef {(update: import("./types.js").Update, before: View) => Promise<void>} Stage
 */
/** @typedef {import("./types.js").Board} Board */
/** @typedef {import("./types.js").OwnPart} OwnPart */
/** @typedef {import("./types.js").TableInfo} TableInfo */

/**
 * @param {string} tableId
 * @param {string | null} token
 * @param {{keepsEnd?: boolean, connecting?: typeof connect, asking?: typeof call, frame?: (step: () => void) => void,
 *   isSeen?: () => boolean}} [options] with `keepsEnd` a game that has ended stays, whatever the table does next; the
 *   others are for tests
 */
export function openSession(tableId, token, options = {}) {
  const {keepsEnd, connecting = connect, asking = call, frame, isSeen = isPageSeen} = options;
  const store = createStore(nothingYet(), frame);
  const log = createLog(store, () => asking("GET", `/api/tables/${tableId}/story`, null, token));
  const hand = new Hand(() => {
    store.touch();
    previews.soon();
  });
  const gap = createGap(store);
  const socket = connecting(tableId, token, {message: (message) => hear(message), state: gap.state});
  const previews = createPreviews(store, hand, socket);
  const question = createQuestion(store, hand);
  const updates = createUpdates(store, isSeen, show, log.add);
  const lookBack = createLookingBack(store, socket, () => updates.newest);
  const moves = createMoves(store, socket, question.takeUpAgain);
  /** @type {(signal: import("./types.js").Signal, view: View) => void} */
  let onSignal = () => {};

  /** @param {import("./types.js").ServerMessage} m */
  function hear(m) {
    const table = m.type === "welcome" || m.type === "table" ? m.table : null;
    if (keepsEnd && table && hasMovedOn(table, updates.newest)) lookBack(table, m.type === "welcome");
    if (store.state.next && "is_host" in m) store.set({isHost: m.is_host});
    if (m.type === "signal") onSignal(m, store.state);
    else if (m.type === "goodbye" && m.seconds === null) store.set({connection: "gone", code: m.code});
    else if (!store.state.next) hearOfGame(m);
  }

  /** @param {import("./types.js").ServerMessage} m */
  function hearOfGame(m) {
    if (m.type === "welcome") {
      moves.welcomed();
      store.set(welcomed(m, socket.isSending));
      log.welcome(m);
      updates.restart(m.board, m.own);
      if (keepsEnd && hasMovedOn(m.table, m.board)) lookBack(m.table, true);
    } else if (m.type === "table") {
      store.set({table: m.table, isHost: m.is_host});
      // Whoever has resigned is asked nothing any more; the server says so only with the next board.
      if (store.state.own && isWatching(store.state)) show(store.state.board, null);
    } else if (m.type === "progress") store.set({progress: m, deadline: m.deadline});
    else if (m.type === "own") {
      const {preview, drawn} = store.state;
      store.set({isSending: false, drawn: preview ?? drawn, ...drawnWorth(store.state, m.own.answer !== null)});
      show(store.state.board, m.own);
    } else if (m.type === "update") updates.add(m);
  }

  /** @param {Board | null} board @param {OwnPart | null} own */
  function show(board, own) {
    const {warning} = store.state,
      isOld = warning?.question !== board?.question;
    store.set({board, own, refusal: null, ...(isOld ? {warning: null} : {}), ...(own?.answer ? {} : {drawn: null})});
    question.takeUp();
    previews.ofMapNow();
  }

  return {
    store,
    hand,
    play: moves.play,
    insist: moves.insist,
    /** @type {Socket["ask"]} */
    ask: (message) => socket.ask(message),
    completeLog: log.complete,
    onStage: updates.onStage,
    /** @param {typeof onSignal} how */
    onSignal(how) {
      onSignal = how;
    },
    get isWaiting() {
      return socket.isWaiting;
    },
    /** Whether the game is over; also while the scene that leads to its end is still shown. */
    get hasEnded() {
      return Boolean(updates.newest?.result);
    },
    isClosed: false,
    close() {
      this.isClosed = true;
      previews.stop();
      gap.stop();
      socket.close();
    },
  };
}

/**
 * Whether a table waits for the next game, or has begun it, after the one on this board.
 * @param {TableInfo} table
 * @param {Board | null} board
 */
const hasMovedOn = (table, board) =>
  board !== null && board.result !== null && (table.status === "waiting" || table.game !== board.game);

/**
 * The end of a game stays although the table moves on; while the next game is played, the server is told so.
 * @param {ViewStore} store
 * @param {Pick<Socket, "ask" | "token">} socket
 * @param {() => Board | null} newest
 */
function createLookingBack(store, socket, newest) {
  /** The game that has begun, as the server was told last over this connection. */
  let begun = "";
  /** @param {TableInfo} table @param {boolean} isWelcome */
  return (table, isWelcome) => {
    store.set({next: table});
    const game = newest()?.game;
    if (table.status !== "playing" || !socket.token || !game || (table.game === begun && !isWelcome)) return;
    begun = table.game;
    socket.ask({type: "showing", game}).catch(() => {}); // it is told again when the connection is back
  };
}

/**
 * What one's map is worth with what was just drawn on it: that is shown until the server says it.
 * @param {View} view
 * @param {boolean} isDrawn
 * @returns {Partial<View>}
 */
const drawnWorth = ({preview, own}, isDrawn) =>
  isDrawn && preview && preview.sheet === own?.seat ? {worth: preview} : {};

/**
 * What was drawn for a seat whose time ran out.
 * @param {import("./types.js").Update} update
 * @param {number | undefined} me
 * @returns {Late | null}
 */
function lateOf({late, events, board}, me) {
  if (me === undefined || !late.includes(me)) return null;
  return {question: board.question, drawn: events.find(({event, seat}) => event === "drawn" && seat === me) ?? null};
}

const isPageSeen = () => document.visibilityState === "visible";

/**
 * What a welcome changes.
 * @param {import("./types.js").Welcome} m
 * @param {boolean} isSending
 * @returns {Partial<View>}
 */
const welcomed = (m, isSending) => ({
  table: m.table,
  seatId: m.seat,
  isHost: m.is_host,
  progress: m.progress,
  deadline: m.progress.deadline,
  skew: m.time - Date.now() / 1000,
  recent: m.recent,
  stoodIn: m.stood_in,
  isSending,
});

/** Tells of a lost connection only when it stays lost for a while. @param {ViewStore} store */
function createGap(store) {
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;
  return {
    /** @type {import("./table-socket.js").Listener["state"]} */
    state(connection, code) {
      clearTimeout(timer);
      if (connection === "lost" && store.state.connection === "open")
        timer = setTimeout(() => store.set({connection}), SHORT_GAP);
      else store.set({connection, code: code ?? null});
    },
    stop: () => clearTimeout(timer),
  };
}

/** Puts into the hand what is asked for. @param {ViewStore} store @param {Hand} hand */
function createQuestion(store, hand) {
  let asked = "";
  /** Take it up, unless it is in the hand already. */
  function takeUp() {
    const {board, own} = store.state;
    const choices = own?.choices ?? null;
    const key = choices && board ? `${board.game}/${board.question}/${own?.answer ? 1 : 0}` : "";
    if (key === asked && key !== "") return;
    asked = key;
    hand.take(choices, choices && board ? printedShapes(board.card) : []);
  }
  return {
    takeUp,
    /** The answer was refused: the same question stands again. */
    takeUpAgain() {
      asked = "";
      takeUp();
    },
  };
}

/**
 * New boards, one after the other, each after the scene that leads to it.
 * @param {ViewStore} store
 * @param {() => boolean} isSeen
 * @param {(board: Board | null, own: OwnPart | null) => void} show
 * @param {(update: import("./types.js").Update) => void} note
 */
function createUpdates(store, isSeen, show, note) {
  /** @type {Stage} */
  let stage = async () => {};
  /** @type {import("./types.js").Update[]} */
  const queue = [];
  /**
   * What a welcome has brought while a scene was shown: newer than what the scene leads to.
   * @type {{board: Board | null, own: OwnPart | null} | null}
   */
  let newest = null;
  /** What the scene that is shown leads to. @type {Board | null} */
  let coming = null;

  async function work() {
    for (let next = queue.shift(); next; next = queue.shift()) {
      const before = store.state;
      coming = next.board;
      note(next);
      store.set({
        isStaging: true,
        deadline: next.deadline,
        recent: next.events.length ? next.events : before.recent,
        late: lateOf(next, before.own?.seat),
        ...drawnWorth(before, before.isSending),
      });
      // A player who has fallen behind is not shown old scenes.
      if (!queue.length && next.events.length && isSeen()) await stage(next, before);
      const {board, own} = newest ?? next;
      store.set({
        isStaging: false,
        isSending: newest ? store.state.isSending : false,
        ...(newest ? {} : {deadline: next.deadline}),
      });
      newest = null;
      coming = null;
      show(board, own);
    }
  }
  return {
    /** The newest board that is known, shown or to be shown. */
    get newest() {
      return queue[queue.length - 1]?.board ?? newest?.board ?? coming ?? store.state.board;
    },
    /** @param {Stage} how */
    onStage(how) {
      stage = how;
    },
    /** @param {import("./types.js").Update} update */
    add(update) {
      store.set({progress: progressOn(update, store.state.progress)});
      queue.push(update);
      if (!store.state.isStaging) work();
    },
    /** What was to come is in this board already. @param {Board | null} board @param {OwnPart | null} own */
    restart(board, own) {
      queue.length = 0;
      if (store.state.isStaging) newest = {board, own};
      else show(board, own);
    },
  };
}

/**
 * Who is asked now: a new board says so itself, also while the scene that leads to it is shown. The server tells more
 * only when somebody answers, comes or goes.
 * @param {import("./types.js").Update} update
 * @param {import("./types.js").Progress | null} before
 */
const progressOn = ({board: {version, question, waiting, answered}, deadline}, before) =>
  before && {...before, version, question, waiting, answered, deadline};

/** @typedef {ReturnType<typeof openSession>} Session */

/** The shapes printed on a card, by the names that places have. @param {string | null} id */
export function printedShapes(id) {
  if (!id) return [];
  const found = card(id),
    shapes = found.shapes ?? (found.shape ? [found.shape] : []);
  return shapes.map((shape, n) => ({name: `shape-${n + 1}`, coin: shape.coin, turns: shape.turns}));
}
