import { assign, dataNumber } from "../dom";
import type { GameNode } from "../types/GameData";
import { words } from "../words";
import { mover, type Tree } from "./tree";

/** List of moves that the server wrote. The current one is marked and kept in view. */
export class MoveList {
  private readonly moves = new Map<number, HTMLAnchorElement>();
  /** Comments by the moves that they follow; those before the first move stand at 0. */
  private readonly comments = new Map<number, HTMLElement[]>();
  private current: HTMLAnchorElement | null = null;

  constructor(
    private readonly pane: HTMLElement,
    tree: Tree,
    choose: (id: number) => void,
  ) {
    let [last, variation]: [number, Element | null] = [0, null];
    for (const move of pane.querySelectorAll<HTMLAnchorElement>("a.move, .comment")) {
      if (!move.classList.contains("move")) {
        // A comment after a variation is none on its last move.
        if (move.closest(".variation") === variation) this.comments.set(last, [...(this.comments.get(last) ?? []), move]);
        continue;
      }
      const id = dataNumber(move, "node");
      if (id === null) continue;
      [last, variation] = [id, move.closest(".variation")];
      this.moves.set(id, move);
      // One tab stop for the list; arrow keys walk in it. Numbers stand before White's moves only.
      assign(move, { tabindex: -1, "aria-label": nameOf(move, tree.node(id)) });
    }
    pane.addEventListener("click", (event) => {
      const move = (event.target as Element).closest<HTMLElement>("a.move");
      const id = move && dataNumber(move, "node");
      if (id === null || event.ctrlKey || event.metaKey || event.shiftKey) return;
      event.preventDefault();
      choose(id);
    });
  }

  /** True if moves have comments. */
  get hasComments(): boolean {
    return this.comments.size > 0;
  }

  /** Copies the comments on a move. */
  commentsOn(id: number): Node[] {
    return (this.comments.get(id) ?? []).map((comment) => comment.cloneNode(true));
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

/** Returns the name of a move for those who do not see where it stands: its number, the side and the move. */
function nameOf(move: HTMLElement, node: GameNode): string {
  const number = /\d+/.exec(node.label)?.[0] ?? "";
  return `${number}, ${words.sides[mover(node)]}: ${move.textContent}`;
}
