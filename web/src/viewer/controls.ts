import { assign, element } from "../dom";
import { say } from "../live";
import { keep, setting, type Setting } from "../settings";
import { words } from "../words";
import { icon, type Icon } from "./icons";

/** What the buttons do. */
export interface Actions {
  first(): void;
  back(): void;
  play(): void;
  next(): void;
  last(): void;
  flip(): void;
  fen(): string;
  link(): string;
}

/** Buttons under the moves, and a line with the current move in words. */
export class Controls {
  readonly root: HTMLElement;
  private readonly sentence: HTMLElement;
  private readonly value: HTMLElement;
  private readonly buttons: Record<"first" | "back" | "play" | "next" | "last", HTMLButtonElement>;

  constructor(actions: Actions) {
    this.sentence = element("span", { class: "sentence" });
    this.value = element("span", { class: "value" });
    const make = (name: Exclude<Icon, "pause" | "menu">): HTMLButtonElement => {
      const button = element("button", { type: "button", class: name, "aria-label": words[name], title: words[name] }, icon(name));
      button.addEventListener("click", () => actions[name]());
      return button;
    };
    this.buttons = {
      first: make("first"),
      back: make("back"),
      play: make("play"),
      next: make("next"),
      last: make("last"),
    };
    this.root = element(
      "div",
      { class: "bar" },
      element("p", { class: "position" }, this.sentence, this.value),
      element("div", { class: "buttons" }, ...Object.values(this.buttons), make("flip"), menu(actions)),
    );
  }

  /** Shows where in the game the viewer is. Buttons that lead nowhere keep the focus. */
  show(sentence: string, language: string, value: string, start: boolean, end: boolean): void {
    this.sentence.textContent = sentence;
    assign(this.sentence, { lang: language || null });
    this.value.textContent = value;
    for (const [name, off] of [["first", start], ["back", start], ["next", end], ["last", end], ["play", start && end]] as const) {
      this.buttons[name].setAttribute("aria-disabled", String(off));
    }
  }

  /** Shows whether the moves are being played. */
  playing(running: boolean): void {
    const label = running ? words.pause : words.play;
    this.buttons.play.setAttribute("aria-label", label);
    this.buttons.play.title = label;
    this.buttons.play.replaceChildren(icon(running ? "pause" : "play"));
  }
}

function menu(actions: Actions): HTMLElement {
  const summary = element("summary", { "aria-label": words.menu, title: words.menu }, icon("menu"));
  const items = element(
    "div",
    { class: "menu-items" },
    copyButton(words.copyFen, actions.fen),
    copyButton(words.copyLink, actions.link),
    toggle("list", "inline", "columns", words.inline),
    toggle("sounds", "on", "off", words.sounds),
    toggle("letters", "on", "off", words.letters),
    element("ul", { class: "keys" }, ...words.keys.split(" · ").map((key) => element("li", {}, key))),
  );
  const root = element("details", { class: "menu" }, summary, items);
  root.addEventListener("keydown", (event) => {
    if (event.key !== "Escape" || !root.open) return;
    event.stopPropagation();
    root.open = false;
    summary.focus();
  });
  document.addEventListener("click", (event) => {
    if (root.open && !root.contains(event.target as Node)) root.open = false;
  });
  return root;
}

function copyButton(label: string, text: () => string): HTMLButtonElement {
  const button = element("button", { type: "button" }, label);
  button.addEventListener("click", () => {
    void copy(text()).then((done) => {
      const result = done ? words.copied : words.notCopied;
      say(result);
      button.textContent = result;
      setTimeout(() => (button.textContent = label), 1500);
    });
  });
  return button;
}

async function copy(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    // Files and pages without TLS have no clipboard: copy a selection instead.
    const field = element("textarea", { class: "hidden-text", "aria-hidden": "true" });
    field.value = text;
    document.body.append(field);
    field.select();
    const done = document.execCommand("copy");
    field.remove();
    return done;
  }
}

function toggle(name: Setting, on: string, off: string, label: string): HTMLButtonElement {
  const button = element("button", { type: "button", "aria-pressed": String(setting(name) === on) }, label);
  button.addEventListener("click", () => {
    const value = setting(name) === on ? off : on;
    keep(name, value);
    button.setAttribute("aria-pressed", String(value === on));
  });
  return button;
}
