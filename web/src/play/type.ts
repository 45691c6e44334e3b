import { element } from "../dom";
import { say } from "../live";
import { opposite, readFen, turnOf } from "../viewer/fen";
import { describePocket } from "../viewer/grid";
import { words } from "../words";
import type { GameBoard } from "./board";
import * as commands from "./commands";
import type { Game } from "./state";
import { meant, readCommand, type TypedCommand } from "./typed";
import { text } from "./words";

/** What the field for moves asks of the game's view. */
export interface TypedEvents {
  board: GameBoard;
  game(): Game;
  say(what: "clock" | "last" | "opponent" | "turn"): string;
  flip(): void;
  line(line: string): void;
  resign(): void;
}

let fields = 0;

/** Field in which moves and questions are typed. */
export class TypedMoves {
  readonly root: HTMLElement;
  private readonly input: HTMLInputElement;
  private readonly answer = element("output", { class: "answer" });

  constructor(private readonly events: TypedEvents) {
    const id = `typed-${++fields}`;
    this.input = element("input", {
      id,
      type: "text",
      autocomplete: "off",
      autocapitalize: "off",
      spellcheck: "false",
      maxlength: 40,
      placeholder: text.typedExample,
    });
    this.answer.setAttribute("for", id);
    const form = element("form", { class: "typed" }, element("label", { for: id }, text.typed), this.input, this.answer);
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      const typed = this.input.value;
      this.input.value = "";
      this.say(this.read(typed));
    });
    this.root = form;
  }

  /** Moves the focus to the field. */
  focus(): void {
    this.input.focus();
  }

  private say(answer: string): void {
    this.answer.value = answer;
    if (answer) say(answer);
  }

  private read(typed: string): string {
    const { board, game } = this.events;
    if (!typed.trim()) {
      board.cancel();
      return "";
    }
    const command = readCommand(typed);
    if (command) return this.obey(command);
    const { board: shown, result } = game();
    const diagram = readFen(shown.current.fen);
    const ahead = shown.moves.length === 0 || result !== null;
    const found = meant(typed, diagram, ahead ? board.plans() : shown.moves);
    const moves = new Set(found.map((move) => move.slice(0, 4)));
    const drop = /^[PNBRQ]?@[a-h][1-8]$/i.exec(typed.trim());
    // Of promotions the queen comes first; what is planned may be a drop, too.
    const chosen = found.find((move) => move.length === 4 || move.endsWith("q")) ?? found[0];
    const uci = chosen ?? (ahead && drop ? (typed.trim().startsWith("@") ? `P${typed.trim()}` : typed.trim()) : null);
    if (moves.size > 1) return text.ambiguous([...moves].map((move) => `${move.slice(0, 2)}–${move.slice(2)}`).join(", "));
    if (!uci || !board.type(drop ? `${uci[0]?.toUpperCase() ?? ""}${uci.slice(1).toLowerCase()}` : uci)) return text.noMove(typed.trim());
    return "";
  }

  private obey(command: TypedCommand): string {
    const { events } = this;
    const game = events.game();
    const diagram = readFen(game.board.current.fen);
    switch (command.kind) {
      case "clock":
      case "last":
      case "opponent":
      case "turn":
        return events.say(command.kind);
      case "resign":
        events.resign();
        return "";
      case "draw":
      case "abort":
      case "adjourn":
        events.line(command.kind);
        return text.sent;
      case "takeback":
        events.line(commands.takeback(game.board, turnOf(game.board.current.fen)));
        return text.sent;
      case "flip":
        events.flip();
        return "";
      case "cancel":
        events.board.cancel();
        return "";
      case "help":
        return text.typedHelp;
      case "board": {
        const piece = diagram.pieces.get(command.square);
        return `${command.square}: ${piece ? words.pieces[piece.colour][piece.role] : words.empty}`;
      }
      case "pieces": {
        const { colour, role } = command;
        const squares = [...diagram.pieces].filter(([, piece]) => piece.colour === colour && piece.role === role).map(([square]) => square);
        return `${words.pieces[colour][role]}: ${squares.toSorted().join(", ") || "–"}`;
      }
      case "pocket":
        return describePocket(diagram, command.colour) || describePocket(diagram, opposite(command.colour)) || text.noPockets;
      default:
        command satisfies never;
        return "";
    }
  }
}
