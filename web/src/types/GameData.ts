// Made by the tests of `partie-page` from the types of the program.

/**
 * A game with all positions of its tree.
 */
export type GameData = {
/**
 * The rules, as the tag `Variant` names them.
 */
variant: string,
/**
 * `1-0`, `0-1`, `1/2-1/2` or `*`.
 */
result: string,
/**
 * The players at each board: one board, or the two of bughouse.
 */
boards: Array<BoardSeats>,
/**
 * The start of the game, then the nodes of its tree; parents stand before their children.
 */
nodes: Array<GameNode>, };

/**
 * The players at a board.
 */
export type BoardSeats = {
/**
 * White.
 */
white: SeatData,
/**
 * Black.
 */
black: SeatData, };

/**
 * A player.
 */
export type SeatData = {
/**
 * The name; empty if the record has none.
 */
name: string,
/**
 * The rating, as the record writes it.
 */
rating: string | null, };

/**
 * A position, and the move that led to it.
 */
export type GameNode = {
/**
 * Index of the node before; none at the start.
 */
parent: number | null,
/**
 * Indices of the nodes that follow: the continuation of the line first, then variations.
 */
children: Array<number>,
/**
 * The board of the move, from 0.
 */
board: number,
/**
 * Number of moves from the start of the game to here.
 */
ply: number,
/**
 * The move with its number: `12. Nf3`, `12... Nf6`; at the start a word for it.
 */
label: string,
/**
 * The move in standard algebraic notation.
 */
san: string,
/**
 * The move as engines write it.
 */
uci: string,
/**
 * FEN of each board after the move.
 */
fens: Array<string>,
/**
 * The squares of the move, on its board: none for the start, one for a drop.
 */
last: Array<string>,
/**
 * True if the player to move on this board is in check.
 */
check: boolean,
/**
 * The move as a sentence.
 */
words: string,
/**
 * Time left to the player who moved, in milliseconds.
 */
clock: number | null,
/**
 * Time that the move took, in milliseconds; none if the clocks do not say it.
 */
used: number | null,
/**
 * An engine's judgement, as White sees it.
 */
eval: EvalData | null,
/**
 * Arrows to draw.
 */
arrows: Array<ArrowData>,
/**
 * Squares to mark.
 */
squares: Array<SquareData>, };

/**
 * An engine's judgement of a position.
 */
export type EvalData = { "cp": number } | { "mate": number };

/**
 * An arrow.
 */
export type ArrowData = {
/**
 * The square where it begins.
 */
from: string,
/**
 * The square of its point.
 */
to: string,
/**
 * The colour.
 */
colour: MarkColour, };

/**
 * A marked square.
 */
export type SquareData = {
/**
 * The square.
 */
square: string,
/**
 * The colour.
 */
colour: MarkColour, };

/**
 * The colour of an arrow or a marked square.
 */
export type MarkColour = "green" | "red" | "yellow" | "blue";
