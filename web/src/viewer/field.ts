import { element } from "../dom";
import { say } from "../live";
import { words } from "../words";
import { pocketRoles, readFen, type Colour, type Diagram, type Role } from "./fen";
import { describePocket } from "./grid";
import { inLetters, languages } from "./letters";
import { readCommand, type TypedCommand } from "./typed";

type AboutBoard = Extract<TypedCommand, { kind: "board" | "pieces" | "line" | "pocket" | "help" }>;

/** A command that is not about the pieces on the board. */
export type GameCommand = Exclude<TypedCommand, AboutBoard>;

/** What a field for moves asks of its game. */
export interface Typing {
  /** FEN of the position on the board. */
  fen(): string;
  /** Moves the focus to the board. */
  focusBoard(): void;
  /** Makes or finds a move; returns what there is to say. */
  move(typed: string): string;
  /** Answers and does the rest; null if the game knows no such thing. */
  obey(command: GameCommand): string | null;
  /** Words of help, given the letters of a knight and a queen. */
  help(knight: string, queen: string): string;
  /** Sentence on a text that is neither move nor command. */
  unknown(typed: string): string;
}

let fields = 0;

/** Field in which moves and questions are typed. */
export class TypedField {
  readonly root: HTMLElement;
  private readonly input: HTMLInputElement;
  private readonly answer = element("output", { class: "answer" });

  constructor(private readonly game: Typing) {
    const id = `typed-${++fields}`;
    this.input = element("input", {
      id,
      type: "text",
      autocomplete: "off",
      autocapitalize: "off",
      spellcheck: "false",
      maxlength: 40,
      placeholder: `e4, ${inLetters("Nf3")}, ?`,
    });
    this.answer.setAttribute("for", id);
    const form = element("form", { class: "typed" }, element("label", { for: id }, words.typed), this.input, this.answer);
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      const typed = this.input.value.trim();
      this.input.value = "";
      const answer = this.read(typed);
      this.answer.value = answer;
      if (answer) say(answer);
    });
    this.root = form;
  }

  /** Moves the focus to the field. */
  focus(): void {
    this.input.focus();
  }

  /** Takes the last answer away: it was about another position. */
  clear(): void {
    this.answer.value = "";
  }

  private read(typed: string): string {
    const command = typed ? readCommand(typed, languages) : { kind: "cancel" as const };
    if (!command) return this.game.move(typed);
    switch (command.kind) {
      case "board":
      case "pieces":
      case "line":
      case "pocket":
      case "help":
        return this.describe(command, readFen(this.game.fen()));
      default:
        return this.game.obey(command) ?? this.game.unknown(typed);
    }
  }

  private describe(command: AboutBoard, diagram: Diagram): string {
    switch (command.kind) {
      case "board": {
        const { square } = command;
        if (!square) {
          this.game.focusBoard();
          return "";
        }
        const piece = diagram.pieces.get(square);
        return `${square}: ${piece ? words.pieces[piece.colour][piece.role] : words.empty}`;
      }
      case "pieces": {
        const sides: Colour[] = command.colour ? [command.colour] : ["white", "black"];
        return sides.flatMap((colour) => pieces(diagram, colour, command.role)).join("; ");
      }
      case "line": {
        const found = [...diagram.pieces].filter(([square]) => square.includes(command.line)).toSorted(([a], [b]) => (a < b ? -1 : 1));
        const named = found.map(([square, { colour, role }]) => `${square} ${words.pieces[colour][role]}`);
        return `${command.line}: ${named.join(", ") || words.empty}`;
      }
      case "pocket":
        return describePocket(diagram, command.colour) || words.noPockets;
      case "help": {
        const [, queen = "", , , knight = ""] = languages[0] ?? [];
        return this.game.help(knight, queen);
      }
      default:
        command satisfies never;
        return "";
    }
  }
}

// Pieces of a side with their squares, kind by kind; a kind that is asked for also if there is none.
function pieces(diagram: Diagram, colour: Colour, asked: Role | null): string[] {
  const kinds: Role[] = asked ? [asked] : ["king", ...pocketRoles.toReversed()];
  return kinds.flatMap((role) => {
    const squares = [...diagram.pieces].filter(([, piece]) => piece.colour === colour && piece.role === role).map(([square]) => square);
    return squares.length > 0 || asked ? [`${words.pieces[colour][role]}: ${squares.toSorted().join(", ") || "–"}`] : [];
  });
}
