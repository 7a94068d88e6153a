// @ts-check
/**
 * The addresses of the page's files. They lie beside this script, whichever folder the page is served from: its name
 * changes with every version of the page, so that browsers may keep what is in it for ever.
 */

const FOLDER = new URL("..", import.meta.url);

/** The address of a file. @param {string} path such as `css/start.css` */
export const asset = (path) => new URL(path, FOLDER).pathname;
