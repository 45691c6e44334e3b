import { assign, element } from "../dom";
import { setting } from "../settings";
import { clockText } from "../viewer/format";
import { pocketRoles, type Colour, type Diagram, type PocketRole } from "../viewer/fen";
import { describePocket } from "../viewer/grid";
import { words } from "../words";
import { lowTime, remaining, runs, timed } from "./clock";
import { markTitle } from "./phrases";
import type { Game } from "./state";
import { text } from "./words";

/** What the pocket of a player does. */
export interface PocketEvents {
  pick(role: PocketRole): void;
  drag(role: PocketRole, event: MouseEvent | TouchEvent): void;
}

/** Place of a player beside a board: name, rating, clock, pocket, and a mark when it is their turn. */
export class Seat {
  readonly root: HTMLElement;
  private readonly name = element("bdi", { class: "name" });
  private readonly rating = element("span", { class: "rating" });
  private readonly clock = element("span", { class: "clock", role: "timer" });
  private readonly difference = element("span", { class: "difference" });
  private readonly turn = element("span", { class: "turn" });
  private pocket: HTMLElement | null = null;
  private readonly pieces = new Map<PocketRole, { button: HTMLElement; count: HTMLElement }>();
  private game: Game | null = null;
  private time = "";

  constructor(
    private readonly colour: Colour,
    private readonly events: PocketEvents | null,
  ) {
    this.root = element(
      "section",
      { class: `player player-${colour}` },
      element("p", { class: "who" }, this.name, " ", element("span", { class: "about-player" }, this.rating, this.turn)),
      element("p", { class: "time" }, this.difference, this.clock),
    );
  }

  /** Shows the player of a game, with the pocket of a position. */
  show(game: Game, diagram: Diagram, mine: boolean): void {
    this.game = game;
    const toMove = !game.result && diagram.turn === this.colour;
    const player = game.board[this.colour];
    write(this.name, player.name);
    const rating = game.facts?.[this.colour] ?? "";
    const mark = markTitle(rating);
    // Their line is never empty, so that the name keeps its place.
    write(this.rating, mark ? (toMove ? "" : text.noRating) : rating);
    assign(this.rating, { title: mark });
    write(this.turn, toMove ? (mine ? text.yourTurn : text.toMove) : "");
    this.root.classList.toggle("to-move", toMove);
    assign(this.root, { "aria-label": `${words.sides[this.colour]}: ${player.name}` });
    this.clock.hidden = !timed(game);
    assign(this.clock, { "aria-label": `${words.clock}, ${player.name}` });
    this.showPocket(diagram, mine && game.board.drops);
  }

  /** Draws the clock; returns how long it stays true, in milliseconds. */
  tick(sessionTime: number): number {
    if (!this.game || !timed(this.game)) return Infinity;
    const left = remaining(this.game, this.colour, sessionTime);
    const below = tenthsBelow();
    const shown = clockText(left, below);
    if (shown !== this.time) {
      this.time = shown;
      this.clock.textContent = shown;
    }
    const running = runs(this.game, this.colour);
    this.clock.classList.toggle("runs", running);
    this.clock.classList.toggle("low", !this.game.result && left <= lowTime(this.game));
    if (!running || left <= 0) return Infinity;
    const step = left < below * 1000 + 100 ? 100 : 1000;
    return (left % step) + 1;
  }

  /** Shows how many seconds this player has more than the other of the same colour, in bughouse. */
  showDifference(seconds: number | null): void {
    const shown = seconds === null || seconds === 0 ? "" : `${seconds > 0 ? "+" : "−"}${Math.abs(seconds)}\u00a0s`;
    if (this.difference.textContent === shown) return;
    this.difference.textContent = shown;
    this.difference.title = shown ? text.difference : "";
  }

  /** Marks the piece that is taken out of the pocket. */
  mark(role: PocketRole | null): void {
    for (const [known, { button }] of this.pieces) {
      if (button.tagName === "BUTTON") assign(button, { "aria-pressed": String(known === role) });
    }
  }

  private showPocket(diagram: Diagram, usable: boolean): void {
    const counts = diagram.pockets?.[this.colour];
    if (!counts) {
      this.pocket?.remove();
      this.pocket = null;
      return;
    }
    if (!this.pocket || this.pocket.classList.contains("usable") !== usable) {
      this.pocket?.remove();
      this.pieces.clear();
      this.pocket = element("div", { class: usable ? "pocket usable" : "pocket", role: usable ? "group" : "img" });
      for (const role of pocketRoles) this.pocket.append(this.heldPiece(role, usable));
      this.root.append(this.pocket);
    }
    assign(this.pocket, { "aria-label": describePocket(diagram, this.colour) });
    for (const role of pocketRoles) {
      const piece = this.pieces.get(role);
      if (!piece) continue;
      piece.button.classList.toggle("none", counts[role] === 0);
      write(piece.count, counts[role] > 0 ? String(counts[role]) : "");
      if (!usable) continue;
      assign(piece.button, {
        "aria-disabled": String(counts[role] === 0),
        "aria-label": `${words.pieces[this.colour][role]}, ${counts[role]}`,
      });
    }
  }

  private heldPiece(role: PocketRole, usable: boolean): HTMLElement {
    const count = element("span", { class: "count" });
    const inside = [element("span", { class: `drawn ${this.colour} ${role}`, "aria-hidden": "true" }), count];
    const button = usable
      ? element("button", { type: "button", class: "held", "aria-pressed": "false" }, ...inside)
      : element("span", { class: "held", "aria-hidden": "true" }, ...inside);
    this.pieces.set(role, { button, count });
    const { events } = this;
    if (!usable || !events) return button;
    let touched = -Infinity;
    button.addEventListener("click", (event) => {
      // Some fingers click, too.
      if (event.timeStamp - touched > 700) events.pick(role);
    });
    button.addEventListener("mousedown", (event) => {
      if (event.button === 0) events.drag(role, event);
    });
    button.addEventListener("touchstart", (event) => events.drag(role, event), { passive: true });
    // The drawn board swallows the click that would follow.
    button.addEventListener("touchend", (event) => {
      touched = event.timeStamp;
      const touch = event.changedTouches[0];
      if (touch && button.contains(document.elementFromPoint(touch.clientX, touch.clientY))) events.pick(role);
    });
    return button;
  }
}

/** Seconds below which tenths are shown, as the player wants them. */
function tenthsBelow(): number {
  return { ten: 10, twenty: 20, hour: 3600, never: 0 }[setting("tenths")] ?? 10;
}

function write(target: Element, content: string): void {
  if (target.textContent !== content) target.textContent = content;
}
