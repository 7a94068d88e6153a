// @ts-check
/**
 * Where edicts are tiles without their rule, and the card has little room: phones, and tablets on their side. game.css
 * knows the same widths.
 */

export const narrow = matchMedia(
  "(max-width: 699px), (max-height: 500px), (orientation: landscape) and (max-width: 1099px)",
);

/** Where the list of the others is their maps alone, without words: what stands there has to be told elsewhere. */
export const wordless = matchMedia("(max-width: 1099px), (max-height: 500px)");

/** Phones too low for the line with the rule of an edict: a tap on a tile opens its page. */
export const ruleless = matchMedia("(max-width: 699px) and (max-height: 745px)");
