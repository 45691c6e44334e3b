import { assign, element } from "../dom";
import { answer } from "../explorer/answers";
import { keep, setting } from "../settings";
import { words } from "../words";

/** Waits for the last of several steps before it asks. */
const pause = 150;

/** Part of the page of a game with the explorer's answer to its position. */
export class ExplorerPanel {
  private readonly details: HTMLDetailsElement;
  private readonly answer = element("div", { class: "explorer-answer" });
  private fen = "";
  private next = "";
  private shown = "";
  private timer = 0;

  constructor(
    root: HTMLElement,
    private readonly source: string,
  ) {
    this.details = element("details", {}, element("summary", {}, words.explorer), this.answer);
    this.details.open = setting("explorer") === "open";
    this.details.addEventListener("toggle", () => {
      keep("explorer", this.details.open ? "open" : "closed");
      this.ask();
    });
    root.append(this.details);
  }

  /** Follows the game to a position; `next` is the move that was played in it. */
  show(fen: string, next: string): void {
    this.fen = fen;
    this.next = next;
    clearTimeout(this.timer);
    this.timer = window.setTimeout(() => this.ask(), pause);
  }

  private ask(): void {
    const { fen } = this;
    if (!this.details.open || !fen || fen === this.shown) return;
    this.answer.setAttribute("aria-busy", "true");
    void answer(this.source + encodeURIComponent(fen)).then(
      (page) => this.take(fen, page.querySelector(".explorer-table")),
      () => this.take(fen, null),
    );
  }

  private take(fen: string, table: Element | null): void {
    // Answers that come after the next step are stale.
    if (fen !== this.fen) return;
    this.answer.removeAttribute("aria-busy");
    this.shown = table ? fen : "";
    this.answer.replaceChildren(
      table ? document.importNode(table, true) : element("p", { class: "hint" }, words.explorerFailed),
    );
    // The panel scrolls as a whole, and has a name.
    const inner = this.answer.querySelector(".scroll");
    if (inner) assign(inner, { role: null, tabindex: null, "aria-label": null });
    for (const link of this.answer.querySelectorAll<HTMLElement>("[data-uci]")) {
      if (link.dataset["uci"] === this.next) link.setAttribute("aria-current", "true");
    }
    this.answer.scrollTop = 0;
  }
}
