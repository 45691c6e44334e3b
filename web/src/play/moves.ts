import { assign, element } from "../dom";
import { inLetters } from "../viewer/letters";
import type { Entry } from "./state";
import { text } from "./words";

/** List of the moves of a game, of which one is on the board. */
export class PlayedMoves {
  readonly root: HTMLElement;
  private readonly list: HTMLElement;
  private shown: readonly Entry[] = [];
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

  /** Shows moves, in bughouse those of both boards, and which of them is on the board. */
  show(entries: readonly Entry[], bughouse: boolean, index: number): void {
    let same = 0;
    if (this.list.classList.toggle("inline", bughouse) === this.shown.some(({ own }) => !own)) {
      while (same < entries.length && entries[same]?.move === this.shown[same]?.move) same += 1;
    }
    while (this.counts.length > same) {
      this.buttons.pop();
      for (let count = this.counts.pop() ?? 0; count > 0; count--) this.list.lastChild?.remove();
    }
    for (const entry of entries.slice(same)) this.add(entry, bughouse);
    this.shown = entries;
    this.mark(this.buttons[index] ?? null);
  }

  private add({ move, own }: Entry, bughouse: boolean): void {
    if (!move.san) {
      this.buttons.push(null);
      this.counts.push(0);
      return;
    }
    const white = move.ply % 2 === 1;
    const made: HTMLElement[] = [];
    if (bughouse) {
      // As in BPGN: boards are A and B, with small letters for Black's moves.
      const board = own ? "A" : "B";
      made.push(element("span", { class: "number" }, `${Math.ceil(move.ply / 2)}${white ? board : board.toLowerCase()}. `));
    } else if (white || this.list.childElementCount === 0) {
      made.push(element("span", { class: "number" }, String(Math.ceil(move.ply / 2))));
      if (!white) made.push(element("span", { class: "gap" }, "…"));
    }
    const button = element("button", { type: "button", class: "move", tabindex: -1 }, inLetters(move.san));
    made.push(button);
    // Moves in one line are parted by spaces.
    this.list.append(...made, ...(bughouse ? [" "] : []));
    this.buttons.push(button);
    this.counts.push(made.length + (bughouse ? 1 : 0));
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
