import { element } from "../dom";
import { choices, keep, setting, type Setting } from "../settings";
import type { Asked } from "../types/Live";
import { inLetters } from "../viewer/letters";
import { words } from "../words";
import { button, type Actions } from "./actions";
import * as commands from "./commands";
import { checkField, field, isGuest } from "./pairing";
import { reasonText } from "./phrases";
import { recordOf } from "./records";
import type { State } from "./state";
import { text } from "./words";

const pages = ["finger", "history", "stored"] as const satisfies readonly Asked[];

/** The player's account: what the server knows of them, the password, and settings of this browser. */
export class AccountView {
  readonly root: HTMLElement;
  private readonly texts = new Map<Asked, HTMLElement>();
  /** Server text shown on each page. */
  private readonly contents = new Map<Asked, string>();
  private readonly password: HTMLFormElement;
  private readonly name = element("bdi", {});
  /** Leads to the player's games and ratings, where the server lists games. */
  private readonly games = element("a", { hidden: true }, text.ownPage);
  /** Password managers want to know whose password it is. */
  private readonly user = element("input", { type: "text", autocomplete: "username", readonly: true, hidden: true });
  private readonly played: HTMLElement;
  private readonly registration: HTMLElement;
  private readonly own: HTMLElement;
  /** What the server said to the last form, beside it: a new password is shown once. */
  private readonly answer = element("p", { class: "answer", role: "status", hidden: true });

  constructor(private readonly actions: Actions) {
    const sections = pages.map((page) => {
      const shown = element("div", { class: "record-page", tabindex: 0, role: "region", "aria-label": text.pages[page] });
      this.texts.set(page, shown);
      return element("section", { class: "box" }, element("h2", {}, text.pages[page]), shown);
    });
    this.password = this.passwordForm();
    this.registration = this.registerForm();
    this.played = element("div", { class: "account-pages" }, ...sections);
    const logOut = button(text.logOut, () => {
      this.own.append(this.answer);
      actions.line("quit");
    });
    this.own = element("section", { class: "box" }, element("h2", {}, this.name), element("div", { class: "row-acts" }, logOut, this.games));
    this.root = element(
      "div",
      { class: "account" },
      element(
        "div",
        { class: "account-forms" },
        this.own,
        this.registration,
        settingsForm(),
        this.password,
      ),
      element("div", { class: "account-pages" }, this.played, keysHelp()),
    );
  }

  /** Shows the pages of the server. */
  show(state: State): void {
    this.name.textContent = state.name;
    this.games.hidden = !document.querySelector('.site-head a[href$="/games"]');
    this.games.setAttribute("href", `/players?name=${encodeURIComponent(state.name)}`);
    this.user.value = state.name;
    this.password.hidden = isGuest(state);
    this.registration.hidden = !isGuest(state);
    for (const [page, target] of this.texts) {
      const content = state.pages[page]?.replace(/^\n*.* (of|for) .*:\n+|^\n+|\n+$/g, "") ?? "";
      if (this.contents.get(page) !== content) target.replaceChildren(...recordOf(content));
      this.contents.set(page, content);
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
    const [, secret] = /^You are now a registered player\.\nYour password is "(.+)"/.exec(said) ?? [];
    const isDone = secret !== undefined || said.startsWith("Password changed");
    this.answer.textContent = secret === undefined ? reasonText(said) : text.registeredNow(secret);
    this.answer.classList.toggle("done", isDone);
    this.answer.hidden = false;
    if (isDone) this.password.reset();
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
      this.own.append(this.answer);
      this.actions.line(line);
    });
    return form;
  }

  private passwordForm(): HTMLFormElement {
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
        form.append(this.answer);
        this.actions.line(line);
      }
    });
    return form;
  }
}

function passwordField(id: string, autocomplete: "current-password" | "new-password"): HTMLInputElement {
  return element("input", { id, type: "password", autocomplete, required: true, "aria-describedby": "password-error" });
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
