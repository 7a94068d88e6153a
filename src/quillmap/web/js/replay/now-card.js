// @ts-check
/** The card that lies open, to look at: nothing on it can be chosen. For replays and for the table screen. */

import {attackPicture, barePicture, shapePicture, tilePicture} from "../art-cards.js";
import {card} from "../cards.js";
import {el, paintFor, setClass, setName, setText} from "../dom.js";
import {cardName, cardRule, t} from "../words.js";

/**
 * @param {HTMLElement} root
 * @param {() => {unit: number, widest: number, tile: number}} size of a space, of a picture and of a terrain's tile, in
 *   pixels
 */
export function mountNowCard(root, size) {
  const time = el("span", {class: "time"}),
    title = el("h2"),
    note = el("span", {class: "note"});
  const shapes = el("div", {class: "now-shapes"}),
    terrains = el("ul", {class: "now-terrains"}),
    text = el("p", {class: "now-text"});
  root.append(
    el("header", {}, time, el("div", {class: "card-title"}, title, note)),
    el("div", {class: "now-body"}, shapes, terrains),
    text,
  );

  /** @param {import("../types.js").Card} now */
  function pictures(now) {
    const all = now.shapes ?? (now.shape ? [now.shape] : []),
      {unit, widest} = size();
    if (now.kind === "hero") return attackPicture(now.attack ?? [], unit * 0.7);
    const terrain =
      now.kind === "ambush"
        ? "monster"
        : (now.terrains?.length ?? 9) < 4
          ? now.terrains?.[now.terrains.length - 1]
          : null;
    return all
      .map((shape) => {
        const wide = Math.max(shape.rows.length, shape.rows[0].length),
          each = Math.min(unit, widest / wide / (all.length > 1 ? 1.35 : 1));
        const coin = shape.coin ? '<svg class="i now-coin" aria-hidden="true"><use href="#coin"/></svg>' : "";
        return (
          `<span class="now-shape">` +
          `${terrain ? shapePicture(shape.rows, terrain, each) : barePicture(shape.rows, each)}${coin}</span>`
        );
      })
      .join("");
  }

  return {
    /**
     * @param {string | null} id
     * @param {{setup: Record<string, any>, heading?: string, isLast?: boolean, isBrief?: boolean}} more `heading`
     *   instead of a card; `isBrief` where the way that maps go is told elsewhere
     */
    render(id, {setup, heading = "", isLast = false, isBrief = false}) {
      const now = id && !heading ? card(id) : null,
        {unit, tile} = size(),
        key = `${now?.id}/${document.documentElement.lang}/${unit}`;
      root.className = `now-card paper ${now?.kind ?? "bare"}`;
      setName(title, now ? cardName(now.id) : heading);
      setClass(time, "none", !now);
      setText(note, isLast ? t("page.card.last") : now ? t(`terms.kind.${now.kind}`) : "");
      setClass(note, "last", isLast);
      paintFor(time, key, () =>
        now?.kind === "ambush" || now?.kind === "hero"
          ? `<svg class="i" aria-hidden="true"><use href="#${now.kind === "hero" ? "i-hero" : "i-ambush"}"/></svg>`
          : String(now?.time ?? 0),
      );
      setClass(shapes, "none", !now || now.kind === "ruins");
      paintFor(shapes, key, () => (now ? pictures(now) : ""));
      const offered = now?.kind === "explore" ? (now.terrains ?? []) : [];
      if (terrains.dataset.shown !== key) {
        terrains.dataset.shown = key;
        terrains.replaceChildren(
          ...offered.map((terrain) => {
            const picture = el("span", {class: "now-tile"});
            paintFor(picture, terrain, () => tilePicture(terrain, offered.length > 3 ? tile * 0.6 : tile));
            return el("li", {}, picture, t(`terms.terrain.${terrain}`));
          }),
        );
      }
      setClass(terrains, "many", offered.length > 3);
      setText(text, now ? saying(now, setup, isBrief) : "");
      setClass(text, "none", !text.textContent);
    },
  };
}

/**
 * What the card does in addition to offering a shape.
 * @param {import("../types.js").Card} now
 * @param {Record<string, any>} setup
 * @param {boolean} isBrief
 */
function saying(now, setup, isBrief) {
  if (now.kind === "ruins") return cardRule(now.id) || t("events.card-revealed.ruins", {card: cardName(now.id)});
  if (now.kind === "hero") return cardRule(now.id);
  if (now.kind !== "ambush") return "";
  const way =
    isBrief || setup.seats < 2 || setup.ambush_by === "automatic"
      ? ""
      : t(`terms.arrow.${now.clockwise ? "clockwise" : "counterclockwise"}`);
  return `${way} ${cardRule(now.id)}`.trim();
}
