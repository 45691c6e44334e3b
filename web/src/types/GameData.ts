/** A game with all its positions, as the server writes it into `script.viewer-data`. */
export interface GameData {
  variant: string;
  result: string;
  /** Players of each board; two boards in bughouse. */
  boards: BoardSeats[];
  /** The first node is the start. Parents stand before their children. */
  nodes: GameNode[];
}

/** Players of a board. */
export interface BoardSeats {
  white: SeatData;
  black: SeatData;
}

/** A player. */
export interface SeatData {
  name: string;
  rating: string | null;
}

/** A position and the move that led to it. */
export interface GameNode {
  parent: number | null;
  /** Following moves; the first continues the line. */
  children: number[];
  board: number;
  ply: number;
  /** Move with its number: `12. Nf3`, `12... Nf6`, `Start`. */
  label: string;
  san: string;
  uci: string;
  /** Position of each board, pockets in brackets. */
  fens: string[];
  /** Squares of the move on `board`. */
  last: string[];
  check: boolean;
  /** Sentence for a screen reader. */
  words: string;
  /** Time left to the player who moved, in milliseconds. */
  clock: number | null;
  /** Evaluation from White's view. */
  eval: { cp: number } | { mate: number } | null;
  arrows: ArrowMark[];
  squares: SquareMark[];
}

/** Colour of an arrow or a circle. */
export type MarkColour = "green" | "red" | "yellow" | "blue";

/** An arrow. */
export interface ArrowMark {
  from: string;
  to: string;
  colour: MarkColour;
}

/** A circle on a square. */
export interface SquareMark {
  square: string;
  colour: MarkColour;
}
