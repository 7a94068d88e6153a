// @ts-check
/**
 * The maps are handed on: one's own goes to one neighbour, the other's comes (RULES 5.1). Seen from one's own chair:
 * the next seat is on the left.
 */

import {card} from "../cards.js";
import {el, icon, paint, setName} from "../dom.js";
import {miniMap} from "../minimap.js";
import {pictureAt} from "../seat-picture.js";
import {cardName, t} from "../words.js";
import {makeSigns} from "./signs.js";

const LOOK = 700,
  MOVE = 900,
  STAY = 1100;

/**
 * @param {import("../types.js").Board} board with the ambush
 * @param {import("../types.js").TableInfo} table
 * @param {number} me
 * @param {import("./pacing.js").Course} course
 * @param {import("./signs.js").Covered} covered
 */
export async function showPassing(board, table, me, course, covered) {
  if (course.isSkipped || !board.card) return;
  const seats = board.seats.length,
    isLeft = card(board.card).clockwise === true;
  const left = (me + 1) % seats,
    right = (me + seats - 1) % seats,
    to = board.holders[me],
    from = board.holders.indexOf(me);
  const name = (/** @type {number} */ seat) => table.seats[seat]?.name ?? String(seat + 1);
  const chair = (/** @type {number} */ seat, /** @type {string} */ who) => {
    const sheet = el("span", {class: "pass-map"}),
      crest = el("span", {class: "pass-crest"});
    paint(sheet, miniMap(board.seats[seat].sheet));
    paint(crest, pictureAt(table, seat, 30));
    const owner = el("span", {class: "pass-owner"});
    paint(owner, pictureAt(table, seat, 34));
    sheet.append(owner);
    const words = el("b");
    setName(words, seat === me ? t("page.you") : name(seat));
    return {
      sheet,
      node: el(
        "li",
        {class: who},
        el("span", {class: "pass-place"}, sheet),
        el("span", {class: "pass-name"}, crest, words),
      ),
    };
  };
  // With two players both neighbours are the same one: the maps change places.
  const chairs =
    seats === 2 ? [chair(to, "other"), chair(me, "me")] : [chair(left, "left"), chair(me, "me"), chair(right, "right")];
  if (seats === 2 && !isLeft) chairs.reverse();
  const arrow = icon(isLeft ? "i-pass-cw" : "i-pass-ccw"),
    signs = makeSigns(covered),
    unheard = {"aria-hidden": "true"}; // the banner that comes says the same
  const scene = el(
    "div",
    {class: "passing"},
    el("div", {class: "pass-signs"}, signs.node, signs.menu),
    el("p", {class: "pass-title", ...unheard}, icon("i-ambush"), cardName(board.card)),
    el("ol", {class: `pass-row ${isLeft ? "to-left" : "to-right"}`, ...unheard}, ...chairs.map(({node}) => node)),
    el(
      "p",
      {class: "pass-text", ...unheard},
      arrow,
      el(
        "span",
        {},
        t(isLeft ? "page.ambush.story-left.text" : "page.ambush.story-right.text", {
          owner: name(from),
          holder: name(to),
        }),
      ),
    ),
  );
  document.body.append(scene);
  await course.beat(LOOK);
  if (!course.isSkipped) moveMaps(chairs, isLeft);
  if (!course.isSkipped && seats > 2) {
    // Beyond the neighbour the table goes on: the map of the person there comes into sight.
    const next = chair(isLeft ? (right + seats - 1) % seats : (left + 1) % seats, "beyond").sheet;
    bringIn(next, chairs[isLeft ? 2 : 0].node, isLeft);
  }
  await course.beat(MOVE + STAY);
  signs.stop();
  scene.remove();
}

/**
 * Let a map come to a chair from the side.
 * @param {HTMLElement} sheet
 * @param {HTMLElement} chair
 * @param {boolean} isLeft
 */
function bringIn(sheet, chair, isLeft) {
  chair.firstElementChild?.append(sheet);
  sheet.classList.add("arrives");
  sheet.animate(
    [
      {transform: `translateX(${isLeft ? 90 : -90}%)`, opacity: 0},
      {transform: "none", opacity: 1},
    ],
    {duration: MOVE, easing: "cubic-bezier(.6, 0, .3, 1)", fill: "both"},
  );
}

/**
 * Every map one chair on; the one at the end leaves, and another comes in from the far side.
 * @param {{sheet: HTMLElement}[]} chairs
 * @param {boolean} isLeft
 */
function moveMaps(chairs, isLeft) {
  const places = chairs.map(({sheet}) => sheet.getBoundingClientRect()),
    n = chairs.length;
  const options = {duration: MOVE, easing: "cubic-bezier(.6, 0, .3, 1)", fill: /** @type {const} */ ("forwards")};
  chairs.forEach(({sheet}, at) => {
    const next = at + (isLeft ? -1 : 1),
      here = places[at];
    const there =
      next >= 0 && next < n
        ? places[next].left - here.left
        : n === 2
          ? places[1 - at].left - here.left
          : (isLeft ? -1 : 1) * 1.2 * here.width;
    const leaves = n > 2 && (next < 0 || next >= n);
    sheet.animate(
      [
        {transform: "none", opacity: 1},
        {transform: `translate(${there / 2}px, -22px) rotate(${isLeft ? -4 : 4}deg)`},
        {transform: `translate(${there}px, 0)`, opacity: leaves ? 0 : 1},
      ],
      options,
    );
  });
}
