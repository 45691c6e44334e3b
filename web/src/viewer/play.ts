import type { Api } from "@lichess-org/chessground/api";
import type { Key } from "@lichess-org/chessground/types";
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
  private readonly mounted: Mounted;
  private ground: Api | null = null;
  private readonly grid: SquareGrid;
  private orientation: Colour;
  private position: Playable | null = null;
  private chooser: HTMLElement | null = null;

  constructor(
    figure: HTMLElement,
    private readonly played: (uci: string) => void,
  ) {
    this.orientation = figure.dataset["orientation"] === "black" ? "black" : "white";
    this.grid = new SquareGrid(words.board, (square) => this.act(square));
    this.mounted = mount(figure, this.grid.root, {
      movable: { free: false, showDests: true, events: { after: (from, to) => this.after(from, to) } },
      premovable: { enabled: false },
      events: { select: () => setTimeout(() => this.describe(), 0) },
    });
    this.frame = this.mounted.frame;
  }

  /** Shows a position; its pieces can be moved. */
  show(position: Playable): void {
    this.position = position;
    this.closeChooser();
    const diagram = readFen(position.fen);
    const dests = new Map<Key, Key[]>();
    for (const move of position.moves) {
      const [from, to] = [move.slice(0, 2), move.slice(2, 4)];
      if (!isSquare(from) || !isSquare(to)) continue;
      dests.set(from as Key, [...(dests.get(from as Key) ?? []), to as Key]);
    }
    this.ground = this.mounted.set({
      fen: placement(diagram),
      orientation: this.orientation,
      turnColor: diagram.turn,
      lastMove: position.last.filter(isSquare) as Key[],
      check: position.check,
      selected: undefined as never,
      movable: { color: diagram.turn, dests },
    });
    this.describe();
  }

  /** Turns the board. */
  flip(): void {
    this.orientation = opposite(this.orientation);
    if (this.position) this.show(this.position);
  }

  private describe(): void {
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
    });
  }

  private targets(from: string): string[] {
    return [...(this.ground?.state.movable.dests?.get(from as Key) ?? [])];
  }

  // Picks up the piece of a square, or puts down the one that has been picked up.
  private act(square: string): void {
    const before = this.ground?.state.selected;
    this.ground?.selectSquare(square === before ? null : (square as Key));
    this.describe();
    const selected = this.ground?.state.selected;
    if (selected && selected !== before) {
      say(`${square}, ${words.selected}: ${[...new Set(this.targets(selected))].join(", ")}`);
    }
  }

  private after(from: string, to: string): void {
    const moves = this.position?.moves.filter((move) => move.startsWith(from + to)) ?? [];
    const [first] = moves;
    if (moves.length > 1) this.choose(to, moves);
    else if (first) this.played(first);
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
      else if (event.key === "Escape") this.cancel(back ? to : null);
      else return;
      event.preventDefault();
    });
    this.frame.append(this.chooser);
    document.addEventListener("pointerdown", this.elsewhere, true);
    buttons[0]?.focus({ preventScroll: true });
  }

  private readonly elsewhere = (event: Event): void => {
    if (!this.chooser?.contains(event.target as Node)) this.cancel(null);
  };

  private cancel(focus: string | null): void {
    if (this.position) this.show(this.position);
    if (focus) this.grid.focus(focus);
  }

  private closeChooser(): void {
    this.chooser?.remove();
    this.chooser = null;
    document.removeEventListener("pointerdown", this.elsewhere, true);
  }
}
