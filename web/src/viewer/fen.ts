export type Colour = "white" | "black";
export type Role = "pawn" | "knight" | "bishop" | "rook" | "queen" | "king";

/** A piece. */
export interface Piece {
  colour: Colour;
  role: Role;
}

/** A position as far as a viewer needs it. */
export interface Diagram {
  /** Pieces by the names of their squares. */
  pieces: Map<string, Piece>;
  /** Pieces in hand, or null for variants without pockets. */
  pockets: Record<Colour, Record<PocketRole, number>> | null;
  turn: Colour;
}

/** Roles that a pocket can hold, in the order in which it shows them. */
export const pocketRoles = ["pawn", "knight", "bishop", "rook", "queen"] as const;
export type PocketRole = (typeof pocketRoles)[number];

const roles: Record<string, Role> = {
  p: "pawn",
  n: "knight",
  b: "bishop",
  r: "rook",
  q: "queen",
  k: "king",
};

/** Letters of the files. */
export const files = "abcdefgh";

/** Reads a FEN. What is not one gives an empty board. */
export function readFen(fen: string): Diagram {
  const [board = ""] = fen.split(" ", 1);
  const [ranks = "", pocket] = board.split(/[[\]]/, 2);
  const pieces = new Map<string, Piece>();
  ranks.split("/").forEach((row, index) => {
    let file = 0;
    for (const letter of row) {
      const piece = pieceOf(letter);
      if (piece) {
        const square = `${files[file++] ?? ""}${8 - index}`;
        if (isSquare(square)) pieces.set(square, piece);
      } else if (letter >= "1" && letter <= "8") file += Number(letter);
    }
  });
  return {
    pieces,
    pockets: pocket === undefined ? null : { white: count(pocket, "white"), black: count(pocket, "black") },
    turn: turnOf(fen),
  };
}

/** Reads only the side to move. */
export function turnOf(fen: string): Colour {
  return fen.split(" ", 2)[1] === "b" ? "black" : "white";
}

/** Writes the placement of the pieces, without what could not be read. */
export function placement(diagram: Diagram): string {
  const rank = (number: number): string =>
    [...files]
      .map((file) => {
        const piece = diagram.pieces.get(`${file}${number}`);
        if (!piece) return "1";
        const letter = piece.role === "knight" ? "n" : (piece.role[0] ?? "1");
        return piece.colour === "white" ? letter.toUpperCase() : letter;
      })
      .join("");
  return [8, 7, 6, 5, 4, 3, 2, 1].map(rank).join("/");
}

/** Returns true if a text names a square. */
export function isSquare(name: string): boolean {
  return /^[a-h][1-8]$/.test(name);
}

/** Returns the other side. */
export function opposite(colour: Colour): Colour {
  return colour === "white" ? "black" : "white";
}

function pieceOf(letter: string): Piece | null {
  const small = letter.toLowerCase();
  const role = roles[small];
  return role ? { role, colour: letter === small ? "black" : "white" } : null;
}

function count(pocket: string, colour: Colour): Record<PocketRole, number> {
  const counts = { pawn: 0, knight: 0, bishop: 0, rook: 0, queen: 0 };
  for (const letter of pocket) {
    const piece = pieceOf(letter);
    if (piece?.colour === colour && piece.role !== "king") counts[piece.role] += 1;
  }
  return counts;
}
