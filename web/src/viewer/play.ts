import type { Api } from "@lichess-org/chessground/api";
import type { Config } from "@lichess-org/chessground/config";
import type { Key, MoveMetadata } from "@lichess-org/chessground/types";
import { element } from "../dom";
import { say } from "../live";
import { words } from "../words";
import { files, isSquare, opposite, placement, readFen, type Colour, type Role } from "./fen";
import { SquareGrid } from "./grid";
import { mount, type Mounted } from "./ground";

/** A position with its moves. */
export interface Playable {
  fen: string;
  last: string[];
  check: boolean;
  /** Legal moves as engines write them. */
  moves: string[];
  /** Sentence on the last move. */
  words: string;
}

const promoted: Record<string, Role> = { q: "queen", r: "rook", b: "bishop", n: "knight", k: "king" };

/** Board on which moves are played: by dragging, by two clicks, and by keys. */
export class PlayBoard {
  readonly frame: HTMLElement;
  protected readonly mounted: Mounted;
  protected readonly grid: SquareGrid;
  protected ground: Api | null = null;
  protected orientation: Colour;
  protected position: Playable | null = null;
  private chooser: HTMLElement | null = null;

  /** `always`: settings of the drawn board beside those that all boards have. */
  constructor(
    figure: HTMLElement,
    protected readonly played: (uci: string) => void,
    name: string = words.board,
    always: Config = { premovable: { enabled: false } },
  ) {
    this.orientation = figure.dataset["orientation"] === "black" ? "black" : "white";
    this.grid = new SquareGrid(name, (square) => this.act(square));
    this.mounted = mount(figure, this.grid.root, {
      ...always,
      movable: {
        free: false,
        showDests: true,
        events: { after: (from, to, how) => this.after(from, to, how), ...always.movable?.events },
      },
      events: { select: () => setTimeout(() => this.describe(), 0) },
    });
    this.frame = this.mounted.frame;
  }

  /** Shows a position; its pieces can be moved. */
  show(position: Playable): void {
    this.position = position;
    this.closeChooser();
    const diagram = readFen(position.fen);
    this.ground = this.mounted.set({
      fen: placement(diagram),
      orientation: this.orientation,
      turnColor: diagram.turn,
      lastMove: position.last.filter(isSquare) as Key[],
      check: position.check,
      ...this.moving(diagram.turn),
    });
    this.describe();
  }

  /** Turns the board. */
  flip(): void {
    this.orientation = opposite(this.orientation);
    if (this.position) this.show(this.position);
  }

  /** Says which pieces may be moved. */
  protected moving(turn: Colour): Config {
    return { selected: undefined as never, movable: { color: turn, dests: this.destinations() } };
  }

  protected destinations(): Map<Key, Key[]> {
    const dests = new Map<Key, Key[]>();
    for (const move of this.position?.moves ?? []) {
      const [from, to] = [move.slice(0, 2), move.slice(2, 4)];
      if (!isSquare(from) || !isSquare(to)) continue;
      dests.set(from as Key, [...(dests.get(from as Key) ?? []), to as Key]);
    }
    return dests;
  }

  protected describe(): void {
    if (!this.position) return;
    const selected = this.ground?.state.selected ?? null;
    this.grid.turn(this.orientation);
    this.grid.show({
      diagram: readFen(this.position.fen),
      last: this.position.last,
      check: this.position.check,
      words: this.position.words,
      selected,
      targets: selected ? this.targets(selected) : [],
      marks: this.marks(),
    });
  }

  /** Further words on squares. */
  protected marks(): ReadonlyMap<string, string> {
    return new Map();
  }

  protected targets(from: string): string[] {
    return [...(this.ground?.state.movable.dests?.get(from as Key) ?? [])];
  }

  // Picks up the piece of a square, or puts down the one that has been picked up.
  protected act(square: string): void {
    const before = this.ground?.state.selected;
    // By keys also where the mouse only drags.
    this.ground?.selectSquare(square === before ? null : (square as Key), true);
    this.describe();
    const selected = this.ground?.state.selected;
    if (selected && selected !== before) {
      say(`${square}, ${words.selected}: ${[...new Set(this.targets(selected))].join(", ")}`);
    }
  }

  private after(from: string, to: string, how: MoveMetadata): void {
    const moves = this.position?.moves.filter((move) => move.startsWith(from + to)) ?? [];
    const [first] = moves;
    if (moves.length > 1) this.promote(to, moves, how);
    else if (first) this.played(first);
  }

  /** Plays one of the promotions to a square. */
  protected promote(to: string, moves: string[], _how: MoveMetadata): void {
    this.choose(to, moves);
  }

  protected get choosing(): boolean {
    return this.chooser !== null;
  }

  private choose(to: string, moves: string[]): void {
    const colour: Colour = to.endsWith("8") ? "white" : "black";
    const back = this.frame.contains(document.activeElement);
    const buttons = Object.entries(promoted).flatMap(([letter, role]) => {
      const move = moves.find((known) => known[4] === letter);
      if (!move) return [];
      const button = element(
        "button",
        { type: "button", "aria-label": words.pieces[colour][role], title: words.pieces[colour][role] },
        element("span", { class: `drawn ${colour} ${role}`, "aria-hidden": "true" }),
      );
      button.addEventListener("click", () => {
        this.closeChooser();
        if (back) this.grid.focus(to);
        this.played(move);
      });
      return button;
    });
    const atTop = colour === this.orientation;
    const file = files.indexOf(to[0] ?? "a");
    this.closeChooser();
    this.chooser = element(
      "div",
      { class: atTop ? "promotion" : "promotion low", role: "group", "aria-label": words.promote },
      ...buttons,
    );
    this.chooser.style.setProperty("--column", String(this.orientation === "white" ? file : 7 - file));
    this.chooser.addEventListener("keydown", (event) => {
      event.stopPropagation();
      const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
      const at = buttons.indexOf(document.activeElement as HTMLButtonElement);
      if (step) buttons[(at + (atTop ? step : -step) + buttons.length) % buttons.length]?.focus();
      else if (event.key === "Escape") this.putBack(back ? to : null);
      else return;
      event.preventDefault();
    });
    this.frame.append(this.chooser);
    document.addEventListener("pointerdown", this.elsewhere, true);
    buttons[0]?.focus({ preventScroll: true });
  }

  private readonly elsewhere = (event: Event): void => {
    if (!this.chooser?.contains(event.target as Node)) this.putBack(null);
  };

  private putBack(focus: string | null): void {
    this.closeChooser();
    if (this.position) this.show(this.position);
    if (focus) this.grid.focus(focus);
  }

  private closeChooser(): void {
    this.chooser?.remove();
    this.chooser = null;
    document.removeEventListener("pointerdown", this.elsewhere, true);
  }
}
