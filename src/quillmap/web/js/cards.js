// @ts-check
/** Every card, map and number of the game, as the server knows them: the page has no list of its own. */

/** @typedef {import("./types.js").Catalogue} Catalogue */

/** @type {Promise<Catalogue> | null} */
let loading = null;
/** @type {Map<string, any>} */
const byId = new Map();

/** @returns {Promise<Catalogue>} */
export function loadCards() {
  loading ??= fetch("/api/cards").then(async (answer) => {
    if (!answer.ok) throw new Error(`cards: ${answer.status}`);
    /** @type {Catalogue} */
    const found = await answer.json();
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
