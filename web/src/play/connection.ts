import type { Message, News, Refused, Request } from "../types/Live";

/** Version of the protocol that this window speaks. */
export const version = 2;

/** A socket as far as a connection needs one. */
export interface Socket {
  send(text: string): void;
  close(): void;
}

/** What a socket reports. */
export interface SocketEvents {
  opened(): void;
  received(text: string): void;
  closed(): void;
}

/** What is around a connection: the network, the clock, and a place for the token. */
export interface Surroundings {
  open(events: SocketEvents): Socket;
  /** Milliseconds of a clock that never goes back. */
  now(): number;
  /** Calls once, after some milliseconds; returns how to prevent it. */
  later(act: () => void, milliseconds: number): () => void;
  random(): number;
  readToken(): string | null;
  /** Keeps the token for this tab; if `shared`, also for other tabs and after the browser was closed. */
  keepToken(token: string | null, shared: boolean): void;
}

/** How the connection stands. */
export type Status =
  | { kind: "connecting" }
  | { kind: "connected"; lag: number | null }
  | { kind: "waiting" }
  | { kind: "replaced" }
  | { kind: "refused"; reason: Refused };

/** Listener to a connection. */
export interface Listener {
  /** Reports a change of the session. */
  news(news: News): void;
  /** Reports that a session began anew: all that was known before is void. */
  began(): void;
  status(status: Status): void;
  /** Reports the oldest request, other than for a list, that was not taken within a second, and null once none is waiting any more. */
  waits(request: Numbered | null): void;
  /** Reports requests that the session will not take: it was in another window. */
  dropped(requests: readonly Numbered[]): void;
}

/** A request before it has its number. */
export type Unnumbered = Request extends infer R ? (R extends { id: number } ? Omit<R, "id"> : never) : never;
/** A request with its number. */
export type Numbered = Extract<Request, { id: number }>;

const pingEvery = 4000;
const silence = 9000;
/** Wait for an answer where the connection is in doubt, after sleep. */
const doubt = 3000;
const refusedAgain = 15_000;
const watchEvery = 1000;
/** Time within which a request is taken; longer waits are reported. */
const takenWithin = 1000;
/** Requests that are kept; more are only made by a script that runs wild. */
const mostKept = 200;

/** Returns true if the player waits for a request: lists are asked for unasked. */
function isAwaited(request: Numbered): boolean {
  return request.type !== "ask";
}

/**
 * A connection to a session, which outlives its sockets: it connects again, asks for the news that
 * it missed, and sends again what was not taken.
 */
export class Connection {
  private socket: Socket | null = null;
  private state: Status = { kind: "connecting" };
  private token: string | null;
  private shared = false;
  private seen = 0;
  private lastId = 0;
  private welcomed = false;
  private kept: Numbered[] = [];
  /** True while a request waits for longer than it should. */
  private late = false;
  private failures = 0;
  private lag: number | null = null;
  private pinged: number | null = null;
  private heard = 0;
  private watched: number;
  private deadline = Infinity;
  private fresh = false;
  private adopted = false;
  private asked = 0;
  private readonly timers = new Set<() => void>();
  /** Least time between the session's clock and this one: the delay of news is what is above it. */
  private offset = Infinity;

  constructor(
    private readonly around: Surroundings,
    private readonly language: string,
    private readonly listener: Listener,
  ) {
    this.token = around.readToken();
    this.watched = around.now();
  }

  /** Connects. */
  start(): void {
    this.connect();
    this.watch();
  }

  /** True once all that happened before is known: what comes now happens now. */
  get current(): boolean {
    return this.fresh;
  }

  /** The clock of the session, in its milliseconds, as far as it is known. */
  sessionTime(): number {
    return this.offset === Infinity ? 0 : this.around.now() - this.offset;
  }

  /** Sends a request, now or when the connection stands again. Null: it cannot be sent. */
  request(request: Unnumbered): number | null {
    // Later it would meet a session that went on in another window.
    if (this.state.kind === "replaced" || this.kept.length >= mostKept) return null;
    this.lastId += 1;
    const numbered = { ...request, id: this.lastId } as Numbered;
    this.kept.push(numbered);
    if (this.welcomed) this.send(numbered);
    if (isAwaited(numbered)) this.watchFor(numbered);
    return numbered.id;
  }

  private watchFor(numbered: Numbered): void {
    this.around.later(() => {
      if (this.late || !this.kept.includes(numbered)) return;
      this.late = true;
      this.listener.waits(numbered);
    }, takenWithin);
  }

  private keep(kept: Numbered[]): void {
    this.kept = kept;
    if (!this.late || kept.some(isAwaited)) return;
    this.late = false;
    this.listener.waits(null);
  }

  private dropKept(): void {
    const dropped = this.kept;
    this.keep([]);
    if (dropped.length > 0) this.listener.dropped(dropped);
  }

  /** Looks at the connection now: the page became visible, or the network is back. */
  wake(): void {
    if (this.state.kind === "waiting" || this.state.kind === "refused") this.again();
    else if (this.state.kind === "connected") this.probe();
  }

  /** Connects now: the player takes the session back from another window, or tries again. */
  again(): void {
    if (this.state.kind === "connected") return;
    this.failures = 0;
    this.connect();
  }

  /** Begins another session: the one before is over. */
  renew(): void {
    this.token = null;
    this.shared = false;
    this.around.keepToken(null, false);
    this.keep([]);
    this.failures = 0;
    this.connect();
  }

  /** Lets other tabs, and a browser that is opened again, go on with the session, or this tab alone. */
  share(shared: boolean): void {
    if (shared === this.shared) return;
    this.shared = shared;
    this.around.keepToken(this.token, shared);
  }

  private connect(): void {
    this.drop();
    this.set({ kind: "connecting" });
    // Networks that swallow packets never refuse.
    this.expect(silence);
    const socket: Socket = this.around.open({
      opened: () => this.send({ type: "hello", version, token: this.token, seen: this.seen, language: this.language }),
      received: (data) => {
        if (this.socket === socket) this.receive(data);
      },
      closed: () => {
        if (this.socket === socket) this.lost();
      },
    });
    this.socket = socket;
  }

  private receive(data: string): void {
    let message: Message;
    try {
      message = JSON.parse(data) as Message;
    } catch {
      // Not of this protocol: another server answers at the address.
      this.lost();
      return;
    }
    this.heard = this.around.now();
    switch (message.type) {
      case "welcome":
        this.welcome(message.token, message.resumed, message.taken);
        break;
      case "news":
        this.take(message);
        break;
      case "taken":
        this.keep(this.kept.filter(({ id }) => id > message.id));
        break;
      case "pong":
        this.pong();
        break;
      case "replaced":
        this.drop();
        // Those that were taken were confirmed before.
        this.dropKept();
        this.set({ kind: "replaced" });
        break;
      case "refused":
        this.drop();
        this.set({ kind: "refused", reason: message.reason });
        if (message.reason !== "version") this.later(() => this.again(), refusedAgain);
        break;
      default:
        message satisfies never;
    }
  }

  private welcome(token: string, resumed: boolean, taken: number): void {
    this.token = token;
    if (!resumed) this.shared = false;
    this.around.keepToken(token, this.shared);
    if (!resumed) {
      // Requests to a session that is gone mean nothing to another one.
      if (this.adopted) this.keep([]);
      this.seen = 0;
      this.offset = Infinity;
      this.listener.began();
    }
    if (resumed && this.adopted) {
      // Numbers that this window did not give are those of another one.
      if (taken > this.lastId) this.dropKept();
      else this.keep(this.kept.filter(({ id }) => id > taken));
      this.lastId = Math.max(this.lastId, taken);
    } else {
      // A page that was loaded again goes on after the numbers of the one before.
      this.kept = this.kept.map((request, index) => ({ ...request, id: taken + index + 1 }));
      this.lastId = taken + this.kept.length;
    }
    this.adopted = true;
    this.welcomed = true;
    this.lag = null;
    this.set({ kind: "connected", lag: null });
    for (const request of this.kept) this.send(request);
    this.ping();
  }

  private take(news: News): void {
    this.offset = Math.min(this.offset, this.around.now() - news.at);
    // Numbers that came already were sent again.
    if (news.number <= this.seen) return;
    this.seen = news.number;
    this.listener.news(news);
  }

  private ping(): void {
    if (this.pinged === null) {
      this.pinged = this.around.now();
      this.expect(silence);
    }
    this.send({ type: "ping" });
    this.later(() => this.ping(), pingEvery);
  }

  // Something may be wrong: an answer has to come soon.
  private probe(): void {
    this.pinged ??= this.around.now();
    this.expect(doubt);
    this.send({ type: "ping" });
  }

  private pong(): void {
    if (this.pinged !== null) {
      const trip = this.around.now() - this.pinged;
      this.lag = this.lag === null ? trip : this.lag + 0.2 * (trip - this.lag);
      this.pinged = null;
    }
    this.deadline = Infinity;
    // The server answers in order: what the session had to catch up has come.
    this.fresh = true;
    this.failures = 0;
    this.set({ kind: "connected", lag: Math.round(this.lag ?? 0) });
  }

  private watch(): void {
    this.around.later(() => this.watch(), watchEvery);
    const now = this.around.now();
    const slept = now - this.watched > 10 * watchEvery;
    this.watched = now;
    if (now > this.deadline && this.heard < this.asked) this.lost();
    else if (slept) this.wake();
  }

  private expect(within: number): void {
    this.asked = this.around.now();
    this.deadline = this.asked + within;
  }

  private lost(): void {
    this.drop();
    this.failures += 1;
    this.set({ kind: "waiting" });
    const wait = Math.min(15_000, 500 * 2 ** (this.failures - 1));
    // Not all windows at once, after the server was away.
    this.later(() => this.connect(), this.failures === 1 ? 100 : wait * (0.75 + 0.5 * this.around.random()));
  }

  private drop(): void {
    for (const cancel of this.timers) cancel();
    this.timers.clear();
    const socket = this.socket;
    this.socket = null;
    this.welcomed = false;
    this.fresh = false;
    this.pinged = null;
    this.deadline = Infinity;
    socket?.close();
  }

  private later(act: () => void, milliseconds: number): void {
    const cancel = this.around.later(() => {
      this.timers.delete(cancel);
      act();
    }, milliseconds);
    this.timers.add(cancel);
  }

  private send(request: Request): void {
    try {
      this.socket?.send(JSON.stringify(request));
    } catch {
      // The socket is closing; its end is reported apart.
    }
  }

  private set(status: Status): void {
    this.state = status;
    this.listener.status(status);
  }
}

/** The surroundings in a browser. */
export function inBrowser(address: string): Surroundings {
  const key = "partie.session";
  let known: string | null = null;
  return {
    open({ opened, received, closed }) {
      const socket = new WebSocket(address);
      socket.addEventListener("open", opened);
      socket.addEventListener("message", ({ data }) => received(String(data)));
      socket.addEventListener("close", closed);
      return socket;
    },
    now: () => performance.now(),
    later: (act, milliseconds) => {
      const timer = setTimeout(act, milliseconds);
      return () => clearTimeout(timer);
    },
    random: () => Math.random(),
    readToken() {
      try {
        return (known = sessionStorage.getItem(key) ?? localStorage.getItem(key));
      } catch {
        return null;
      }
    },
    keepToken(token, shared) {
      const before = known;
      known = token;
      try {
        if (token === null) sessionStorage.removeItem(key);
        else sessionStorage.setItem(key, token);
        if (shared && token !== null) localStorage.setItem(key, token);
        // That of another tab's session stays.
        else if (localStorage.getItem(key) === before) localStorage.removeItem(key);
      } catch {
        // A reload then begins a new session.
      }
    },
  };
}
