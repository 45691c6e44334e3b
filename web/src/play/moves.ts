import { assign, element } from "../dom";
import type { LiveMove } from "../types/Live";
import { inLetters } from "../viewer/letters";
import { text } from "./words";

/** List of the moves of a game, of which one is on the board. */
export class PlayedMoves {
  readonly root: HTMLElement;
  private readonly list: HTMLElement;
  private shown: readonly LiveMove[] = [];
  private readonly buttons: (HTMLButtonElement | null)[] = [];
  private counts: number[] = [];
  private at: HTMLButtonElement | null = null;

  constructor(choose: (index: number) => void) {
    this.list = element("div", { class: "moves" });
    this.root = element("div", { class: "moves-pane", role: "region", "aria-label": text.moves, tabindex: 0 }, this.list);
    // The pane is higher or lower than before: the move stays in it.
    new ResizeObserver(() => this.reveal()).observe(this.root);
    this.list.addEventListener("click", (event) => {
      const button = (event.target as Element).closest("button");
      const index = this.buttons.indexOf(button);
      if (button && index >= 0) choose(index);
    });
  }

  /** Shows the moves of a line, and which of them is on the board. */
  show(line: readonly LiveMove[], index: number): void {
    let same = 0;
    while (same < line.length && line[same] === this.shown[same]) same += 1;
    while (this.counts.length > same) {
      this.buttons.pop();
      for (let count = this.counts.pop() ?? 0; count > 0; count--) this.list.lastChild?.remove();
    }
    for (const move of line.slice(same)) this.add(move);
    this.shown = line;
    this.mark(this.buttons[index] ?? null);
  }

  private add(move: LiveMove): void {
    if (!move.san) {
      this.buttons.push(null);
      this.counts.push(0);
      return;
    }
    const white = move.ply % 2 === 1;
    const made: HTMLElement[] = [];
    if (white || this.list.childElementCount === 0) {
      made.push(element("span", { class: "number" }, String(Math.ceil(move.ply / 2))));
      if (!white) made.push(element("span", { class: "gap" }, "…"));
    }
    const button = element("button", { type: "button", class: "move", tabindex: -1 }, inLetters(move.san));
    made.push(button);
    this.list.append(...made);
    this.buttons.push(button);
    this.counts.push(made.length);
  }

  private mark(button: HTMLButtonElement | null): void {
    if (button === this.at) return;
    const focus = this.at !== null && this.at === document.activeElement;
    if (this.at) assign(this.at, { "aria-current": null, tabindex: -1 });
    this.at = button;
    if (!button) {
      this.root.scrollTo(0, 0);
      return;
    }
    assign(button, { "aria-current": "true", tabindex: 0 });
    if (focus) button.focus({ preventScroll: true });
    this.reveal();
  }

  private reveal(): void {
    const button = this.at;
    if (!button) return;
    const pane = this.root.getBoundingClientRect();
    const place = button.getBoundingClientRect();
    // The pane scrolls, never the page: down on a desk, sideways on a phone.
    if (place.bottom > pane.bottom - 8) this.root.scrollTop += place.bottom - pane.bottom + 8;
    else if (place.top < pane.top + 8) this.root.scrollTop -= pane.top - place.top + 8;
    if (place.right > pane.right - 8) this.root.scrollLeft += place.right - pane.right + 24;
    else if (place.left < pane.left + 8) this.root.scrollLeft -= pane.left - place.left + 24;
  }
}
