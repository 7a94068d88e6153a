// @ts-check
/**
 * A picture of a finished map to show to others: name, crest, stars, the map, the four edicts and what they brought.
 */

import {mapArt, UNIT} from "../art.js";
import {crestPicture, edictPicture} from "../art-cards.js";
import {seasonsOf} from "../cards.js";
import {dayAt, dayLabel} from "../daily/days.js";
import {helpText} from "../help-marks.js";
import {linkTo} from "../links.js";
import {SIZE} from "../spaces.js";
import {cardName, currentLanguage, figure, t} from "../words.js";
import {byDaylight, escaped, fontOf, standalone} from "./inline.js";

export const WIDTH = 1080;
export const HEIGHT = 1350;
const PAD = 34,
  MAP = 870,
  TOP = 176,
  EDICTS = 1100,
  MARGIN = 60;
const LETTERS = "ABCD";

/**
 * @typedef {{name: string, title: string, crest: number[][], shield: number, seat: number, board:
 * import("../types.js").Board, day: string, isSecret: boolean}} Sitter whose map it is; `day` is that of an
 * expedition, or ""
 */

/**
 * What each of the four edicts has brought over the year.
 * @param {import("../types.js").ScoreBoard[]} scores
 * @param {import("../types.js").Season[]} seasons
 */
export const edictSums = (scores, seasons) =>
  [...LETTERS].map((_, edict) =>
    scores.reduce((sum, score, n) => sum + (score.edicts[seasons[n].edicts.indexOf(edict)] ?? 0), 0),
  );

/**
 * How large words are, at most *size*, to fit into *width*. The file keeps how long they are then, so that they fit
 * with other fonts, too.
 * @param {string} words
 * @param {number} size
 * @param {number} width
 * @param {string} face weight or style
 * @param {"--font-display" | "--font-text"} font
 * @returns {{size: string, length: string}}
 */
function fitting(words, size, width, face, font = "--font-display") {
  const ruler = /** @type {CanvasRenderingContext2D} */ (document.createElement("canvas").getContext("2d"));
  ruler.font = `${face} ${size}px ${getComputedStyle(document.documentElement).getPropertyValue(font)}`;
  const length = ruler.measureText(words).width,
    scale = Math.min(1, width / length);
  return {
    size: (size * scale).toFixed(1),
    length: `textLength="${(length * scale).toFixed(1)}" lengthAdjust="spacingAndGlyphs"`,
  };
}

/** The whole picture as an SVG file. @param {Sitter} sitter */
export function sharePicture(sitter) {
  return byDaylight((style) => {
    const {name, board, seat} = sitter,
      {total} = board.seats[seat];
    const display = fontOf(style, "--font-display"),
      plain = fontOf(style, "--font-text");
    const text = (
      /** @type {number} */ x,
      /** @type {number} */ y,
      /** @type {number | string} */ size,
      /** @type {string} */ words,
      more = "",
      font = display,
    ) =>
      `<text x="${x}" y="${y}" font-family="${font}" font-size="${size}" fill="var(--ink)" ${more}>` +
      `${escaped(words)}</text>`;
    // While others are still on the way, nothing of the map or the edicts is given away.
    const middle = sitter.isSecret
      ? sealedPart(sitter, text, plain)
      : mapPart(board.seats[seat].sheet) + edictsPart(sitter, text, plain);
    const markup = ground() + head(sitter, text) + middle + foot(sitter, text, plain);
    const defs =
      '<radialGradient id="share-paper" cx=".5" cy=".45" r=".8"><stop offset=".55" stop-color="var(--sheet)"/>' +
      '<stop offset="1" stop-color="var(--sheet-2)"/></radialGradient>';
    return standalone(
      markup,
      {width: WIDTH, height: HEIGHT, title: `${name}: ${t("terms.stars", {count: total})}`, defs},
      style,
    );
  });
}

/**
 * @typedef {(x: number, y: number, size: number | string, words: string, more?: string, font?: string) => string} Write
 */

const ground = () =>
  `<rect width="${WIDTH}" height="${HEIGHT}" fill="url(#share-paper)"/>` +
  `<rect x="22" y="22" width="${WIDTH - 44}" height="${HEIGHT - 44}" fill="none" stroke="var(--ink)" ` +
  `stroke-opacity=".55" stroke-width="2"/>` +
  `<rect x="29" y="29" width="${WIDTH - 58}" height="${HEIGHT - 58}" fill="none" stroke="var(--ink)" ` +
  `stroke-opacity=".3" stroke-width="1"/>`;

/** Crest, name, title, stars. @param {Sitter} sitter @param {Write} text */
function head({name, title, crest, shield: worn, seat, board}, text) {
  const {total} = board.seats[seat],
    stars = figure(total),
    named = fitting(name, 54, 570, "700"),
    titles = [title, board.result?.title ? t(`terms.title.${board.result.title}`) : ""].filter(Boolean).join(" · "),
    entitled = fitting(titles, 28, 570, "italic"),
    mark = helpText(board.result?.help?.[seat]),
    marked = fitting(mark, 20, 570, "400");
  const shield = crestPicture(worn, crest, 92).replace("<svg ", `<svg x="${MARGIN - 4}" y="58" `);
  return (
    shield +
    text(MARGIN + 108, titles ? 106 : 124, named.size, name, `font-weight="700" ${named.length}`) +
    (titles &&
      text(MARGIN + 108, 144, entitled.size, titles, `font-style="italic" fill-opacity=".8" ${entitled.length}`)) +
    (mark && text(MARGIN + 108, titles ? 170 : 152, marked.size, mark, `fill-opacity=".8" ${marked.length}`)) +
    text(WIDTH - MARGIN - 62, 136, 92, stars, 'font-weight="700" text-anchor="end"') +
    `<use href="#star" x="${WIDTH - MARGIN - 54}" y="74" width="54" height="54" color="var(--earn)"/>`
  );
}

/** @param {import("../types.js").Sheet} sheet */
function mapPart(sheet) {
  const units = SIZE * UNIT + 2 * PAD,
    scale = MAP / units;
  return (
    `<g transform="translate(${(WIDTH - MAP) / 2} ${TOP}) scale(${scale.toFixed(4)}) translate(${PAD} ${PAD})">` +
    `${mapArt(sheet, PAD)}</g>`
  );
}

/** The four edicts with what they brought. @param {Sitter} sitter @param {Write} text @param {string} plain */
function edictsPart({board, seat}, text, plain) {
  const column = (WIDTH - 2 * MARGIN) / 4,
    sums = edictSums(board.seats[seat].scores, seasonsOf(board.setup));
  return (
    board.edicts
      .map((id, n) => {
        const x = MARGIN + n * column,
          name = cardName(id),
          named = fitting(name, 21, column - 48, "700"),
          letter = LETTERS[n];
        const picture = edictPicture(id, board.setup.rulebook).replace(
          "<svg ",
          `<svg x="${x + 4}" y="${EDICTS - 24}" width="118" height="92" preserveAspectRatio="xMinYMid meet" `,
        );
        const wax =
          `<circle cx="${x + 18}" cy="${EDICTS + 104}" r="15" fill="var(--seal)"/>` +
          text(x + 18, EDICTS + 110, 19, letter, 'font-weight="700" text-anchor="middle"').replace(
            'fill="var(--ink)"',
            'fill="var(--on-seal)"',
          );
        return (
          picture +
          wax +
          text(x + 40, EDICTS + 111, named.size, name, `font-weight="700" ${named.length}`) +
          text(x + 190, EDICTS + 36, 40, figure(sums[n]), 'font-weight="700" text-anchor="end"') +
          `<use href="#star" x="${x + 194}" y="${EDICTS + 14}" width="22" height="22" color="var(--earn)"/>`
        );
      })
      .join("") +
    `<path d="M${MARGIN} ${EDICTS + 136}H${WIDTH - MARGIN}" stroke="var(--ink)" stroke-opacity=".3" ` +
    `stroke-dasharray="1 6" stroke-width="2" stroke-linecap="round"/>` +
    parts(board.seats[seat].scores, text, plain)
  );
}

/**
 * Coins and monsters over the year.
 * @param {import("../types.js").ScoreBoard[]} scores
 * @param {Write} text
 * @param {string} plain
 */
function parts(scores, text, plain) {
  const sum = (/** @type {"coins" | "monsters"} */ what) => scores.reduce((all, each) => all + each[what], 0),
    y = EDICTS + 180;
  const words = (/** @type {string} */ what, /** @type {number} */ points) =>
    `${t(`terms.score.${what}`)} ${figure(points)}`;
  const coins = words("coins", sum("coins")),
    counted = fitting(coins, 25, 196, "600", "--font-text");
  return (
    `<use href="#coin" x="${MARGIN}" y="${y - 26}" width="36" height="36"/>` +
    text(MARGIN + 46, y, counted.size, coins, `font-weight="600" ${counted.length}`, plain) +
    `<use href="#i-ambush" x="${MARGIN + 252}" y="${y - 28}" width="38" height="38" color="var(--t-monster)"/>` +
    text(MARGIN + 300, y, 25, words("monsters", -sum("monsters")), 'font-weight="600"', plain)
  );
}

/**
 * The logo, the date, and where to find the game.
 * @param {Sitter} sitter
 * @param {Write} text
 * @param {string} plain
 */
function foot({board, day, isSecret}, text, plain) {
  const y = EDICTS + 182,
    when = dayLabel(day || dayAt(Date.now()), currentLanguage(), {day: "numeric", month: "long", year: "numeric"}),
    words = `${when} · ${linkTo(isSecret ? "/daily" : `/g/${board.game}`).replace(/^https?:\/\//, "")}`,
    fitted = fitting(words, 19, WIDTH - 2 * MARGIN, "400", "--font-text");
  return (
    text(WIDTH - MARGIN, y, 34, "Quillmap", 'font-weight="700" text-anchor="end"') +
    `<use href="#logo" x="${WIDTH - MARGIN - 222}" y="${y - 34}" width="44" height="44" color="var(--seal)"/>` +
    text(MARGIN, y + 29, fitted.size, words, `fill-opacity=".8" ${fitted.length}`, plain)
  );
}

/**
 * In place of the map: the day, why there is none, and what each season brought.
 * @param {Sitter} sitter
 * @param {Write} text
 * @param {string} plain
 */
function sealedPart({board, seat, day}, text, plain) {
  const {scores} = board.seats[seat],
    most = Math.max(1, ...scores.map((score) => score.total)),
    column = (WIDTH - 2 * MARGIN) / 4,
    bottom = 1050,
    highest = 480;
  const heading = t("daily.heading", {
      day: dayLabel(day, currentLanguage(), {day: "numeric", month: "long", year: "numeric"}),
    }),
    fitted = fitting(heading, 46, WIDTH - 2 * MARGIN, "700"),
    why = t("daily.sealed.text"),
    explained = fitting(why, 26, WIDTH - 2 * MARGIN, "italic");
  const bars = seasonsOf(board.setup).map(({id}, n) => {
    const total = scores[n]?.total ?? 0,
      height = Math.max(6, (Math.max(0, total) / most) * highest),
      x = MARGIN + n * column + column / 2;
    return (
      `<rect x="${x - 62}" y="${bottom - height}" width="124" height="${height}" rx="8" fill="var(--earn-soft)" ` +
      `stroke="var(--earn)" stroke-width="3"/>` +
      text(x, bottom - height - 24, 52, figure(total), 'font-weight="700" text-anchor="middle"') +
      `<use href="#${id}" x="${x - 38}" y="${bottom + 22}" width="76" height="76" color="var(--ink)"/>`
    );
  });
  return (
    `<use href="#compass" x="${WIDTH / 2 - 70}" y="210" width="140" height="140" color="var(--seal)"/>` +
    text(WIDTH / 2, 420, fitted.size, heading, `font-weight="700" text-anchor="middle" ${fitted.length}`) +
    text(WIDTH / 2, 466, explained.size, why, `font-style="italic" text-anchor="middle" ${explained.length}`) +
    bars.join("") +
    parts(scores, text, plain)
  );
}
