import type { Key } from "@lichess-org/chessground/types";
import { assign, element } from "../dom";
import { words } from "../words";
import type { GameNode, MarkColour } from "../types/GameData";
import { clockText } from "./format";
import { isSquare, placement, pocketRoles, readFen, type Colour, type Diagram } from "./fen";
import { describePocket, SquareGrid } from "./grid";
import { mount, type Mounted } from "./ground";
import type { Tree } from "./tree";

/** One board: the drawing, the squares for screen readers, and the players' seats. */
export class Board {
  readonly frame: HTMLElement;
  private readonly mounted: Mounted;
  private readonly grid: SquareGrid;
  private readonly seats: Record<Colour, Seat>;

  constructor(
    figure: HTMLElement,
    private readonly tree: Tree,
    readonly index: number,
  ) {
    const several = tree.data.boards.length > 1;
    this.grid = new SquareGrid(several ? words.boardNumber("AB"[index] ?? "") : words.board);
    this.mounted = mount(figure, this.grid.root, { viewOnly: true });
    this.frame = this.mounted.frame;
    this.seats = { white: new Seat(figure, "white"), black: new Seat(figure, "black") };
  }

  /** Moves the focus to the squares. */
  focus(): void {
    this.grid.focus();
  }

  /** Shows the position after a move. */
  show(id: number, orientation: Colour): void {
    const current = this.tree.node(id);
    const own = this.tree.lastOn(id, this.index);
    const diagram = readFen(current.fens[this.index] ?? "");
    const last = (own?.last ?? []).filter(isSquare);
    this.mounted.set({
      fen: placement(diagram),
      orientation,
      turnColor: diagram.turn,
      lastMove: last as Key[],
      check: own?.check ?? this.tree.node(0).check,
      drawable: { autoShapes: current.board === this.index ? shapes(current) : [] },
    });
    this.grid.turn(orientation);
    this.grid.show({
      diagram,
      last,
      check: own?.check ?? false,
      words: own?.words ?? this.tree.node(0).words,
    });
    for (const colour of ["white", "black"] as const) {
      const time = this.tree.clock(id, this.index, colour);
      this.seats[colour].show(diagram, time === null ? "" : clockText(time, this.tree.tenthsBelow));
    }
  }
}

/** Place of a player: name, pocket, clock, and a mark when it is their turn. */
class Seat {
  private readonly root: HTMLElement | null;
  private readonly clock: HTMLElement | null;
  private pocket: HTMLElement | null;

  constructor(
    figure: HTMLElement,
    private readonly colour: Colour,
  ) {
    this.root = figure.querySelector(`.seat-${colour}`);
    this.clock = this.root?.querySelector(".clock") ?? null;
    this.pocket = this.root?.querySelector<HTMLElement>(".pocket") ?? null;
  }

  show(diagram: Diagram, time: string): void {
    if (!this.root) return;
    this.root.classList.toggle("to-move", diagram.turn === this.colour);
    if (this.clock) this.clock.textContent = time;
    const counts = diagram.pockets?.[this.colour];
    if (!counts) return;
    if (!this.pocket) {
      this.pocket = element("span", { class: "pocket" });
      if (this.clock) this.clock.before(this.pocket);
      else this.root.append(this.pocket);
    }
    assign(this.pocket, { role: "img", "aria-label": describePocket(diagram, this.colour) });
    this.pocket.replaceChildren(
      ...pocketRoles.map((role) =>
        element(
          "span",
          { class: counts[role] > 0 ? "held" : "held none", "aria-hidden": "true" },
          element("span", { class: `drawn ${this.colour} ${role}` }),
          element("span", { class: "count" }, counts[role] > 0 ? String(counts[role]) : ""),
        ),
      ),
    );
  }
}

const brushes = new Set<string>(["green", "red", "yellow", "blue"]);

interface Shape {
  orig: Key;
  dest?: Key;
  brush: MarkColour;
}

function shapes(node: GameNode): Shape[] {
  const arrows = node.arrows
    .filter(({ from, to, colour }) => isSquare(from) && isSquare(to) && brushes.has(colour))
    .map(({ from, to, colour }) => ({ orig: from as Key, dest: to as Key, brush: colour }));
  const circles = node.squares
    .filter(({ square, colour }) => isSquare(square) && brushes.has(colour))
    .map(({ square, colour }) => ({ orig: square as Key, brush: colour }));
  return [...arrows, ...circles];
}
