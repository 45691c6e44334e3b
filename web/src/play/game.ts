import { assign, element } from "../dom";
import { say } from "../live";
import { setting } from "../settings";
import type { Offer } from "../types/Live";
import { opposite, readFen, turnOf, type Colour } from "../viewer/fen";
import { clockText, durationText } from "../viewer/format";
import type { TypedField } from "../viewer/field";
import { words } from "../words";
import { button, keyed, offerBox, type Actions } from "./actions";
import { GameBoard } from "./board";
import { Partner } from "./bughouse";
import { Buttons } from "./buttons";
import { remaining, timed } from "./clock";
import { PlayedMoves } from "./moves";
import { describeResult, outcome, termsText } from "./phrases";
import { Seat } from "./seat";
import { sound } from "./sounds";
import { entries, plays, type Entry, type Game, type Talk } from "./state";
import { moveField } from "./type";
import { text } from "./words";

/** A game on the page: board, players, moves, buttons; in bughouse the board of the partner, too. */
export class GameView {
  readonly root: HTMLElement;
  private readonly board: GameBoard;
  private readonly seats: Record<Colour, Seat>;
  private readonly moves: PlayedMoves;
  private readonly buttons: Buttons;
  private readonly title = element("h2", {});
  private readonly sub = element("p", { class: "terms" });
  private readonly status = element("p", { class: "status" });
  private readonly waiting = element("span", { role: "timer", "aria-live": "off" });
  private readonly planned: HTMLElement;
  private readonly offers = element("div", { class: "offers" });
  private readonly typed: TypedField;
  private partner: Partner | null = null;
  private shown: Game;
  private partnerGame: Game | null = null;
  /** Moves that are listed: in bughouse those of both boards. */
  private entries: Entry[] = [];
  private orientation: Colour;
  /** Index of the position on the board, or null for the present one. */
  private viewing: number | null = null;
  /** Ply of a move that the server has not answered. */
  private pending: number | null = null;

  constructor(
    game: Game,
    private readonly actions: Actions,
  ) {
    this.shown = game;
    this.orientation = game.board.flipped ? "black" : "white";
    const figure = element("figure", { class: "board", "data-orientation": this.orientation });
    this.board = new GameBoard(figure, words.board, {
      played: (uci) => this.play(uci),
      premoved: (move) => {
        // The board reports only later that the one which failed is gone.
        if (move || !this.planned.classList.contains("failed")) this.showPlanned(move);
      },
      failed: (move) => this.showPlanned(move, true),
      held: (role) => this.seats[this.mine ?? "white"].mark(role),
    });
    const pocket = {
      pick: (role: Parameters<GameBoard["pick"]>[0]) => {
        this.board.pick(role);
        // With the keyboard, the way from the pocket leads to the board.
        if (document.activeElement?.closest(".pocket") && document.activeElement.matches(":focus-visible")) this.board.focus();
      },
      drag: (role: Parameters<GameBoard["drag"]>[0], event: MouseEvent | TouchEvent) => this.board.drag(role, event),
    };
    this.seats = { white: new Seat("white", pocket), black: new Seat("black", pocket) };
    this.moves = new PlayedMoves((index) => this.go(index));
    this.buttons = new Buttons(actions, {
      game: () => this.shown,
      other: () => this.partnerGame,
      step: (by) => this.step(by),
      first: () => this.go(0),
      last: () => this.go(this.entries.length - 1),
      flip: () => this.flip(),
    });
    this.typed = moveField({
      board: this.board,
      game: () => this.shown,
      say: (what) => this.tell(what),
      flip: () => this.flip(),
      line: (line) => void actions.line(line),
      resign: () => this.buttons.resign(),
      goTo: (ply) => {
        const index = this.entries.findIndex(({ move, own }) => own && move.san !== "" && move.ply === ply);
        if (index >= 0) this.go(index);
        return index >= 0;
      },
    });
    this.planned = element(
      "p",
      { class: "planned", hidden: true },
      element("span", {}),
      button(text.cancelPlan, () => this.board.cancel()),
    );
    this.root = element(
      "article",
      { class: "live-game", tabindex: -1 },
      element("header", { class: "about" }, this.title, this.sub),
      figure,
      this.seats.black.root,
      this.seats.white.root,
      this.moves.root,
      element("div", { class: "panel" }, this.status, this.planned, this.offers, this.buttons.root, this.typed.root),
    );
    this.root.addEventListener("keydown", (event) => this.press(event));
  }

  /** Side of the player, or null. */
  get mine(): Colour | null {
    const { relation } = this.shown.board;
    return relation === "white" || relation === "black" ? relation : null;
  }

  /** Shows a game as it is now. */
  show(game: Game, offers: Iterable<Offer>, partnerGame: Game | null, said: Talk | null, guest: boolean, isIn: boolean): void {
    const before = this.shown;
    this.shown = game;
    this.partnerGame = partnerGame;
    this.entries = entries(game, partnerGame);
    if (game !== before) this.took(before, game);
    this.root.classList.toggle("bughouse", partnerGame !== null);
    if (partnerGame && !this.partner) {
      this.partner = new Partner(this.actions);
      this.root.append(this.partner.root);
    }
    if (this.partner) {
      this.partner.root.hidden = partnerGame === null;
      assign(this.partner.root, { "aria-label": plays(game) ? text.partner : words.boardNumber("B") });
      this.partner.hear(said, game.result !== null || !plays(game));
    }
    this.showOffers(offers);
    this.draw();
    this.buttons.show(game, guest, isIn);
  }

  /** Draws the clocks; returns how long they stay true, in milliseconds. */
  tick(time: number): number {
    let next = Math.min(this.seats.white.tick(time), this.seats.black.tick(time), this.tickAbsent(time));
    const other = this.partnerGame;
    if (!other || !this.partner) return next;
    next = Math.min(next, this.partner.tick(time));
    for (const colour of ["white", "black"] as const) {
      const difference = Math.round((remaining(this.shown, colour, time) - remaining(other, colour, time)) / 1000);
      const counts = timed(this.shown) && !this.shown.result && !other.result;
      this.seats[colour].showDifference(counts ? difference : null);
      this.partner.seats[colour].showDifference(counts ? -difference : null);
    }
    return next;
  }

  // The time for which the game waits for a player without a connection.
  private tickAbsent(time: number): number {
    const { absent } = this.shown;
    if (!absent) return Infinity;
    const left = Math.max(0, absent.until - time);
    this.waiting.textContent = text.absent(absent.name, clockText(left, 0));
    return left === 0 ? Infinity : (left % 1000) + 1;
  }

  /** Moves the focus to the game. */
  focus(): void {
    this.root.focus({ preventScroll: true });
  }

  /** Handles a key that was pressed while nothing has the focus. */
  pressUnfocused(event: KeyboardEvent): void {
    this.press(event);
  }

  /** Moves the focus to the field for moves. */
  type(): void {
    this.typed.focus();
  }

  private took(before: Game, game: Game): void {
    const current = game.board.current;
    if (current.ply !== before.board.current.ply) this.forgetFailed();
    // What is planned would stand in the place of the result.
    if (game.result && !before.result) {
      this.board.cancel();
      this.forgetFailed();
    }
    if (game.refused !== before.refused) {
      this.pending = null;
      this.viewing = null;
      this.board.restore();
    } else if (this.pending !== null && current.ply !== this.pending) this.pending = null;
    if (game.board.relation !== before.board.relation || game.board.flipped !== before.board.flipped) {
      this.orientation = game.board.flipped ? "black" : "white";
    }
    if (this.viewing === null) return;
    // Players are taken to the present by the move that they have to answer.
    if (game.line !== before.line && (plays(game) || this.viewing >= this.entries.length - 1)) this.viewing = null;
  }

  private play(uci: string): void {
    const { board, number } = this.shown;
    this.pending = board.current.ply;
    const to = uci.includes("@") ? "" : uci.slice(2, 4);
    sound(readFen(board.current.fen).pieces.has(to) ? "capture" : "move");
    this.actions.move(number, board.current.ply, uci);
  }

  private go(index: number): void {
    this.forgetFailed();
    const last = this.entries.length - 1;
    const to = Math.max(0, Math.min(last, index));
    this.viewing = to === last ? null : to;
    this.draw();
    say(this.entries[to]?.move.words || words.first);
  }

  private step(by: number): void {
    this.go((this.viewing ?? this.entries.length - 1) + by);
  }

  private flip(): void {
    this.orientation = opposite(this.orientation);
    this.board.turn(this.orientation);
    this.draw();
  }

  private draw(): void {
    const game = this.shown;
    const { board } = game;
    const at = this.viewing ?? this.entries.length - 1;
    const until = this.entries.slice(0, at + 1);
    const move = until.findLast(({ own }) => own)?.move ?? board.current;
    const past = this.viewing !== null;
    const diagram = readFen(move.fen);
    assign(this.root, { "data-orientation": this.orientation, "data-relation": board.relation });
    this.root.classList.toggle("past", past);
    this.board.turn(this.orientation);
    // A move on its way is on the board already.
    if (past || this.pending !== board.current.ply) {
      const examines = board.relation === "examiner";
      const active = !past && !game.result;
      this.board.show({
        fen: move.fen,
        last: move.last,
        check: move.check,
        words: move.words || words.first,
        moves: active ? board.moves : [],
        side: active ? (examines ? "both" : this.mine) : null,
        ahead: active && this.mine !== null && setting("ahead") === "on",
        drops: board.drops,
      });
    }
    for (const colour of ["white", "black"] as const) this.seats[colour].show(game, diagram, this.mine === colour);
    if (this.partnerGame) {
      const { line } = this.partnerGame;
      const shown = past ? (until.findLast(({ own }) => !own)?.move ?? line[0]) : line.at(-1);
      this.partner?.show(this.partnerGame, shown ?? this.partnerGame.board.current, opposite(this.orientation));
    }
    this.moves.show(this.entries, this.partnerGame !== null, at);
    this.title.replaceChildren(
      element("bdi", {}, board.white.name),
      " – ",
      element("bdi", {}, board.black.name),
    );
    this.sub.textContent = termsText(game);
    this.status.replaceChildren(...this.describeStatus(past, at));
    this.root.classList.toggle("over", game.result !== null);
    this.buttons.at(at === 0, this.viewing === null);
    this.tick(this.actions.time());
    this.actions.tick();
  }

  private describeStatus(past: boolean, at: number): (Node | string)[] {
    const game = this.shown;
    if (past) {
      return [text.pastPosition(at, this.entries.length - 1), " ", button(text.toPresent, () => this.go(this.entries.length - 1))];
    }
    if (game.result) {
      const won = outcome(game);
      return [element("strong", {}, won), " ", element("bdi", {}, describeResult(game))];
    }
    if (game.absent) return [this.waiting];
    const turn = turnOf(game.board.current.fen);
    const check = game.board.current.check ? ` · ${text.check}` : "";
    switch (game.board.relation) {
      case "examiner":
        return [text.youExamine + check];
      case "examination-observer":
        return [text.examined + check];
      default:
        return [turn === this.mine ? element("strong", {}, text.yourMove) : words.moveOf(game.board[turn].name), check];
    }
  }

  // A premove stands on the page until it is made; one that could not be made, until the next move.
  private showPlanned(move: string | null, failed = false): void {
    this.planned.classList.toggle("failed", failed);
    this.planned.hidden = move === null;
    this.root.classList.toggle("has-plan", move !== null);
    const place = this.planned.querySelector("span");
    const shown = move && (move.includes("@") ? move : `${move.slice(0, 2)}–${move.slice(2)}`);
    if (place) place.textContent = shown ? (failed ? text.planFailed(shown) : `${text.planned}: ${shown}`) : "";
  }

  private forgetFailed(): void {
    if (this.planned.classList.contains("failed")) this.showPlanned(null);
  }

  private showOffers(offers: Iterable<Offer>): void {
    keyed(this.offers, offers, ({ index }) => index, (offer) => offerBox(offer, this.actions));
  }

  private tell(what: "clock" | "last" | "opponent" | "turn"): string {
    const game = this.shown;
    const time = this.actions.time();
    const turn = turnOf(game.board.current.fen);
    switch (what) {
      case "clock":
        if (!timed(game)) return words.noClocks;
        return (["white", "black"] as const)
          .map((colour) => `${words.sides[colour]}: ${durationText(remaining(game, colour, time))}`)
          .join("; ");
      case "last":
        return game.board.current.words || words.first;
      case "opponent": {
        const colour = opposite(this.mine ?? turn);
        return `${game.board[colour].name} ${game.facts?.[colour] ?? ""}`.trim();
      }
      case "turn":
        return turn === this.mine ? text.yourMove : words.moveOf(game.board[turn].name);
      default:
        what satisfies never;
        return "";
    }
  }

  private press(event: KeyboardEvent): void {
    if (event.defaultPrevented || event.ctrlKey || event.altKey || event.metaKey) return;
    const target = event.target as HTMLElement;
    if (target.closest("input, textarea, select, .menu-items")) return;
    const onBoard = target.closest(".squares") !== null;
    const act = this.action(event, onBoard, target);
    if (!act) return;
    event.preventDefault();
    act();
  }

  private action(event: KeyboardEvent, onBoard: boolean, target: HTMLElement): (() => void) | null {
    const letters = setting("letters") === "on" && (onBoard || target === document.body || target === this.root);
    switch (event.key) {
      case "ArrowLeft":
        return () => this.step(-1);
      case "ArrowRight":
        return () => this.step(1);
      case "Home":
        return () => this.go(0);
      case "End":
        return () => this.go(this.entries.length - 1);
      case "Escape":
        return () => this.board.cancel();
      case "A":
        return letters ? () => this.step(-1) : null;
      case "D":
        return letters ? () => this.step(1) : null;
      case "f":
        return letters ? () => this.flip() : null;
      case "c":
      case "t":
        return letters ? () => say(this.tell("clock")) : null;
      case "i":
      case "/":
        return letters ? () => this.typed.focus() : null;
      default:
        return null;
    }
  }
}
