// @ts-check
/**
 * The parts of the table screen: who is invited, what scores, how things stand, what has just happened. Nothing on it
 * can be pressed.
 */

import {edictPicture} from "../art-cards.js";
import {el, icon, keep, paint, seal, setAttribute, setClass, setIcon, setText, star} from "../dom.js";
import {isReachedByNobody, linkTo} from "../links.js";
import {countryPicture} from "../screens/parts/country.js";
import {onlyHere, qrPicture} from "../screens/parts/invite.js";
import {gist} from "../screens/parts/tables.js";
import {pictureAt} from "../seat-picture.js";
import {standings} from "../staging/counting.js";
import {hasResigned} from "../table/absence.js";
import {clockText} from "../table/clock-face.js";
import {headline} from "../table/news.js";
import {tell} from "../telling.js";
import {cardName, cardRule, figure, t} from "../words.js";

const LETTERS = "ABCD";

/** Small, beside the seasons. @param {HTMLElement} root @param {string} id of the table */
export function mountJoin(root, id) {
  const code = el("b"),
    words = el("span");
  root.append(el("p", {}, words, code), ...(isReachedByNobody() ? [] : [qrPicture(id, "tv-qr")]));
  return {
    /** @param {import("../types.js").TableInfo} table */
    render(table) {
      setText(words, t("replay.screen.watch"));
      setText(code, table.code);
    },
  };
}

/** Whether anybody is asked to come. @param {Pick<import("../types.js").TableInfo, "seats" | "most_seats">} table */
export const comeKey = ({seats, most_seats}) =>
  seats.length < most_seats ? "replay.screen.come" : "replay.screen.full";

/**
 * While the table waits: how to get here, what is played, who is there.
 * @param {HTMLElement} root
 * @param {string} id of the table
 */
export function mountInvitation(root, id) {
  const address = linkTo("/").replace(/^https?:\/\/|\/$/g, "");
  const title = el("h2"),
    how = el("p", {class: "tv-how"}),
    code = el("p", {class: "tv-code"}),
    plays = el("p", {class: "tv-gist"});
  const seats = el("ol", {class: "tv-seats"}),
    taken = el("p", {class: "tv-taken"});
  root.append(
    el("div", {class: "tv-land sheet"}, countryPicture()),
    el(
      "section",
      {class: "tv-invite paper"},
      isReachedByNobody() ? null : qrPicture(id, "tv-qr"),
      el("div", {}, title, isReachedByNobody() ? onlyHere("tv-how") : how, code),
    ),
    el("section", {class: "tv-here paper"}, taken, seats, plays),
  );
  return {
    /** @param {import("../types.js").TableInfo} table */
    render(table) {
      setText(title, t(comeKey(table)));
      setText(how, t("replay.screen.how.text", {address}));
      setText(code, table.code);
      setAttribute(code, "aria-label", t("screens.table.code", {code: [...table.code].join(" ")}));
      setAttribute(code, "role", "img");
      setText(plays, gist(table));
      setText(
        taken,
        table.seats.length
          ? `${t("replay.screen.here")}: ` +
              t("screens.table.taken", {taken: table.seats.length, most: table.most_seats})
          : t("screens.table.waiting.text"),
      );
      setClass(seats, "many", table.seats.length > 24);
      keep(
        seats,
        table.seats,
        (seat) => String(seat.id),
        () => el("li", {}, el("span"), el("b")),
        (node, seat) => {
          paint(/** @type {Element} */ (node.firstElementChild), pictureAt(table, table.seats.indexOf(seat), 30));
          setText(/** @type {Element} */ (node.lastElementChild), seat.name);
        },
      );
    },
  };
}

/** The four edicts; those of this season stand out. @param {HTMLElement} root */
export function mountTvEdicts(root) {
  return {
    /** @param {import("../table/scene.js").Scene} scene */
    render({board, isOver}) {
      setAttribute(root, "aria-label", t("terms.score.edicts"));
      const {rulebook} = board.setup;
      keep(
        root,
        board.edicts.map((id, n) => ({id, n})),
        ({id}) => id,
        ({id, n}) => {
          const picture = el("span", {class: "tv-pic"});
          paint(picture, edictPicture(id, rulebook));
          return el("li", {class: "tv-edict"}, picture, el("h3", {}, seal(LETTERS[n]), el("span")), el("p"));
        },
        (node, {id, n}) => {
          setClass(node, "active", board.season_edicts.includes(n) && !isOver);
          setText(/** @type {Element} */ (node.querySelector("h3 span")), cardName(id));
          setText(/** @type {Element} */ (node.querySelector("p")), cardRule(id, rulebook));
        },
      );
    },
  };
}

/** How many lines of a ranking a room can read. */
const LINES = 12;

/**
 * What stands beside a name.
 * @param {import("../types.js").Board} board @param {import("../types.js").TableInfo} table @param {number} seat
 */
export const noteOf = (board, table, seat) => (hasResigned(board, table, seat) ? t("absence.seat.resigned") : "");

/** The ranking so far, or the last one. @param {HTMLElement} root */
export function mountStanding(root) {
  const title = el("h2"),
    list = el("ol", {class: "tv-ranks"}),
    tie = el("p", {class: "tie"});
  root.append(title, list, tie);
  return {
    /** @param {import("../table/scene.js").Scene} scene */
    render({board, names, table, seasons}) {
      const {result} = board,
        counted = board.seats[0]?.scores.length ?? 0;
      setText(
        title,
        result
          ? t("replay.ranking")
          : t("replay.screen.so-far", {season: counted ? t(`terms.season.${seasons[counted - 1].id}`) : ""}),
      );
      const rules = [
        result?.tie_broken && "events.game-ended.tie-break",
        result && board.seats.some((_, seat) => hasResigned(board, table, seat)) && "endings.resigned-last.text",
      ];
      setText(
        tie,
        rules
          .map((key) => (key ? t(key) : ""))
          .join(" ")
          .trim(),
      );
      keep(
        list,
        standings(board).slice(0, LINES),
        ({seat}) => String(seat),
        () =>
          el(
            "li",
            {},
            el("span", {class: "tv-place num"}),
            el("span", {class: "tv-crest"}),
            el("span", {class: "tv-who"}, el("b"), el("small")),
            el("em", {class: "num"}),
            star(),
          ),
        (node, {seat, rank, total}) => {
          setText(/** @type {Element} */ (node.querySelector(".tv-place")), `${rank}.`);
          paint(/** @type {Element} */ (node.querySelector(".tv-crest")), pictureAt(table, seat, 26));
          setText(/** @type {Element} */ (node.querySelector("b")), names[seat]);
          setText(/** @type {Element} */ (node.querySelector("small")), noteOf(board, table, seat));
          setText(/** @type {Element} */ (node.querySelector("em")), figure(total));
        },
      );
    },
  };
}

/** Who is missing, how much time there is, and what has just happened. @param {HTMLElement} root */
export function mountFoot(root) {
  const sign = icon("i-quill"),
    drawn = el("b", {class: "tv-drawn"}),
    sand = el("span", {class: "tv-sand none", "aria-hidden": "true"}, el("i")),
    clock = el("span", {class: "tv-clock num"});
  const news = el("p", {class: "tv-news"}, icon("compass"), el("span"));
  root.append(sign, drawn, sand, clock, news);
  /** @type {ReturnType<typeof setInterval> | undefined} */
  let timer;
  /** @type {{deadline: number | null, skew: number, whole: number}} */
  let time = {deadline: null, skew: 0, whole: 0};
  function tick() {
    if (time.deadline === null) return setText(clock, "");
    const left = Math.max(0, time.deadline - time.skew - Date.now() / 1000);
    sand.style.setProperty("--left", `${Math.min(100, (100 * left) / (time.whole || 1))}%`);
    setClass(root, "late", left <= 10);
    setText(clock, clockText(left));
  }
  return {
    /** @param {import("../table/scene.js").Scene} scene @param {number} answered @param {number} asked */
    render({view, board, names, table, isOver, revealed}, answered, asked) {
      setIcon(sign, isOver ? "i-crown" : "i-quill");
      setText(
        drawn,
        isOver ? t("page.end.title") : asked ? t("replay.screen.drawn", {count: answered, all: asked}) : "",
      );
      const isFresh = !revealed.length && !board.seats[0].scores.length;
      const told = board.result
        ? tell({event: "game-ended", ...board.result}, board.setup, names)
            .slice(1)
            .join(" ")
        : headline(view.recent, board.setup, names, null) || (isFresh ? t("page.news.begin.text") : "");
      setClass(news, "none", !told);
      setText(/** @type {Element} */ (news.lastElementChild), told);
      const {pace} = table;
      time = {
        deadline: isOver ? null : view.deadline,
        skew: view.skew,
        whole: pace.kind === "seconds" ? pace.amount : pace.amount * 86400,
      };
      setClass(sand, "none", time.deadline === null);
      clearInterval(timer);
      if (time.deadline !== null) timer = setInterval(tick, 250);
      tick();
    },
    stop: () => clearInterval(timer),
  };
}
