// @ts-check
/** The daily expedition: today, one's own record, the week, and every past day with its ranking. */

import {loadCards} from "../cards.js";
import {ownDay, resultText, setOut} from "../daily/attempt.js";
import {mapOf, shareButton, showToday} from "../daily/card.js";
import {dayAfter, dayLabel} from "../daily/days.js";
import {secretIn} from "../daily/diary.js";
import {showRanking, showWeek} from "../daily/ranking.js";
import {offerSecret, showRecord} from "../daily/record.js";
import {el, icon} from "../dom.js";
import {call} from "../protocol.js";
import {wayBack} from "../way-back.js";
import {currentLanguage, needWords, t} from "../words.js";
import {busy, followed, prepare, topBar, troubleText} from "./parts/frame.js";
import {shortly} from "./parts/tables.js";

/**
 * @param {HTMLElement} root
 * @param {import("../main.js").Context} context
 * @returns {Promise<import("../main.js").Opened>}
 */
export async function open(root, {params: [day], hash, go}) {
  await Promise.all([prepare("waiting", "daily"), needWords("daily")]);
  let isOpen = true;
  const still = () => isOpen;
  root.className = "days";
  const main = el("main", {class: "day-rooms"});
  root.replaceChildren(topBar(t("daily.title"), go), main);
  void show(main, day, go, still);
  const secret = day ? null : secretIn(hash);
  if (!day && hash) wayBack.rename("/daily");
  if (secret) offerSecret(secret, () => void show(main, day, go, still));
  return {
    close() {
      isOpen = false;
    },
  };
}

/**
 * @param {HTMLElement} main
 * @param {string | undefined} wanted
 * @param {(path: string) => void} go
 * @param {() => boolean} still
 */
async function show(main, wanted, go, still) {
  try {
    const [today, day] = await Promise.all([
      call("GET", "/api/daily/today"),
      wanted ? call("GET", `/api/daily/${wanted}`) : null,
    ]);
    if (!still()) return;
    if (day?.is_over) await showDay(main, day, today.day, go, still);
    else await showAll(main, today.day, go, still);
  } catch (error) {
    if (still()) main.replaceChildren(el("p", {class: "nobody", role: "alert"}, troubleText(error)));
  }
}

/** @param {string} name @param {string} title @param {string} [note] */
function room(name, title, note = "") {
  const content = el("div", {class: "day-in"});
  const heading = el("h2", {}, title, note ? el("small", {}, note) : null);
  return {content, node: el("section", {class: `${name} paper`, "aria-label": title}, heading, content)};
}

/**
 * Today, the record of this device, and the week.
 * @param {HTMLElement} main
 * @param {string} today
 * @param {(path: string) => void} go
 * @param {() => boolean} still
 */
async function showAll(main, today, go, still) {
  const now = room("day-today", dayLabel(today, currentLanguage())),
    mine = room("day-record", t("daily.mine"), t("daily.mine-note")),
    week = room("day-week", t("daily.weekly"));
  main.replaceChildren(now.node, mine.node, week.node);
  await Promise.all([
    showToday(now.content, go, still, {isLinked: false}),
    // The week tells what was earned today, which the record may only just have learnt.
    showRecord(mine.content, today, go).then(() => showWeek(week.content, today, today)),
  ]);
}

/**
 * A day that is over.
 * @param {HTMLElement} main
 * @param {import("../types.js").DailyInfo} day
 * @param {string} today
 * @param {(path: string) => void} go
 * @param {() => boolean} still
 */
async function showDay(main, day, today, go, still) {
  const [own, catalogue] = await Promise.all([ownDay(day.day), loadCards()]);
  if (!still()) return;
  const about = room("day-about", dayLabel(day.day, currentLanguage())),
    ranking = room("day-all", t("daily.ranking")),
    week = room("day-week", t("daily.weekly"));
  about.content.append(
    el(
      "div",
      {class: "trip"},
      mapOf(day.setup.map, catalogue),
      el("div", {class: "trip-words"}, ...dayParts(day, own, go)),
    ),
    neighbours(day.day, today, go),
  );
  main.replaceChildren(about.node, ranking.node, week.node);
  await Promise.all([
    showRanking(ranking.content, day.day, own.result?.game ?? "", go),
    showWeek(week.content, day.day, today),
  ]);
}

/**
 * What was played, how it went for this device, and the way to play it again.
 * @param {import("../types.js").DailyInfo} day
 * @param {import("../types.js").OwnDay} own
 * @param {(path: string) => void} go
 */
function dayParts(day, own, go) {
  const {result} = own,
    trouble = el("p", {class: "trouble", role: "alert"});
  const button = el(
    "button",
    {class: "btn", id: "practise", on: {click: () => busy(button, trouble, () => setOut(day.day, go))}},
    icon("i-quill"),
    t("daily.practise"),
  );
  const how = result
    ? [
        el("p", {class: "trip-title"}, t(`terms.title.${result.title}`)),
        el("p", {}, resultText(result)),
        el("p", {}, t("daily.place", {place: own.place ?? 0, count: own.finished})),
        shareButton(result),
      ]
    : [el("p", {}, t(own.state === "late" ? "daily.late.text" : "daily.missed.text"))];
  return [
    el("p", {class: "fine"}, shortly(day.setup)),
    ...how,
    el("p", {class: "fine"}, t("daily.practise.text")),
    button,
    trouble,
  ];
}

/** The days before and after. @param {string} day @param {string} today @param {(path: string) => void} go */
function neighbours(day, today, go) {
  const link = (/** @type {string} */ other, /** @type {string} */ sign) => {
    const path = other === today ? "/daily" : `/daily/${other}`,
      label = dayLabel(other, currentLanguage(), {day: "numeric", month: "short"});
    return el("a", {class: "btn quiet", href: path, on: {click: followed(go, path)}}, icon(sign), label);
  };
  return el(
    "nav",
    {class: "day-steps", "aria-label": t("daily.past")},
    link(dayAfter(day, -1), "r-back"),
    link(dayAfter(day), "r-step"),
  );
}
