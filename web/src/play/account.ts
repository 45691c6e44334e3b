import { element } from "../dom";
import { choices, keep, setting, type Setting } from "../settings";
import type { Asked } from "../types/Live";
import { inLetters } from "../viewer/letters";
import { words } from "../words";
import { button, type Actions } from "./actions";
import * as commands from "./commands";
import { checkField, field, isGuest } from "./pairing";
import type { State } from "./state";
import { text } from "./words";

const pages = ["finger", "history", "stored"] as const satisfies readonly Asked[];

/** The player's account: what the server knows of them, the password, and settings of this browser. */
export class AccountView {
  readonly root: HTMLElement;
  private readonly texts = new Map<Asked, HTMLElement>();
  private readonly password: HTMLElement;
  private readonly name = element("bdi", {});
  /** Leads to the player's games and ratings, where the server lists games. */
  private readonly own = element("a", { hidden: true }, text.ownPage);
  /** Password managers want to know whose password it is. */
  private readonly user = element("input", { type: "text", autocomplete: "username", readonly: true, hidden: true });
  private readonly played: HTMLElement;
  private readonly registration: HTMLElement;
  /** What the server said to the last form: a new password is shown once. */
  private readonly answer = element("p", { class: "box answer", role: "status", hidden: true });

  constructor(private readonly actions: Actions) {
    const sections = pages.map((page) => {
      const shown = element("pre", { class: "server-page", tabindex: 0, role: "region", "aria-label": text.pages[page] });
      this.texts.set(page, shown);
      return element("section", { class: "box" }, element("h2", {}, text.pages[page]), shown);
    });
    this.password = this.passwordForm();
    this.registration = this.registerForm();
    this.played = element("div", { class: "account-pages" }, ...sections);
    this.root = element(
      "div",
      { class: "account" },
      element(
        "div",
        { class: "account-forms" },
        element("section", { class: "box" }, element("h2", {}, this.name), this.own, button(text.logOut, () => void actions.line("quit"))),
        this.answer,
        this.registration,
        settingsForm(),
        bughouseCheck(actions),
        this.password,
      ),
      element("div", { class: "account-pages" }, this.played, keysHelp()),
    );
  }

  /** Shows the pages of the server. */
  show(state: State): void {
    this.name.textContent = state.name;
    this.own.hidden = !document.querySelector('.site-head a[href$="/games"]');
    this.own.setAttribute("href", `/players?name=${encodeURIComponent(state.name)}`);
    this.user.value = state.name;
    this.password.hidden = isGuest(state);
    this.registration.hidden = !isGuest(state);
    for (const [page, target] of this.texts) {
      const content = state.pages[page]?.replace(/^\n+|\n+$/g, "") ?? "";
      if (target.textContent !== content) target.textContent = content;
      const section = target.parentElement;
      // Guests have no games that the server keeps.
      if (section) section.hidden = isGuest(state) && page === "stored";
    }
  }

  /** Asks the server for its pages. */
  opened(): void {
    for (const page of pages) this.actions.ask(page);
  }

  /** Forgets what was filled in and answered. */
  forget(): void {
    for (const form of this.root.querySelectorAll("form")) form.reset();
    this.answer.hidden = true;
    this.answer.textContent = "";
  }

  /** Shows what the server says to what was done here. */
  answered(said: string): void {
    if (!said) return;
    this.answer.textContent = said;
    this.answer.hidden = false;
  }

  private registerForm(): HTMLElement {
    const email = element("input", { id: "register-email", type: "email", autocomplete: "email", required: true });
    const name = element("input", { id: "register-name", type: "text", autocomplete: "name", required: true, maxlength: 80 });
    const error = element("p", { class: "refusal", role: "alert" });
    const form = element(
      "form",
      { class: "box", novalidate: true },
      element("h2", {}, text.registerTitle),
      element("p", { class: "hint" }, text.registerHint),
      field(text.email, email),
      field(text.realName, name),
      error,
      element("button", { class: "primary" }, text.register),
    );
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      const line = commands.register(this.name.textContent ?? "", email.value.trim(), name.value);
      error.textContent = line ? "" : text.registerRule;
      this.actions.line(line);
    });
    return form;
  }

  private passwordForm(): HTMLElement {
    const old = passwordField("password-old", "current-password");
    const fresh = passwordField("password-new", "new-password");
    const again = passwordField("password-again", "new-password");
    const error = element("p", { id: "password-error", class: "refusal", role: "alert" });
    const form = element(
      "form",
      { class: "box", novalidate: true },
      element("h2", {}, text.changePassword),
      this.user,
      field(text.oldPassword, old),
      field(text.newPassword, fresh),
      field(text.againPassword, again),
      error,
      element("button", {}, text.change),
    );
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      const line = commands.password(old.value, fresh.value);
      if (fresh.value !== again.value) error.textContent = text.passwordsDiffer;
      else if (!line) error.textContent = text.passwordRule;
      else {
        error.textContent = "";
        this.actions.line(line);
        form.reset();
      }
    });
    return form;
  }
}

function passwordField(id: string, autocomplete: "current-password" | "new-password"): HTMLInputElement {
  return element("input", { id, type: "password", autocomplete, required: true, "aria-describedby": "password-error" });
}

function bughouseCheck(actions: Actions): HTMLElement {
  const input = element("input", { id: "play-bughouse", type: "checkbox" });
  input.checked = setting("bughouse") === "on";
  input.addEventListener("change", () => {
    keep("bughouse", input.checked ? "on" : "off");
    actions.line(commands.openForBughouse(input.checked));
  });
  return checkField(text.bugopen, input);
}

function settingsForm(): HTMLElement {
  return element(
    "section",
    { class: "box" },
    element("h2", {}, words.settings),
    check("playing", words.sounds, "on", "off"),
    check("resign", text.confirmResign, "ask", "once"),
    check("ahead", text.premoves, "on", "off"),
    check("letters", words.letters, "on", "off"),
    select("moving", text.moving, text.movings),
    select("queen", text.autoQueen, text.queens),
    select("tenths", text.tenths, text.tenthsChoices),
  );
}

function check(name: Setting, label: string, on: string, off: string): HTMLElement {
  const input = element("input", { id: `play-${name}`, type: "checkbox" });
  input.checked = setting(name) === on;
  input.addEventListener("change", () => keep(name, input.checked ? on : off));
  return checkField(label, input);
}

function select(name: "queen" | "tenths" | "moving", label: string, labels: Record<string, string>): HTMLElement {
  const options = choices[name].map((value) => element("option", { value }, labels[value] ?? value));
  const input = element("select", { id: `play-${name}` }, ...options);
  input.value = setting(name);
  input.addEventListener("change", () => keep(name, input.value));
  return field(label, input);
}

function keysHelp(): HTMLElement {
  const lines = text.keys.map(([key, does]) => element("div", {}, element("dt", {}, element("kbd", {}, key)), element("dd", {}, does)));
  return element(
    "section",
    { class: "box" },
    element("h2", {}, text.keysTitle),
    element("dl", { class: "key-help" }, ...lines),
    element("p", { class: "hint" }, text.typedHelp(inLetters("N"), inLetters("Q"))),
  );
}
