import { element } from "../dom";
import type { Side } from "../types/Live";
import { words } from "../words";
import { button, type Actions } from "./actions";
import * as commands from "./commands";
import { timesText } from "./phrases";
import type { State } from "./state";
import { text } from "./words";

const quick = [
  [1, 0],
  [2, 1],
  [3, 0],
  [3, 2],
  [5, 0],
  [5, 3],
  [10, 0],
  [10, 5],
  [15, 10],
  [30, 0],
] as const;

/** Ways to a game: buttons for usual times, a seek with its own terms, and a challenge. */
export class Pairing {
  readonly root: HTMLElement;
  private guest = true;
  private readonly terms: TermsForm;
  private readonly opponent: HTMLInputElement;
  private readonly seekForm: HTMLFormElement;
  private readonly challengeForm: HTMLFormElement;
  private readonly challengeTerms: TermsForm;
  private readonly details: HTMLDetailsElement[];

  constructor(private readonly actions: Actions) {
    const tiles = element("div", { class: "tiles" });
    for (const [minutes, increment] of quick) {
      const tile = button("", () => this.quick(minutes, increment));
      const speed = text.kinds[speedOf(minutes, increment)];
      tile.append(element("strong", {}, timesText(minutes, increment)), " ", element("span", {}, speed));
      tiles.append(tile);
    }
    this.terms = new TermsForm("seek", true);
    this.challengeTerms = new TermsForm("match", false);
    this.opponent = element("input", {
      id: "match-name",
      type: "text",
      required: true,
      autocomplete: "off",
      autocapitalize: "off",
      spellcheck: "false",
      pattern: "[A-Za-z]{3,17}",
      maxlength: 17,
      title: text.nameRule,
    });
    this.seekForm = form([this.terms.root], text.seek, () => this.seek());
    this.challengeForm = form([field(text.opponent, this.opponent), this.challengeTerms.root], text.challenge, () => this.challenge());
    this.details = [
      element("details", { class: "box" }, element("summary", {}, text.customSeek), this.seekForm),
      element("details", { class: "box" }, element("summary", {}, text.challengePlayer), this.challengeForm),
    ];
    this.root = element("section", { class: "pairing" }, element("h2", {}, text.quickPairing), tiles, ...this.details);
  }

  /** Shows the forms as they are for the player: guests play unrated. */
  show(state: State): void {
    const guest = isGuest(state);
    if (guest === this.guest && this.root.dataset["ready"]) return;
    this.guest = guest;
    this.root.dataset["ready"] = "yes";
    this.terms.guest(guest);
    this.challengeTerms.guest(guest);
  }

  /** Prepares a challenge to a player. */
  to(name: string): void {
    const details = this.details[1];
    if (details) details.open = true;
    this.opponent.value = name;
    details?.scrollIntoView({ block: "nearest" });
    this.challengeTerms.focus();
  }

  private quick(minutes: number, increment: number): void {
    this.actions.line(commands.seek({ minutes, increment, rated: !this.guest, side: null, kind: "chess" }, null, false));
  }

  private seek(): boolean {
    const { from, to } = this.terms.range();
    const any = from === 0 && to === 9999;
    return this.actions.line(commands.seek(this.terms.read(), any ? null : { from, to }, this.terms.manual()));
  }

  private challenge(): boolean {
    return this.actions.line(commands.match(this.opponent.value.trim(), this.challengeTerms.read()));
  }
}

/** Returns true if the player is not registered. */
export function isGuest(state: State): boolean {
  return state.titles.includes("U");
}

/** Terms of a game in fields. */
class TermsForm {
  readonly root: HTMLElement;
  private readonly minutes: HTMLInputElement;
  private readonly increment: HTMLInputElement;
  private readonly rated: HTMLInputElement;
  private readonly side: HTMLSelectElement;
  private readonly kind: HTMLSelectElement;
  private readonly from: HTMLInputElement;
  private readonly to: HTMLInputElement;
  private readonly byHand: HTMLInputElement;
  private readonly note = element("p", { class: "hint" }, text.guestsUnrated);

  constructor(name: string, seeks: boolean) {
    const number = (part: string, value: number, most: number): HTMLInputElement =>
      element("input", { id: `${name}-${part}`, type: "number", min: 0, max: most, step: 1, required: true, value, inputmode: "numeric" });
    const select = (part: string, options: [value: string, label: string][]): HTMLSelectElement =>
      element("select", { id: `${name}-${part}` }, ...options.map(([value, label]) => element("option", { value }, label)));
    const check = (part: string): HTMLInputElement => element("input", { id: `${name}-${part}`, type: "checkbox" });
    this.minutes = number("minutes", 5, 600);
    this.increment = number("increment", 3, 600);
    this.rated = check("rated");
    this.rated.checked = true;
    this.side = select("side", [["", text.anySide], ["white", words.sides.white], ["black", words.sides.black]]);
    const kinds = [...commands.kinds, ...(seeks ? [] : ["bughouse" as const])];
    this.kind = select("kind", kinds.map((kind) => [kind, text.kinds[kind === "wild fr" ? "wild/fr" : kind]]));
    this.from = number("from", 0, 9999);
    this.to = number("to", 9999, 9999);
    this.byHand = check("manual");
    this.root = element(
      "div",
      { class: "fields" },
      field(text.minutes, this.minutes),
      field(text.increment, this.increment),
      field(text.kind, this.kind),
      field(text.side, this.side),
      ...(seeks ? [field(text.ratingFrom, this.from), field(text.ratingTo, this.to)] : []),
      checkField(text.ratedGame, this.rated),
      ...(seeks ? [checkField(text.manual, this.byHand)] : []),
      this.note,
    );
  }

  guest(guest: boolean): void {
    this.rated.disabled = guest;
    this.rated.checked = !guest;
    this.note.hidden = !guest;
  }

  read(): commands.Terms {
    return {
      minutes: this.minutes.valueAsNumber,
      increment: this.increment.valueAsNumber,
      rated: this.rated.checked,
      side: this.side.value === "white" || this.side.value === "black" ? (this.side.value satisfies Side) : null,
      kind: ([...commands.kinds, "bughouse"] as const).find((kind) => kind === this.kind.value) ?? "chess",
    };
  }

  range(): { from: number; to: number } {
    return { from: this.from.valueAsNumber, to: this.to.valueAsNumber };
  }

  manual(): boolean {
    return this.byHand.checked;
  }

  focus(): void {
    this.minutes.focus();
  }
}

/** Creates a field with its label. */
export function field(label: string, input: HTMLElement): HTMLElement {
  return element("div", { class: "field" }, element("label", { for: input.id }, label), input);
}

/** Creates a check box with its label. */
export function checkField(label: string, input: HTMLElement): HTMLElement {
  return element("div", { class: "field check" }, input, element("label", { for: input.id }, label));
}

function form(parts: HTMLElement[], label: string, act: () => boolean): HTMLFormElement {
  const made = element("form", {}, ...parts, element("button", { class: "primary" }, label));
  made.addEventListener("submit", (event) => {
    event.preventDefault();
    act();
  });
  return made;
}

/** Category of a game of chess by its times, as the server reckons: 40 increments are added. */
function speedOf(minutes: number, increment: number): "lightning" | "blitz" | "standard" {
  const expected = minutes * 60 + 40 * increment;
  return expected < 180 ? "lightning" : expected < 900 ? "blitz" : "standard";
}
