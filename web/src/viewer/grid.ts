import { assign, element } from "../dom";
import { say } from "../live";
import { setting } from "../settings";
import { words } from "../words";
import { files, type Colour, type Diagram, type Role } from "./fen";

/** Position as the squares are described to screen readers. */
export interface SquareState {
  diagram: Diagram;
  /** Squares of the last move: from and to, or only to. */
  last: string[];
  check: boolean;
  /** Sentence on the last move. */
  words: string;
  /** Square whose piece has been picked up. */
  selected?: string | null;
  /** Squares that it can go to. */
  targets?: string[];
  /** Further words on squares. */
  marks?: ReadonlyMap<string, string>;
}

const letters: Record<string, Role> = {
  k: "king",
  q: "queen",
  r: "rook",
  b: "bishop",
  n: "knight",
  p: "pawn",
};

/**
 * Squares of a board as a grid that keyboards and screen readers walk, with one tab stop.
 * It lies over the drawn board: its headers are the board's coordinates, and the focus is
 * shown around the square.
 */
export class SquareGrid {
  readonly root: HTMLElement;
  private readonly cells = new Map<string, HTMLElement>();
  private orientation: Colour = "white";
  private focused = "e1";
  private state: SquareState | null = null;

  /** `act`: picks up and puts down at a square, on boards that are played on. */
  constructor(
    name: string,
    private readonly act: ((square: string) => void) | null = null,
  ) {
    this.root = element("div", { class: "squares", role: "grid", "aria-label": name });
    this.layOut();
    this.root.addEventListener("keydown", (event) => this.press(event));
    for (const kind of ["focusin", "click"]) {
      this.root.addEventListener(kind, (event) => {
        const square = (event.target as HTMLElement).dataset["square"];
        if (square) this.moveStop(square);
        // Screen readers on touch screens click on the square that they read.
        if (square && kind === "click") this.act?.(square);
      });
    }
  }

  /** Turns the board. */
  turn(orientation: Colour): void {
    if (orientation === this.orientation) return;
    this.orientation = orientation;
    const focus = this.root.contains(document.activeElement);
    this.layOut();
    if (this.state) this.show(this.state);
    if (focus) this.focus(this.focused);
  }

  /** Describes another position. */
  show(state: SquareState): void {
    this.state = state;
    for (const [square, cell] of this.cells) {
      const sentence = describe(square, state);
      if (cell.getAttribute("aria-label") !== sentence) cell.setAttribute("aria-label", sentence);
      if (this.act) cell.setAttribute("aria-selected", String(square === state.selected));
    }
  }

  private layOut(): void {
    const ranks = [8, 7, 6, 5, 4, 3, 2, 1];
    const across = [...files];
    if (this.orientation === "black") {
      ranks.reverse();
      across.reverse();
    }
    this.cells.clear();
    const head = element(
      "div",
      { class: "files", role: "row" },
      element("span", { role: "columnheader" }, element("span", { class: "hidden-text" }, words.board)),
      ...across.map((file) => element("span", { role: "columnheader" }, file)),
    );
    const rows = ranks.map((rank) =>
      element(
        "div",
        { class: "rank", role: "row" },
        element("span", { role: "rowheader" }, String(rank)),
        ...across.map((file) => this.cell(`${file}${rank}`)),
      ),
    );
    this.root.replaceChildren(head, ...rows);
  }

  private cell(square: string): HTMLElement {
    const cell = element("span", {
      role: "gridcell",
      "data-square": square,
      "aria-label": square,
      tabindex: square === this.focused ? 0 : -1,
    });
    this.cells.set(square, cell);
    return cell;
  }

  private moveStop(square: string): void {
    const before = this.cells.get(this.focused);
    if (before) assign(before, { tabindex: -1 });
    this.focused = square;
    const cell = this.cells.get(square);
    if (cell) assign(cell, { tabindex: 0 });
  }

  /** Moves the focus to a square: the one that had it last, unless another is named. */
  focus(square: string = this.focused): void {
    this.cells.get(square)?.focus({ preventScroll: false });
  }

  private press(event: KeyboardEvent): void {
    if (event.altKey || event.metaKey) return;
    if (this.act && (event.key === "Enter" || event.key === " ")) {
      event.preventDefault();
      event.stopPropagation();
      this.act(this.focused);
      return;
    }
    const target = this.target(event);
    if (target === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    if (target !== null) this.focus(target);
  }

  // Returns the square to go to, null to stay, undefined if the key means nothing here.
  private target(event: KeyboardEvent): string | null | undefined {
    const side = this.orientation === "white" ? 1 : -1;
    let file = files.indexOf(this.focused[0] ?? "e");
    let rank = Number(this.focused[1] ?? 1);
    const [left, right] = side > 0 ? [0, 7] : [7, 0];
    const [bottom, top] = side > 0 ? [1, 8] : [8, 1];
    switch (event.key) {
      case "ArrowLeft":
        file -= side;
        break;
      case "ArrowRight":
        file += side;
        break;
      case "ArrowUp":
        rank += side;
        break;
      case "ArrowDown":
        rank -= side;
        break;
      case "Home":
        file = left;
        if (event.ctrlKey) rank = top;
        break;
      case "End":
        file = right;
        if (event.ctrlKey) rank = bottom;
        break;
      case "PageUp":
        rank = top;
        break;
      case "PageDown":
        rank = bottom;
        break;
      default:
        return event.ctrlKey || setting("letters") === "off" ? undefined : this.letter(event);
    }
    return file < 0 || file > 7 || rank < 1 || rank > 8 ? null : `${files[file] ?? "a"}${rank}`;
  }

  private letter(event: KeyboardEvent): string | null | undefined {
    const key = event.key.toLowerCase();
    const role = letters[key];
    if (role) return this.find(role, event.shiftKey);
    if (!event.shiftKey && key >= "1" && key <= "8" && key.length === 1) return `${this.focused[0] ?? "a"}${key}`;
    if (key === "l" && this.state) {
      say(this.state.words);
      return null;
    }
    if (key === "o" && this.state) {
      say(describe(this.focused, this.state));
      return null;
    }
    return undefined;
  }

  private find(role: Role, backwards: boolean): string | null {
    const squares = [...this.cells.keys()];
    if (backwards) squares.reverse();
    const from = squares.indexOf(this.focused) + 1;
    const order = [...squares.slice(from), ...squares.slice(0, from)];
    return order.find((square) => this.state?.diagram.pieces.get(square)?.role === role) ?? null;
  }
}

function describe(square: string, state: SquareState): string {
  const piece = state.diagram.pieces.get(square);
  const parts = [square, piece ? words.pieces[piece.colour][piece.role] : words.empty];
  if (square === state.last.at(-1)) parts.push(words.lastTo);
  else if (state.last.includes(square)) parts.push(words.lastFrom);
  if (state.check && piece?.role === "king" && piece.colour === state.diagram.turn) parts.push(words.inCheck);
  if (square === state.selected) parts.push(words.selected);
  if (state.targets?.includes(square)) parts.push(words.target);
  const mark = state.marks?.get(square);
  if (mark) parts.push(mark);
  return parts.join(", ");
}

/** Returns how a pocket is described. */
export function describePocket(diagram: Diagram, colour: Colour): string {
  const counts = diagram.pockets?.[colour];
  if (!counts) return "";
  const held = Object.entries(counts).filter(([, count]) => count > 0);
  const pieces = held.map(([role, count]) => `${count} ${words.pieces[colour][role as Role]}`);
  return words.inHand[colour](pieces.join(", ") || words.nothing);
}

