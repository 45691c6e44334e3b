import { assign, element } from "../dom";
import { keep } from "../settings";
import { button, keyed, type Actions } from "./actions";
import * as commands from "./commands";
import { describeSeek, doingText, markTitle, termParts } from "./phrases";
import { SeekGraph } from "./graph";
import { checkField } from "./pairing";
import { sameName, type State } from "./state";
import type { AdjournedRow, GameRow, PlayerRow, Seek } from "../types/Live";
import { text } from "./words";

/** A table with a heading, and a sentence where it has no rows. */
class List {
  readonly root: HTMLElement;
  readonly body = element("tbody", {});
  readonly head: HTMLElement;
  private readonly table: HTMLElement;
  private readonly none: HTMLElement;

  constructor(name: string, title: string, none: string, columns: string[], ...tools: HTMLElement[]) {
    this.none = element("p", { class: "hint none" }, none);
    this.table = element(
      "div",
      { class: "scroll table", role: "region", "aria-label": title, tabindex: 0 },
      element(
        "table",
        {},
        element("thead", {}, element("tr", {}, ...columns.map((column) => element("th", { scope: "col" }, column)))),
        this.body,
      ),
    );
    this.head = element("div", { class: "list-head" }, element("h2", {}, title), ...tools);
    this.root = element("section", { class: `list ${name}` }, this.head, this.none, this.table);
  }

  count(rows: number): void {
    this.none.hidden = rows > 0;
    this.table.hidden = rows === 0;
  }
}

/** Open seeks: as a table, and as a graph over times and ratings. */
export class SeekList {
  readonly root: HTMLElement;
  private readonly list: List;
  private readonly graph: SeekGraph;
  private shown: State["seeks"] | null = null;

  constructor(private readonly actions: Actions) {
    const view = (graph: boolean, label: string): HTMLButtonElement =>
      button(label, () => this.choose(graph));
    const choice = element("div", { class: "choice", role: "group", "aria-label": text.view }, view(false, text.asList), view(true, text.asGraph));
    this.list = new List("seeks", text.seeks, text.noSeeks, [text.player, text.kind, text.action], choice);
    this.graph = new SeekGraph((seek) => this.answer(seek));
    this.list.root.append(this.graph.root);
    this.root = this.list.root;
    this.choose(false);
  }

  /** Shows the seeks. */
  show(state: State): void {
    if (state.seeks === this.shown) return;
    this.shown = state.seeks;
    const own = (seek: Seek): boolean => sameName(seek.name, state.name);
    const seeks = [...state.seeks.values()].toSorted((a, b) => Number(own(b)) - Number(own(a)) || a.index - b.index);
    this.list.count(seeks.length);
    keyed(
      this.list.body,
      seeks,
      // A changed seek keeps its number.
      (seek) => JSON.stringify([seek, own(seek)]),
      (seek) =>
        element(
          "tr",
          { class: own(seek) ? "own" : null },
          element("th", { scope: "row" }, ...player(seek.name, seek.rating, own(seek) ? text.you : seek.computer ? text.computer : "")),
          element("td", {}, ...terms(seek, seek.side ? text.wantsSide[seek.side] : "")),
          element("td", {}, this.act(seek, own(seek))),
        ),
    );
    this.graph.show(seeks, own);
  }

  private act(seek: Seek, own: boolean): HTMLElement {
    const made = own
      ? button(text.withdraw, () => void this.actions.line(commands.numbered("unseek", seek.index)))
      : button(seek.manual ? text.ask : text.play, () => this.answer(seek));
    assign(made, { "aria-label": `${made.textContent ?? ""}: ${describeSeek(seek)}` });
    return made;
  }

  private answer(seek: Seek): void {
    this.actions.line(commands.numbered("play", seek.index));
  }

  private choose(graph: boolean): void {
    this.root.classList.toggle("as-graph", graph);
    const [asList, asGraph] = this.root.querySelectorAll(".choice button");
    asList?.setAttribute("aria-pressed", String(!graph));
    asGraph?.setAttribute("aria-pressed", String(graph));
    this.graph.place();
  }
}

/** Games in progress. */
export class GameList {
  readonly root: HTMLElement;
  private readonly list: List;
  private shown: State["gameRows"] = null;

  constructor(private readonly actions: Actions) {
    this.list = new List("games-now", text.gamesNow, text.noGames, [text.playersOf, text.kind, text.action]);
    this.root = this.list.root;
    this.list.count(0);
  }

  /** Shows the games. */
  show(state: State): void {
    if (state.gameRows === this.shown) return;
    this.shown = state.gameRows;
    const rows = state.gameRows ?? [];
    this.list.count(rows.length);
    keyed(
      this.list.body,
      rows,
      (row) => JSON.stringify({ ...row, move_number: 0 }),
      (row) => this.row(row),
      (target, row) => {
        const place = target.querySelector(".move-number");
        if (place) place.textContent = ` · ${text.moveNumber(row.move_number)}`;
      },
    );
  }

  private row(row: GameRow): HTMLElement {
    const watch = button(text.watch, () => this.actions.watch(row.game));
    assign(watch, { "aria-label": `${text.watch}: ${row.white} – ${row.black}` });
    return element(
      "tr",
      {},
      element("th", { scope: "row" }, ...player(row.white, row.white_rating), " – ", ...player(row.black, row.black_rating)),
      element("td", {}, ...terms(row, row.examined ? text.examined : ""), element("span", { class: "move-number" })),
      element("td", {}, row.private ? text.private : watch),
    );
  }
}

/** The player's adjourned games; nothing is shown if there are none. */
export class AdjournedList {
  readonly root: HTMLElement;
  private readonly list: List;
  private shown: State["adjourned"] = [];

  constructor(private readonly actions: Actions) {
    this.list = new List("adjourned", text.pages.stored, "", [text.opponent, text.kind, text.action]);
    this.root = this.list.root;
    this.root.hidden = true;
  }

  /** Shows the games. */
  show({ adjourned }: State): void {
    if (adjourned === this.shown) return;
    this.shown = adjourned;
    this.root.hidden = adjourned.length === 0;
    this.list.count(adjourned.length);
    keyed(this.list.body, adjourned, (row) => JSON.stringify(row), (row) => this.row(row));
  }

  private row(row: AdjournedRow): HTMLElement {
    // The server goes on with the game if the same two play again.
    const resume = button(text.resume, () => void this.actions.line(commands.named("match", row.opponent)));
    assign(resume, { "aria-label": `${text.resume}: ${row.opponent}` });
    return element(
      "tr",
      {},
      element("th", { scope: "row" }, ...player(row.opponent, "", row.online ? text.online : "")),
      element("td", {}, ...terms(row, [text.youHave[row.side], text.moveNumber(row.move_number)].join(" · "))),
      element("td", {}, row.online ? resume : text.notOnline),
    );
  }
}

/** Players online. */
export class PlayerList {
  readonly root: HTMLElement;
  private readonly list: List;
  private shown: State["playerRows"] = null;
  private partner: string | null = null;
  private readonly bugopen = element("input", { id: "play-bughouse", type: "checkbox" });

  constructor(private readonly actions: Actions) {
    this.bugopen.addEventListener("change", () => {
      keep("bughouse", this.bugopen.checked ? "on" : "off");
      actions.line(commands.openForBughouse(this.bugopen.checked));
    });
    this.list = new List("players-on", text.players, text.noPlayers, [text.player, text.action], checkField(text.bugopen, this.bugopen));
    this.root = this.list.root;
    this.list.count(0);
  }

  /** Shows the players. */
  show(state: State): void {
    this.bugopen.checked = state.bugopen;
    if (state.playerRows === this.shown && state.partner === this.partner) return;
    this.shown = state.playerRows;
    this.partner = state.partner;
    const rows = state.playerRows ?? [];
    this.list.count(rows.length);
    keyed(this.list.body, rows, (row) => JSON.stringify([row, sameName(row.name, state.partner ?? "")]), (row) => this.row(row, state));
  }

  private row(row: PlayerRow, state: State): HTMLElement {
    const own = sameName(row.name, state.name);
    const named = (label: string, act: () => void): HTMLButtonElement => {
      const made = button(label, act);
      assign(made, { "aria-label": `${label}: ${row.name}` });
      return made;
    };
    const { actions } = this;
    const acts = own || !commands.isName(row.name)
      ? []
      : [
          ...(row.doing === "closed" ? [] : [named(text.challenge, () => actions.challenge(row.name))]),
          named(text.write, () => actions.messageTo(row.name)),
          ...(row.doing === "playing" ? [named(text.watch, () => actions.watch(row.name))] : []),
          ...(sameName(row.name, state.partner ?? "") ? [] : [named(text.bePartner, () => void actions.line(commands.named("partner", row.name)))]),
        ];
    const marks = [own ? text.you : "", sameName(row.name, state.partner ?? "") ? text.partner : "", doingText(row)].filter(Boolean);
    return element(
      "tr",
      { class: own ? "own" : null },
      element("th", { scope: "row" }, ...player(row.name + row.titles.replace("(U)", ""), row.rating, marks.join(", "))),
      element("td", {}, element("div", { class: "row-acts" }, ...acts)),
    );
  }
}

function terms(of: Seek | GameRow | AdjournedRow, more: string): (Node | string)[] {
  const [times = "", ...rest] = termParts(of);
  return [element("strong", {}, times), " ", [...rest, more].filter(Boolean).join(" · ")];
}

function player(name: string, rating: string, mark = ""): (Node | string)[] {
  return [
    element("bdi", {}, name),
    " ",
    element("span", { class: "rating", title: markTitle(rating) }, markTitle(rating) ? text.noRating : rating),
    ...(mark ? [" ", element("span", { class: "mark" }, mark)] : []),
  ];
}
