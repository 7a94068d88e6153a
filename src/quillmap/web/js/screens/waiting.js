// @ts-check
/**
 * A table that waits for its game: what it plays, the way to it, who sits there, and the host's start. The router comes
 * here with every address of a table; where the game has begun, the game's own screen takes over.
 */

import {announce} from "../announce.js";
import {asset} from "../assets.js";
import {loadBots} from "../bots.js";
import {loadCards} from "../cards.js";
import {isOnDevice} from "../device/ids.js";
import {openDialog} from "../dialog.js";
import {el, icon, setClass, setText} from "../dom.js";
import {needLinks} from "../links.js";
import {giveUpSeat, tokenFor} from "../memory.js";
import {nickname} from "../nicknames.js";
import {nameScreen} from "../page-title.js";
import {call, newId} from "../protocol.js";
import {chooseToken} from "../seat-link.js";
import {nextShield, shieldAt} from "../seat-picture.js";
import {openSession} from "../session.js";
import {HostNews} from "../table/absence.js";
import {mayOffer, needOffer, openOffer} from "../turns/offer.js";
import {needWords, t} from "../words.js";
import {showClosed} from "./parts/closed.js";
import {prepare, topBar, troubleText} from "./parts/frame.js";
import {mountInvite} from "./parts/invite.js";
import {mountMe} from "./parts/me.js";
import {mountSeats} from "./parts/seats.js";
import {gist, keepSeat, myself, tableHeading} from "./parts/tables.js";
import {mountSetup} from "./setup.js";

/**
 * What somebody changed about themselves before the server had given them their seat, by table.
 * @type {Map<string, object>}
 */
const unsent = new Map();

/**
 * @param {HTMLElement} root
 * @param {import("../main.js").Context} context
 * @returns {Promise<import("../main.js").Opened>}
 */
export async function open(root, context) {
  const {
    params: [id],
    hash,
    go,
  } = context;
  const [found] = await Promise.all([call("GET", `/api/tables/${id}`).catch((error) => error), needLinks()]);
  if (found.code === "no-such-table") {
    await showClosed(root, {id, code: found.code, go});
    return {};
  }
  if (found.table?.status !== "waiting") return (await import("./table.js")).open(root, context);
  const token = await chooseToken(id, hash);
  const [bots, {offered: paces}, catalogue] = await Promise.all([
    loadBots(),
    call("GET", "/api/paces"),
    loadCards(),
    prepare("waiting", "setup", "me"),
    needWords("replay", "absence"),
  ]);
  root.className = "room-of-table";
  const session = openSession(id, token);
  const mounted = mountWaiting(root, {id, go, bots, paces, catalogue});
  let isLeaving = false,
    isOpen = true;
  const unsubscribe = session.store.subscribe((view) => {
    if (view.connection === "gone") {
      unsubscribe();
      showClosed(root, {id, code: view.code, go});
      return;
    }
    // The game has begun: the same address is now the game's.
    if (view.table && view.table.status !== "waiting" && !isLeaving) {
      isLeaving = true;
      go(`/t/${id}`);
    } else mounted.render(view);
  });
  mounted.render({...session.store.state, table: found.table});
  void needOffer().then((isPossible) => isPossible && isOpen && mounted.render(session.store.state));
  fetchGame();
  return {
    close() {
      isOpen = false;
      unsubscribe();
      session.close();
    },
  };
}

/** Load what the game needs while everybody waits, so that it is there at the moment it begins. */
function fetchGame() {
  const scripts = import("./table.js"),
    sheets = ["endings", "absence"].map((name) => fetch(asset(`css/${name}.css`)));
  Promise.all([scripts, needWords("endings"), ...sheets]).catch(() => {});
}

/**
 * @param {HTMLElement} root
 * @param {{id: string, go: (path: string) => void, bots: import("../bots.js").Bots,
 *   paces: import("../types.js").PaceOffer[], catalogue: import("../types.js").Catalogue}} actions
 */
export function mountWaiting(root, {id, go, bots, paces, catalogue}) {
  /** @type {import("../session.js").View | null} */
  let shown = null;
  const trouble = el("p", {class: "trouble", role: "alert"});
  const ask = askerAt(id, trouble);
  async function sit() {
    const seated = await ask("POST", "/seats", {...myself(nickname(namesAt(shown))), token: newId()});
    if (!seated) return;
    keepSeat(seated);
    go(`/t/${id}`); // the socket says hello once: it starts again as the seat it now is
  }
  /** @param {object} change */
  function tellMyself(change) {
    if (shown?.seatId) ask("PATCH", `/seats/${shown.seatId}`, change);
    else unsent.set(id, {...unsent.get(id), ...change});
  }
  async function leave() {
    if (!(await ask("DELETE", `/seats/${shown?.seatId}`))) return;
    giveUpSeat(id);
    go("/");
  }
  const boxes = makeBoxes(root, go, trouble, {
    start: () => ask("POST", "/start"),
    sit,
    other: () => go("/setup"),
    leave,
    tell: openOffer,
  });
  const {invite, seats, me, options} = boxes;
  me.append(el("h2", {}, t("screens.table.you")));
  const parts = {
    invite: mountInvite(invite, id),
    seats: mountSeats(seats, {
      bots,
      remove: (seat) => removeSeat(seat, () => ask("DELETE", `/seats/${seat.id}`)),
      order: (order) => ask("PUT", "/order", {seats: order}),
      addBots: (level, count) => ask("POST", "/bots", {level, count}),
    }),
    me: mountMe(me, {shield: () => myShield(shown), changed: tellMyself}),
    setup: mountSetup(options, {
      catalogue,
      paces,
      isOnDevice: isOnDevice(id),
      change: (body) => call("PATCH", `/api/tables/${id}`, body, tokenFor(id)),
    }),
  };
  let count = -1;
  const tellHost = hostTeller(boxes.news);

  return {
    /** @param {import("../session.js").View} view */
    render(view) {
      shown = view;
      const {table, isHost, seatId} = view;
      if (!table) return;
      const change = unsent.get(id);
      if (seatId !== null && change) {
        unsent.delete(id);
        tellMyself(change);
      }
      setClass(root, "guest", !isHost);
      tellHost(view);
      parts.invite.render(table);
      parts.seats.render(view);
      parts.me.render();
      setClass(options, "none", !isHost);
      if (isHost) parts.setup.render(table);
      renderWords(boxes, view, table);
      const taken = table.seats.length,
        news = t("screens.table.taken", {taken, most: table.most_seats});
      if (count >= 0 && taken !== count) announce(`${t("setup.seats.label")}: ${news}`);
      count = taken;
    },
  };
}

/**
 * Remove somebody: a person only when the host says so again, for a bot can be seated again.
 * @param {import("../types.js").SeatInfo} seat
 * @param {() => void} act
 */
function removeSeat({kind, name}, act) {
  if (kind !== "person") return act();
  const click = () => {
    dialog.close();
    act();
  };
  const dialog = openDialog(
    t("absence.remove.text", {name}),
    el("p", {}, t("absence.removing.text")),
    el(
      "button",
      {class: "btn main", id: "remove-seat", on: {click}},
      icon("i-close"),
      t("screens.table.remove", {name}),
    ),
  );
}

/** What everybody at a table is called. @param {import("../session.js").View | null} view */
const namesAt = (view) => (view?.table?.seats ?? []).map(({name}) => name);

/** Asks the server about a table; why it refused stands in a line. @param {string} id @param {HTMLElement} trouble */
function askerAt(id, trouble) {
  /** @param {string} method @param {string} path @param {object | null} [body] */
  return async (method, path, body = null) => {
    setText(trouble, "");
    try {
      return await call(method, `/api/tables/${id}${path}`, body, tokenFor(id));
    } catch (error) {
      setText(trouble, troubleText(error));
      return null;
    }
  };
}

/**
 * Whose table it is, what this visitor can do, and what they wait for.
 * @param {ReturnType<typeof makeBoxes>} boxes
 * @param {import("../session.js").View} view
 * @param {import("../types.js").TableInfo} table
 */
function renderWords({heading, me, what, chosen, start, take, tell, other, away, wait}, {isHost, seatId}, table) {
  const host = table.seats.find((seat) => seat.id === table.host);
  setText(heading, tableHeading(table, isHost));
  nameScreen(isOnDevice(table.id) ? t("page.head.device-table") : t("page.head.table", {code: table.code}));
  setText(what, gist(table));
  setClass(chosen, "none", !table.is_seeded);
  setClass(start, "none", !isHost);
  const begin = t("screens.table.start", {count: Math.max(1, table.seats.length)});
  setText(/** @type {Element} */ (start.lastElementChild), begin);
  const isFull = seatId === null && table.seats.length >= table.most_seats;
  setClass(take, "none", seatId !== null || isFull);
  const canTell = mayOffer({table, seatId});
  setClass(tell, "none", !canTell);
  if (canTell) setText(/** @type {Element} */ (tell.lastElementChild), t("turns.offer"));
  setClass(other, "none", !isFull);
  setClass(me, "none", isFull);
  // A host without guests has nobody to leave the table to.
  const hasOthers = table.seats.some(({id, kind}) => kind === "person" && id !== seatId);
  setClass(away, "none", seatId === null || (isHost && !hasOthers));
  if (isFull) setText(wait, t("absence.full.text"));
  else setText(wait, isHost || seatId === null || !host ? "" : t("screens.table.wait-host.text", {name: host.name}));
}

/** Tells everybody when the host's rights have passed on. @param {HTMLElement} line */
function hostTeller(line) {
  const news = new HostNews();
  /** @param {import("../session.js").View} view */
  return (view) => {
    const told = news.next(view);
    if (told) setText(line, t(`absence.${told.key}`, told.params));
  };
}

/** The shield that somebody has, or would have. @param {import("../session.js").View | null} view */
function myShield(view) {
  const seats = view?.table?.seats ?? [],
    place = seats.findIndex((seat) => seat.id === view?.seatId);
  return place < 0 ? nextShield(seats) : shieldAt(seats, place);
}

/**
 * The boxes of all parts, and the buttons below them.
 * @param {HTMLElement} root
 * @param {(path: string) => void} go
 * @param {HTMLElement} trouble
 * @param {Record<"start" | "sit" | "other" | "leave" | "tell", () => void>} act
 */
function makeBoxes(root, go, trouble, act) {
  const section = (/** @type {string} */ name) => el("section", {class: `${name} paper`});
  const button = (/** @type {string} */ look, /** @type {keyof typeof act} */ id, /** @type {string} */ sign) =>
    el("button", {class: `btn ${look}`, id, on: {click: act[id]}}, icon(sign));
  const invite = section("invite"),
    seats = section("sitting"),
    me = section("me"),
    options = el("div", {class: "table-options"}),
    what = el("span"),
    chosen = el("small", {class: "chosen-deal none"}, t("games.chosen-deal.text")),
    wait = el("p", {class: "wait"}),
    news = el("p", {class: "fine", role: "status"});
  const start = button("main", "start", "i-quill"),
    take = button("main", "sit", "i-person"),
    other = button("", "other", "i-people"),
    away = button("quiet", "leave", "i-close"),
    tell = button("quiet", "tell", "i-timer");
  start.append(el("span"));
  take.append(t("screens.table.sit"));
  tell.append(el("span"));
  other.append(t("screens.table.new"));
  away.append(t("screens.table.leave"));
  const bar = topBar(t("screens.table.new"), go),
    heading = /** @type {HTMLElement} */ (bar.querySelector("h1"));
  root.append(
    bar,
    el(
      "main",
      {class: "table-main"},
      options,
      el("p", {class: "gist"}, icon("compass"), el("span", {}, what, " ", chosen)),
    ),
    el(
      "aside",
      {class: "table-side"},
      invite,
      seats,
      me,
      el("div", {class: "go"}, trouble, news, wait, start, take, tell, other, away),
    ),
  );
  return {heading, invite, seats, me, options, what, chosen, start, take, tell, other, away, wait, news};
}
