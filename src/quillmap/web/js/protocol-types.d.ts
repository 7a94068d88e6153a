/**
 * What clients and server say (docs/protocol.md), made from the structs of the server by `python3 dev.py types`.
 * Don't edit: change the structs. Only types: nothing here runs.
 */

/** A line of the record (docs/record.md), with what docs/protocol.md says is added. */
export type GameEvent = { event: "game-began" | "season-began" | "card-revealed" | "asked" | "submitted" | "taken-back" | "drawn" | "passed" | "declared" | "hero-placed" | "destroyed" | "spread" | "round-ended" | "season-scored" | "lasting-resolved" | "game-ended"; awards?: SeatAwards[]; paid_by?: { dragon?: number; mountains?: number; shape?: number } } & Record<string, any>;

/** A set of spaces in hex digits: bit 11 × row + column. */
export type Hex = string;

/** A map: its sets of spaces by name, without the empty ones. */
export type Sheet = Record<string, Hex>;

/** A skill. */
export type SkillId = string;

/** A terrain. */
export type TerrainId = string;

/** Open a table. */
export interface CreateTable {
  name?: string;
  title?: string;
  crest?: number[][];
  token?: string | null;
  play?: boolean;
  setup?: Record<string, any>;
  listed?: boolean;
  spectators?: boolean;
  hints?: boolean;
  bot_time?: "at-once" | "calm";
  most_seats?: number;
  pace?: PaceWish;
  trainer?: TrainerWish | null;
}

/** What is to be changed of a table before the start; what is left out stays. */
export interface ChangeTable {
  setup?: Record<string, any> | null;
  listed?: boolean | null;
  spectators?: boolean | null;
  hints?: boolean | null;
  bot_time?: "at-once" | "calm" | null;
  most_seats?: number | null;
  pace?: PaceWish | null;
}

/** Seat bots of one level. */
export interface AddBots {
  level: string;
  count?: number;
}

/** The ids of all seats in their new order, clockwise. */
export interface ChangeOrder {
  seats: number[];
}

/** Who has the host's rights from now on. */
export interface HandOn {
  seat: number;
}

/** Take a seat. */
export interface JoinTable {
  name: string;
  title?: string;
  crest?: number[][];
  token?: string | null;
}

/** What is to be changed of a seat; what is left out stays. */
export interface ChangeSeat {
  name?: string | null;
  title?: string | null;
  crest?: number[][] | null;
}

/** Which bot plays for a person, and for how long; None gives the seat back. */
export interface StandIn {
  level?: string | null;
  until?: "end" | "return" | "round";
}

/** Whether a device is told when it is its person's turn; without keys it no longer is. */
export interface ChangePush {
  endpoint: string;
  keys?: PushKeys | null;
  language?: string;
}

/** Another answer to something that a seat decided. */
export interface TryMove {
  move: AnyMove;
}

/** Take a seat of a finished game, and play on from a moment of it. */
export interface PlayOn {
  name: string;
  title?: string;
  crest?: number[][];
  token?: string | null;
  event: number;
}

/** A record (`docs/record.md`) to be shown as a replay. */
export interface ShowRecord {
  record: string;
}

/** A record of which one seat is to be reviewed. */
export interface ReviewRecord {
  record: string;
  seat: number;
}

/** Something that a seat of a record decided. */
export interface RecordedDecision {
  record: string;
  seat: number;
  event: number;
}

/** Another answer to something that a seat of a record decided. */
export interface TryRecorded {
  record: string;
  seat: number;
  event: number;
  move: AnyMove;
}

/** Take a seat of a record, and play on from a moment of it. */
export interface PlayOnRecord {
  name: string;
  title?: string;
  crest?: number[][];
  token?: string | null;
  event: number;
  record: string;
  seat: number;
}

/** Play the expedition of a day. `player` is a secret of the device, so that one attempt counts. */
export interface StartDaily {
  player: string;
  name: string;
  title?: string;
  crest?: number[][];
}

/** Score a paper map: the text map (`docs/text-map.md`), the edicts to count, coins. */
export interface ScoreMap {
  map: string;
  edicts: string[];
  coins?: number;
  rulebook?: string;
}

/** Score a paper map season by season: edicts A to D, and the sheet of every season that is over. */
export interface ScoreYear {
  edicts: string[];
  seasons: (PaperSheet | null)[];
  rulebook?: string;
}

/** The first message: which protocol, and the token of a seat; without one, a spectator. */
export interface Hello {
  type: "hello";
  protocol?: number;
  token?: string | null;
}

/** A move that answers a question. Sent again with the same id, it is only acknowledged again. */
export interface MoveMessage {
  type: "move";
  id: string;
  question: number;
  move: AnyMove;
  insist?: boolean;
}

/** Ask what this move would bring; without a move, what the sheet is worth now, with what the seat has drawn. */
export interface PreviewMessage {
  type: "preview";
  id: string;
  move?: AnyMove | null;
  seat?: number | null;
}

/** Ask where the skill of this drawing may draw its additional spaces. */
export interface ExtrasMessage {
  type: "extras";
  id: string;
  move: DrawMove;
}

/** Ask what a bot would answer. */
export interface HintMessage {
  type: "hint";
  id: string;
  level?: string | null;
}

/** React, nudge somebody who has not drawn yet, or wish for another game. */
export interface SignalMessage {
  type: "signal";
  id: string;
  kind: "again" | "bravo" | "courage" | "nudge" | "ouch" | "patience" | "well-drawn" | "wow";
  seat?: number | null;
}

/** Say which game of the table is shown: who still looks at the end of an earlier one is counted as away. */
export interface ShowingMessage {
  type: "showing";
  id: string;
  game: string;
}

/** Ask whether the server is there. */
export interface PingMessage {
  type: "ping";
  id: string;
}

/** How long everybody has, and what happens then. */
export interface PaceWish {
  kind?: "days" | "none" | "seconds";
  amount?: number;
  timeout?: "bot" | "skip" | "wait";
}

/** Draw a shape of the card, with a skill or without. */
export interface DrawMove {
  move: "draw";
  spaces: string[];
  terrain: TerrainId;
  skill?: SkillId | null;
  extra?: string[];
  extra_terrain?: TerrainId | null;
}

/** A trainer that judges every answer before it counts; only for somebody who plays alone. */
export interface TrainerWish {
  least: "blunder" | "mistake" | "slip";
  shows_best?: boolean;
}

/** The keys of a device, as its browser gives them: messages are encrypted with them. */
export interface PushKeys {
  p256dh: string;
  auth: string;
}

/** Draw the hero; `path` are the spaces of its attack path that lie on the map. */
export interface PlaceHeroMove {
  move: "place-hero";
  space: string;
  path: string[];
}

/** Choose what the Gorgon or the Troll destroys. */
export interface DestroyMove {
  move: "destroy";
  space: string;
}

/** Say whether Acrobatics is used. */
export interface DeclareMove {
  move: "declare";
  use: boolean;
}

/** Take one's answer back. */
export interface TakeBackMove {
  move: "take-back";
}

/** A paper map at the end of a season: the text map, and the coins by then. */
export interface PaperSheet {
  map: string;
  coins?: number;
}

/** A seat was taken. The token is sent this once; `personal_link` carries it behind the #. */
export interface Seated {
  table: TableInfo;
  seat: number | null;
  token: string;
  link: string;
  personal_link: string;
}

/** The tables that are listed and wait. */
export interface Lobby {
  tables: LobbyEntry[];
}

/** Which table a short code stands for. */
export interface CodeAnswer {
  table: string;
}

/** The table as it stands. */
export interface TableAnswer {
  table: TableInfo;
  touched: number;
  is_abandoned: boolean;
  waiting: number[];
  own: OwnGame | null;
}

/** The public events of a game, the latest last. */
export interface Story {
  game: string;
  version: number;
  events: GameEvent[];
}

/** What a browser needs to know to subscribe to notifications. */
export interface PushOffer {
  key: string | null;
}

/** On how many devices the person of a seat is told of their turn. */
export interface PushAnswer {
  devices: number;
}

/** A finished game. */
export interface GameSummary {
  game: string;
  began: number;
  ended: number | null;
  names: string[];
  totals: number[];
  ranks: number[];
  rating: number | null;
  title: string | null;
  seed_hash: string;
  day: string;
  help: SeatHelp[];
  continued_from: Continued | null;
  seats: number[];
  is_seeded: boolean | null;
  stands_for: string[];
}

/** A finished game: the board at its beginning, then a frame for every event. */
export interface Replay {
  summary: GameSummary;
  board: Board;
  frames: Frame[];
}

/** What a sheet is worth now (before) and after an answer; the two are the same without one. */
export interface SheetWorth {
  sheet: number;
  edicts: EdictWorth[];
  coins_before: number;
  coins_after: number;
  monsters_before: number;
  monsters_after: number;
  monster_spaces: Hex;
  closed_mountains: Hex;
  season_before: number;
  season_after: number;
  coins_year: number;
  monsters_year: number;
}

/** One seat's map through the game: its worth at the beginning, and whenever it or what scores has changed. */
export interface SeatHistory {
  seat: number;
  brought: HistoryEntry[];
}

/** How far the review of a seat is, and what it has found so far. */
export interface ReviewProgress {
  done: number;
  length: number;
  ahead: number;
  decisions: ReviewedDecision[];
  cards: ReviewedCard[];
  account: ReviewAccount | null;
  is_waiting: boolean;
}

/** What a seat saw when it had to decide. */
export interface DecisionPosition {
  board: Board;
  own: OwnPart;
  worth: SheetWorth;
}

/** Another answer to something that a seat decided, and what it brings more than the one that was given. */
export interface TriedDecision {
  event: number;
  ask: "ambush" | "declare" | "draw" | "gorgon" | "hero" | "troll";
  card: string;
  class: "best" | "blunder" | "good" | "mistake" | "slip";
  loss: number;
  margin: number;
  sheet: number;
  played: ValuedMove;
  best: ValuedMove[];
  reasons: ReviewReason[];
  gain: number;
  gained: ReviewReason[];
}

/** Whether a game was honest: dealt from the seed whose hash was published, and played by the rules. */
export interface RecordVerdict {
  finding: "dishonest" | "honest" | "unfinished";
  code: string;
  event: number | null;
  expected: string;
  found: string;
  expected_event: GameEvent | null;
  found_event: GameEvent | null;
}

/** The maps of a finished game as they were at its end and what they earned, in the order of its names. */
export interface FinishedMaps {
  game: string;
  sheets: Sheet[];
  edicts: string[];
  earnings: Earnings[];
  setup: Record<string, any>;
}

/** A record as a replay, with its verdict and the histories of all seats. Nothing of it is kept. */
export interface ShownRecord {
  replay: Replay;
  verdict: RecordVerdict;
  stories: SeatHistory[];
}

/** The expedition of a day. */
export interface DailyInfo {
  day: string;
  setup: Record<string, any>;
  is_over: boolean;
  attempts: number;
  finished: number;
  seconds_left: number;
  seed: string;
}

/** One's own attempt at a day, found by the secret of the device. */
export interface OwnDay {
  day: string;
  state: "finished" | "late" | "open" | "playing";
  table: string;
  result: DailyResult | null;
  place: number | null;
  finished: number;
}

/** One's own results, the latest first. */
export interface DailyHistory {
  results: DailyResult[];
}

/** The results of a day that is over. */
export interface Leaderboard {
  day: string;
  rows: DailyRow[];
  finished: number;
}

/** The table of a week from Monday to Sunday, as far as its days are over. */
export interface DailyWeek {
  monday: string;
  is_over: boolean;
  rows: WeekRow[];
  own: WeekRow | null;
  players: number;
}

/** All puzzles by their numbers. */
export interface PuzzleList {
  day: string;
  today: number;
  easy: number[];
  medium: number[];
  hard: number[];
}

/** A puzzle without its solution. */
export interface PuzzlePosition {
  number: number;
  difficulty: "easy" | "hard" | "medium";
  position: DecisionPosition;
  story: Story;
}

/** What an answer to a puzzle is worth, and the solution. */
export interface PuzzleVerdict {
  right: boolean;
  loss: number;
  lead: number;
  reasons: ReviewReason[];
  best: PuzzleChoice[];
  wrong: PuzzleChoice[];
}

/** The bots of this server, the gentlest first. */
export interface BotLevels {
  bots: BotLevel[];
  default: string;
}

/** What the page offers, and the limits of everything that may be asked for. */
export interface PaceOffers {
  offered: PaceOffer[];
  limits: Record<"days" | "none" | "seconds", ClockRange>;
}

/** Where others find this server: links and QR codes begin with `base`. */
export interface Invitation {
  base: string;
  is_for_this_machine: boolean;
}

/** Everything printed in the boxes. */
export interface CardCatalogue {
  explore: ExploreInfo[];
  ruins: RuinsInfo[];
  ambushes: AmbushInfo[];
  heroes: HeroInfo[];
  scoring: ScoringInfo[];
  seasons: Record<string, SeasonInfo[]>;
  skills: SkillInfo[];
  maps: Record<string, Sheet | null>;
  map_boxes: Record<string, string>;
  boxes: Record<string, Record<string, any>>;
  rulebooks: string[];
  terrains: string[];
  titles: TitleInfo[];
  coin_slots: number;
}

/** What a paper map is worth. */
export interface PaperScore {
  edicts: PaperEdict[];
  coins: number;
  monsters: number;
  monster_spaces: Hex;
  total: number;
}

/** What a paper map scores in a year; rating and title only when all four seasons are there. */
export interface PaperYear {
  seasons: (PaperSeason | null)[];
  total: number;
  rating: number | null;
  title: string | null;
}

/** How the server is. */
export interface Health {
  status: string;
  version: string;
}

/** The one shape of every error. */
export interface ErrorAnswer {
  error: ErrorBody;
}

/** What a seat's map earned when a season was scored, and what cost it stars. */
export interface SeatAwards {
  edicts: Award[][];
  monsters: Hex;
}

/** The whole present state of the table, in answer to `hello`. */
export interface Welcome {
  type: "welcome";
  protocol: number;
  server: string;
  time: number;
  table: TableInfo;
  seat: number | null;
  is_host: boolean;
  board: Board | null;
  own: OwnPart | null;
  progress: Progress;
  recent: GameEvent[];
  stood_in: number;
}

/** The table has changed: seats, names, rights, pace. */
export interface TableMessage {
  type: "table";
  table: TableInfo;
  is_host: boolean;
}

/** The game has moved on: what happened, and how it stands now. */
export interface Update {
  type: "update";
  events: GameEvent[];
  board: Board;
  own: OwnPart | null;
  own_changes: MapChange[];
  deadline: number | null;
  late: number[];
}

/** The seat's own part has changed: keeps several tabs of a seat in step. */
export interface OwnMessage {
  type: "own";
  version: number;
  own: OwnPart;
}

/** Who is still drawing, who is here, and when the time is up. */
export interface Progress {
  type: "progress";
  version: number;
  question: number;
  waiting: number[];
  answered: number[];
  present: number[];
  away: AwaySeat[];
  spectators: number;
  deadline: number | null;
  again: number[];
}

/** The move is stored and will not be lost. */
export interface Acknowledged {
  type: "ack";
  id: string;
  version: number;
}

/** The message with this id was refused, and nothing has happened. */
export interface RefusedMessage {
  type: "refused";
  id: string | null;
  error: ErrorBody;
}

/** What the move would bring. */
export interface PreviewAnswer {
  type: "preview";
  id: string;
  worth: SheetWorth;
}

/** Where the skill may draw its additional spaces. */
export interface ExtrasAnswer {
  type: "extras";
  id: string;
  extras: ExtraPlaces;
}

/** What a bot would answer: a move as the client would send it, and why. */
export interface HintAnswer {
  type: "hint";
  id: string;
  level: string;
  move: AnyMove;
  reasons: HintReason[];
}

/** The trainer would not move so, and nothing has happened: the move is made if the client insists. */
export interface WarnedMessage {
  type: "warned";
  id: string;
  class: "blunder" | "mistake" | "slip";
  loss: number;
  margin: number;
  reasons: ReviewReason[];
  best: AnyMove | null;
}

/** Somebody reacts, or nudges a seat; wishes for another game come with `progress`. */
export interface Signal {
  type: "signal";
  kind: "again" | "bravo" | "courage" | "nudge" | "ouch" | "patience" | "well-drawn" | "wow";
  by: number;
  seat: number | null;
  again_in: number | null;
}

/** The answer to `ping`. */
export interface Pong {
  type: "pong";
  id: string;
  time: number;
}

/** The server stops, or the seat has moved: come back after this many seconds, or not at all (None). */
export interface Goodbye {
  type: "goodbye";
  code: string;
  seconds: number | null;
}

/** What everybody who has the link sees of a table. */
export interface TableInfo {
  id: string;
  code: string;
  status: "finished" | "playing" | "waiting";
  seats: SeatInfo[];
  host: number | null;
  setup: Record<string, any>;
  is_seeded: boolean;
  listed: boolean;
  spectators: boolean;
  hints: boolean;
  bot_time: "at-once" | "calm";
  most_seats: number;
  pace: Pace;
  game: string;
  games: string[];
  day: string;
  counted: boolean;
  continued_from: Continued | null;
  trainer: Trainer | null;
}

/** A game as the whole table sees it. */
export interface Board {
  game: string;
  version: number;
  question: number;
  setup: Record<string, any>;
  seed_hash: string;
  edicts: string[];
  skills: string[];
  step: string;
  season: string | null;
  season_edicts: number[];
  time: number;
  season_time: number;
  ends_season: boolean;
  revealed: string[];
  gone: string[];
  to_come: ToCome;
  card: string | null;
  ruins_pending: boolean;
  ask: "draw" | "ambush" | "hero" | "declare" | "gorgon" | "troll" | null;
  waiting: number[];
  answered: number[];
  evading: number[];
  holders: number[];
  seats: SeatBoard[];
  ranks: number[];
  result: ResultBoard | null;
}

/** What only one seat sees. */
export interface OwnPart {
  seat: number;
  answer: AnyMove | null;
  choices: Choices | null;
}

/** A move, and the stars it leads to. */
export interface ValuedMove {
  move: AnyMove;
  value: number;
}

/** What went wrong: a stable code, a sentence in English, and what it is about. */
export interface ErrorBody {
  code: string;
  message: string;
  params?: Record<string, any>;
}

/** Where a skill may draw in addition to a main shape, and with which terrain, if there is a choice. */
export interface ExtraPlaces {
  spaces: Hex[];
  terrains: string[];
}

/** How long everybody has for an answer, and what happens when the time is up. */
export interface Pace {
  kind: "days" | "none" | "seconds";
  amount: number;
  timeout: "bot" | "skip" | "wait";
}

/** A table that waits for players. */
export interface LobbyEntry {
  id: string;
  code: string;
  host: string;
  seats: number;
  most_seats: number;
  setup: Record<string, any>;
  pace: Pace;
  is_seeded: boolean;
}

/** How far the game at a table is, and the map of one seat as it lies. */
export interface OwnGame {
  season: string;
  time: number;
  season_time: number;
  sheet: Sheet;
}

/** What helped somebody in one game: results and titles are marked with it. */
export interface SeatHelp {
  hints: number;
  stand_ins: number;
  drawn_for: number;
  take_backs: number;
  trainer: number;
  trained: boolean;
  resigned: boolean;
}

/** From where a game was played on: it counts for nothing. */
export interface Continued {
  game: string;
  event: number;
  earned?: Earnings | null;
}

/** What is left in the deck of the season: everybody knows which cards it was made of. */
export interface ToCome {
  cards?: string[];
  ambushes?: number;
  ambush_candidates?: string[];
  heroes?: number;
  hero_candidates?: string[];
}

/** One event, the fields of the board that it changed, and the seats that it changed by their number. */
export interface Frame {
  event: GameEvent;
  changes: Record<string, any>;
  seats: Record<string, SeatBoard>;
}

/** What one edict gives before and after. */
export interface EdictWorth {
  card: string;
  before: number;
  after: number;
  awards: Award[];
}

/** What one event brought; `event` is the number of its frame in the replay from 1, and 0 the beginning. */
export interface HistoryEntry {
  event: number;
  worth: SheetWorth;
}

/** A decision of a seat, and what it cost. */
export interface ReviewedDecision {
  event: number;
  ask: "ambush" | "declare" | "draw" | "gorgon" | "hero" | "troll";
  card: string;
  class: "best" | "blunder" | "good" | "mistake" | "slip";
  loss: number;
  margin: number;
  sheet: number;
  played: ValuedMove;
  best: ValuedMove[];
  reasons: ReviewReason[];
}

/** A card that came, or what a neighbour drew on the map, and the luck in it. */
export interface ReviewedCard {
  event: number;
  card: string;
  luck: number;
  by?: "neighbour" | null;
}

/** How what was expected at the start became the stars of the score sheet, as a whole and part by part. */
export interface ReviewAccount {
  seat: number;
  stars: number;
  expected: number;
  luck: number;
  loss: number;
  remainder: number;
  accuracy: number;
  level: string;
  strength: number;
  method: "look-ahead" | "value";
  parts: ReviewedPart[];
  master: number | null;
}

/** A part of a map's worth, and what the best move has more in it than the played one. */
export interface ReviewReason {
  part: string;
  difference: number;
}

/** What one seat earned in a game. */
export interface Earnings {
  edicts: number[];
  coins: number;
  monsters: number;
  seasons: number[];
}

/** How somebody's counted attempt ended. */
export interface DailyResult {
  day: string;
  game: string;
  total: number;
  rating: number;
  title: string;
  seasons: number[];
}

/** A line of the leaderboard. */
export interface DailyRow {
  place: number;
  name: string;
  rating: number;
  total: number;
  title: string;
  game: string;
}

/** A line of a week's table: the stars of the best five days. */
export interface WeekRow {
  place: number;
  name: string;
  stars: number;
  days: (number | null)[];
}

/** A drawing, and what it loses. */
export interface PuzzleChoice {
  move: AnyMove;
  loss: number;
  reasons: ReviewReason[];
}

/** A bot that may sit at tables. */
export interface BotLevel {
  level: string;
  stars: number;
  is_offered: boolean;
}

/** A pace that people can choose with one tap. */
export interface PaceOffer {
  kind: "days" | "none" | "seconds";
  amount: number;
}

/** The least and the most that may be asked for. */
export interface ClockRange {
  least: number;
  most: number;
}

/** An explore card. */
export interface ExploreInfo {
  id: string;
  box: string;
  time: number;
  terrains: string[];
  shapes: CardShape[];
}

/** A ruins card. */
export interface RuinsInfo {
  id: string;
  box: string;
}

/** An ambush card. */
export interface AmbushInfo {
  id: string;
  box: string;
  shape: CardShape;
  clockwise: boolean;
  corner: string;
  letter: string | null;
}

/** A hero card; `attack` are (row, column) steps from the hero. */
export interface HeroInfo {
  id: string;
  box: string;
  attack: [number, number][];
}

/** A scoring card. */
export interface ScoringInfo {
  id: string;
  box: string;
  suit: string;
  solo_value: number;
}

/** A skill card. */
export interface SkillInfo {
  id: string;
  cost: number;
}

/** A solo title, and the lowest rating that earns it. */
export interface TitleInfo {
  id: string;
  rating: number;
}

/** What one edict gives for a paper map. */
export interface PaperEdict {
  card: string;
  points: number;
  awards: Award[];
}

/** What an event changed for one seat. */
export interface MapChange {
  event: number;
  seat?: SeatBoard | null;
  unstruck?: Sheet | null;
  tried?: number[];
}

/** A person who is away. */
export interface AwaySeat {
  seat: number;
  since: number;
  stand_in_by: "anybody" | "host" | "nobody";
  anybody_from: number | null;
  host_from: number | null;
  is_looking_back: boolean;
}

/** Something that a move is good for. */
export interface HintReason {
  part: "coins" | "edict" | "monsters";
  card: string | null;
  stars: number;
}

/** What everybody sees of a seat. */
export interface SeatInfo {
  id: number;
  kind: "bot" | "person";
  name: string;
  title: string;
  crest: number[][];
  level: string;
  style: string;
  until: "" | "end" | "return" | "round";
  stands_for: string;
}

/** Judges what somebody who plays alone answers, before it counts. */
export interface Trainer {
  least: "blunder" | "mistake" | "slip";
  shows_best: boolean;
}

/** One seat's map and score sheet. Sets that are empty are left out of `sheet`. */
export interface SeatBoard {
  sheet: Sheet;
  coins: number;
  spent: number;
  used_skill: boolean;
  scores: ScoreBoard[];
  total: number;
  lost: number;
}

/** How the game ended; the seed is published with it. */
export interface ResultBoard {
  seed: string;
  totals: number[];
  ranks: number[];
  rating: number | null;
  title: string | null;
  tie_broken: boolean;
  help: SeatHelp[];
  names: string[];
  is_seeded: boolean | null;
}

/** What a seat was asked, and everything it may answer. */
export interface Choices {
  ask: "draw" | "ambush" | "hero" | "declare" | "gorgon" | "troll";
  sheet: number;
  places?: Place[];
  terrains?: string[];
  is_fallback?: boolean;
  wanted?: Hex | null;
  skills?: SkillChoice[];
  spaces?: Hex | null;
  attacks?: [number, number][][];
}

/** A shape as it is printed, and every way to turn and flip it. */
export interface CardShape {
  rows: string[];
  coin: boolean;
  turns: ShapeTurn[];
}

/** A season card: its time, and the places (0 to 3) of the edicts it scores. */
export interface SeasonInfo {
  id: string;
  time: number;
  edicts: [number, number];
}

/** What a paper map scores in one season: its two edicts, by their places 0 to 3, coins and monsters. */
export interface PaperSeason {
  season: string;
  places: number[];
  score: PaperScore;
}

/** Points, and the spaces that earn them. */
export interface Award {
  points: number;
  spaces: Hex;
}

/** A line of the account: expected + luck − loss + remainder = stars. */
export interface ReviewedPart {
  part: string;
  expected: number;
  luck: number;
  loss: number;
  remainder: number;
  stars: number;
  master: number | null;
}

/** One season of one seat's score sheet. */
export interface ScoreBoard {
  edicts: [number, number];
  coins: number;
  monsters: number;
  total: number;
}

/** A shape turned one way, and every anchor at which it may be drawn. */
export interface Place {
  shape: string;
  turn: number;
  spaces: Hex;
  height: number;
  width: number;
  anchors: Hex;
}

/** A skill that can be paid for now. */
export interface SkillChoice {
  skill: string;
  cost: number;
  terrains: string[];
  places: Place[];
  parts: Hex[];
  has_extra: boolean;
}

/** A shape turned or flipped one way, in the top-left corner of the map. */
export interface ShapeTurn {
  spaces: Hex;
  height: number;
  width: number;
}

export type AnyMove = DrawMove | PlaceHeroMove | DestroyMove | DeclareMove | TakeBackMove;

export type ClientMessage = Hello | MoveMessage | PreviewMessage | ExtrasMessage | HintMessage | SignalMessage | ShowingMessage | PingMessage;

export type ServerMessage = Welcome | TableMessage | Update | OwnMessage | Progress | Acknowledged | RefusedMessage | PreviewAnswer | ExtrasAnswer | HintAnswer | WarnedMessage | Signal | Pong | Goodbye;
