// @ts-check
/**
 * Where edicts are tiles without their rule, and the card has little room: phones, and tablets on their side. game.css
 * knows the same widths.
 */

export const narrow = matchMedia(
  "(max-width: 699px), (max-height: 500px), (orientation: landscape) and (max-width: 1099px)",
);

/** Phones too low for the line with the rule of an edict: a tap on a tile opens its page. */
export const ruleless = matchMedia("(max-width: 699px) and (max-height: 745px)");
