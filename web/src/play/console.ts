import { element } from "../dom";
import { plain } from "./commands";
import { mostLines, type State } from "./state";
import { text } from "./words";

const mostKept = 100;

/** Console: the server's own words, and a field for commands. */
export class ConsolePane {
  readonly root: HTMLElement;
  private readonly log = element("div", { class: "log console-log", role: "log", "aria-live": "off", "aria-label": text.console, tabindex: 0 });
  private readonly input = element("input", {
    id: "console-input",
    type: "text",
    autocomplete: "off",
    autocapitalize: "off",
    spellcheck: "false",
    maxlength: 400,
  });
  /** Lines that were typed, the oldest first, and the one that is shown. */
  private typed: string[] = [];
  private at = 0;
  private draft = "";
  /** Count of all lines until now, and of those that are shown. */
  private count = 0;

  constructor(send: (line: string) => void) {
    const form = element(
      "form",
      { class: "compose" },
      element("label", { for: "console-input", class: "hidden-text" }, text.command),
      this.input,
      element("button", { class: "send" }, text.send),
    );
    this.input.placeholder = text.command;
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      const line = plain(this.input.value);
      this.input.value = "";
      if (!line) return;
      if (this.typed.at(-1) !== line) this.typed.push(line);
      if (this.typed.length > mostKept) this.typed.shift();
      this.at = this.typed.length;
      this.draft = "";
      send(line);
    });
    this.input.addEventListener("keydown", (event) => {
      const step = { ArrowUp: -1, ArrowDown: 1 }[event.key];
      if (!step) return;
      event.preventDefault();
      this.recall(step);
    });
    this.root = element("div", { class: "console-pane" }, this.log, form);
  }

  /** Shows the lines of the server. */
  show(state: State): void {
    const all = state.forgotten + state.lines.length;
    if (all === this.count) return;
    const bottom = this.log.scrollTop + this.log.clientHeight >= this.log.scrollHeight - 24;
    const fresh = state.lines.slice(Math.max(0, state.lines.length - (all - this.count)));
    this.log.append(
      ...fresh.map((line) => element("pre", { class: line.own ? "own" : null }, line.own ? `> ${line.text}` : line.text.replace(/^\n+|\n+$/g, ""))),
    );
    while (this.log.childElementCount > mostLines) this.log.firstElementChild?.remove();
    this.count = all;
    if (bottom) this.log.scrollTop = this.log.scrollHeight;
  }

  /** Forgets what was said and typed. */
  forget(): void {
    this.log.replaceChildren();
    this.typed = [];
    this.at = this.count = 0;
    this.draft = this.input.value = "";
  }

  /** Moves the focus to the field. */
  focus(): void {
    this.input.focus();
  }

  private recall(step: number): void {
    if (this.at === this.typed.length) this.draft = this.input.value;
    this.at = Math.max(0, Math.min(this.typed.length, this.at + step));
    this.input.value = this.typed[this.at] ?? this.draft;
    this.input.setSelectionRange(this.input.value.length, this.input.value.length);
  }
}
