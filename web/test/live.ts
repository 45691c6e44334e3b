import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import type { BrowserContextOptions, Locator, Page } from "playwright-core";
import type { Change, LiveBoard, LiveMove, Message, News, Request } from "../src/types/Live";
import { setUp, type Opened } from "./browser.js";
import { fixtures } from "./server.js";
import type { Peer } from "./socket.js";

export type Numbered = Extract<Request, { id: number }>;

const start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

/** The 20 moves of the start position. */
export const firstMoves = [..."abcdefgh"].flatMap((file) => [`${file}2${file}3`, `${file}2${file}4`]).concat(["b1a3", "b1c3", "g1f3", "g1h3"]);

/** A session as the server has it, by a script: it keeps its news, and takes each request once. */
export class ScriptedSession {
  readonly token = "secret-token";
  readonly requests: Numbered[] = [];
  readonly hellos: Extract<Request, { type: "hello" }>[] = [];
  /** Answers of the script to requests. */
  answer: (request: Numbered) => void = () => {};
  /** True if pings are answered. */
  pongs = true;
  /** True if requests are taken. */
  takes = true;
  /** Reason to refuse windows, or null. */
  refuse: Extract<Message, { type: "refused" }>["reason"] | null = null;
  peer: Peer | null = null;
  private readonly news: News[] = [];
  private readonly began = performance.now();
  private taken = 0;
  private known = false;
  private waiting: { fits: (request: Numbered) => boolean; met: (request: Numbered) => void }[] = [];

  /** Takes a window's socket. */
  accept(peer: Peer): void {
    peer.onText = (text) => this.receive(peer, JSON.parse(text) as Request);
  }

  get at(): number {
    return Math.round(performance.now() - this.began);
  }

  /** Sends news to the window, or keeps them until it comes. */
  tell(change: Change | null, text: string | null = null, at = this.at, answers: number | null = null): void {
    const news: News = { number: this.news.length + 1, at, text, answers, change };
    this.news.push(news);
    this.send({ type: "news", ...news });
  }

  /** Sends a message as it is. */
  send(message: Message): void {
    this.peer?.send(JSON.stringify(message));
  }

  /** Forgets the session: the next one begins anew. */
  ends(): void {
    this.known = false;
    this.news.length = 0;
    this.taken = 0;
  }

  /** Sends the news from a number once more. */
  repeat(from: number): void {
    for (const news of this.news) if (news.number >= from) this.send({ type: "news", ...news });
  }

  /** Waits for a request. */
  async wanted(fits: (request: Numbered) => boolean): Promise<Numbered> {
    const found = this.requests.findLast(fits);
    if (found) return found;
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => reject(new Error(`no such request among ${JSON.stringify(this.requests)}`)), 30_000);
      this.waiting.push({
        fits,
        met: (request) => {
          clearTimeout(timer);
          resolve(request);
        },
      });
    });
  }

  /** Waits for a command. */
  async line(text: string): Promise<void> {
    await this.wanted((request) => request.type === "line" && request.text === text);
  }

  /** Waits for a move. */
  async move(uci: string): Promise<Extract<Numbered, { type: "move" }>> {
    const found = await this.wanted((request) => request.type === "move" && request.uci === uci);
    assert(found.type === "move");
    return found;
  }

  private receive(peer: Peer, request: Request): void {
    switch (request.type) {
      case "hello": {
        this.hellos.push(request);
        if (this.refuse) {
          peer.send(JSON.stringify({ type: "refused", reason: this.refuse } satisfies Message));
          return;
        }
        const resumed = this.known && request.token === this.token;
        this.known = true;
        if (this.peer !== peer && this.peer?.open) this.send({ type: "replaced" });
        this.peer = peer;
        this.send({ type: "welcome", token: this.token, resumed, taken: this.taken });
        // A session that began anew has fewer news than the window saw of the one before.
        this.repeat(this.news.length < request.seen ? 0 : request.seen + 1);
        return;
      }
      case "ping":
        if (this.pongs) peer.send(JSON.stringify({ type: "pong" } satisfies Message));
        return;
      default:
    }
    if (!this.takes) return;
    peer.send(JSON.stringify({ type: "taken", id: request.id } satisfies Message));
    // What was taken before is not taken again.
    if (request.id <= this.taken) return;
    this.taken = request.id;
    this.requests.push(request);
    this.waiting = this.waiting.filter(({ fits, met }) => {
      if (!fits(request)) return true;
      met(request);
      return false;
    });
    this.answer(request);
  }
}

/** Starts the server and the browser before the tests of a file that play. */
export function setUpLive(): (session: ScriptedSession, options?: BrowserContextOptions, language?: string) => Promise<Opened & { live: LivePlay }> {
  const { open, server } = setUp();
  return async (session, options, language) => {
    server().onSocket = (peer) => session.accept(peer);
    if (language) server().html = inLanguage(await readFile(new URL("play.html", fixtures), "utf8"), language);
    const opened = await open(language ? "html" : "play.html", options);
    return { ...opened, live: new LivePlay(opened.page) };
  };
}

function inLanguage(html: string, language: string): string {
  return html.replace('<html lang="en"', `<html lang="${language}"`).replace(/(words|play)-en\.js/g, `$1-${language}.js`);
}

/** A session of a player who is logged in. */
export function loggedIn(name = "Anna", titles: string[] = []): ScriptedSession {
  const session = new ScriptedSession();
  session.tell({ kind: "started", name, titles }, `**** Starting session as ${name} ****`);
  return session;
}

/** A move of a game; without one, the start position. */
export function position(fen = start, move: Partial<LiveMove> = {}): LiveMove {
  return { ply: 0, san: "", last: [], words: "", fen, check: false, ...move };
}

/** A board of Anna against Boris. */
export function board(change: Partial<LiveBoard> = {}): Change {
  return {
    kind: "board",
    game: 7,
    relation: "white",
    flipped: change.relation === "black",
    white: { name: "Anna", clock: 180_000 },
    black: { name: "Boris", clock: 180_000 },
    ticking: false,
    minutes: 3,
    increment: 2,
    current: position(),
    moves: [],
    drops: false,
    ...change,
  };
}

/** The page of live play as its tests use it. */
export class LivePlay {
  constructor(readonly page: Page) {}

  /** Logs in as a guest with a name, or with none. */
  async guest(name = ""): Promise<void> {
    await this.page.locator("#guest-name").fill(name);
    await this.page.getByRole("button", { name: "Play", exact: true }).click();
  }

  /** Logs in with a password. */
  async login(name: string, password: string): Promise<void> {
    await this.page.locator("#login-name").fill(name);
    await this.page.locator("#login-password").fill(password);
    await this.page.getByRole("button", { name: "Log in" }).click();
  }

  /** The game on the page. */
  get game(): Locator {
    return this.page.locator(".live-game:visible");
  }

  /** The place of a square in the window. */
  async square(square: string, frame = this.game.locator("> .board .frame")): Promise<{ x: number; y: number }> {
    const box = await frame.boundingBox();
    assert(box);
    const black = (await this.game.getAttribute("data-orientation")) === "black";
    const side = box.width / 8;
    const column = "abcdefgh".indexOf(square[0] ?? "a");
    const row = 8 - Number(square[1]);
    return { x: box.x + ((black ? 7 - column : column) + 0.5) * side, y: box.y + ((black ? 7 - row : row) + 0.5) * side };
  }

  /** Clicks on squares, one after another. */
  async click(...squares: string[]): Promise<void> {
    for (const square of squares) {
      const { x, y } = await this.square(square);
      await this.page.mouse.click(x, y);
    }
  }

  /** Drags from a place to a square. */
  async drag(from: string | Locator, to: string): Promise<void> {
    let place: { x: number; y: number };
    if (typeof from === "string") place = await this.square(from);
    else {
      const box = await from.boundingBox();
      assert(box);
      place = { x: box.x + box.width / 2, y: box.y + box.height / 2 };
    }
    const target = await this.square(to);
    await this.page.mouse.move(place.x, place.y);
    await this.page.mouse.down();
    await this.page.mouse.move(target.x, target.y, { steps: 4 });
    await this.page.mouse.up();
  }

  /** Types a move or a question. */
  async type(text: string): Promise<void> {
    await this.game.getByLabel("Type a move").fill(text);
    await this.game.getByLabel("Type a move").press("Enter");
  }

  /** Types a command into the console. It is sent after all that the page has sent before. */
  async command(text: string): Promise<void> {
    await this.page.keyboard.press("Control+/");
    const field = this.page.getByRole("textbox", { name: "Command" });
    await field.fill(text);
    await field.press("Enter");
  }

  /** What is said to screen readers at once. */
  async said(text: string | RegExp): Promise<void> {
    await this.page.locator("#live-assertive", { hasText: text }).waitFor({ state: "attached" });
  }

  /** What is said to screen readers in time. */
  async mentioned(text: string | RegExp): Promise<void> {
    await this.page.locator("#live-polite", { hasText: text }).waitFor({ state: "attached" });
  }

  /** A clock as it is shown. */
  async clock(colour: "white" | "black"): Promise<string> {
    return this.game.locator(`> .player-${colour} .clock`).innerText();
  }
}
