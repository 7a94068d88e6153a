// @ts-check
/** The rules to read but for their words, as the server counts them: chapters, pictures, tables. */

import {call} from "../protocol.js";

/**
 * A picture: a map, the part of it that is shown (top, left, height, width), and sets of spaces by the way they are
 * marked. Medals are x, y (in spaces) and points; a route is where a shape went before it was drawn.
 * @typedef {{sheet: Record<string, string>, window: [number, number, number, number], marks: Record<string, string>,
 *   medals: [number, number, number][], route: [number, number][], points?: number, sum?: string,
 *   by_rulebook?: Record<string, Figure>}} Figure
 * @typedef {{kind: string, name: string}} Part
 * @typedef {{id: string, parts: Part[]}} Chapter
 * @typedef {{
 *   chapters: Chapter[], examples: Record<string, Figure>, scenes: Record<string, Figure>, legend: {space: string,
 * name: string, text: string}[],
 *   ledgers: Record<string, {edicts: Record<string, number>, coins: number, monsters: number, total: number}>,
 *   seasons: {id: string, edicts: string[], times: number[]}[], editions: (string | number)[][], titles: {id: string,
 * rating: number}[], maps: Record<string, string[]>, first_games: Record<string, string[]>, }} Book
 */

/** @type {Promise<Book> | null} */
let loading = null;

/** @returns {Promise<Book>} */
export function loadBook() {
  loading ??= call("GET", "/api/reference");
  loading.catch(() => (loading = null));
  return loading;
}
