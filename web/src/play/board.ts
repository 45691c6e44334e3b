import { dropNewPiece } from "@lichess-org/chessground/board";
import type { Config } from "@lichess-org/chessground/config";
import { cancelDropMode, setDropMode } from "@lichess-org/chessground/drop";
import { premove } from "@lichess-org/chessground/premove";
import type { Key, MoveMetadata, MouchEvent } from "@lichess-org/chessground/types";
import { alertText, say } from "../live";
import { setting } from "../settings";
import { isSquare, readFen, type Colour, type PocketRole } from "../viewer/fen";
import { PlayBoard, type Playable } from "../viewer/play";
import { words } from "../words";
import { text } from "./words";

/** A position of a game. */
export interface Shown extends Playable {
  /** Side whose pieces the player moves; `both` for examiners, null for those who watch. */
  side: Colour | "both" | null;
  /** True if moves may be made beforehand, while the other side is to move. */
  ahead: boolean;
  drops: boolean;
}

/** Letters of pieces that are dropped. */
export const dropLetters: Record<PocketRole, string> = { pawn: "P", knight: "N", bishop: "B", rook: "R", queen: "Q" };

/** What a board reports. */
export interface BoardEvents {
  played(uci: string): void;
  /** A move was made beforehand, or there is none any more. */
  premoved(move: string | null): void;
  /** A move that was made beforehand could not be played. */
  failed(move: string): void;
  /** A piece was taken out of the pocket, or is back in it. */
  held(role: PocketRole | null): void;
}

/** Board of a game that is played or watched: with premoves, and drops from the pocket. */
export class GameBoard extends PlayBoard {
  private shown: Shown | null = null;
  private held: PocketRole | null = null;

  constructor(
    figure: HTMLElement,
    name: string,
    private readonly events: BoardEvents,
  ) {
    super(figure, (uci) => events.played(uci), name, {
      autoCastle: true,
      blockTouchScroll: true,
      disableContextMenu: true,
      movable: { events: { afterNewPiece: (role, key) => this.dropped(role as PocketRole, key) } },
      premovable: { enabled: true, events: { set: () => this.premoved(), unset: () => this.unset() } },
      predroppable: { enabled: true, events: { set: () => this.predropped(), unset: () => this.unset() } },
      draggable: { showGhost: true },
      // The build relies on it: see `withoutDrawings`.
      drawable: { visible: false },
    });
    // chessground cancels by the right button only what is being drawn.
    this.frame.addEventListener("contextmenu", (event) => {
      event.preventDefault();
      this.cancel();
    });
    this.frame.addEventListener("keydown", (event) => {
      if (event.key !== "Escape" || !(this.planned || this.held || this.ground?.state.selected)) return;
      event.preventDefault();
      event.stopPropagation();
      this.cancel();
    });
  }

  override show(position: Shown): void {
    const before = this.shown;
    // Clocks and pockets may change while the player chooses a piece.
    if (this.choosing && before?.fen === position.fen && position.moves.length > 0) return;
    this.shown = position;
    const held = this.held;
    if (held && !(position.drops && position.side && this.count(held) > 0)) this.hold(null);
    super.show(position);
    if (this.held) this.hold(this.held);
    if (position.side !== null && position.moves.length > 0 && this.planned) this.playPlanned();
  }

  /** The move that was made beforehand. */
  get planned(): string | null {
    const state = this.ground?.state;
    const drop = state?.predroppable.current;
    if (drop) return `${dropLetters[drop.role as PocketRole]}@${drop.key}`;
    return state?.premovable.current?.join("") ?? null;
  }

  /** Sets the orientation. */
  turn(orientation: Colour): void {
    if (orientation === this.orientation) return;
    this.orientation = orientation;
    if (this.shown) this.show(this.shown);
  }

  /** Takes back what is planned or picked up. */
  cancel(): void {
    this.hold(null);
    this.ground?.cancelMove();
    this.describe();
  }

  /** Shows the position once more: a move was refused. */
  restore(): void {
    this.cancel();
    if (this.shown) super.show(this.shown);
  }

  /** Plays a move that was typed; on the other side's turn it is planned. Returns false if it is none. */
  type(uci: string): boolean {
    const shown = this.shown;
    if (!shown?.side || !this.ground) return false;
    if (shown.moves.includes(uci)) {
      this.cancel();
      this.played(uci);
      return true;
    }
    if (!this.waiting) return false;
    const drop = /^([PNBRQ])@([a-h][1-8])$/.exec(uci);
    this.cancel();
    if (drop) {
      const role = (Object.keys(dropLetters) as PocketRole[]).find((name) => dropLetters[name] === drop[1]);
      if (role) this.put(role, drop[2] as Key);
    } else {
      this.ground.selectSquare(uci.slice(0, 2) as Key);
      this.ground.selectSquare(uci.slice(2, 4) as Key, true);
    }
    return this.planned !== null;
  }

  /** Moves that the player may plan now, by the ways that the pieces go. */
  plans(): string[] {
    const state = this.ground?.state;
    if (!state || !this.waiting) return [];
    const moves = [...state.pieces]
      .filter(([key, piece]) => isSquare(key) && piece.color === this.shown?.side)
      .flatMap(([key]) => premove(state, key).map((to) => `${key}${to}`));
    return moves;
  }

  /** Takes a piece out of the pocket by a click, or puts it back. */
  pick(role: PocketRole): void {
    if (!this.shown?.drops || !this.shown.side || this.count(role) === 0) return;
    this.ground?.selectSquare(null);
    this.hold(this.held === role ? null : role);
    if (this.held) {
      say(`${words.pieces[this.pocketSide][role]}, ${words.selected}${this.waiting ? "" : `: ${this.drops(role).join(", ")}`}`);
    }
  }

  /** Drags a piece out of the pocket. */
  drag(role: PocketRole, event: MouseEvent | TouchEvent): void {
    if (!this.shown?.drops || !this.shown.side || this.count(role) === 0) return;
    this.ground?.dragNewPiece({ role, color: this.pocketSide }, event as MouchEvent);
  }

  /** Moves the focus to the squares. */
  focus(): void {
    this.grid.focus();
  }

  protected override moving(turn: Colour): Config {
    const shown = this.shown;
    const side = shown?.side ?? null;
    return {
      viewOnly: false,
      draggable: { enabled: setting("moving") !== "clicks" },
      selectable: { enabled: setting("moving") !== "drags" },
      movable: { color: (side === "both" ? turn : side) as Colour, dests: this.destinations() },
      premovable: { enabled: shown?.ahead === true },
      predroppable: { enabled: shown?.ahead === true && shown.drops },
      // Only a change of the side, not a move of the other one, puts a piece down.
      ...(side === null ? { selected: undefined as never } : {}),
    };
  }

  protected override marks(): ReadonlyMap<string, string> {
    const state = this.ground?.state;
    const found = new Map<string, string>();
    for (const key of state?.premovable.current ?? []) found.set(key, text.planned);
    const drop = state?.predroppable.current;
    if (drop) found.set(drop.key, `${text.planned}: ${words.pieces[this.pocketSide][drop.role as PocketRole]}`);
    if (this.held) for (const square of this.drops(this.held)) found.set(square, words.target);
    return found;
  }

  protected override targets(from: string): string[] {
    if (this.waiting) return [...(this.ground?.state.premovable.dests ?? [])];
    return super.targets(from);
  }

  protected override act(square: string): void {
    if (this.held) {
      this.put(this.held, square as Key);
      return;
    }
    const before = this.planned;
    super.act(square);
    if (before && this.planned === before) this.ground?.cancelPremove();
  }

  protected override promote(to: string, moves: string[], how: MoveMetadata): void {
    const queen = moves.find((move) => move.endsWith("q"));
    const auto = setting("queen");
    const itself = auto === "always" || (auto === "premove" && how.premove);
    if (queen && itself && !how.ctrlKey) this.played(queen);
    else super.promote(to, moves, how);
  }

  /** True while the other side is to move and the player may plan. */
  private get waiting(): boolean {
    const state = this.ground?.state;
    return this.shown?.ahead === true && state !== undefined && state.turnColor !== this.shown.side;
  }

  private get pocketSide(): Colour {
    const side = this.shown?.side;
    return side === "white" || side === "black" ? side : readFen(this.shown?.fen ?? "").turn;
  }

  private count(role: PocketRole): number {
    return readFen(this.shown?.fen ?? "").pockets?.[this.pocketSide][role] ?? 0;
  }

  private drops(role: PocketRole): string[] {
    const start = `${dropLetters[role]}@`;
    return (this.shown?.moves ?? []).filter((move) => move.startsWith(start)).map((move) => move.slice(2));
  }

  private hold(role: PocketRole | null): void {
    this.held = role;
    const state = this.ground?.state;
    if (state) {
      if (role) setDropMode(state, { role, color: this.pocketSide });
      else cancelDropMode(state);
      const squares = role ? this.drops(role) : [];
      this.ground?.set({ highlight: { custom: new Map(squares.map((square) => [square as Key, "move-dest"])) } });
    }
    this.describe();
    this.events.held(role);
  }

  private put(role: PocketRole, key: Key): void {
    const state = this.ground?.state;
    if (!state) return;
    state.pieces.set("a0", { role, color: this.pocketSide });
    dropNewPiece(state, "a0", key);
    state.dom.redraw();
    if (!this.waiting && !this.drops(role).includes(key)) say(text.noDrop);
  }

  private dropped(role: PocketRole, key: string): void {
    const uci = `${dropLetters[role]}@${key}`;
    this.hold(null);
    if (this.shown?.moves.includes(uci)) {
      this.played(uci);
      return;
    }
    say(text.noDrop);
    this.restore();
  }

  private playPlanned(): void {
    const planned = this.planned;
    const done =
      this.ground?.playPremove() === true ||
      this.ground?.playPredrop((drop) => this.drops(drop.role as PocketRole).includes(drop.key)) === true;
    if (done || !planned) return;
    alertText(text.planFailed(planned));
    this.events.failed(planned);
  }

  private premoved(): void {
    this.describe();
    const planned = this.planned;
    if (planned) say(`${text.planned}: ${planned.slice(0, 2)} ${planned.slice(2)}`);
    this.events.premoved(planned);
  }

  private predropped(): void {
    this.hold(null);
    const planned = this.planned;
    if (planned) say(`${text.planned}: ${planned}`);
    this.events.premoved(planned);
  }

  private unset(): void {
    this.describe();
    this.events.premoved(this.planned);
  }
}
