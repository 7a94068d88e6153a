// @ts-check
/**
 * Where the page is. On a server it has the addresses of its screens. On a static site (`quillmap export-site`), which
 * may lie in any folder and has no server behind it, there is one document: the screen is named after its question
 * mark.
 */

import {asset} from "./assets.js";

/** Whether no server belongs to this page: then this device answers everything. */
export const isAlone = Boolean(globalThis.document?.querySelector?.('meta[name="quillmap-alone"]'));

/** The folder of the page. */
const FOLDER = isAlone ? asset("").replace(/static\/[0-9a-f]{16}\/$/, "") : "/";

/** The address of a file in that folder. @param {string} name */
export const fileAddress = (name) => FOLDER + name;

/** The address of a screen, as browsers have it. @param {string} path such as `/rules#cards` */
export const addressOf = (path) => (isAlone ? FOLDER + path.replace(/^\/(?=[^#])/, "?/").replace(/^\//, "") : path);

/** The path of the screen at an address of the browser. @param {Pick<Location, "pathname" | "search">} at */
export const pathAt = ({pathname, search}) => (isAlone ? search.replace(/^\?/, "") || "/" : pathname);
