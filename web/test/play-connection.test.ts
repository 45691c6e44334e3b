import assert from "node:assert/strict";
import { test } from "node:test";
import type { Connection, Listener, Socket, SocketEvents, Status, Surroundings } from "../src/play/connection";
import type { Message, News, Request } from "../src/types/Live";
import { source } from "./source.js";

const { Connection: Made } = await source<{ Connection: typeof Connection }>("play/connection");

/** A network and a clock that only move when a test says so. */
class World implements Surroundings {
  time = 1000;
  token: string | null = null;
  shared = false;
  sockets: FakeSocket[] = [];
  private timers: { at: number; act: () => void }[] = [];

  open(events: SocketEvents): Socket {
    const socket = new FakeSocket(events);
    this.sockets.push(socket);
    return socket;
  }
  now(): number {
    return this.time;
  }
  later(act: () => void, milliseconds: number): () => void {
    const timer = { at: this.time + milliseconds, act };
    this.timers.push(timer);
    return () => (this.timers = this.timers.filter((other) => other !== timer));
  }
  random(): number {
    return 0.5;
  }
  readToken(): string | null {
    return this.token;
  }
  keepToken(token: string | null, shared: boolean): void {
    this.token = token;
    this.shared = shared;
  }

  pass(milliseconds: number): void {
    const end = this.time + milliseconds;
    for (;;) {
      const next = this.timers.filter(({ at }) => at <= end).toSorted((a, b) => a.at - b.at)[0];
      if (!next) break;
      this.timers = this.timers.filter((timer) => timer !== next);
      this.time = Math.max(this.time, next.at);
      next.act();
    }
    this.time = end;
  }

  /** A machine that sleeps: the clock goes on, nothing else does. */
  sleep(milliseconds: number): void {
    this.time += milliseconds;
  }

  get socket(): FakeSocket {
    const socket = this.sockets.at(-1);
    assert(socket);
    return socket;
  }
}

class FakeSocket implements Socket {
  sent: Request[] = [];
  closed = false;
  constructor(readonly events: SocketEvents) {}
  send(text: string): void {
    this.sent.push(JSON.parse(text) as Request);
  }
  close(): void {
    this.closed = true;
  }
  gives(message: Message): void {
    this.events.received(JSON.stringify(message));
  }
  news(number: number, at = 0): void {
    this.gives({ type: "news", number, at, text: null, answers: null, change: null });
  }
  welcome(taken = 0, resumed = true): void {
    this.events.opened();
    this.gives({ type: "welcome", token: "t1", resumed, taken });
  }
  sentOf<K extends Request["type"]>(type: K): Extract<Request, { type: K }>[] {
    return this.sent.filter((request): request is Extract<Request, { type: K }> => request.type === type);
  }
}

interface Connected {
  world: World;
  connection: Connection;
  news: number[];
  statuses: Status[];
  /** Requests that were reported as not taken yet, by their numbers, and null once all were. */
  waits: (number | null)[];
  dropped: number[];
  began: () => number;
}

function connect(): Connected {
  const world = new World();
  const news: number[] = [];
  const statuses: Status[] = [];
  const waits: (number | null)[] = [];
  const dropped: number[] = [];
  let count = 0;
  const listener: Listener = {
    news: ({ number }: News) => news.push(number),
    began: () => (count += 1),
    status: (status) => statuses.push(status),
    waits: (request) => waits.push(request?.id ?? null),
    dropped: (requests) => dropped.push(...requests.map(({ id }) => id)),
  };
  const connection = new Made(world, "de", listener);
  connection.start();
  return { world, connection, news, statuses, waits, dropped, began: () => count };
}

const line = (text: string): { type: "line"; text: string } => ({ type: "line", text });

test("the first hello has no token, and later ones have that of the session and the last news", () => {
  const { world } = connect();
  world.socket.welcome(0, false);
  assert.deepEqual(world.socket.sentOf("hello"), [{ type: "hello", version: 2, token: null, seen: 0, language: "de" }]);
  world.socket.news(1);
  world.socket.news(2);
  world.socket.events.closed();
  world.pass(200);
  world.socket.events.opened();
  assert.deepEqual(world.socket.sentOf("hello"), [{ type: "hello", version: 2, token: "t1", seen: 2, language: "de" }]);
  assert.equal(world.token, "t1");
});

test("news that were seen are dropped", () => {
  const { world, news } = connect();
  world.socket.welcome(0, false);
  for (const number of [1, 2, 2, 1, 3]) world.socket.news(number);
  assert.deepEqual(news, [1, 2, 3]);
});

test("requests are kept until they are taken, and sent again after a reconnect, with their numbers", () => {
  const { world, connection } = connect();
  world.socket.welcome(0, false);
  for (const text of ["one", "two", "three"]) connection.request(line(text));
  world.socket.gives({ type: "taken", id: 1 });
  world.socket.events.closed();
  connection.request(line("four"));
  world.pass(200);
  // The server took the second, too, before the connection broke.
  world.socket.welcome(2);
  assert.deepEqual(world.socket.sentOf("line"), [
    { type: "line", id: 3, text: "three" },
    { type: "line", id: 4, text: "four" },
  ]);
});

test("requests before the first welcome wait for it", () => {
  const { world, connection } = connect();
  connection.request({ type: "login", name: "guest", password: "" });
  assert.deepEqual(world.socket.sent, []);
  world.socket.welcome(0, false);
  assert.deepEqual(world.socket.sentOf("login"), [{ type: "login", id: 1, name: "guest", password: "" }]);
});

test("a page that was loaded again goes on after the numbers of the one before", () => {
  const { world, connection } = connect();
  connection.request(line("early"));
  world.socket.welcome(41, true);
  connection.request(line("late"));
  assert.deepEqual(world.socket.sentOf("line").map(({ id }) => id), [42, 43]);
});

test("a session that is gone takes its requests and news with it", () => {
  const { world, connection, news, began } = connect();
  world.socket.welcome(0, false);
  world.socket.news(9);
  connection.request(line("resign"));
  world.socket.events.closed();
  world.pass(200);
  world.socket.welcome(0, false);
  assert.equal(began(), 2);
  assert.deepEqual(world.socket.sentOf("line"), []);
  world.socket.news(1);
  assert.deepEqual(news, [9, 1]);
  connection.request(line("games"));
  assert.deepEqual(world.socket.sentOf("line"), [{ type: "line", id: 1, text: "games" }]);
});

test("the time of a round trip is shown, and silence is a lost connection", () => {
  const { world, statuses } = connect();
  world.socket.welcome(0, false);
  world.pass(23);
  world.socket.gives({ type: "pong" });
  assert.deepEqual(statuses.at(-1), { kind: "connected", lag: 23 });
  world.pass(4000);
  assert.equal(world.socket.sentOf("ping").length, 2);
  world.pass(11_000);
  assert(world.sockets.length >= 2, "it connects again");
  assert(world.sockets[0]?.closed);
});

test("it waits longer after each failure, and not at all when the page becomes visible", () => {
  const { world, connection } = connect();
  const waits: number[] = [];
  for (let failure = 0; failure < 6; failure++) {
    const count = world.sockets.length;
    world.socket.events.closed();
    const from = world.time;
    while (world.sockets.length === count) world.pass(50);
    waits.push(world.time - from);
  }
  assert.deepEqual(waits, [100, 1000, 2000, 4000, 8000, 15_000]);
  world.socket.events.closed();
  const count = world.sockets.length;
  connection.wake();
  assert.equal(world.sockets.length, count + 1);
});

test("after sleep the connection has to answer soon", () => {
  const { world } = connect();
  world.socket.welcome(0, false);
  world.socket.gives({ type: "pong" });
  world.sleep(600_000);
  world.pass(100);
  assert(world.socket.sentOf("ping").length > 1, "it asks at once");
  world.pass(4500);
  assert.equal(world.sockets.length, 2);
});

test("a session that goes on in another window is left to it until it is taken back", () => {
  const { world, connection, statuses } = connect();
  world.socket.welcome(0, false);
  world.socket.gives({ type: "replaced" });
  assert.deepEqual(statuses.at(-1), { kind: "replaced" });
  world.pass(100_000);
  connection.wake();
  assert.equal(world.sockets.length, 1);
  connection.again();
  assert.equal(world.sockets.length, 2);
});

test("a session that is taken back goes on after the numbers of the other window", () => {
  const { world, connection } = connect();
  world.socket.welcome(0, false);
  connection.request(line("one"));
  world.socket.gives({ type: "taken", id: 1 });
  world.socket.gives({ type: "replaced" });
  connection.again();
  // The other window made four requests.
  world.socket.welcome(5);
  connection.request(line("accept"));
  assert.deepEqual(world.socket.sentOf("line"), [{ type: "line", id: 6, text: "accept" }]);
});

test("requests that another window was faster than are dropped and reported", () => {
  const { world, connection, dropped } = connect();
  world.socket.welcome(0, false);
  connection.request(line("one"));
  // Messages come in order: what was taken is known.
  world.socket.gives({ type: "replaced" });
  assert.deepEqual(dropped, [1]);
  assert.equal(connection.request(line("two")), null, "the session is elsewhere");
  connection.again();
  world.socket.welcome(1);
  assert.deepEqual(world.socket.sentOf("line"), []);
  // The other window comes while the way to this one is broken, and goes again.
  world.socket.events.closed();
  connection.request(line("three"));
  world.pass(200);
  world.socket.welcome(9);
  assert.deepEqual(dropped, [1, 2]);
  assert.deepEqual(world.socket.sentOf("line"), []);
});

test("a request that is not taken within a second is reported until it is", () => {
  const { world, connection, waits } = connect();
  world.socket.welcome(0, false);
  connection.request(line("quick"));
  world.pass(300);
  world.socket.gives({ type: "taken", id: 1 });
  world.pass(5000);
  world.socket.gives({ type: "pong" });
  assert.deepEqual(waits, []);
  connection.request(line("slow"));
  world.pass(600);
  connection.request(line("after it"));
  world.pass(300);
  assert.deepEqual(waits, []);
  world.pass(100);
  assert.deepEqual(waits, [2]);
  world.socket.gives({ type: "taken", id: 2 });
  world.socket.gives({ type: "taken", id: 3 });
  assert.deepEqual(waits, [2, null]);
  // Where the connection breaks meanwhile, too.
  world.socket.events.closed();
  connection.request(line("into the dark"));
  world.pass(1000);
  assert.deepEqual(waits, [2, null, 4]);
});

test("a list that was asked for hides no request that waits", () => {
  const { world, connection, waits } = connect();
  world.socket.welcome(0, false);
  connection.request({ type: "ask", what: "games" });
  world.pass(5000);
  assert.deepEqual(waits, [], "nobody waits for it");
  connection.request(line("slow"));
  connection.request({ type: "ask", what: "players" });
  world.pass(1000);
  assert.deepEqual(waits, [2]);
  world.socket.gives({ type: "taken", id: 2 });
  assert.deepEqual(waits, [2, null]);
});

test("a session is shared from login until it is over", () => {
  const { world, connection } = connect();
  world.socket.welcome(0, false);
  assert.equal(world.shared, false);
  connection.share(true);
  assert.deepEqual([world.token, world.shared], ["t1", true]);
  world.socket.events.closed();
  world.pass(200);
  world.socket.welcome();
  assert.equal(world.shared, true);
  connection.renew();
  assert.deepEqual([world.token, world.shared], [null, false]);
  world.socket.welcome(0, false);
  connection.share(true);
  world.socket.events.closed();
  world.pass(200);
  world.socket.welcome(0, false);
  assert.equal(world.shared, false, "another session is that of nobody yet");
});

for (const [reason, tries] of [["version", 1], ["full", 2], ["address", 2], ["unreachable", 2]] as const) {
  test(`a server that refuses, ${reason}`, () => {
    const { world, statuses } = connect();
    world.socket.events.opened();
    world.socket.gives({ type: "refused", reason });
    assert.deepEqual(statuses.at(-1), { kind: "refused", reason });
    world.pass(16_000);
    assert.equal(world.sockets.length, tries);
  });
}

test("what is no message of the protocol ends the connection, and is not believed", () => {
  const { world, news } = connect();
  world.socket.events.opened();
  world.socket.events.received("<html>");
  assert(world.sockets[0]?.closed);
  assert.deepEqual(news, []);
});

test("the session's clock follows the quickest news: those that are late do not set it back", () => {
  const { world, connection } = connect();
  world.socket.welcome(0, false);
  world.pass(1000);
  world.socket.news(1, 900);
  assert.equal(connection.sessionTime(), 900);
  world.pass(500);
  // 300 ms late.
  world.socket.news(2, 1100);
  assert.equal(connection.sessionTime(), 1400);
  world.socket.news(3, 1450);
  assert.equal(connection.sessionTime(), 1450);
});

test("news are those of now only after the server has answered a ping", () => {
  const { world, connection } = connect();
  world.socket.welcome(0, false);
  world.socket.news(1);
  assert.equal(connection.current, false);
  world.socket.gives({ type: "pong" });
  assert.equal(connection.current, true);
  world.socket.events.closed();
  assert.equal(connection.current, false);
});
