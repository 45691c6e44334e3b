import { isSquare, type Colour, type Diagram, type Role } from "../viewer/fen";

const roleLetters: Record<string, Role> = { K: "king", Q: "queen", R: "rook", B: "bishop", N: "knight", P: "pawn" };

/**
 * Finds the moves that a player means by what they typed: as engines write moves, or in algebraic
 * notation, of which as much may be left out as the legal moves allow.
 */
export function meant(typed: string, diagram: Diagram, moves: readonly string[]): string[] {
  const plain = typed.trim().replace(/[+#!?]+$/, "").replace(/[–—]/g, "-");
  const engine = plain.replace("-", "").toLowerCase();
  const exact = moves.filter((move) => move.toLowerCase() === engine || (engine.length === 4 && move.slice(0, 4) === engine));
  if (exact.length > 0) return exact;
  const castling = /^[o0]-?[o0](-?[o0])?$/i.exec(plain);
  if (castling) return moves.filter((move) => castles(move, diagram) === (castling[1] ? "long" : "short"));
  const drop = /^([PNBRQ]?)@([a-h][1-8])$/i.exec(plain);
  if (drop) {
    const wanted = `${(drop[1] || "P").toUpperCase()}@${drop[2]?.toLowerCase() ?? ""}`;
    return moves.filter((move) => move === wanted);
  }
  // `bxc3` is a pawn's; a bishop has a capital letter.
  const parts = /^([KQRBN]?)([a-h]?)([1-8]?)[x:-]?([a-h][1-8])=?\(?([qrbnkQRBNK]?)\)?$/.exec(plain) ??
    /^([kqrn])([a-h]?)([1-8]?)[x:-]?([a-h][1-8])$/.exec(plain);
  if (!parts) return [];
  const [, letter = "", file = "", rank = "", to = "", promotion = ""] = parts;
  const role = letter ? roleLetters[letter.toUpperCase()] : "pawn";
  return moves.filter((move) => {
    const from = move.slice(0, 2);
    if (!isSquare(from) || castles(move, diagram)) return false;
    return (
      diagram.pieces.get(from)?.role === role &&
      move.slice(2, 4) === to &&
      (!file || from[0] === file) &&
      (!rank || from[1] === rank) &&
      (!promotion || move[4] === promotion.toLowerCase())
    );
  });
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

/** A command of those who play by typing. */
export type TypedCommand =
  | { kind: "clock" | "last" | "opponent" | "resign" | "draw" | "abort" | "adjourn" | "takeback" | "flip" | "turn" | "help" | "cancel" }
  | { kind: "board"; square: string }
  | { kind: "pieces"; colour: Colour; role: Role }
  | { kind: "pocket"; colour: Colour };

const commands: Record<string, Exclude<TypedCommand["kind"], "board" | "pieces" | "pocket">> = {
  c: "clock",
  clock: "clock",
  clocks: "clock",
  l: "last",
  last: "last",
  o: "opponent",
  opponent: "opponent",
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
export function readCommand(typed: string): TypedCommand | null {
  const [word = "", argument = ""] = typed.trim().replace(/^\//, "").split(/\s+/, 2);
  const low = word.toLowerCase();
  if (Object.hasOwn(commands, low)) {
    const kind = commands[low];
    return kind ? { kind } : null;
  }
  if ((low === "board" || low === "b") && isSquare(argument.toLowerCase())) return { kind: "board", square: argument.toLowerCase() };
  const role = roleLetters[argument.toUpperCase()];
  if (low === "p" && argument.length === 1 && role) {
    return { kind: "pieces", colour: argument === argument.toUpperCase() ? "white" : "black", role };
  }
  if (low === "pocket") return { kind: "pocket", colour: argument.toLowerCase().startsWith("b") ? "black" : "white" };
  return null;
}
