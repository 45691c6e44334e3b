import { assign, element } from "../dom";
import { alertText, sayNews } from "../live";
import type { Asked, News, Offer } from "../types/Live";
import { keep, setting } from "../settings";
import { turnOf } from "../viewer/fen";
import { words } from "../words";
import { AccountView } from "./account";
import { button, iconButton, keyed, offerBox, type Actions, type View } from "./actions";
import { Alarm, lowTime, remaining, timed } from "./clock";
import { isQuit, named, numbered, openForBughouse } from "./commands";
import { Connection, inBrowser, type Numbered, type Status, type Unnumbered } from "./connection";
import { Dock } from "./dock";
import { notice } from "./effects";
import { GameView } from "./game";
import { LobbyView } from "./lobby";
import { LoginView } from "./login";
import { isGuest } from "./pairing";
import { markTitle, reasonText, shownResult } from "./phrases";
import { sound } from "./sounds";
import { after, followed, gameOf, lastOfPartner, otherBoard, nothing, ownGame, plays, remains, sameName, withLines, withoutGame, withRefusedMove, type Game, type State } from "./state";
import { text } from "./words";

const listsEvery = 10_000;
/** Least time between lists of players where many come and go. */
const playersEvery = 1000;
const noticeFor = 7000;
/** Answers to commands that only say what the page shows. */
const expected =
  /^(\{Game|\(told|\(kibitzed|\(whispered|Setting you|You (accept|decline|withdraw|are not open)|\S+ request sent|Game \d+: \S+ (goes|backs|reverts)|You are (no longer|now) |Removing game|Your seeks? ha(s|ve) been (posted|removed)|Issuing|Offering|Making |Challenge to|No ratings adjustment)/;

/** The page of live play. */
export class LivePage {
  private state: State = nothing;
  private rendered: State | null = null;
  private view: View = "login";
  private status: Status = { kind: "connecting" };
  private readonly connection: Connection;
  private readonly actions: Actions;
  private readonly games = new Map<number, GameView>();
  private readonly drawn = new Map<number, unknown[]>();
  private readonly alarms = new Map<number, Alarm>();
  private readonly login: LoginView;
  private readonly lobby: LobbyView;
  private readonly account: AccountView;
  private readonly dock: Dock;
  private readonly views = element("div", { class: "views" });
  private readonly nav = element("nav", { class: "live-nav", "aria-label": text.views });
  private readonly player = element("bdi", { class: "player-name" });
  private readonly line = element("span", { class: "connection" });
  private readonly banner = element("div", { class: "banner", hidden: true });
  private readonly toast = element("p", { class: "toast", hidden: true });
  private readonly challenges = element("div", { class: "offers" });
  private readonly tray = element("section", { class: "tray", hidden: true }, element("h2", {}, text.challenges), this.challenges);
  private timer = 0;
  private toastTimer = 0;
  private playersTimer = 0;
  /** Number of the last command of a button. */
  private commanded: number | null = null;
  /** True while a notice says that a request was not taken yet. */
  private waits = false;
  /** True if the last line that was sent logs out. */
  private leaving = false;
  /** The player who was logged in last. */
  private known = "";
  private scheduled = false;
  private tab: HTMLElement | null = null;
  private readonly title = document.title;

  constructor(
    private readonly main: HTMLElement,
    address: string,
  ) {
    this.actions = this.makeActions();
    this.login = new LoginView(this.actions);
    this.lobby = new LobbyView(this.actions);
    this.account = new AccountView(this.actions);
    this.dock = new Dock(this.actions, (line) => this.sendLine(line));
    this.build();
    this.connection = new Connection(inBrowser(address), document.documentElement.lang.slice(0, 2) || "en", {
      news: (news) => this.take(news),
      began: () => this.began(),
      status: (status) => this.show(status),
      waits: (request) => this.showWaiting(request),
      dropped: (requests) => requests.forEach((request) => this.refuse(request)),
    });
  }

  /** Shows the page and connects. */
  start(): void {
    this.connection.start();
    this.render();
    document.addEventListener("visibilitychange", () => {
      if (document.visibilityState !== "visible") return;
      this.connection.wake();
      this.askLists();
      this.tick();
    });
    addEventListener("online", () => this.connection.wake());
    document.addEventListener("keydown", (event) => this.press(event));
    setInterval(() => this.askLists(), listsEvery);
  }

  private build(): void {
    const heading = this.main.querySelector("h1") ?? element("h1", {}, text.views);
    this.main.querySelector(".needs-script")?.remove();
    this.views.append(this.login.root, this.lobby.root, this.account.root);
    const head = element(
      "header",
      { class: "live-head" },
      heading,
      this.nav,
      element("p", { class: "session" }, this.player, " ", this.line),
      soundButton(),
      this.dock.toggle,
    );
    this.main.prepend(head);
    this.main.append(element("div", { class: "live-body" }, this.dock.root, this.views), this.tray, this.banner, this.toast);
  }

  private makeActions(): Actions {
    return {
      line: (line) => {
        if (line === null) return false;
        this.commanded = this.sendLine(line);
        return true;
      },
      move: (game, ply, uci) => void this.send({ type: "move", game, ply, uci }),
      ask: (what) => this.ask(what),
      login: (name, password) => void this.send({ type: "login", name, password }),
      messageTo: (name) => this.dock.messageTo(name),
      challenge: (name) => {
        this.open("lobby");
        this.lobby.challenge(name);
      },
      open: (view) => this.open(view),
      watch: (whom) => {
        const game = followed(this.state, whom);
        if (game) this.open(game.key);
        else this.actions.line(typeof whom === "number" ? numbered("observe", whom) : named("observe", whom));
      },
      close: (game) => this.close(game),
      time: () => this.connection.sessionTime(),
      tick: () => this.plan(0),
    };
  }

  private send(request: Unnumbered): number | null {
    const id = this.connection.request(request);
    if (id === null) this.refuse(request);
    return id;
  }

  // The session does not take a request: a move is taken back on the board.
  private refuse(request: Unnumbered): void {
    if (request.type === "ask") return;
    this.showAnswer(text.unsent);
    if (request.type !== "move") return;
    this.state = withRefusedMove(this.state, request.game);
    this.schedule();
  }

  private showWaiting(request: Numbered | null): void {
    if (request === null) {
      if (this.waits) this.hideAnswer();
    } else {
      this.showAnswer(text.untaken, Infinity);
      this.waits = true;
    }
  }

  private sendLine(line: string): number | null {
    this.leaving = isQuit(line);
    const id = this.send({ type: "line", text: line });
    const shown = /^\s*pass/i.test(line) ? line.replace(/(?<=\S\s).*/, "…") : line;
    this.state = withLines(this.state, [{ text: shown, own: true }]);
    this.schedule();
    return id;
  }

  private ask(what: Asked): void {
    if (this.status.kind === "connected") this.connection.request({ type: "ask", what });
  }

  private askLists(): void {
    if (this.askPlayers()) this.ask("games");
  }

  private askPlayers(): boolean {
    if (this.view !== "lobby" || this.state.login !== "in" || document.visibilityState !== "visible") return false;
    this.ask("players");
    return true;
  }

  private take(news: News): void {
    const { change } = news;
    if (change?.kind === "started") {
      if (this.known && !sameName(this.known, change.name)) this.forget();
      this.known = change.name;
      // A guest who registers is listed in another way.
      if (this.view === "account") this.account.opened();
    } else if (change?.kind === "players-changed") {
      this.playersTimer ||= window.setTimeout(() => {
        this.playersTimer = 0;
        this.askPlayers();
      }, playersEvery);
    }
    const before = this.state;
    this.state = after(before, news);
    if (change?.kind === "reset") this.dropViews();
    this.follow(before);
    if (this.connection.current) {
      notice(before, this.state, news, typeof this.view === "number" ? this.view : null);
      if (news.text !== null && !change) this.hear(news.text.trim(), news.answers);
    }
    this.schedule();
  }

  // Goes where the player is wanted: to the lobby after login, to a game that begins.
  private follow(before: State): void {
    const { state } = this;
    if (state.login !== before.login) {
      if (state.login !== "unknown") this.connection.share(state.login === "in");
      if (state.login === "in" && setting("bughouse") === "on") this.sendLine(openForBughouse(true));
      if (state.login === "in") this.open(ownGame(state)?.key ?? "lobby");
      else if (state.login === "wanted" && typeof this.view !== "number") this.open("login");
      else if (state.login === "closed" && this.leaving) this.leave();
      this.showLine();
      this.showBanner();
    }
    if (state.games === before.games) return;
    for (const game of state.games.values()) {
      if (before.games.has(game.key)) continue;
      const busy = ownGame(state);
      if (plays(game)) this.dropFinished(game.key);
      if (plays(game) || (!busy && game.number !== state.partnerGame && !isBeside(state, game))) this.open(game.key);
    }
    this.watchBothBoards(before);
    if (typeof this.view === "number" && state.login === "in" && !state.games.has(this.view)) this.open(ownGame(state)?.key ?? "lobby");
  }

  // Bughouse is watched on both boards, once it is known which the other one is.
  private watchBothBoards(before: State): void {
    const { state } = this;
    for (const game of state.games.values()) {
      const partner = game.facts?.partner;
      if (!partner || game.board.relation !== "observer" || game.number === state.partnerGame || game.result) continue;
      if (before.games.get(game.key)?.facts?.partner || gameOf(state, partner)) continue;
      this.sendLine(`observe ${partner}`);
    }
  }

  // A game that begins takes the place of those that are over.
  private dropFinished(key: number): void {
    for (const game of this.state.games.values()) {
      if (game.key !== key && game.result && plays(game)) this.state = withoutGame(this.state, game.key);
    }
  }

  // The player logged out: the page is ready for the next one.
  private leave(): void {
    this.leaving = false;
    this.forget();
    this.state = nothing;
    this.dropViews();
    this.open("login");
    this.connection.renew();
  }

  // What one player wrote and read is not for another one.
  private forget(): void {
    this.state = { ...this.state, lines: [], forgotten: 0, talk: [], games: new Map() };
    this.dock.forget();
    this.account.forget();
    this.commanded = null;
    this.hideAnswer();
  }

  private began(): void {
    const { state, view } = this;
    if (state.login === "in" || state.login === "closed") this.login.lost(state);
    this.state = { ...nothing, lines: state.lines, forgotten: state.forgotten, games: remains(state), partnerGame: state.partnerGame };
    this.dropViews();
    // The board of a game stays, with its moves.
    this.open(typeof view === "number" && state.games.has(view) ? -Math.abs(view) : "login");
  }

  private dropViews(): void {
    for (const view of this.games.values()) view.root.remove();
    this.games.clear();
    this.drawn.clear();
    this.alarms.clear();
  }

  private open(view: View): void {
    const focusLost = this.views.contains(document.activeElement) || document.activeElement === document.body;
    this.view = view;
    this.rendered = null;
    if (typeof view === "number") {
      // What the server says to the beginning is on the page; words over it would be in the way.
      this.commanded = null;
      this.hideAnswer();
    }
    this.render();
    this.showBanner();
    // A board is not covered by what was said before it came, and nothing is said before login.
    if (typeof view === "number" || view === "login") this.dock.close();
    if (view === "lobby") {
      this.askLists();
      if (!isGuest(this.state) && this.state.login === "in") this.ask("stored");
    }
    if (view === "account") this.account.opened();
    if (typeof view === "number" && focusLost) this.games.get(view)?.focus();
    // In low windows the header of the page makes room for the board.
    if (typeof view === "number") this.main.scrollIntoView();
    else scrollTo(0, 0);
    this.plan(0);
  }

  private close(key: number): void {
    const game = this.state.games.get(key);
    const other = game && otherBoard(this.state, game);
    this.state = withoutGame(this.state, key);
    if (other?.result) this.state = withoutGame(this.state, other.key);
    if (this.view === key) this.open("lobby");
    else this.schedule();
  }

  private schedule(): void {
    if (this.scheduled) return;
    this.scheduled = true;
    queueMicrotask(() => {
      this.scheduled = false;
      this.render();
    });
  }

  private render(): void {
    const { state, view } = this;
    if (state === this.rendered) return;
    this.rendered = state;
    this.main.dataset["view"] = typeof view === "number" ? "game" : view;
    this.login.root.hidden = view !== "login";
    this.lobby.root.hidden = view !== "lobby";
    this.account.root.hidden = view !== "account";
    if (view === "login") this.login.show(state);
    if (view === "lobby") this.lobby.show(state);
    if (view === "account") this.account.show(state);
    this.renderGames();
    this.renderHead();
    const proposals = [...state.offers.values()].filter((offer) => !inGame(offer));
    this.tray.hidden = proposals.length === 0;
    keyed(this.challenges, proposals, ({ index }) => index, (offer) => offerBox(offer, this.actions));
    const shown = typeof view === "number" ? (state.games.get(view) ?? null) : null;
    this.main.classList.toggle("two-boards", shown !== null && otherBoard(state, shown) !== null);
    this.dock.show(state, shown);
  }

  private renderGames(): void {
    const { state } = this;
    for (const [key, view] of this.games) {
      if (state.games.has(key)) continue;
      view.root.remove();
      this.games.delete(key);
      this.drawn.delete(key);
      this.alarms.delete(key);
    }
    for (const game of state.games.values()) {
      const isShown = game.key === this.view;
      let view = this.games.get(game.key);
      if (!view && !isShown && !plays(game)) continue;
      if (!view) {
        view = new GameView(game, this.actions);
        this.games.set(game.key, view);
        this.views.append(view.root);
      }
      view.root.hidden = !isShown;
      const partner = otherBoard(state, game);
      const said = partner && plays(game) ? lastOfPartner(state, game) : null;
      const inputs = [game, state.offers, partner, state.titles, said, state.login];
      const before = this.drawn.get(game.key);
      if (before && inputs.every((input, index) => input === before[index])) continue;
      this.drawn.set(game.key, inputs);
      view.show(game, plays(game) && !game.result ? [...state.offers.values()].filter(inGame) : [], partner, said, isGuest(state), state.login === "in");
    }
  }

  private renderHead(): void {
    const { state, view } = this;
    this.player.textContent = state.login === "in" ? [state.name, ...state.titles.map((title) => `(${title})`)].join("") : "";
    assign(this.player, { title: markTitle(this.player.textContent) });
    const own = ownGame(state);
    const games = [...state.games.values()].filter((game) => !isBeside(state, game));
    const places: [View, string][] = state.login === "in" ? [["lobby", text.lobby], ["account", text.account]] : state.login === "wanted" && games.length > 0 ? [["login", text.logIn]] : [];
    const tabs: { key: View; label: string; calls: boolean }[] = [
      ...places.map(([key, label]) => ({ key, label, calls: false })),
      ...games.map((game) => ({
        key: game.key,
        label: [tabName(game), tabMark(game)].filter(Boolean).join(" · "),
        calls: plays(game) && !game.result && turnOf(game.board.current.fen) === game.board.relation,
      })),
    ];
    keyed(
      this.nav,
      tabs,
      ({ key }) => key,
      ({ key }) => button("", () => this.open(key)),
      (target, { key, label, calls }) => {
        const mark = calls && key !== view ? `${label}: ${text.yourMove}` : label;
        if (target.textContent !== mark) target.textContent = mark;
        target.classList.toggle("calls", calls && key !== view);
        assign(target, { "aria-current": key === view ? "page" : null });
      },
    );
    const current = this.nav.querySelector<HTMLElement>("[aria-current]");
    if (current && this.tab !== current) this.nav.scrollLeft = current.offsetLeft - this.nav.offsetLeft - 24;
    this.tab = current;
    const myMove = own && turnOf(own.board.current.fen) === own.board.relation;
    document.title = myMove ? `${text.yourMove} · ${this.title}` : this.title;
  }

  private show(status: Status): void {
    const before = this.status;
    this.status = status;
    this.showLine();
    if (status.kind === before.kind) return;
    if (status.kind === "waiting" && before.kind === "connected") alertText(text.status.waiting);
    if (status.kind === "connected" && this.state.login !== "unknown") sayNews(text.connectedAgain);
    this.showBanner();
    this.askLists();
  }

  // A connection to a session that is over is none.
  private showLine(): void {
    const { status } = this;
    const kind = status.kind === "connected" && this.state.login === "closed" ? "refused" : status.kind;
    const lag = kind === "connected" && status.kind === kind ? status.lag : null;
    this.line.replaceChildren(element("span", {}, text.status[kind]), lag === null ? "" : element("span", { class: "lag" }, `${lag} ms`));
    assign(this.line, { "data-status": kind });
  }

  private showBanner(): void {
    const { status, state: { login } } = this;
    const parts: HTMLElement[] = [];
    const sentence = (said: string): void => {
      parts.push(element("p", {}, said));
    };
    if (status.kind === "replaced") {
      sentence(text.replaced);
      parts.push(button(text.takeBackSession, () => this.connection.again(), "primary"));
    } else if (status.kind === "refused") {
      sentence(text.refused[status.reason]);
      parts.push(
        status.reason === "version"
          ? button(text.reload, () => location.reload(), "primary")
          : button(text.tryAgain, () => this.connection.again(), "primary"),
      );
    } else if (login === "wanted" && typeof this.view === "number") {
      sentence(text.sessionLost);
      parts.push(button(text.logIn, () => this.open("login"), "primary"));
    } else if (login === "closed" && status.kind === "connected") {
      const elsewhere = isElsewhere(this.state);
      sentence(elsewhere ? text.loggedInElsewhere : text.closed);
      parts.push(button(elsewhere ? text.takeBackSession : text.connectAgain, () => this.connection.renew(), "primary"));
    }
    const said = parts[0]?.textContent ?? "";
    if (said && this.banner.firstChild?.textContent !== said) alertText(said);
    this.banner.replaceChildren(...parts);
    this.banner.hidden = parts.length === 0;
  }

  // The page shows most of what a button does; where it does not, the server's words are the answer.
  private hear(said: string, answers: number | null): void {
    const own = answers !== null && answers === this.commanded;
    // A changed password is reported when it has been hashed, which is no answer any more.
    if (this.view === "account" && (own || (answers === null && /password/i.test(said)))) this.account.answered(said);
    else if (own && !expected.test(said)) this.showAnswer(reasonText(said));
  }

  private showAnswer(said: string, milliseconds = noticeFor): void {
    const shown = said.slice(0, 400);
    this.toast.replaceChildren(element("bdi", {}, shown), iconButton("close", text.dismiss, () => this.hideAnswer()));
    this.toast.hidden = false;
    sayNews(shown);
    this.waits = false;
    clearTimeout(this.toastTimer);
    if (milliseconds !== Infinity) this.toastTimer = window.setTimeout(() => this.hideAnswer(), milliseconds);
  }

  private hideAnswer(): void {
    this.waits = false;
    this.toast.hidden = true;
    this.toast.replaceChildren();
  }

  private plan(milliseconds: number): void {
    clearTimeout(this.timer);
    if (milliseconds === Infinity) return;
    this.timer = window.setTimeout(() => this.tick(), Math.max(20, milliseconds));
  }

  // Draws the clocks, and comes back when one of them changes.
  private tick(): void {
    const time = this.connection.sessionTime();
    let next = typeof this.view === "number" ? (this.games.get(this.view)?.tick(time) ?? Infinity) : Infinity;
    const own = ownGame(this.state);
    if (own && timed(own)) {
      next = Math.min(next, 1000);
      this.warn(own, time);
    }
    this.plan(next);
  }

  private warn(game: Game, time: number): void {
    const { relation } = game.board;
    if (relation !== "white" && relation !== "black") return;
    const alarm = this.alarms.get(game.key) ?? new Alarm();
    this.alarms.set(game.key, alarm);
    if (!alarm.rings(remaining(game, relation, time), lowTime(game), time)) return;
    sound("low");
    alertText(text.lowTime);
  }

  private press(event: KeyboardEvent): void {
    const target = event.target as HTMLElement;
    const typing = target.closest("input, textarea, select") !== null;
    if ((event.key === "/" && event.ctrlKey) || (event.key === "`" && !typing && !event.ctrlKey && !event.altKey && !event.metaKey)) {
      event.preventDefault();
      if (this.view !== "login") this.dock.openConsole();
      return;
    }
    if (event.key === "Escape" && this.dock.close()) {
      event.preventDefault();
      return;
    }
    if (document.activeElement === document.body && typeof this.view === "number") this.games.get(this.view)?.pressUnfocused(event);
  }
}

/** Returns true if a game is shown beside another one: the partner's, or the second that is watched. */
function isBeside(state: State, game: Game): boolean {
  return [...state.games.values()].some((shown) => (plays(shown) || shown.key < game.key) && otherBoard(state, shown) === game);
}

/** Returns true if the session was closed because the player logged in once more. */
function isElsewhere({ lines }: State): boolean {
  return lines.slice(-3).some(({ own, text: said }) => !own && /^\s*\*{4} \S+ has arrived - you can't both be logged in/m.test(said));
}

/** Returns true if an offer is about the game that is played: others are about another one. */
function inGame({ what }: Offer): boolean {
  return what !== "match" && what !== "partner" && what !== "simul";
}

/** Names a game by the opponent, or by both players. */
function tabName({ board: { relation, white, black } }: Game): string {
  if (relation === "white") return text.against(black.name);
  return relation === "black" ? text.against(white.name) : `${white.name} – ${black.name}`;
}

/** Distinguishes the tab of a game from those of others between the same players. */
function tabMark(game: Game): string {
  if (game.result) return shownResult(game);
  return game.board.relation.startsWith("exam") ? text.examined : "";
}

function soundButton(): HTMLButtonElement {
  const made = iconButton("sounds", words.sounds, () => {
    keep("playing", setting("playing") === "on" ? "off" : "on");
    show();
  });
  const show = (): void => assign(made, { "aria-pressed": String(setting("playing") === "on") });
  show();
  return made;
}
