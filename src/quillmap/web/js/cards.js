// @ts-check
/** Every card, map and number of the game, as the server knows them: the page has no list of its own. */

import {call} from "./protocol.js";

/** @typedef {import("./types.js").Catalogue} Catalogue */

/** @type {Promise<Catalogue> | null} */
let loading = null;
/** @type {Catalogue | null} */
let loaded = null;
/** @type {Map<string, any>} */
const byId = new Map();

/** @returns {Promise<Catalogue>} */
export function loadCards() {
  loading ??= call("GET", "/api/cards").then((/** @type {Catalogue} */ found) => {
    const kinds = /** @type {const} */ ({
      explore: "explore",
      ruins: "ruins",
      ambushes: "ambush",
      heroes: "hero",
      scoring: "scoring",
      skills: "skill",
    });
    for (const list of /** @type {(keyof typeof kinds)[]} */ (Object.keys(kinds)))
      for (const each of found[list]) byId.set(each.id, {...each, kind: kinds[list]});
    loaded = found;
    return found;
  });
  loading.catch(() => (loading = null));
  return loading;
}

/**
 * A card by its id; `kind` says what it is. Only after `loadCards`.
 * @param {string} id
 * @returns {import("./types.js").Card}
 */
export function card(id) {
  const found = byId.get(id);
  if (!found) throw new Error(`no card ${id}`);
  return found;
}

/** What `loadCards` has brought. */
function catalogue() {
  if (!loaded) throw new Error("the cards are not loaded yet");
  return loaded;
}

/**
 * The four seasons of a table: their time, and the edicts that each scores. Only after `loadCards`.
 * @param {Record<string, any>} setup
 */
export const seasonsOf = (setup) => catalogue().seasons[setup.seasons];

/** How many coins a map has room for. Only after `loadCards`. */
export const coinSlots = () => catalogue().coin_slots;
