// @ts-check
/** Which screen is open: one at a time, each in a node of its own, with no style but those it asks for. */

/**
 * A screen: `open` fills the root and returns how to close it; `words`, if there is one, is called when the language
 * changes (otherwise the screen is closed and opened again).
 * @typedef {{close?: () => void, words?: () => void}} Opened
 * @typedef {{path: string, params: string[], hash: string, go: (path: string) => void}} Context
 * @typedef {{open: (root: HTMLElement, context: Context) => Opened | Promise<Opened>}} Screen
 */

/**
 * @param {{find: () => {context: Context, load: () => Promise<Screen>}, clear: () => HTMLElement,
 *   insteadOf?: () => Promise<Screen | null>}} surroundings `find`
 *   says what the address names now, `clear` takes the old screen away and returns where the new one goes, and
 *   `insteadOf` is the screen to show where that could not be opened, if there is one
 */
export function createRouter({find, clear, insteadOf = async () => null}) {
  /** @type {Opened} */
  let opened = {};
  let turn = 0;

  /** Open the screen that the address names. */
  async function show() {
    const mine = ++turn;
    const {context, load} = find();
    try {
      await put(await load(), context, mine);
    } catch (error) {
      const other = mine === turn ? await insteadOf() : null;
      if (!other) throw error;
      await put(other, context, mine);
    }
  }

  /** @param {Screen} screen @param {Context} context @param {number} mine */
  async function put(screen, context, mine) {
    if (mine !== turn) return;
    opened.close?.();
    opened = {};
    const found = await screen.open(clear(), context);
    // The user moved on before this screen was ready, and has another one by now.
    if (mine === turn) opened = found;
    else found.close?.();
  }

  return {
    show,
    /** Write the screen in another language. */
    async rewrite() {
      if (opened.words) opened.words();
      else await show();
    },
    /** Whether the screen that is open can be written in another language as it stands. */
    get isRewritable() {
      return Boolean(opened.words);
    },
  };
}
