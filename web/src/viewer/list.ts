import { assign, dataNumber } from "../dom";

/** List of moves that the server wrote. The current one is marked and kept in view. */
export class MoveList {
  private readonly moves = new Map<number, HTMLAnchorElement>();
  private current: HTMLAnchorElement | null = null;

  constructor(
    private readonly pane: HTMLElement,
    choose: (id: number) => void,
  ) {
    for (const move of pane.querySelectorAll<HTMLAnchorElement>("a.move")) {
      const id = dataNumber(move, "node");
      if (id === null) continue;
      this.moves.set(id, move);
      // One tab stop for the list; arrow keys walk in it.
      move.tabIndex = -1;
    }
    pane.addEventListener("click", (event) => {
      const move = (event.target as Element).closest<HTMLElement>("a.move");
      const id = move && dataNumber(move, "node");
      if (id === null || event.ctrlKey || event.metaKey || event.shiftKey) return;
      event.preventDefault();
      choose(id);
    });
  }

  /** Address of the page at a move. */
  address(id: number): string | null {
    const [sample] = this.moves;
    const href = (this.moves.get(id) ?? sample?.[1])?.getAttribute("href");
    if (!href || !sample) return null;
    return this.moves.has(id) ? href : href.replace(/(at=|#n)\d+/, `$1${id}`);
  }

  /** Marks a move as the current one and scrolls the list to it, never the page. */
  mark(id: number): void {
    const focus = this.current !== null && this.current === document.activeElement;
    const before = this.current;
    if (before) assign(before, { "aria-current": null, tabindex: -1 });
    this.current = this.moves.get(id) ?? null;
    if (!this.current) {
      if (before) this.pane.scrollTop = 0;
      const first = this.moves.values().next().value;
      if (first) first.tabIndex = 0;
      if (focus) first?.focus({ preventScroll: true });
      return;
    }
    assign(this.current, { "aria-current": "true", tabindex: 0 });
    if (focus) this.current.focus({ preventScroll: true });
    const pane = this.pane.getBoundingClientRect();
    const move = this.current.getBoundingClientRect();
    // The buttons lie over what a phone has no room for.
    const bar = this.pane.parentElement?.querySelector(".bar")?.getBoundingClientRect();
    const bottom = bar && bar.top > pane.top + move.height ? Math.min(pane.bottom, bar.top) : pane.bottom;
    const margin = Math.min(48, (bottom - pane.top) / 4);
    if (move.top < pane.top + margin) this.pane.scrollTop -= pane.top + margin - move.top;
    else if (move.bottom > bottom - margin) this.pane.scrollTop += move.bottom - bottom + margin;
  }
}
