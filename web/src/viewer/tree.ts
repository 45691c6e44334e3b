import type { GameData, GameNode } from "../types/GameData";
import { opposite, turnOf, type Colour } from "./fen";

/** Moves of a game with their variations, and the ways between them. */
export class Tree {
  readonly nodes: GameNode[];
  /** Nodes of the main line, from the start. */
  readonly mainline: number[] = [];
  /** Seconds below which times are written with tenths: none where the clocks have whole seconds. */
  readonly tenthsBelow: number;

  constructor(readonly data: GameData) {
    this.nodes = data.nodes;
    for (let id: number | null = 0; id !== null; id = this.next(id)) this.mainline.push(id);
    this.tenthsBelow = this.nodes.some(({ clock, used }) => (clock ?? 0) % 1000 || (used ?? 0) % 1000) ? 10 : 0;
  }

  node(id: number): GameNode {
    const node = this.nodes[id] ?? this.nodes[0];
    if (!node) throw new Error("the game has no positions");
    return node;
  }

  has(id: number | null): id is number {
    return id !== null && this.nodes[id] !== undefined;
  }

  next(id: number): number | null {
    return this.node(id).children[0] ?? null;
  }

  previous(id: number): number | null {
    return this.node(id).parent;
  }

  /** Returns the last move of the line that a move belongs to. */
  end(id: number): number {
    for (;;) {
      const next = this.next(id);
      if (next === null) return id;
      id = next;
    }
  }

  /** Returns the next alternative to this move, or the first one to the following move. */
  alternative(id: number): number | null {
    const siblings = this.siblings(id);
    return siblings[siblings.indexOf(id) + 1] ?? this.node(id).children[1] ?? null;
  }

  /** Returns the alternative before this one, or leaves the variation. */
  leave(id: number): number | null {
    for (let at: number | null = id; at !== null; at = this.previous(at)) {
      const siblings = this.siblings(at);
      const index = siblings.indexOf(at);
      if (index > 0) return (at === id ? siblings[index - 1] : siblings[0]) ?? null;
    }
    return null;
  }

  /** Returns the move of the main line that this one is or branches from. */
  onMainline(id: number): number {
    const main = new Set(this.mainline);
    for (let at: number | null = id; at !== null; at = this.previous(at)) if (main.has(at)) return at;
    return 0;
  }

  /** Returns true for the move of a number and side; in bughouse for that of the first board. */
  isMove(id: number, number: number, colour: Colour): boolean {
    const node = this.node(id);
    const fen = node.fens[node.board]?.split(" ") ?? [];
    // Numbers are those of the next move.
    const made = Number(fen[5] ?? 0) - (fen[1] === "w" ? 1 : 0);
    return node.parent !== null && node.board === 0 && mover(node) === colour && made === number;
  }

  /** Returns the last move on a board, if there is one. */
  lastOn(id: number, board: number): GameNode | null {
    for (let at: number | null = id; at; at = this.previous(at)) {
      const node = this.node(at);
      if (node.board === board) return node;
    }
    return null;
  }

  /** Returns the time left to a player, in milliseconds. */
  clock(id: number, board: number, colour: Colour): number | null {
    for (let at: number | null = id; at; at = this.previous(at)) {
      const node = this.node(at);
      if (node.board === board && node.clock !== null && mover(node) === colour) return node.clock;
    }
    return null;
  }

  private siblings(id: number): number[] {
    const parent = this.previous(id);
    return parent === null ? [] : this.node(parent).children;
  }
}

/** Returns the side that made a move. */
export function mover(node: GameNode): Colour {
  return opposite(turnOf(node.fens[node.board] ?? ""));
}
