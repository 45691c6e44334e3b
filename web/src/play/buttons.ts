import { assign, element } from "../dom";
import { alertText } from "../live";
import { setting } from "../settings";
import { turnOf } from "../viewer/fen";
import { words } from "../words";
import { button, drawn, iconButton, type Actions } from "./actions";
import * as commands from "./commands";
import { openPage, pgn, savePgn } from "./pgn";
import { plays, type Game } from "./state";
import { text } from "./words";

/** What the buttons ask of the game's view. */
export interface Steps {
  game(): Game;
  /** The other board of bughouse. */
  other(): Game | null;
  step(by: number): void;
  first(): void;
  last(): void;
  flip(): void;
}

/** Seconds that a player gives to the opponent. */
const moreTime = 15;

/** Buttons of a game: through its moves, and those that its state and the player's part in it allow. */
export class Buttons {
  readonly root: HTMLElement;
  private readonly through: Record<"first" | "back" | "next" | "last", HTMLButtonElement>;
  private readonly acts = element("div", { class: "acts" });
  private readonly resigning: HTMLButtonElement;
  private kind = "";
  private armed: number | null = null;

  constructor(
    private readonly actions: Actions,
    private readonly steps: Steps,
  ) {
    this.through = {
      first: iconButton("first", words.first, () => this.walk("first")),
      back: iconButton("back", words.back, () => this.walk("back")),
      next: iconButton("next", words.next, () => this.walk("next")),
      last: iconButton("last", words.last, () => this.walk("last")),
    };
    this.resigning = iconButton("resign", text.resign, () => this.resign());
    this.resigning.append(element("span", { class: "label" }, text.resign));
    this.root = element(
      "div",
      { class: "game-buttons" },
      element("div", { class: "buttons steps" }, ...Object.values(this.through), iconButton("flip", words.flip, () => steps.flip())),
      this.acts,
    );
  }

  /** Offers what can be done now. */
  show(game: Game, guest: boolean, isIn: boolean): void {
    const kind = `${isIn} ${game.result ? "over" : "on"} ${plays(game) ? "player" : game.board.relation} ${guest ? "guest" : ""}${this.steps.other() ? "both" : ""}`;
    if (kind === this.kind) return;
    this.kind = kind;
    const focus = this.acts.contains(document.activeElement);
    this.acts.replaceChildren(...this.fitting(game, guest, isIn));
    if (focus) this.acts.querySelector("button")?.focus();
  }

  /** Shows where in the game the board is. Buttons that lead nowhere keep the focus. */
  at(start: boolean, end: boolean): void {
    const examines = this.steps.game().board.relation === "examiner";
    for (const [name, off] of [["first", start], ["back", start], ["next", end], ["last", end]] as const) {
      assign(this.through[name], { "aria-disabled": String(off && !examines) });
    }
  }

  /** Resigns; asks once before it does. */
  resign(): void {
    if (this.armed === null && setting("resign") === "ask") {
      this.arm(true);
      return;
    }
    this.arm(false);
    this.actions.line("resign");
  }

  private arm(on: boolean): void {
    if (this.armed !== null) clearTimeout(this.armed);
    this.armed = on ? window.setTimeout(() => this.arm(false), 5000) : null;
    // The style sheet keeps the place of the question mark: a second click hits the same button.
    this.resigning.classList.toggle("armed", on);
    assign(this.resigning, { "aria-label": on ? `${text.resign}?` : text.resign, title: on ? text.pressAgain : text.resign });
    if (on) alertText(text.pressAgain);
  }

  // An examiner moves the board of all who look at it.
  private walk(way: "first" | "back" | "next" | "last"): void {
    const { game, step, first, last } = this.steps;
    if (game().board.relation === "examiner" && !game().result) {
      this.actions.line({ first: "backward 999", back: "backward", next: "forward", last: "forward 999" }[way]);
      return;
    }
    ({ first, back: () => step(-1), next: () => step(1), last })[way]();
  }

  private fitting(game: Game, guest: boolean, isIn: boolean): HTMLElement[] {
    const line = (label: string, command: () => string | null): HTMLButtonElement =>
      button(label, () => void this.actions.line(command()));
    if (game.result) {
      const toLobby = button(text.backToLobby, () => this.actions.close(game.key));
      const site = document.querySelector<HTMLElement>("main[data-server]")?.dataset["server"] ?? location.host;
      const day = new Date();
      const record = (): string => pgn(this.steps.game(), this.steps.other(), site, day);
      const kind = this.steps.other() ? "BPGN" : "PGN";
      // One board of bughouse is no game of its own.
      const taken =
        game.facts?.category === "bughouse" && kind === "PGN"
          ? []
          : [button(text.gamePage, () => openPage(record())), button(kind, () => savePgn(this.steps.game(), kind, record()))];
      if (!isIn) return taken;
      if (!plays(game)) return [...taken, toLobby];
      return [
        button(text.rematch, () => void this.actions.line("rematch"), "primary"),
        ...(isChess(game) ? [line(text.newOpponent, () => another(game, guest))] : []),
        menu([...taken, toLobby]),
      ];
    }
    switch (game.board.relation) {
      case "white":
      case "black": {
        const draw = iconButton("draw", text.draw, () => void this.actions.line("draw"));
        draw.append(element("span", { class: "label" }, text.draw));
        const back = iconButton("takeback", text.takeback, () => this.takeback());
        return [
          back,
          draw,
          this.resigning,
          menu([
            line(text.moreTime(moreTime), () => `moretime ${moreTime}`),
            line(text.abort, () => "abort"),
            ...(guest ? [] : [line(text.adjourn, () => "adjourn")]),
            line(text.claimFlag, () => "flag"),
          ]),
        ];
      }
      case "examiner":
        return [line(text.revert, () => "revert"), line(text.unexamine, () => "unexamine")];
      case "visitor":
        return [button(text.backToLobby, () => this.actions.close(game.key))];
      default:
        return [button(text.unobserve, () => this.unobserve(game))];
    }
  }

  private unobserve({ number, facts }: Game): void {
    for (const watched of [number, facts?.partner ?? null]) {
      if (watched !== null) this.actions.line(commands.numbered("unobserve", watched));
    }
  }

  private takeback(): void {
    const { board } = this.steps.game();
    this.actions.line(commands.takeback(board, turnOf(board.current.fen)));
  }
}

function isChess({ facts }: Game): boolean {
  return facts === null || ["lightning", "blitz", "standard"].includes(facts.category);
}

/** Line that seeks a game of the same terms. */
function another({ board, facts }: Game, guest: boolean): string | null {
  const { minutes, increment } = board;
  return commands.seek({ minutes, increment, rated: !guest && facts?.rated === true, side: null, kind: "chess" }, null, false);
}

/** A menu of further buttons, which opens above its place. */
function menu(items: HTMLButtonElement[]): HTMLElement {
  const summary = element("summary", { "aria-label": text.more, title: text.more }, drawn("more"));
  const root = element("details", { class: "menu" }, summary, element("div", { class: "menu-items" }, ...items));
  const close = (): void => {
    root.open = false;
  };
  for (const item of items) item.addEventListener("click", close);
  root.addEventListener("keydown", (event) => {
    if (event.key !== "Escape" || !root.open) return;
    event.stopPropagation();
    close();
    summary.focus();
  });
  document.addEventListener("click", (event) => {
    if (!root.contains(event.target as Node)) close();
  });
  return root;
}
