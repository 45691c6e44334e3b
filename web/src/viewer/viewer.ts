import { dataNumber, element } from "../dom";
import { say, sentences } from "../live";
import { setting } from "../settings";
import type { GameData, GameNode } from "../types/GameData";
import { words } from "../words";
import { Board } from "./board";
import { Charts } from "./charts";
import { Controls } from "./controls";
import { opposite, readFen, turnOf, type Colour } from "./fen";
import { embedded, followPosition, wantedOrientation, wholePage } from "./embed";
import { ExplorerPanel } from "./explorer";
import { TypedField, type GameCommand } from "./field";
import { durationText, evalText } from "./format";
import { languages } from "./letters";
import { MoveList } from "./list";
import { knock } from "./sound";
import { Tree } from "./tree";
import { meant } from "./typed";

const playEvery = 1200;

/** A game on a page: boards, moves, buttons and curves that show the same position. */
export class Viewer {
  private readonly tree: Tree;
  private readonly boards: Board[];
  private readonly list: MoveList | null;
  private readonly controls: Controls;
  private readonly charts: Charts;
  private readonly explorer: ExplorerPanel | null;
  private readonly field: TypedField;
  /** The comments on the current move, under the board of a phone; the list has them, too. */
  private readonly note = element("div", { class: "note", "aria-hidden": "true" });
  private current = 0;
  private timer: number | null = null;

  /** Takes over the HTML of a game. `alone`: the only game of the page, which the address follows. */
  constructor(
    readonly root: HTMLElement,
    data: GameData,
    private readonly alone: boolean,
  ) {
    this.tree = new Tree(data);
    if (wantedOrientation === "black") root.dataset["orientation"] = "black";
    const figures = [...root.querySelectorAll<HTMLElement>("figure.board")];
    this.boards = figures.map((figure, index) => new Board(figure, this.tree, dataNumber(figure, "board") ?? index));
    const pane = root.querySelector<HTMLElement>(".moves-pane");
    this.list = pane && new MoveList(pane, this.tree, (id) => this.go(id));
    this.controls = new Controls({
      first: () => this.go(0),
      back: () => this.step(this.tree.previous(this.current)),
      play: () => this.toggle(),
      next: () => this.step(this.tree.next(this.current)),
      last: () => this.go(this.tree.end(this.current)),
      flip: () => this.flip(),
      fen: () => this.tree.node(this.current).fens.join("\n"),
      link: () => wholePage(this.list?.address(this.current) ?? null),
    });
    this.field = new TypedField({
      fen: () => this.fen(),
      focusBoard: () => this.boards[this.board()]?.focus(),
      move: (typed) => this.find(typed),
      obey: (command) => this.obey(command),
      help: words.typedHelp,
      unknown: words.notInGame,
    });
    this.controls.root.append(this.field.root);
    this.charts = new Charts(this.tree, (id) => this.go(id));
    root.querySelector(".boards")?.after(this.controls.root);
    if (this.list?.hasComments) root.querySelector(".boards")?.after(this.note);
    if (this.charts.root.childElementCount > 0) root.append(this.charts.root);
    const explorer = root.closest("article")?.querySelector<HTMLElement>(".explorer[data-src]");
    const source = explorer?.dataset["src"];
    this.explorer = explorer && source && !embedded ? new ExplorerPanel(explorer, source) : null;
    root.classList.add("live");
    root.addEventListener("keydown", (event) => this.press(event));
    for (const board of this.boards) {
      this.followSwipes(board.frame);
      // The embedding page scrolls over the boards in it.
      if (!embedded) this.followWheel(board.frame);
    }
    this.fit();
    addEventListener("resize", () => this.fit());
    this.show(this.start());
  }

  /** Handles a key that was pressed outside of the game. */
  pressUnfocused(event: KeyboardEvent): void {
    const { key } = event;
    const walks = key === "ArrowLeft" || key === "ArrowRight";
    // A text that was read is longer than its game, and they go to its ends.
    const ends = (key === "Home" || key === "End") && !this.root.closest(".read");
    if (walks || ends) this.press(event);
  }

  /** Says how much stands above the game, so that the moves end above the buttons of a phone. */
  private fit(): void {
    const above = this.root.getBoundingClientRect().top + scrollY;
    // A game farther down is scrolled to.
    if (above < innerHeight / 2) this.root.style.setProperty("--above", `${Math.ceil(above)}px`);
    else this.root.style.removeProperty("--above");
  }

  /** Goes to the position that the address names. */
  followAddress(): void {
    const id = addressed();
    if (this.tree.has(id)) this.show(id);
  }

  private get orientation(): Colour {
    return this.root.dataset["orientation"] === "black" ? "black" : "white";
  }

  private start(): number {
    const named = this.alone ? addressed() : null;
    if (this.tree.has(named)) return named;
    const given = dataNumber(this.root, "node");
    return this.tree.has(given) ? given : 0;
  }

  private go(id: number): void {
    this.pause();
    this.step(id);
  }

  private step(id: number | null): void {
    if (id === null || id === this.current) return;
    this.show(id);
    const node = this.tree.node(id);
    say(sentence(node), languageOf(node));
    if (setting("sounds") === "on" && id !== 0) knock(node.san.includes("x"));
    const address = this.alone && this.list?.address(id);
    if (!address) return;
    if (embedded) followPosition(address);
    else history.replaceState(history.state, "", address);
  }

  private show(id: number): void {
    this.current = id;
    this.field.clear();
    this.root.dataset["node"] = String(id);
    const node = this.tree.node(id);
    this.charts.mark(id);
    this.controls.show(sentence(node), languageOf(node), evalText(node.eval), node.parent === null, node.children.length === 0);
    // Both read sizes: nothing is changed between them, so that the page is laid out once.
    this.list?.mark(id);
    this.note.replaceChildren(...(this.list?.commentsOn(id) ?? []));
    this.note.scrollTop = 0;
    for (const board of this.boards) {
      board.show(id, board.index === 0 ? this.orientation : opposite(this.orientation));
    }
    this.explorer?.show(node.fens[0] ?? "", this.tree.node(this.tree.next(id) ?? 0).uci);
  }

  /** Board of the last move. */
  private board(): number {
    return this.tree.node(this.current).board;
  }

  private fen(): string {
    return this.tree.node(this.current).fens[this.board()] ?? "";
  }

  // Goes to a move of the game that was typed, in the main line or a variation.
  private find(typed: string): string {
    const { fens, children } = this.tree.node(this.current);
    const found = children.filter((id) => {
      const { board, uci } = this.tree.node(id);
      return meant(typed, readFen(fens[board] ?? ""), [uci], languages).length > 0;
    });
    const moves = new Set(found.map((id) => this.tree.node(id).label));
    if (moves.size > 1) return words.ambiguous([...moves].join(", "));
    const [id] = found;
    if (id === undefined) return words.notInGame(typed);
    this.go(id);
    return "";
  }

  private obey(command: GameCommand): string | null {
    const node = this.tree.node(this.current);
    const sides = ["white", "black"] as const;
    const board = this.board();
    switch (command.kind) {
      case "clock": {
        const times = sides.map((colour) => [words.sides[colour], this.tree.clock(this.current, board, colour)] as const);
        const known = times.flatMap(([side, time]) => (time === null ? [] : [`${side}: ${durationText(time)}`]));
        return known.join("; ") || words.noClocks;
      }
      case "last":
        return sentence(node);
      case "opponent": {
        const seats = this.tree.data.boards[board];
        return seats ? sides.map((colour) => `${words.sides[colour]}: ${seats[colour].name} ${seats[colour].rating ?? ""}`.trim()).join("; ") : "";
      }
      case "value":
        return `${words.evaluation}: ${evalText(node.eval) || "–"}`;
      case "turn":
        return words.moveOf(words.sides[turnOf(this.fen())]);
      case "flip":
        this.flip();
        return "";
      case "cancel":
        return "";
      case "number": {
        const { number, colour } = command;
        const found = this.tree.mainline.find((id) => this.tree.isMove(id, number, colour));
        if (found === undefined) return null;
        this.go(found);
        return "";
      }
      default:
        return null;
    }
  }

  private flip(): void {
    this.root.dataset["orientation"] = opposite(this.orientation);
    this.show(this.current);
  }

  private toggle(): void {
    if (this.timer !== null) {
      this.pause();
      return;
    }
    if (this.tree.mainline.length < 2) return;
    if (this.tree.next(this.current) === null) this.step(0);
    this.timer = window.setInterval(() => {
      const next = this.root.isConnected ? this.tree.next(this.current) : null;
      this.step(next);
      if (next === null || this.tree.next(next) === null) this.pause();
    }, playEvery);
    this.controls.playing(true);
  }

  private pause(): void {
    if (this.timer === null) return;
    clearInterval(this.timer);
    this.timer = null;
    this.controls.playing(false);
  }

  private press(event: KeyboardEvent): void {
    if (event.defaultPrevented || event.ctrlKey || event.altKey || event.metaKey) return;
    const target = event.target as HTMLElement;
    if (target.closest("input, textarea, select, .menu-items, .scroll")) return;
    const act = this.action(event.key, target);
    if (!act) return;
    event.preventDefault();
    act();
  }

  private action(key: string, target: HTMLElement): (() => void) | null {
    const { tree, current } = this;
    const to = (id: number | null): (() => void) | null => (id === null ? null : () => this.go(id));
    switch (key) {
      case "ArrowLeft":
        return to(tree.previous(current));
      case "ArrowRight":
        return to(tree.next(current));
      case "ArrowDown":
        return to(tree.alternative(current));
      case "ArrowUp":
        return to(tree.leave(current));
      case "Home":
        return to(0);
      case "End":
        return to(tree.end(current));
      case " ":
        // Space presses buttons.
        return target.closest("button, summary, a") ? null : () => this.toggle();
      case "f":
      case "F":
        return setting("letters") === "on" ? () => this.flip() : null;
      case "i":
      case "/":
        return setting("letters") === "on" ? () => this.field.focus() : null;
      default:
        return null;
    }
  }

  private followWheel(frame: HTMLElement): void {
    let sum = 0;
    frame.addEventListener(
      "wheel",
      (event) => {
        if (event.ctrlKey || Math.abs(event.deltaX) > Math.abs(event.deltaY) || pageScrolled()) return;
        const forward = event.deltaY > 0;
        const next = forward ? this.tree.next(this.current) : this.tree.previous(this.current);
        if (next === null) return;
        event.preventDefault();
        // Touch pads send many small turns.
        sum = Math.sign(sum) === Math.sign(event.deltaY) ? sum + event.deltaY : event.deltaY;
        if (Math.abs(sum) < 40 && event.deltaMode === WheelEvent.DOM_DELTA_PIXEL) return;
        sum = 0;
        this.go(next);
      },
      { passive: false },
    );
  }

  private followSwipes(frame: HTMLElement): void {
    let from: { x: number; y: number } | null = null;
    frame.addEventListener("pointerdown", (event) => {
      from = event.pointerType === "mouse" ? null : { x: event.clientX, y: event.clientY };
    });
    frame.addEventListener("pointerup", (event) => {
      if (!from) return;
      const across = event.clientX - from.x;
      const wide = Math.abs(across) > 30 && Math.abs(across) > 2 * Math.abs(event.clientY - from.y);
      from = null;
      const next = across < 0 ? this.tree.next(this.current) : this.tree.previous(this.current);
      if (wide && next !== null) this.go(next);
    });
    frame.addEventListener("pointercancel", () => (from = null));
  }
}

// A page in motion goes on scrolling when a board comes under the pointer.
let scrolled = -Infinity;
addEventListener("scroll", () => (scrolled = performance.now()), { passive: true });

function pageScrolled(): boolean {
  return performance.now() - scrolled < 300;
}

function sentence(node: GameNode): string {
  return node.words || node.label || words.first;
}

/** Language of the sentence, if it is not that of the page. */
function languageOf(node: GameNode): string {
  return node.words ? sentences : "";
}

function addressed(): number | null {
  const named = /^#n(\d+)$/.exec(location.hash)?.[1] ?? new URLSearchParams(location.search).get("at");
  return named !== null && /^\d{1,9}$/.test(named) ? Number(named) : null;
}
