import { element } from "../dom";
import type { LiveMove } from "../types/Live";
import { pocketRoles, readFen, type Colour, type PocketRole } from "../viewer/fen";
import { button, type Actions } from "./actions";
import { GameBoard } from "./board";
import * as commands from "./commands";
import { Seat } from "./seat";
import type { Game, Talk } from "./state";
import { words } from "../words";
import { text } from "./words";

// Partners may have other languages: what is told is English, as on all such servers.
const pieceNames = { pawn: "pawn", knight: "knight", bishop: "bishop", rook: "rook", queen: "queen" };
const advice = {
  go: "Go, move fast",
  sit: "Sit, do not move",
  tradesGood: "Trades are good",
  tradesBad: "Do not trade",
  mate: "I have mate",
  mated: "I am getting mated",
  yes: "OK",
  no: "No",
  thanks: "Thanks",
  hurry: "Hurry up",
} as const;

const silent = { played(): void {}, premoved(): void {}, failed(): void {}, held(): void {} };

/** The partner's board, smaller, and buttons for what partners say to each other. */
export class Partner {
  readonly root: HTMLElement;
  readonly seats: Record<Colour, Seat> = { white: new Seat("white", null), black: new Seat("black", null) };
  private readonly board: GameBoard;
  private readonly said = element("p", { class: "partner-said", role: "status" });
  private readonly tells: HTMLElement;
  private heard: Talk | null = null;

  constructor(private readonly actions: Actions) {
    const figure = element("figure", { class: "board" });
    this.board = new GameBoard(figure, text.partnerBoard, silent);
    this.tells = this.makeTells();
    this.root = element(
      "section",
      { class: "partner", "aria-label": text.partner },
      element("h3", { class: "hidden-text" }, text.partnerBoard),
      figure,
      this.seats.black.root,
      this.seats.white.root,
      this.said,
      this.tells,
    );
  }

  /** Shows what the partner said last, and the buttons to answer while the game goes on. */
  hear(said: Talk | null, over: boolean): void {
    this.tells.hidden = over;
    const parts = said ? [element("bdi", { class: "from" }, said.from), element("bdi", {}, said.text)] : [];
    if (said !== this.heard) this.said.replaceChildren(...parts.flatMap((part) => [part, " "]));
    this.heard = said;
  }

  /** Shows the partner's game after a move. */
  show(game: Game, current: LiveMove, orientation: Colour): void {
    const diagram = readFen(current.fen);
    this.root.dataset["orientation"] = orientation;
    this.board.turn(orientation);
    this.board.show({
      fen: current.fen,
      last: current.last,
      check: current.check,
      words: current.words || words.first,
      moves: [],
      side: null,
      ahead: false,
      drops: false,
    });
    for (const colour of ["white", "black"] as const) this.seats[colour].show(game, diagram, false);
  }

  /** Draws the clocks; returns how long they stay true. */
  tick(time: number): number {
    return Math.min(this.seats.white.tick(time), this.seats.black.tick(time));
  }

  private makeTells(): HTMLElement {
    const tell = (label: string, said: string, inside: Node | null = null, classes = ""): HTMLButtonElement => {
      const made = button(inside ? "" : label, () => {
        this.actions.line(commands.talk({ way: "partner" }, said));
      }, classes);
      if (inside) {
        made.setAttribute("aria-label", label);
        made.title = label;
        made.append(inside);
      }
      return made;
    };
    const say = (keys: (keyof typeof advice)[]): HTMLElement[] => keys.map((key) => tell(text.advice[key], advice[key]));
    return element(
      "div",
      { class: "tells" },
      set(text.need, ...pocketRoles.map((role) => tell(text.needs[role], `I need a ${pieceNames[role]}`, drawnPiece(role), "need"))),
      set(text.refuse, ...pocketRoles.map((role) => tell(text.refuses[role], `Do not give me a ${pieceNames[role]}`, drawnPiece(role), "refuse"))),
      set(text.advise, ...say(["go", "sit", "tradesGood", "tradesBad", "mate"])),
      set(text.answer, ...say(["yes", "no", "thanks", "hurry", "mated"])),
    );
  }
}

function drawnPiece(role: PocketRole): HTMLElement {
  return element("span", { class: `drawn white ${role}`, "aria-hidden": "true" });
}

function set(name: string, ...buttons: HTMLElement[]): HTMLElement {
  return element("div", { class: "tell-set", role: "group", "aria-label": name }, ...buttons);
}
