/**
 * The shapes the page works with: those of the server, made from its structs, and a few names of the page's own. Only
 * types: nothing here runs.
 */

import type {
  AmbushInfo,
  AnyMove,
  CardCatalogue,
  ClientMessage,
  ExploreInfo,
  Hello,
  HeroInfo,
  MoveMessage,
  ResultBoard,
  RuinsInfo,
  ScoringInfo,
  SeasonInfo,
  ServerMessage,
  SheetWorth,
  SkillInfo,
} from "./protocol-types.js";

export * from "./protocol-types.js";

/** Any card; `kind` says which, and so which of the keys it has. */
export type Card = {kind: "explore" | "ruins" | "ambush" | "hero" | "scoring" | "skill"; id: string} & Partial<
  Omit<ExploreInfo & RuinsInfo & AmbushInfo & HeroInfo & ScoringInfo & SkillInfo, "id">
>;
export type Catalogue = CardCatalogue;
export type Season = SeasonInfo;
export type Result = ResultBoard;
export type Worth = SheetWorth;
export type Move = AnyMove;

/** A question at the table, without the id that the socket gives it, and its answer. */
export type Question =
  Exclude<ClientMessage, Hello | MoveMessage> extends infer Each
    ? Each extends {id: string}
      ? Omit<Each, "id">
      : never
    : never;
export type AnswerTo<Q extends {type: string}> = Extract<
  ServerMessage,
  {type: Q["type"] extends "ping" ? "pong" : Q["type"]}
>;
