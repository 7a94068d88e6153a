// @ts-check
/** What stands for somebody at a table: the crest of a person, the face of a bot. */

import {crestPicture} from "./art-cards.js";
import {facePicture, hasFace} from "./art-faces.js";

const SIGN = '<svg class="i" aria-hidden="true"><use href="#i-bot"/></svg>';

/**
 * What stands for somebody at a table: the crest of a person, the face of a bot.
 * @param {{id: number, kind: string, crest: number[][], level: string, style?: string} | undefined} info
 * @param {number} seat its number at the table
 * @param {number} size
 */
export function seatPicture(info, seat, size) {
  if (info?.kind !== "bot") return crestPicture(seat, info?.crest, size);
  return hasFace(info.level) ? facePicture({style: "", ...info}, size) : SIGN;
}
