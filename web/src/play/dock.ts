import { assign, element } from "../dom";
import { iconButton, type Actions } from "./actions";
import { ConsolePane } from "./console";
import type { Game, State } from "./state";
import { TalkPane } from "./talk";
import { text } from "./words";

/** Talk and console, beside the rest where there is room, else over it. */
export class Dock {
  readonly root: HTMLElement;
  /** Button that opens the dock where it is closed. */
  readonly toggle: HTMLButtonElement;
  private readonly talk: TalkPane;
  private readonly console: ConsolePane;
  private readonly tabs: Record<"talk" | "console", HTMLButtonElement>;
  private readonly unread = element("span", { class: "unread" });
  private read = 0;
  private total = 0;
  private before: Element | null = null;
  private waiting: { state: State; game: Game | null } | null = null;

  constructor(actions: Actions, typed: (line: string) => void) {
    this.talk = new TalkPane(actions);
    this.console = new ConsolePane(typed);
    const tab = (name: "talk" | "console"): HTMLButtonElement => {
      const made = element("button", { type: "button", "aria-pressed": String(name === "talk") }, text[name]);
      made.addEventListener("click", () => this.choose(name));
      return made;
    };
    this.tabs = { talk: tab("talk"), console: tab("console") };
    this.toggle = iconButton("talk", text.talkAndConsole, () => this.open(!this.root.classList.contains("open")));
    this.toggle.classList.add("dock-toggle");
    this.toggle.append(this.unread);
    assign(this.toggle, { "aria-expanded": "false" });
    const close = iconButton("close", text.closePane, () => this.close());
    close.classList.add("dock-close");
    this.root = element(
      "aside",
      { class: "dock", "aria-label": text.talkAndConsole },
      element("div", { class: "dock-tabs" }, this.tabs.talk, this.tabs.console, close),
      this.talk.root,
      this.console.root,
    );
    this.choose("talk");
    // It is there again, or has another height.
    new ResizeObserver(() => this.showEnd()).observe(this.root);
  }

  /** Shows what was said, and the console: many lines at once, when the window is drawn. */
  show(state: State, game: Game | null): void {
    const waits = this.waiting !== null;
    this.waiting = { state, game };
    if (waits) return;
    // Windows that are not seen draw no frames.
    if (document.visibilityState === "visible") requestAnimationFrame(() => this.write());
    else setTimeout(() => this.write(), 500);
  }

  private write(): void {
    if (!this.waiting) return;
    const { state, game } = this.waiting;
    this.waiting = null;
    this.talk.show(state, game);
    this.console.show(state);
    this.total = state.talk.filter(({ own, way }) => !own && way !== "channel" && way !== "shout").length;
    if (this.visible) this.read = this.total;
    const unread = Math.max(0, this.total - this.read);
    this.unread.textContent = unread > 0 ? String(unread) : "";
    const label = unread > 0 ? `${text.talkAndConsole}: ${text.unread(unread)}` : text.talkAndConsole;
    assign(this.toggle, { "aria-label": label, title: label });
  }

  /** Prepares a message to a player. */
  messageTo(name: string): void {
    this.choose("talk");
    this.open(true);
    this.talk.writeTo(name);
  }

  /** Opens the console and moves the focus to its field. */
  openConsole(): void {
    this.choose("console");
    this.open(true);
    this.console.focus();
  }

  /** Closes the dock where it lies over the page; false if it does not. */
  close(): boolean {
    const over = this.root.classList.contains("open") && this.isOver;
    this.open(false);
    return over;
  }

  /** Forgets what was said and typed. */
  forget(): void {
    this.talk.forget();
    this.console.forget();
    this.total = this.read = 0;
  }

  private get isOver(): boolean {
    return this.toggle.offsetParent !== null;
  }

  private get visible(): boolean {
    return this.root.offsetParent !== null || getComputedStyle(this.root).position === "fixed";
  }

  private open(on: boolean): void {
    if (on && !this.root.classList.contains("open")) this.before = document.activeElement;
    this.root.classList.toggle("open", on);
    assign(this.toggle, { "aria-expanded": String(on) });
    if (on) {
      this.showEnd();
      this.read = this.total;
      this.unread.textContent = "";
      if (this.isOver && !this.root.contains(document.activeElement)) this.root.querySelector("button")?.focus();
    } else if (this.isOver && this.before instanceof HTMLElement && this.root.contains(document.activeElement)) {
      this.before.focus();
    }
  }

  // Panes that were not seen did not scroll.
  private showEnd(): void {
    for (const log of this.root.querySelectorAll(".log")) log.scrollTop = log.scrollHeight;
  }

  private choose(name: "talk" | "console"): void {
    this.root.dataset["tab"] = name;
    for (const [known, made] of Object.entries(this.tabs)) assign(made, { "aria-pressed": String(known === name) });
    this.showEnd();
  }
}
