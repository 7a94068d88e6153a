// @ts-check
/** What has happened, as sentences: the same keys as everywhere (locales/telling.py). */

import {card} from "./cards.js";
import {cardName, listed, signed, t} from "./words.js";

/** @typedef {import("./types.js").GameEvent} GameEvent */

/** @param {string[]} spaces */
const list = (spaces) => spaces.join(", ");
/** @param {string} id */
const inSentence = (id) => t(`terms.terrain.${id}.in-sentence`);

/** @param {GameEvent} event */
function manner(event) {
  if (event.seat === null) return "by-rules";
  const isOwn = event.seat === event.sheet;
  if (event.shape === "pair") return isOwn ? "pair-own" : "pair";
  if (event.shape === "single") return isOwn ? "single" : "ambush-single";
  return isOwn ? "own" : "ambush";
}

/**
 * @param {GameEvent} event @param {Record<string, any>} setup @param {string[]} names the players' by seat
 * @returns {string[]}
 */
export function tell(event, setup, names) {
  const teller = TELLERS[event.event];
  return teller ? teller(event, setup, names) : [];
}

/**
 * One seat's season in a sentence.
 * @param {GameEvent} event `season-scored` @param {number} seat @param {string[]} names
 */
export function tellCount(event, seat, names) {
  const {edicts, coins, monsters} = event.scores[seat];
  const [first, second] = edicts;
  const count = first + second + coins - monsters;
  return t("events.season-scored.player", {player: names[seat], first, second, coins, monsters, count});
}

/**
 * Who has won.
 * @param {{ranks: number[], totals: number[]}} result of a game that was not played alone
 * @param {string[]} names
 */
export function tellWinners({ranks, totals}, names) {
  const winners = names.filter((_, seat) => ranks[seat] === 1),
    count = totals[ranks.indexOf(1)];
  return winners.length === 1
    ? t("events.game-ended.winner", {player: winners[0], count})
    : t("events.game-ended.shared", {players: listed(winners), count});
}

/** @param {string} owner @param {string[]} destroyed @param {number} coins */
function consequences(owner, destroyed, coins) {
  const found = [];
  if (destroyed.length) found.push(t("events.struck", {owner, count: destroyed.length, spaces: list(destroyed)}));
  if (coins) found.push(t("events.coins", {owner, count: coins}));
  return found;
}

/** @type {Record<string, (event: GameEvent, setup: Record<string, any>, names: string[]) => string[]>} */
const TELLERS = {
  "game-began": (_event, setup) => [
    t("events.game-began", {count: setup.seats}),
    t("events.game-began.map", {map: t(`setup.map.${setup.map}.label`)}),
  ],
  "season-began": (event) => [t(`events.season-began.${event.season}`)],
  "card-revealed": (event, setup) => {
    const found = card(event.card),
      name = cardName(event.card);
    if (found.kind === "explore") return [t("events.card-revealed.explore", {card: name, time: found.time})];
    if (found.kind === "ambush") {
      const way = setup.ambush_by === "automatic" ? "automatic" : found.clockwise ? "clockwise" : "counterclockwise";
      return [t(`events.card-revealed.ambush-${way}`, {card: name})];
    }
    return [t(`events.card-revealed.${found.kind}`, {card: name})];
  },
  drawn: (event, _setup, names) => {
    const owner = names[event.sheet],
      player = event.seat === null ? owner : names[event.seat],
      found = [];
    if (event.skill)
      found.push(
        t(event.paid ? "events.drawn.skill" : "events.drawn.skill-free", {
          player,
          skill: cardName(event.skill),
          count: event.paid,
        }),
      );
    found.push(
      t(`events.drawn.${manner(event)}`, {
        player,
        owner,
        terrain: inSentence(event.terrain),
        spaces: list(event.spaces),
      }),
    );
    if (event.extra)
      found.push(
        t("events.drawn.extra", {
          player,
          terrain: listed(event.extra.terrains.map(inSentence)),
          spaces: list(event.extra.spaces),
        }),
      );
    return [...found, ...consequences(owner, event.destroyed ?? [], event.coins)];
  },
  passed: (event, _setup, names) => {
    const owner = names[event.sheet];
    if (event.seat === null) return [t("events.passed.by-rules", {owner})];
    return [
      event.seat === event.sheet
        ? t("events.passed.own", {player: owner})
        : t("events.passed.ambush", {player: names[event.seat], owner}),
    ];
  },
  declared: (event, _setup, names) => [
    t("events.declared", {player: names[event.seat], skill: cardName("acrobatics"), count: event.paid}),
  ],
  "hero-placed": (event, _setup, names) => {
    const player = names[event.seat];
    return [
      t(event.path.length ? "events.hero-placed" : "events.hero-placed.no-path", {
        player,
        space: event.space,
        spaces: list(event.path),
      }),
      ...consequences(player, event.destroyed ?? [], event.coins),
    ];
  },
  destroyed: (event, _setup, names) => [
    t(`events.destroyed.${event.cause}`, {owner: names[event.sheet], space: event.space}),
    ...consequences(names[event.sheet], [], event.coins),
  ],
  spread: (event, _setup, names) => [
    t("events.spread", {owner: names[event.sheet], count: event.spaces.length, spaces: list(event.spaces)}),
    ...consequences(names[event.sheet], event.destroyed ?? [], event.coins),
  ],
  "season-scored": (event) => [t(`events.season-scored.${event.season}`)],
  "lasting-resolved": (event) => [t(`events.lasting-resolved.${event.card}`)],
  "game-ended": (event, _setup, names) => {
    const found = [t("events.game-ended")];
    if (event.rating !== null) {
      found.push(t("events.game-ended.solo", {player: names[0], count: event.totals[0], rating: signed(event.rating)}));
      found.push(t("events.game-ended.title", {title: t(`terms.title.${event.title}`)}));
    } else found.push(tellWinners({ranks: event.ranks, totals: event.totals}, names));
    return found;
  },
};
