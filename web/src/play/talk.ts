import { element } from "../dom";
import type { Way } from "../types/Live";
import { button, type Actions } from "./actions";
import * as commands from "./commands";
import { isGuest } from "./pairing";
import { markTitle } from "./phrases";
import { plays, type Game, type State, type Talk } from "./state";
import { text } from "./words";

const filters = ["all", "game", "tells", "channels"] as const;
type Filter = (typeof filters)[number];

const shownBy: Record<Filter, ReadonlySet<Way>> = {
  all: new Set(["tell", "say", "partner", "kibitz", "whisper", "channel", "shout", "announcement"]),
  game: new Set(["say", "partner", "kibitz", "whisper"]),
  tells: new Set(["tell", "say", "partner"]),
  channels: new Set(["channel", "shout", "announcement"]),
};

// Opponents may have other languages: the buttons have the page's words, and say the English ones.
const usualWords = ["Hi", "Good luck", "Good game", "Thanks"];

/** Talk: what is said to the player, in games and in channels, and a field to answer. */
export class TalkPane {
  readonly root: HTMLElement;
  private readonly log = element("div", { class: "log", role: "log", "aria-label": text.talk, tabindex: 0 });
  private readonly to = element("select", { id: "talk-to" });
  private readonly input = element("input", { id: "talk-input", type: "text", autocomplete: "off", maxlength: 400 });
  private readonly buttons = new Map<Filter, HTMLButtonElement>();
  private filter: Filter = "all";
  private shown: readonly Talk[] = [];
  /** Players with whom one talks, the last one first. */
  private names: string[] = [];
  private game: Game | null = null;
  private options = "none yet";
  private state: State | null = null;

  constructor(private readonly actions: Actions) {
    const choices = element("div", { class: "filters", role: "group", "aria-label": text.filter });
    for (const filter of filters) {
      const made = element("button", { type: "button", "aria-pressed": String(filter === "all") }, text.filters[filter]);
      made.addEventListener("click", () => this.choose(filter));
      this.buttons.set(filter, made);
      choices.append(made);
    }
    const form = element(
      "form",
      { class: "compose" },
      element("label", { for: "talk-to", class: "hidden-text" }, text.sayTo),
      this.to,
      element("label", { for: "talk-input", class: "hidden-text" }, text.message),
      this.input,
      element("button", { class: "send" }, text.send),
    );
    this.input.placeholder = text.message;
    const usual = element("div", { class: "usual", role: "group", "aria-label": text.quickTells });
    usualWords.forEach((said, index) => {
      const made = button(text.usual[index] ?? said, () => this.say(said));
      made.title = said;
      usual.append(made);
    });
    form.prepend(usual);
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      this.send();
    });
    this.root = element("div", { class: "talk-pane" }, choices, this.log, form);
  }

  /** Shows what was said, for the game that is on the page. */
  show(state: State, game: Game | null): void {
    this.game = game;
    this.state = state;
    if (state.talk !== this.shown) this.write(state.talk);
    this.offer(state);
  }

  /** Forgets what was said and to whom. */
  forget(): void {
    this.log.replaceChildren();
    this.shown = [];
    this.names = [];
    this.input.value = "";
  }

  /** Prepares a message to a player. */
  writeTo(name: string): void {
    if (!commands.isName(name)) return;
    this.remember(name);
    if (this.state) this.offer(this.state);
    this.to.value = `tell ${name}`;
    this.input.focus();
  }

  private choose(filter: Filter): void {
    this.filter = filter;
    for (const [name, made] of this.buttons) made.setAttribute("aria-pressed", String(name === filter));
    this.log.dataset["filter"] = filter;
    for (const child of this.log.children) (child as HTMLElement).hidden = !this.fits((child as HTMLElement).dataset["way"] as Way);
    this.log.scrollTop = this.log.scrollHeight;
  }

  private fits(way: Way): boolean {
    return shownBy[this.filter].has(way);
  }

  private write(talk: readonly Talk[]): void {
    const bottom = this.log.scrollTop + this.log.clientHeight >= this.log.scrollHeight - 24;
    const known = new Set(this.shown);
    const gone = this.shown.length > 0 && !talk.includes(this.shown[0] as Talk);
    // The oldest go when there are many; a session that begins anew has none.
    if (gone || talk.length === 0) {
      this.log.replaceChildren();
      known.clear();
    }
    for (const said of talk) {
      if (known.has(said)) continue;
      const line = element(
        "p",
        { class: said.own ? "said own" : "said", "data-way": said.way },
        // To whom one speaks says how.
        ...(said.to ? [] : [element("span", { class: "way" }, wayText(said)), " "]),
        element("bdi", { class: "from", title: markTitle(said.titles) }, said.to ? `→ ${said.to}` : `${said.from}${said.titles}`),
        " ",
        element("bdi", { class: "text" }, said.text),
      );
      line.hidden = !this.fits(said.way);
      this.log.append(line);
      if (said.way === "tell" && !said.own && commands.isName(said.from)) this.remember(said.from);
    }
    this.shown = talk;
    if (bottom) this.log.scrollTop = this.log.scrollHeight;
  }

  private remember(name: string): void {
    this.names = [name, ...this.names.filter((known) => known !== name)].slice(0, 8);
  }

  private offer(state: State): void {
    const game = this.game;
    const options: [value: string, label: string][] = [["", text.chooseReceiver]];
    if (game && plays(game)) {
      options.push(["say", text.toOpponent(game.board[game.board.relation === "white" ? "black" : "white"].name)]);
    }
    if (game && !game.result) {
      if (state.partner) options.push(["partner", text.toPartner(state.partner)]);
      options.push([`kibitz ${game.number}`, text.toAll], [`whisper ${game.number}`, text.toObservers]);
    }
    for (const name of this.names) options.push([`tell ${name}`, name]);
    for (const channel of channels(state)) options.push([`channel ${channel}`, text.channel(channel)]);
    // The server does not take it from guests.
    if (!isGuest(state)) options.push(["shout", text.toEverybody]);
    const key = JSON.stringify(options);
    if (key === this.options) return;
    this.options = key;
    const chosen = this.to.value;
    this.to.replaceChildren(...options.map(([value, label]) => element("option", { value }, label)));
    // Nobody means to shout who does not choose it.
    const [, first] = options;
    const usual = first && first[0] !== "shout" ? first[0] : "";
    this.to.value = chosen && options.some(([value]) => value === chosen) ? chosen : usual;
  }

  private send(): void {
    if (this.say(this.input.value)) this.input.value = "";
  }

  private say(words: string): boolean {
    const said = commands.plain(words);
    const [way = "", where = ""] = this.to.value.split(" ");
    const to = receiver(way, where);
    if (!to) this.to.focus();
    if (!said || !to) return false;
    return this.actions.line(commands.talk(to, said));
  }
}

function receiver(way: string, where: string): commands.To | null {
  switch (way) {
    case "say":
    case "partner":
    case "shout":
      return { way };
    case "kibitz":
    case "whisper":
      return { way, game: Number(where) };
    case "tell":
      return { way, name: where };
    case "channel":
      return { way, channel: Number(where) };
    default:
      return null;
  }
}

function channels(state: State): number[] {
  const heard = state.talk.flatMap(({ way, place }) => (way === "channel" && place !== null ? [place] : []));
  return [...new Set(heard)].slice(-5);
}

function wayText({ way, place }: Talk): string {
  return place === null || way === "say" ? text.ways[way] : `${text.ways[way]} ${place}`;
}
