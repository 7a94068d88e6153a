// @ts-check
/** Who the bots are: the levels that the server offers, and what they are called. */

import {call} from "./protocol.js";
import {hasText, t} from "./words.js";

/** @typedef {import("./types.js").BotLevel} BotLevel */
/** @typedef {{levels: string[], offered: string[], standard: string}} Bots `levels` are all, the gentlest first */

/** @type {Promise<Bots> | null} */
let asked = null;

/** The bots of this server, asked for once. */
export function loadBots() {
  asked ??= call("GET", "/api/bots").then(botsOf, (error) => {
    asked = null;
    throw error;
  });
  return asked;
}

/** @param {{bots: BotLevel[], default: string}} answer @returns {Bots} */
export const botsOf = ({bots, default: standard}) => ({
  levels: bots.map(({level}) => level),
  offered: bots.filter(({is_offered}) => is_offered).map(({level}) => level),
  standard,
});

/** What a level is called. @param {string} level */
export const levelLabel = (level) => (hasText(`setup.bot.${level}.label`) ? t(`setup.bot.${level}.label`) : level);

/** What the button says that begins a game without other people. @param {string} opponent a level, or `""` */
export const aloneText = (opponent) =>
  opponent ? t("screens.home.against", {bot: levelLabel(opponent)}) : t("screens.home.alone");

/** What kind of bot somebody is: level, and what it likes. @param {{level: string, style?: string}} bot */
export const kindOf = ({level, style}) =>
  style && hasText(`setup.style.${style}.label`)
    ? `${levelLabel(level)} · ${t(`setup.style.${style}.label`)}`
    : levelLabel(level);
