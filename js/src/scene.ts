// The contract with Python: the shapes of the traits `ground`, `scene` and `reach`, and of the messages.
// Plain JSON; unknown keys are ignored. Nothing in here is computed.
import type { Odds, Plan } from "./odds";

export type Point = [number, number];
/** World units, then the least and the greatest width in px. */
export type Width = [number, number, number] | number;

export interface Paint {
  fill?: string;
  stroke?: string;
  pattern?: string;
  width?: Width;
  dash?: number[];
  opacity?: number;
  /** A paint may belong to another layer than its shape: the border line under a river stays when the river goes. */
  layer?: string;
}

export interface Shape {
  layer: string;
  d: string;
  paints: Paint[];
  clip?: string;
  /** x, y, x, y, …: the path is drawn at each of these places. */
  at?: number[];
}

export interface Pattern {
  size: [number, number];
  marks: { d: string; fill?: string; stroke?: string; width?: number }[];
}

export interface Label {
  text: string;
  x: number;
  y: number;
  cls: string;
  px: number;
  rank?: number;
  from?: number;
  anchor?: string;
  dx?: number;
  dy?: number;
  angle?: number;
  layer?: string;
}

export interface Badge {
  x: number;
  y: number;
  text?: string | number;
  kind: string;
  angle?: number;
  layer?: string;
  say?: string;
}

export interface Area {
  id: string;
  index: number;
  name: string;
  d: string;
  x: number;
  y: number;
  slots?: Point[];
  say?: string;
}

export interface Hexes {
  template: string;
  ids: string[];
  xy: number[];
  /** What is spoken: sentences with {} for the id, and the sentence of each hex. */
  say?: { texts: string[]; of: number[] };
  names?: string[];
  /** How the ids are printed: y from the centre, size in px, first zoom class, hexes without. */
  printed?: { y: number; px: number; from: number; but: number[] };
}

export interface SymbolPath {
  d: string;
  fill: boolean;
}

export interface Layer {
  id: string;
  label: string;
  on: boolean;
}

export interface Ground {
  id: string;
  title: string;
  kind: "areas" | "hexes";
  size: [number, number];
  tokens: { light: Record<string, string>; dark: Record<string, string> };
  shapes: Shape[];
  shade?: { href: string; x: number; y: number; w: number; h: number } | null;
  patterns?: Record<string, Pattern>;
  labels: Label[];
  badges: Badge[];
  spaces: { areas?: Area[]; hexes?: Hexes };
  /** For each space the neighbours that come after it; neighbours are mutual. */
  neighbours: number[][];
  piece: { size: number; style: "counter" | "block" };
  /** Every counter as it is when fresh: what is told, and the values by id. Scenes tell what is different. */
  printed?: { keys: (keyof Piece)[]; rows: Record<string, unknown[]> };
  symbols: Record<string, SymbolPath[]>;
  layers: Layer[];
  /** Words of the book for sides, colours of counters and badges: slug -> label. */
  words?: Record<string, string>;
  /** The colours of a piece of a side of which no more is known: side -> token. */
  coats?: Record<string, string>;
  fit: [number, number, number, number];
  front?: [number, number, number, number] | null;
  credit?: string;
  notice?: string;
}

export interface Piece {
  id: string;
  at: string;
  slot?: number;
  side: string;
  nation?: string;
  arm?: string;
  type?: string;
  size?: string;
  short?: string;
  name?: string;
  formation?: string;
  strength?: string | number;
  steps?: number;
  full?: number;
  quality?: string;
  badges?: string[];
  say?: string;
  live?: boolean;
  hidden?: boolean;
}

export interface Option {
  id: string;
  text: string;
  key: string | null;
  pieces?: string[];
  /** The space to click; several, with blanks between, where an order is about a border or a list of things. */
  to?: string;
  button?: boolean;
  /** The whole order for a list that has room; `text` may leave out what the place says. */
  full?: string;
}

/** An order that is asked for now and may not be given, with the reason and the place that stands in its way. */
export interface Refused {
  text: string;
  why: string;
  rule?: string;
  at?: string;
}

export interface Throw {
  faces: number[];
  good?: boolean[];
  text?: string;
}

export interface Prompt {
  seat: string;
  text: string;
  rule?: string;
}

export interface SceneEvent {
  kind: string;
  text?: string;
  rule?: string;
  piece?: string;
  path?: string[];
  space?: string;
  faces?: number[];
  hits?: boolean[];
}

export interface LogEntry {
  n: number;
  node: number | string;
  text: string;
  rule?: string;
  kind?: string;
  seat?: string;
  turn?: number | string;
  phase?: string;
}

export interface Box {
  id: string;
  title: string;
  pieces: Piece[];
}

export interface Track {
  id: string;
  label: string;
  value: number;
  max?: number;
  text?: string;
}

export interface Scene {
  seq: number;
  title?: string; // a heading of the board's own
  viewpoint: string;
  viewpoints: string[];
  curtain?: boolean;
  turn: { n: number; of?: number; label?: string; date?: string };
  phase: { id: string; label: string };
  phasing?: string;
  mode?: string;
  kept?: string; // an earlier game that can be taken up, in words
  prompt: Prompt | null;
  outcome: { winner: string; reason: string; rule?: string } | null;
  options: Option[];
  refused?: Refused[];
  /** The throws that are asked for or come next. */
  odds?: Odds[];
  /** Whether the kernel can foretell an order that is open now. */
  foretold?: boolean;
  plan?: Plan | null;
  pieces: Piece[];
  control?: Record<string, string>;
  markers?: { kind: string; at: string; text?: string; say?: string }[];
  boxes?: Box[];
  tracks?: Track[];
  score?: { text: string; parts?: [string, string | number][] } | null;
  events?: SceneEvent[];
  dice?: Throw | null;
  /** Every throw of the last order, in the order they fell; the rolled events stand in where it is missing. */
  throws?: Throw[];
  log?: LogEntry[];
  undo?: { text: string } | null;
  undo_why?: string;
  redo?: { text: string } | null;
  ask?: { n: number; sides: number; text: string } | null;
  by_hand?: boolean; // whether a person enters the dice
}

export interface ReachOption {
  o: string;
  to: number;
  cost?: string | number;
  path?: number[];
  /** What the way has cost at each step between its ends. */
  steps?: () => string[];
  mode?: string;
  text?: string;
  full?: string;
}

export interface PieceReach {
  from: number;
  options: ReachOption[];
}

export interface Reach {
  seq: number;
  pieces: Record<string, PieceReach>;
}

export interface Annotation {
  kind: "arrow" | "ring" | "text" | "highlight";
  at?: string;
  from?: string;
  to?: string;
  text?: string;
  colour?: string;
}

export interface Reply {
  id: string;
  kind: "done" | "refused" | "why" | "odds" | "error";
  text?: string;
  rule?: string;
  seq?: number;
  odds?: Odds[];
}

/** What anywidget hands over; the only six methods of a model that every host has. */
export interface Model {
  get(name: string): unknown;
  set(name: string, value: unknown): void;
  save_changes(): void;
  on(event: string, callback: (...args: never[]) => void): void;
  off(event: string, callback: (...args: never[]) => void): void;
  send(content: unknown): void;
}
