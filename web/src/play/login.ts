import { assign, element } from "../dom";
import { alertText } from "../live";
import type { Actions } from "./actions";
import { isName } from "./commands";
import { field, isGuest } from "./pairing";
import type { State } from "./state";
import { text } from "./words";

/** Form of those who come: as guests, or with a name and a password. */
export class LoginView {
  readonly root: HTMLElement;
  private readonly name = element("input", {
    id: "login-name",
    type: "text",
    autocomplete: "username",
    autocapitalize: "off",
    spellcheck: "false",
    required: true,
    maxlength: 17,
    "aria-describedby": "login-error",
  });
  private readonly password = element("input", { id: "login-password", type: "password", autocomplete: "current-password" });
  private readonly guestName = element("input", {
    id: "guest-name",
    type: "text",
    autocomplete: "off",
    autocapitalize: "off",
    spellcheck: "false",
    maxlength: 17,
    "aria-describedby": "guest-error",
  });
  private readonly error = element("p", { id: "login-error", class: "refusal" });
  private readonly guestError = element("p", { id: "guest-error", class: "refusal" });
  private readonly waiting = element("p", { class: "waiting", role: "status" }, text.waiting);
  private readonly buttons: HTMLButtonElement[];
  private asGuest = true;
  private refusals = 0;

  constructor(private readonly actions: Actions) {
    const guest = element("button", { class: "primary" }, text.playAsGuest);
    const enter = element("button", {}, text.logIn);
    this.buttons = [guest, enter];
    const guestForm = element(
      "form",
      { class: "box", novalidate: true },
      element("h2", {}, text.asGuest),
      element("p", { class: "hint" }, text.guestHint),
      field(text.guestName, this.guestName),
      this.guestError,
      guest,
    );
    guestForm.addEventListener("submit", (event) => {
      event.preventDefault();
      this.send(true, this.guestName, this.guestError, this.guestName.value.trim() || "guest", "");
    });
    const form = element(
      "form",
      { class: "box", novalidate: true },
      element("h2", {}, text.logInTitle),
      field(text.name, this.name),
      field(text.password, this.password),
      this.error,
      // Remote servers have ways of their own.
      ...(document.querySelector("main[data-server]") ? [] : [element("p", { class: "hint" }, text.noAccount)]),
      enter,
    );
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      this.send(false, this.name, this.error, this.name.value.trim(), this.password.value);
    });
    this.root = element("div", { class: "login" }, this.waiting, guestForm, form);
  }

  /** Shows whether the server asks for a name, and what it said to the last one. */
  show(state: State): void {
    const ready = state.login === "wanted";
    for (const button of this.buttons) button.disabled = !ready;
    this.root.setAttribute("aria-busy", String(!ready));
    this.waiting.hidden = state.login !== "unknown";
    const refusal = state.refusal;
    // Another session counts anew.
    if (!refusal) this.refusals = 0;
    if (!refusal || refusal.count === this.refusals) return;
    this.refusals = refusal.count;
    const registered = this.asGuest && refusal.reason === "password";
    const said = registered ? text.registered(refusal.name) : text.refusals[refusal.reason](refusal.name || text.thisName);
    if (this.asGuest) refuse(this.guestName, this.guestError, said);
    else refuse(refusal.reason === "password" ? this.password : this.name, this.error, said);
  }

  /** Asks those who were logged in when their session was lost, whose names stand in the form. */
  lost(state: State): void {
    const guest = isGuest(state);
    (guest ? this.guestName : this.name).value = state.name;
    (guest ? this.guestError : this.error).textContent = text.sessionLost;
    alertText(text.sessionLost);
  }

  private send(asGuest: boolean, input: HTMLInputElement, error: HTMLElement, name: string, password: string): void {
    this.asGuest = asGuest;
    for (const [known, place] of [[this.name, this.error], [this.password, this.error], [this.guestName, this.guestError]] as const) {
      assign(known, { "aria-invalid": null });
      place.textContent = "";
    }
    if (!isName(name)) {
      refuse(input, error, text.refusals.name(name));
      return;
    }
    if (!asGuest && !password) {
      refuse(this.password, error, text.passwordMissing);
      return;
    }
    this.actions.login(name, password);
    this.password.value = "";
    for (const button of this.buttons) button.disabled = true;
  }
}

function refuse(input: HTMLInputElement, error: HTMLElement, said: string): void {
  error.textContent = said;
  input.setAttribute("aria-invalid", "true");
  alertText(said);
  input.focus();
}
