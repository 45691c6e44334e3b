import { isSquare, type Colour, type Diagram, type Role } from "./fen";

/** Letters of the pieces in one language: king, queen, rook, bishop, knight. */
export type Letters = readonly string[];

/** Letters of PGN. */
export const english: Letters = ["K", "Q", "R", "B", "N"];

const roles = ["king", "queen", "rook", "bishop", "knight"] as const;

/**
 * Finds the moves that a player means by what they typed: as engines write moves, or in algebraic
 * notation, of which as much may be left out as the moves to choose from allow. The first of the
 * languages in which the text is a move decides: a rook's letter may be the king's in another one.
 */
export function meant(typed: string, diagram: Diagram, moves: readonly string[], languages: readonly Letters[] = [english]): string[] {
  const plain = withoutSigns(typed);
  const lettered = withoutFigurines(plain);
  if (lettered !== plain) return meant(lettered, diagram, moves);
  const engine = plain.replace("-", "").toLowerCase();
  const exact = moves.filter((move) => move.toLowerCase() === engine || (engine.length === 4 && move.slice(0, 4) === engine));
  if (exact.length > 0) return exact;
  const castling = /^[o0]-?[o0](-?[o0])?$/i.exec(plain);
  if (castling) return moves.filter((move) => castles(move, diagram) === (castling[1] ? "long" : "short"));
  const drop = droppedPiece(typed, languages);
  if (drop) return moves.filter((move) => move === drop);
  for (const letters of languages) {
    const fits = reading(plain, letters);
    if (fits) return moves.filter((move) => isSquare(move.slice(0, 2)) && !castles(move, diagram) && fits(move, diagram));
  }
  return [];
}

/** Reads a drop, as engines write it; null if the text is none. */
export function droppedPiece(typed: string, languages: readonly Letters[] = [english]): string | null {
  const [, letter = "", square = ""] = /^(.{0,2})@([a-h][1-8])$/iu.exec(withoutSigns(typed)) ?? [];
  if (!square) return null;
  const role = letter && letter.toUpperCase() !== "P" ? roleOf(letter, languages) : "pawn";
  return role && role !== "king" ? `${engineLetter(role).toUpperCase()}@${square.toLowerCase()}` : null;
}

function withoutSigns(typed: string): string {
  return typed.trim().replace(/[+#!?]+$/, "").replace(/[–—]/g, "-");
}

function withoutFigurines(typed: string): string {
  return typed.replace(/[\u2654-\u265f]\ufe0e?/g, (figurine) => english[(figurine.charCodeAt(0) - 0x2654) % 6] ?? "");
}

function reading(plain: string, letters: Letters): ((move: string, diagram: Diagram) => boolean) | null {
  const small = letters.map((letter) => letter.toLowerCase());
  // `bxc3` is a pawn's: a piece whose letter is that of a file has a capital one.
  const piece = oneOf([...letters, ...small.filter((letter) => !/^[a-h]/.test(letter))]);
  const parts = new RegExp(`^${piece}([a-h])?([1-8])?[x:-]?([a-h][1-8])=?\\(?${oneOf([...letters, ...small])}\\)?$`, "u").exec(plain);
  if (!parts) return null;
  const [, letter, file, rank, to, promotion] = parts;
  const role = letter ? roleOf(letter, [letters]) : "pawn";
  const becomes = promotion ? roleOf(promotion, [letters]) : null;
  return (move, diagram) =>
    diagram.pieces.get(move.slice(0, 2))?.role === role &&
    move.slice(2, 4) === to &&
    (!file || move[0] === file) &&
    (!rank || move[1] === rank) &&
    (!becomes || move[4] === engineLetter(becomes));
}

// Figurines are no letters: they have been replaced.
function oneOf(letters: readonly string[]): string {
  return `(${letters.filter((letter) => /^\p{L}+$/u.test(letter)).join("|")})?`;
}

function roleOf(letter: string, languages: readonly Letters[]): Role | null {
  for (const letters of languages) {
    const role = roles[letters.findIndex((known) => known.toLowerCase() === letter.toLowerCase())];
    if (role) return role;
  }
  return null;
}

function engineLetter(role: Role): string {
  return role === "knight" ? "n" : (role[0] ?? "");
}

function castles(move: string, { pieces }: Diagram): "short" | "long" | null {
  const [from, to] = [move.slice(0, 2), move.slice(2, 4)];
  const king = pieces.get(from);
  if (king?.role !== "king" || from[1] !== to[1]) return null;
  const steps = to.charCodeAt(0) - from.charCodeAt(0);
  const rook = pieces.get(to);
  const ownRook = rook?.role === "rook" && rook.colour === king.colour;
  if (Math.abs(steps) < 2 && !ownRook) return null;
  return steps > 0 ? "short" : "long";
}

type Word = "clock" | "last" | "opponent" | "value" | "resign" | "draw" | "abort" | "adjourn" | "takeback" | "flip" | "turn" | "cancel";

/** A command of those who play or look by typing. */
export type TypedCommand =
  | { kind: Word }
  | { kind: "help" }
  /** The squares, or one of them. */
  | { kind: "board"; square: string | null }
  /** Pieces of a kind, or all of a side; of both sides without one. */
  | { kind: "pieces"; colour: Colour | null; role: Role | null }
  /** Pieces on a file or a rank. */
  | { kind: "line"; line: string }
  | { kind: "pocket"; colour: Colour }
  /** A move by its number: White's, unless it ends in `b`. */
  | { kind: "number"; number: number; colour: Colour };

const commands: Record<string, Word | "help"> = {
  c: "clock",
  clock: "clock",
  clocks: "clock",
  l: "last",
  last: "last",
  o: "opponent",
  opponent: "opponent",
  v: "value",
  resign: "resign",
  draw: "draw",
  abort: "abort",
  adjourn: "adjourn",
  takeback: "takeback",
  undo: "takeback",
  flip: "flip",
  turn: "turn",
  help: "help",
  "?": "help",
  cancel: "cancel",
};

/** Reads a command, with or without a leading slash; null if the text is none. */
export function readCommand(typed: string, languages: readonly Letters[] = [english]): TypedCommand | null {
  const [word = "", argument = ""] = typed.trim().replace(/^\//, "").split(/\s+/, 2);
  const low = word.toLowerCase();
  if (Object.hasOwn(commands, low)) {
    const kind = commands[low];
    return kind ? { kind } : null;
  }
  const [, number, side] = /^(\d{1,3})(?:\.*|(w|b))$/.exec(low) ?? [];
  if (number && !argument) return { kind: "number", number: Number(number), colour: side === "b" || low.endsWith("...") ? "black" : "white" };
  const small = argument.toLowerCase();
  switch (low) {
    case "b":
    case "board":
      return !argument || isSquare(small) ? { kind: "board", square: small || null } : null;
    case "p": {
      if (!argument) return { kind: "pieces", colour: null, role: null };
      const colour = argument === small ? "black" : "white";
      const role = small === "p" ? "pawn" : roleOf(argument, languages);
      return role || small === "a" ? { kind: "pieces", colour, role } : null;
    }
    case "s":
      return /^[a-h1-8]$/.test(small) ? { kind: "line", line: small } : null;
    case "pocket":
      return { kind: "pocket", colour: small.startsWith("b") ? "black" : "white" };
    default:
      return null;
  }
}
