import { turnOf, readFen } from "../viewer/fen";
import { TypedField } from "../viewer/field";
import { languages } from "../viewer/letters";
import { droppedPiece, meant } from "../viewer/typed";
import { words } from "../words";
import type { GameBoard } from "./board";
import * as commands from "./commands";
import type { Game } from "./state";
import { text } from "./words";

/** What the field for moves asks of the game's view. */
export interface TypedEvents {
  board: GameBoard;
  game(): Game;
  say(what: "clock" | "last" | "opponent" | "turn"): string;
  flip(): void;
  line(line: string): void;
  resign(): void;
  /** Shows the position after a move that was made; false if there is none. */
  goTo(ply: number): boolean;
}

/** Creates the field of a game in which moves are made, in its turn or beforehand. */
export function moveField(events: TypedEvents): TypedField {
  const { board, game } = events;
  return new TypedField({
    fen: () => game().board.current.fen,
    focusBoard: () => board.focus(),
    move: (typed) => make(board, game(), typed),
    obey(command) {
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
          return "";
        case "takeback": {
          const { board: shown } = game();
          events.line(commands.takeback(shown, turnOf(shown.current.fen)));
          return "";
        }
        case "flip":
          events.flip();
          return "";
        case "cancel":
          board.cancel();
          return "";
        case "number":
          return events.goTo(2 * command.number - (command.colour === "white" ? 1 : 0)) ? "" : null;
        // Nobody is helped while they play.
        case "value":
          return null;
        default:
          command satisfies never;
          return null;
      }
    },
    help: text.typedHelp,
    unknown: text.noMove,
  });
}

function make(board: GameBoard, { board: shown, result }: Game, typed: string): string {
  const ahead = shown.moves.length === 0 || result !== null;
  const found = meant(typed, readFen(shown.current.fen), ahead ? board.plans() : shown.moves, languages);
  const moves = new Set(found.map((move) => move.slice(0, 4)));
  if (moves.size > 1) return words.ambiguous([...moves].map((move) => `${move.slice(0, 2)}–${move.slice(2)}`).join(", "));
  // Of promotions the queen comes first; what is planned may be a drop, too.
  const chosen = found.find((move) => move.length === 4 || move.endsWith("q")) ?? found[0];
  const uci = chosen ?? (ahead ? droppedPiece(typed, languages) : null);
  return uci && board.type(uci) ? "" : text.noMove(typed);
}
