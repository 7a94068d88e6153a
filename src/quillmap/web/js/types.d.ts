/** The shapes of what the server sends (docs/protocol.md). Only types: nothing here runs. */

export type Hex = string;

export interface ShapeTurn { spaces: Hex; height: number; width: number }
export interface CardShape { rows: string[]; coin: boolean; turns: ShapeTurn[] }
export interface Card {
  kind: "explore" | "ruins" | "ambush" | "hero" | "scoring" | "skill";
  id: string;
  box?: string;
  time?: number;
  terrains?: string[];
  shapes?: CardShape[];
  shape?: CardShape;
  clockwise?: boolean;
  corner?: string;
  letter?: string | null;
  attack?: [number, number][];
  suit?: string;
  solo_value?: number;
  cost?: number;
}
export interface Season { id: string; time: number; edicts: [number, number] }
export interface Catalogue {
  explore: Card[]; ruins: Card[]; ambushes: Card[]; heroes: Card[]; scoring: Card[]; skills: Card[];
  seasons: Record<string, Season[]>;
  maps: Record<string, Record<string, Hex> | null>;
  boxes: Record<string, Record<string, unknown>>;
  rulebooks: string[];
  terrains: string[];
  titles: { id: string; rating: number }[];
}

export interface SeatInfo { id: number; kind: string; name: string; title: string; crest: number[][]; level: string }
export interface Pace { kind: string; amount: number; timeout: string }
export interface TableInfo {
  id: string; code: string; status: "waiting" | "playing" | "finished"; seats: SeatInfo[]; host: number | null;
  setup: Record<string, any>; is_seeded: boolean; listed: boolean; spectators: boolean; hints: boolean; most_seats: number;
  pace: Pace; game: string; games: string[]; day: string; counted: boolean;
}
export interface Seated { table: TableInfo; seat: number | null; token: string; link: string; personal_link: string }

export interface ScoreBoard { edicts: [number, number]; coins: number; monsters: number; total: number }
export type Sheet = Record<string, Hex>;
export interface SeatBoard { sheet: Sheet; coins: number; spent: number; used_skill: boolean; scores: ScoreBoard[]; total: number }
export interface Result { seed: string; totals: number[]; ranks: number[]; rating: number | null; title: string | null }
export interface Board {
  game: string; version: number; question: number; setup: Record<string, any>; seed_hash: string; edicts: string[]; skills: string[];
  step: string; season: string | null; season_edicts: number[]; time: number; season_time: number; revealed: string[]; gone: string[];
  card: string | null; ruins_pending: boolean; ask: string | null; waiting: number[]; answered: number[]; evading: number[];
  seats: SeatBoard[]; result: Result | null;
}

export interface Place { shape: string; turn: number; spaces: Hex; height: number; width: number; anchors: Hex }
export interface SkillChoice { skill: string; cost: number; terrains: string[]; places: Place[]; parts: Hex[]; has_extra: boolean }
export interface Choices {
  ask: "draw" | "ambush" | "hero" | "declare" | "gorgon" | "troll";
  sheet: number; places?: Place[]; terrains?: string[]; is_fallback?: boolean; wanted?: Hex | null; skills?: SkillChoice[];
  spaces?: Hex | null; attacks?: [number, number][][];
}
export interface OwnPart { seat: number; answer: Move | null; choices: Choices | null }

export interface Move {
  move: string; spaces?: string[]; terrain?: string; skill?: string | null; extra?: string[]; extra_terrain?: string | null;
  space?: string; path?: string[]; use?: boolean;
}
export interface Award { points: number; spaces: Hex }
export interface EdictWorth { card: string; before: number; after: number; awards: Award[] }
export interface Worth {
  sheet: number; edicts: EdictWorth[]; coins_before: number; coins_after: number; monsters_before: number; monsters_after: number;
  monster_spaces: Hex; season_before: number; season_after: number;
}
export interface Progress {
  version: number; question: number; waiting: number[]; answered: number[]; present: number[]; spectators: number; deadline: number | null;
}
export type GameEvent = { event: string } & Record<string, any>;
export interface ErrorBody { code: string; message: string; params?: Record<string, any> }
export interface ServerMessage { type: string; id?: string; [key: string]: any }
