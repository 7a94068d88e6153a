// @ts-check
/**
 * The table on a big screen in the room: card, edicts, everybody's map, who is missing. It watches, and nothing on it
 * can be pressed.
 */

import {announce} from "../announce.js";
import {loadCards} from "../cards.js";
import {el, icon, setAttribute, setClass, setIcon, setText} from "../dom.js";
import {needLinks} from "../links.js";
import {tokenFor} from "../memory.js";
import {mountNowCard} from "../replay/now-card.js";
import {mountFoot, mountInvitation, mountJoin, mountStanding, mountTvEdicts} from "../replay/tv-parts.js";
import {mountWall} from "../replay/wall.js";
import {openSession} from "../session.js";
import {standings} from "../staging/counting.js";
import {headline} from "../table/news.js";
import {holderOf, sceneOf} from "../table/scene.js";
import {renderSeasons} from "../table/season.js";
import {cardName, needWords, t} from "../words.js";
import {NAME, prepare} from "./parts/frame.js";

/** From how many maps on the edicts are a strip, and from how many marks and most names go. */
const FOLDED = 41,
  CROWD = 61;
/** How long the ranking of a season stays, in milliseconds. */
const STANDING = 20000;

/**
 * @param {HTMLElement} root
 * @param {import("../main.js").Context} context
 * @returns {Promise<import("../main.js").Opened>}
 */
export async function open(root, {params: [id]}) {
  const [catalogue] = await Promise.all([loadCards(), prepare("table-screen"), needWords("replay"), needLinks()]);
  const ui = {showPlaces: false, openEdict: 0, catalogue};
  let session = openSession(id, null),
    hasToken = false;
  let unsubscribe = session.store.subscribe(render);
  /** @type {ReturnType<typeof build> | null} */
  let shown = null;
  let countedAt = 0,
    counted = -1,
    told = -1;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;

  function build() {
    const box = (/** @type {string} */ tag, /** @type {string} */ name) => el(tag, {class: name});
    const under = el("small"),
      top = box("header", "tv-top"),
      seasons = box("ol", "seasons"),
      join = box("div", "tv-join");
    const side = box("aside", "tv-side"),
      cardBox = box("section", "now-card paper"),
      edicts = box("ol", "tv-edicts"),
      ranks = box("section", "tv-standing paper none");
    const main = box("main", "tv-main"),
      raid = el("p", {class: "tv-raid none"}, icon("i-ambush"), el("span"), icon("i-pass-cw", "tv-way")),
      wallBox = box("div", "wall-box"),
      foot = box("footer", "tv-foot");
    const invitation = box("main", "tv-waiting none"),
      lost = el("p", {class: "tv-lost none", role: "status"}, icon("i-offline"), el("span"));
    top.append(el("h1", {class: "brand"}, icon("logo"), el("span", {}, NAME, under)), seasons, join);
    side.append(cardBox, edicts, ranks);
    main.append(raid, wallBox);
    const game = el("div", {class: "tv-game"}, side, main, foot),
      tv = el("div", {class: "tv"}, top, game, invitation, lost);
    root.replaceChildren(tv);
    const em = () => parseFloat(getComputedStyle(tv).fontSize);
    const watcher = new ResizeObserver(() => render());
    watcher.observe(tv);
    return {
      tv,
      under,
      seasons,
      join,
      game,
      invitationBox: invitation,
      raid,
      ranksBox: ranks,
      edictsBox: edicts,
      lost,
      watcher,
      joinPart: mountJoin(join, id),
      invitation: mountInvitation(invitation, id),
      edicts: mountTvEdicts(edicts),
      standing: mountStanding(ranks),
      foot: mountFoot(foot),
      wall: mountWall(wallBox),
      card: mountNowCard(cardBox, () =>
        tv.classList.contains("folded")
          ? {unit: em() * 1.15, widest: em() * 3.7, tile: em() * 2}
          : {unit: em() * 3.3, widest: em() * 11.5, tile: em() * 3.6},
      ),
    };
  }

  /** A table without spectators lets its own people look, on a device of theirs. */
  function tryToken() {
    const token = tokenFor(id);
    if (hasToken || !token) return;
    hasToken = true;
    unsubscribe();
    session.close();
    session = openSession(id, token);
    unsubscribe = session.store.subscribe(render);
  }

  function render() {
    shown ??= build();
    const view = session.store.state,
      {table} = view;
    if (view.connection === "gone" && view.code === "no-spectators") tryToken();
    setClass(shown.lost, "none", view.connection === "open" || view.connection === "connecting");
    setText(
      /** @type {Element} */ (shown.lost.lastElementChild),
      view.code === "no-spectators"
        ? t("replay.screen.no-spectators.text")
        : t(view.connection === "gone" ? "page.connection.gone.text" : "page.connection.lost.text"),
    );
    const isWaiting = table !== null && (table.status === "waiting" || !view.board);
    setClass(shown.tv, "waits", isWaiting || !table);
    setClass(shown.game, "none", isWaiting || !table);
    setClass(shown.invitationBox, "none", !isWaiting);
    setClass(shown.join, "none", isWaiting || !table);
    if (!table) return;
    setText(shown.under, t("replay.screen.at-table", {count: table.seats.length}));
    if (isWaiting) {
      counted = -1;
      told = -1;
      shown.seasons.replaceChildren();
      shown.invitation.render(table);
    } else renderGame(shown);
  }

  /** @param {ReturnType<typeof build>} parts */
  function renderGame(parts) {
    const view = session.store.state,
      scene = sceneOf(view, session.hand, ui),
      {board, table} = scene,
      count = board.seats.length;
    setClass(parts.tv, "folded", count >= FOLDED);
    setClass(parts.tv, "crowd", count >= CROWD);
    setClass(parts.tv, "over", scene.isOver);
    parts.tv.dataset.version = String(board.version);
    renderSeasons(parts.seasons, scene);
    parts.joinPart.render(table);
    parts.edicts.render(scene);
    renderCard(parts, scene);
    renderRaid(parts, scene);
    const isStanding = scene.isOver || isCounted(board);
    setClass(parts.ranksBox, "none", !isStanding || count < 2);
    setClass(parts.edictsBox, "none", isStanding && count > 1);
    if (isStanding) parts.standing.render(scene);
    const answered =
      view.progress && view.progress.question === board.question ? view.progress.answered : board.answered;
    parts.foot.render(scene, answered.length, scene.waiting.length + answered.length);
    renderMaps(parts, scene);
    if (told !== board.version) announce(headline(view.recent, board.setup, scene.names, null), 300);
    told = board.version;
  }

  /** Whether a season has just been counted. @param {import("../types.js").Board} board */
  function isCounted(board) {
    const seasons = board.seats[0]?.scores.length ?? 0;
    if (counted >= 0 && seasons > counted) {
      countedAt = Date.now();
      clearTimeout(timer);
      timer = setTimeout(render, STANDING + 50);
    }
    counted = seasons;
    return countedAt > 0 && Date.now() - countedAt < STANDING;
  }

  /** @param {ReturnType<typeof build>} parts @param {import("../table/scene.js").Scene} scene */
  function renderCard(parts, {board, isLastCard, isOver}) {
    const last = board.card ?? board.revealed[board.revealed.length - 1] ?? null;
    parts.card.render(last, {
      setup: board.setup,
      heading: isOver ? t("events.game-ended") : last ? "" : t("page.card.none"),
      isLast: isLastCard,
      isBrief: true,
    });
  }

  /**
   * Which way the maps went, in words and with an arrow.
   * @param {ReturnType<typeof build>} parts
   * @param {import("../table/scene.js").Scene} scene
   */
  function renderRaid(parts, {board, card: now}) {
    const isRaid = now?.kind === "ambush" && board.ask === "ambush",
      goes = isRaid && board.holders.length > 0;
    setClass(parts.tv, "raiding", isRaid);
    setClass(parts.raid, "none", !isRaid);
    if (!now || !isRaid) return;
    setText(
      /** @type {Element} */ (parts.raid.children[1]),
      goes
        ? `${cardName(now.id)}. ${t(`terms.arrow.${now.clockwise ? "clockwise" : "counterclockwise"}`)}`
        : cardName(now.id),
    );
    setClass(parts.raid.children[2], "none", !goes);
    setIcon(parts.raid.children[2], now.clockwise ? "i-pass-cw" : "i-pass-ccw");
  }

  /** @param {ReturnType<typeof build>} parts @param {import("../table/scene.js").Scene} scene */
  function renderMaps(parts, scene) {
    const {board, names, table, view, isOver} = scene,
      count = board.seats.length,
      isAmbush = board.ask === "ambush" && board.holders.length > 0;
    const places = standings(board),
      hasScores = board.seats[0].scores.length > 0;
    const order = isOver ? places.map(({seat}) => seat) : board.seats.map((_, seat) => seat);
    setAttribute(parts.wall.list, "aria-label", t("replay.maps"));
    parts.wall.render(
      order.map((seat) => {
        const info = table.seats[seat],
          {sheet, total} = board.seats[seat],
          rank = board.ranks[seat];
        const isAway = info?.kind === "person" && view.progress !== null && !view.progress.present.includes(info.id),
          isBusy = scene.waiting.includes(seat);
        const state = isOver || board.ask === null ? "" : isAway && isBusy ? "away" : isBusy ? "busy" : "done";
        return {
          seat,
          name: names[seat],
          sheet,
          total,
          state,
          crest: info?.crest,
          isBot: info?.kind === "bot",
          rank: isOver ? rank : undefined,
          isFirst: hasScores && rank === 1,
          holder: isAmbush && count < FOLDED ? names[holderOf(board, seat)] : undefined,
          label: [
            names[seat],
            t("terms.stars", {count: total}),
            state && t(`page.folk.${{away: "absent", busy: "is-drawing", done: "is-done"}[state]}`),
          ]
            .filter(Boolean)
            .join(", "),
        };
      }),
      {
        names: count < CROWD || isOver,
        marks: count < CROWD,
        crowd: count >= FOLDED,
        holders: isAmbush && count < FOLDED,
      },
    );
  }

  render();
  /** @type {any} */
  let lock = null;
  // A screen on the wall stays awake, where the browser lets it.
  const awake = () =>
    document.visibilityState === "visible" &&
    /** @type {any} */ (navigator).wakeLock?.request("screen").then(
      (/** @type {any} */ found) => (lock = found),
      () => {},
    );
  document.addEventListener("visibilitychange", awake);
  awake();

  function unmount() {
    shown?.foot.stop();
    shown?.wall.close();
    shown?.watcher.disconnect();
    shown = null;
  }
  return {
    close() {
      clearTimeout(timer);
      document.removeEventListener("visibilitychange", awake);
      lock?.release?.();
      unsubscribe();
      session.close();
      unmount();
    },
    words() {
      unmount();
      render();
    },
  };
}
