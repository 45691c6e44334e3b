import assert from "node:assert/strict";
import { test } from "node:test";
import type { Change, Seek } from "../src/types/Live";
import { assertClean, axe, drawn, eventually, layoutShift, phone } from "./browser.js";
import { board, firstMoves, LivePlay, loggedIn, position, ScriptedSession, setUpLive } from "./live.js";

const play = setUpLive();

function atLogin(): ScriptedSession {
  const session = new ScriptedSession();
  session.tell({ kind: "login-required" }, "login: ");
  return session;
}

function seek(change: Partial<Seek> = {}): Change {
  return {
    kind: "seek",
    index: 5,
    name: "Boris",
    rating: "1586",
    number: 1586,
    computer: false,
    minutes: 5,
    increment: 3,
    rated: true,
    category: "blitz",
    side: null,
    from: 0,
    to: 9999,
    manual: false,
    ...change,
  };
}

/** Waits until windows greeted a number of times, the last one without a token. */
async function greeted(session: ScriptedSession, times: number): Promise<void> {
  for (let tries = 0; session.hellos.length < times; tries++) {
    assert(tries < 400, "no window greets");
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  assert.equal(session.hellos.at(-1)?.token, null);
}

test("a guest comes in, seeks a game, and plays a move", async () => {
  const session = atLogin();
  const opened = await play(session);
  const { live, page } = opened;
  await live.guest();
  const login = await session.wanted(({ type }) => type === "login");
  assert(login.type === "login" && login.name === "guest" && login.password === "");
  session.tell({ kind: "started", name: "GuestABCD", titles: ["U"] });
  await page.locator(".player-name", { hasText: "GuestABCD(U)" }).waitFor();
  await page.getByRole("button", { name: /^3\+2/ }).click();
  await session.line("seek 3 2 unrated");
  session.tell(board({ white: { name: "GuestABCD", clock: 180_000 }, moves: firstMoves }));
  session.tell({ kind: "facts", game: 7, category: "blitz", rated: false, white: "++++", black: "1586", partner: null });
  await live.said("The game begins");
  await live.click("e2", "e4");
  const move = await session.move("e2e4");
  assert.deepEqual([move.game, move.ply], [7, 0]);
  assert.equal((await drawn(page))["e4"], "white pawn", "the move is seen before the server answers");
  const current = position("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1", { ply: 1, san: "e4", last: ["e2", "e4"], words: "White pawn to e4" });
  session.tell(board({ white: { name: "GuestABCD", clock: 180_000 }, current }));
  await live.mentioned("White pawn to e4");
  assert.deepEqual(await live.game.locator(".moves .move").allInnerTexts(), ["e4"]);
  await assertClean(opened);
});

test("refusals stand at the field, in words", async () => {
  const session = atLogin();
  const { live, page } = await play(session);
  await live.guest("Bo");
  await page.locator("#guest-error", { hasText: "Names have 3 to 17 letters" }).waitFor();
  assert.equal(await page.locator("#guest-name").getAttribute("aria-invalid"), "true");
  await live.login("Boris", "");
  await page.locator("#login-error", { hasText: "Please type the password" }).waitFor();
  assert.deepEqual(session.requests, []);
  await live.login("Boris", "wrong");
  await session.wanted(({ type }) => type === "login");
  session.tell({ kind: "login-refused", reason: "password", name: "Boris" });
  await page.locator("#login-error", { hasText: "The password is not right" }).waitFor();
  assert.equal(await page.evaluate(() => document.activeElement?.id), "login-password");
  session.tell({ kind: "login-refused", reason: "taken", name: "Boris" });
  await page.locator("#login-error", { hasText: "Boris is playing here already" }).waitFor();
  await live.guest("Boris");
  await session.wanted((request) => request.type === "login" && request.password === "");
  session.tell({ kind: "login-refused", reason: "password", name: "Boris" });
  await page.locator("#guest-error", { hasText: "Boris is the name of an account. Log in with its password." }).waitFor();
});

test("a server that does not ask for a name is waited for, in words", async () => {
  const session = new ScriptedSession();
  const { page } = await play(session);
  const waiting = page.getByText("Waiting for the chess server …");
  await waiting.waitFor();
  assert.equal(await page.getByRole("button", { name: "Log in" }).isVisible(), false);
  session.tell({ kind: "login-required" }, "login: ");
  await page.getByRole("button", { name: "Log in" }).waitFor();
  assert.equal(await waiting.isVisible(), false);
});

test("talk and console do not lie over the login form", async () => {
  for (const options of [undefined, phone]) {
    const session = loggedIn();
    const { page } = await play(session, options);
    await page.locator(".lobby").waitFor();
    await page.keyboard.press("`");
    await page.keyboard.type("quit");
    await page.keyboard.press("Enter");
    await session.line("quit");
    session.tell({ kind: "closed" });
    await greeted(session, 2);
    session.tell({ kind: "login-required" });
    await page.getByRole("button", { name: "Log in" }).waitFor();
    await page.keyboard.press("Control+/");
    assert.equal(await page.locator(".dock").isVisible(), false);
    await page.close();
  }
});

test("the lobby: seeks are answered and withdrawn, as a list and as a graph", async () => {
  const session = loggedIn();
  session.tell(seek());
  session.tell(seek({ index: 6, name: "Anna", rating: "1720", number: 1720 }));
  session.tell(seek({ index: 8, name: "Cecilia", manual: true, side: "white" }));
  session.tell(seek({ index: 9, name: "Dora", rating: "++++", number: null, minutes: 0, increment: 0, category: "untimed", rated: false }));
  const opened = await play(session);
  const { page } = opened;
  const table = page.locator(".seeks table");
  assert.match(await table.innerText(), /Anna 1720 you[^]*Withdraw[^]*Boris 1586[^]*5\+3[^]*blitz · rated[^]*Play[^]*plays White[^]*Ask[^]*Dora no rating[^]*no clock unrated/);
  await table.getByRole("button", { name: "Play: Boris, 1586, 5+3, blitz, rated" }).click();
  await session.line("play 5");
  await table.getByRole("button", { name: /^Withdraw/ }).click();
  await session.line("unseek 6");
  session.tell({ kind: "seeks-removed", indexes: [6] });
  await page.getByRole("button", { name: "Graph" }).click();
  const points = page.locator(".points button");
  assert.equal(await points.count(), 3);
  // Those who have no rating are below all who have one.
  const heights = await points.evaluateAll((made) => made.map((point) => point.getBoundingClientRect().y));
  const line = await page.locator(".grid-lines .band").evaluate((shown) => shown.getBoundingClientRect().y);
  assert.deepEqual(heights.map((height) => height + 14 < line), [true, true, false]);
  assert.equal(await table.isVisible(), false);
  await points.nth(1).click();
  await session.line("play 8");
  session.tell({ kind: "seeks-cleared" });
  await page.getByRole("button", { name: "List" }).click();
  await page.getByText("Nobody is waiting").waitFor();
  await assertClean(opened);
});

test("own terms and challenges; players do not get what is no number or name", async () => {
  const session = loggedIn();
  const { page } = await play(session);
  await page.getByText("Custom game").click();
  await page.locator("#seek-minutes").fill("15");
  await page.locator("#seek-increment").fill("10");
  await page.locator("#seek-kind").selectOption("wild fr");
  await page.locator("#seek-side").selectOption("black");
  await page.locator("#seek-from").fill("1200");
  await page.locator("#seek-to").fill("1600");
  await page.locator("#seek-manual").check();
  await page.getByRole("button", { name: "Seek a game" }).click();
  await session.line("seek 15 10 rated black wild fr 1200-1600 manual");
  await page.getByText("Challenge a player").click();
  await page.locator("#match-name").fill("Boris quit");
  await page.getByRole("button", { name: "Challenge", exact: true }).click();
  await page.locator("#match-name").fill("Boris");
  await page.locator("#match-rated").uncheck();
  await page.locator("#match-kind").selectOption("bughouse");
  await page.getByRole("button", { name: "Challenge", exact: true }).click();
  await session.line("match Boris 5 3 unrated bughouse");
  assert.equal(session.requests.filter(({ type }) => type === "line").length, 2);
});

test("games and players are asked for, watched, challenged, written to", async () => {
  const session = loggedIn();
  session.answer = (request) => {
    if (request.type !== "ask") return;
    if (request.what === "games") {
      const row = { game: 3, white: "Cecilia", white_rating: "1890", black: "Dora", black_rating: "1400", category: "blitz", rated: true, private: false, examined: false, minutes: 3, increment: 2, move_number: 14 };
      session.tell({ kind: "games", rows: [row, { ...row, game: 4, white: "Emil", private: true }] });
    } else if (request.what === "players") {
      session.tell({ kind: "players", rows: [{ name: "Anna", titles: "", rating: "1720", doing: null }, { name: "Boris", titles: "(FM)", rating: "1586", doing: "playing" }, { name: "Dora", titles: "", rating: "1400", doing: "closed" }] });
    }
  };
  const opened = await play(session);
  const { page } = opened;
  await page.getByRole("button", { name: "Watch: Cecilia – Dora" }).waitFor();
  assert.match(await page.locator(".games-now").innerText(), /Cecilia 1890 – Dora 1400\s+3\+2 blitz · rated · move 14\s+Watch\s+Emil[^]*private/);
  await page.getByRole("button", { name: "Watch: Cecilia – Dora" }).click();
  await session.line("observe 3");
  await page.getByRole("button", { name: "Watch: Boris" }).click();
  await session.line("observe Boris");
  await page.getByRole("button", { name: "Partner: Dora" }).click();
  await session.line("partner Dora");
  assert.equal(await page.getByRole("button", { name: "Challenge: Dora" }).count(), 0, "Dora takes no challenges");
  await page.getByRole("button", { name: "Challenge: Boris" }).click();
  assert.equal(await page.locator("#match-name").inputValue(), "Boris");
  await page.getByRole("button", { name: "Message: Boris" }).click();
  await page.keyboard.type("hello there");
  await page.keyboard.press("Enter");
  await session.line("tell Boris hello there");
  session.tell({ kind: "said", way: "tell", from: "Anna", titles: "", place: null, to: "Boris", text: "hello there" });
  await page.locator(".said.own", { hasText: "→ Boris hello there" }).waitFor();
  await assertClean(opened);
});

test("a challenge is shown wherever the player is", async () => {
  const session = loggedIn();
  const { live, page } = await play(session);
  await page.getByRole("button", { name: "Account" }).click();
  session.tell({ kind: "offer", index: 3, own: false, with: "Boris", what: "match", terms: "rated blitz 3 2", side: "white" });
  await live.said("Boris challenges you: rated blitz 3+2, plays White");
  await page.getByRole("group", { name: /Boris challenges/ }).getByRole("button", { name: "Accept" }).click();
  await session.line("accept 3");
  session.tell({ kind: "offer-removed", index: 3 });
  await page.locator(".tray").waitFor({ state: "hidden" });
  session.tell({ kind: "offer", index: 4, own: true, with: "Boris", what: "match", terms: "rated blitz 3 2", side: null });
  await page.getByRole("button", { name: "Withdraw" }).click();
  await session.line("withdraw 4");
});

test("the server's answer to a command is shown", async () => {
  const session = loggedIn();
  session.answer = (request) => {
    if (request.type === "line") session.tell(null, "Boris is not logged in.", session.at, request.id);
  };
  const { page } = await play(session);
  await page.getByRole("button", { name: /^5\+0/ }).click();
  await page.locator(".toast", { hasText: "Boris is not logged in." }).waitFor();
  await page.getByRole("button", { name: "Close this notice" }).click();
  await page.locator(".toast").waitFor({ state: "hidden" });
});

test("talk: filters, receivers, usual words", async () => {
  const session = loggedIn();
  session.tell({ kind: "said", to: null, way: "tell", from: "Boris", titles: "(FM)", place: null, text: "hello" });
  session.tell({ kind: "said", to: null, way: "channel", from: "Cecilia", titles: "", place: 53, text: "bughouse?" });
  const opened = await play(session);
  const { page } = opened;
  const log = page.getByRole("log", { name: "Talk" });
  await log.getByText("bughouse?").waitFor();
  assert.match(await log.innerText(), /private Boris\(FM\) hello\s+channel 53 Cecilia bughouse\?/);
  await page.getByRole("button", { name: "Channels" }).click();
  assert.doesNotMatch(await log.innerText(), /hello/);
  assert.deepEqual(await page.locator("#talk-to option").allInnerTexts(), ["Say to …", "Boris", "Channel 53", "Everybody (shout)"]);
  await page.locator("#talk-to").selectOption("Channel 53");
  await page.getByRole("button", { name: "Hi" }).click();
  await session.line("tell 53 Hi");
  session.tell({ kind: "started", name: "Anna", titles: ["U"] });
  await page.locator("#talk-to option", { hasText: "Everybody" }).waitFor({ state: "detached" });
  await assertClean(opened);
});

test("combining marks stay on their line", async () => {
  const session = loggedIn();
  session.tell({ kind: "said", to: null, way: "tell", from: "Boris", titles: "", place: null, text: `a${"\u0316\u0301".repeat(150)}` }, `a${"\u0316\u0301".repeat(150)}`);
  const { page } = await play(session);
  await page.locator(".said").waitFor();
  for (const line of [".said", ".console-log pre"]) {
    assert.equal(await page.locator(line).last().evaluate((shown) => getComputedStyle(shown).overflowY), "clip");
  }
});

test("the console: a key away, with what was typed before, and with the server's words", async () => {
  const session = loggedIn();
  const opened = await play(session);
  const { page } = opened;
  await page.locator(".lobby").waitFor();
  await page.keyboard.press("`");
  assert.equal(await page.evaluate(() => document.activeElement?.id), "console-input");
  for (const command of ["who", "finger Boris", "password old1 new1"]) {
    await page.keyboard.type(command);
    await page.keyboard.press("Enter");
  }
  await session.line("password old1 new1");
  for (const [key, shown] of [["ArrowUp", "password old1 new1"], ["ArrowUp", "finger Boris"], ["ArrowUp", "who"], ["ArrowUp", "who"], ["ArrowDown", "finger Boris"]] as const) {
    await page.keyboard.press(key);
    assert.equal(await page.locator("#console-input").inputValue(), shown);
  }
  session.tell(null, "\n  2 players displayed.\n");
  const log = page.getByRole("log", { name: "Console" });
  await log.getByText("2 players displayed.").waitFor();
  assert.match(await log.innerText(), /> who\s+> finger Boris\s+> password …/);
  await page.locator("#console-input").fill("Ctrl+/ works in fields");
  await page.getByRole("button", { name: "Talk", exact: true }).click();
  await page.keyboard.press("Control+/");
  assert.equal(await page.evaluate(() => document.activeElement?.id), "console-input");
  for (let i = 0; i < 1200; i++) session.tell(null, `line ${i}`);
  await log.getByText("line 1199", { exact: true }).waitFor();
  assert.equal(await log.locator("pre").count(), 1000);
  await assertClean(opened);
});

test("the account: pages of the server, the password, settings", async () => {
  const session = loggedIn();
  session.answer = (request) => {
    if (request.type === "ask" && request.what === "finger") session.tell({ kind: "page", what: "finger", text: "Finger of Anna:\n\n  Blitz 1720" });
  };
  const opened = await play(session);
  const { page } = opened;
  await page.getByRole("button", { name: "Account" }).click();
  await page.getByRole("region", { name: "What others see" }).getByText("Blitz 1720").waitFor();
  const change = async (old: string, fresh: string, again: string): Promise<void> => {
    await page.getByLabel("Old password").fill(old);
    await page.getByLabel("New password", { exact: true }).fill(fresh);
    await page.getByLabel("New password again").fill(again);
    await page.getByRole("button", { name: "Change" }).click();
  };
  await change("old1", "new456", "new457");
  await page.getByText("The two new passwords differ.").waitFor();
  await change("old1", "a b", "a b");
  await page.getByText("Passwords have at least 8 letters").waitFor();
  await change("old1", "new456", "new456");
  await session.line("password old1 new456");
  assert.doesNotMatch((await page.locator(".console-log").textContent()) ?? "", /new456/);
  await page.getByLabel("Tenths of seconds").selectOption("never");
  assert.equal(await page.evaluate(() => localStorage.getItem("partie.tenths")), "never");
  await page.getByRole("button", { name: "Log out" }).click();
  await session.line("quit");
  session.tell({ kind: "closed" });
  await greeted(session, 2);
  session.tell({ kind: "login-required" });
  await page.getByRole("button", { name: "Log in" }).waitFor();
  assert.equal(await page.locator(".banner").isVisible(), false, "who logs out need not be told");
  await assertClean(opened);
});

test("the server's pages on an account are in the language of the page", async () => {
  const session = loggedIn();
  const answers: Partial<Record<string, string>> = {
    finger: "Finger of Anna:\n\nOn for: 2 hrs, 3 mins   Idle: 4 secs\n\n               rating     RD     win    loss    draw   total   best\n\
Blitz            1670   50.3      10       2       3      15   1701 (20-Nov-2026)\nStandard            0  350.0       0       1       0       1\n\n\
Timeseal   : Off\n\n 1: I play the Dutch: f5!\n",
    history: "\nHistory for Anna:\n                  Opponent      Type         ECO End Date\n 0: =    0 W    0 Bravo         [ bu  3   2] B27 Agr Fri Nov 20, 23:38 UTC 2026\n\
 1: + 1670 B 1720 Carla         [ zr  5   0] --- Xyz Fri Nov 20, 23:40 UTC 2026\n",
    stored: "\nStored games for Anna:\n    C Opponent     On Type          Str  M    ECO Date\n 1: B cjavad          N [ wr  2   2] 31-29 W18  --- Fri Nov 20, 23:38 UTC 2026\n",
  };
  session.answer = (request) => {
    if (request.type === "ask") session.tell({ kind: "page", what: request.what, text: answers[request.what] ?? "" });
  };
  const opened = await play(session, undefined, "de");
  const { page } = opened;
  await page.getByRole("button", { name: "Konto" }).click();
  const said = async (name: string): Promise<string> => (await page.getByRole("region", { name }).innerText()).replace(/\s+/g, " ");
  await page.getByRole("region", { name: "Was andere sehen" }).getByText("Blitz").waitFor();
  assert.equal(
    await said("Was andere sehen"),
    "Angemeldet seit: 2 Std., 3 Min. · untätig seit: 4 Sek. Variante Wertungszahl Gewonnen Remis Verloren Beste Blitz 1670 10 3 2 1701 (20.11.2026) \
Standard ohne Wertungszahl 0 0 1 Timeseal: aus 1: I play the Dutch: f5!",
  );
  assert.equal(
    await said("Letzte Partien"),
    "Ergebnis Gegner Farbe Variante Eröffnung Ende Datum remis Bravo Weiß 3+2 · Blitz · ungewertet B27 Vereinbarung 20.11.2026 23:38 UTC \
gewonnen Carla (1720) Schwarz 5+0 · Einsetzschach · gewertet --- Xyz 20.11.2026 23:40 UTC",
  );
  assert.match(await said("Vertagte Partien"), /cjavad \(nicht da\) Schwarz 2\+2 · wild · gewertet 31–29 18, Weiß --- 20\.11\.2026/);
  session.tell({ kind: "page", what: "stored", text: "Anna has no adjourned games.\n" });
  await page.getByRole("region", { name: "Vertagte Partien" }).getByText("keine").waitFor();
  assert.deepEqual(await axe(page), []);
  await assertClean(opened);
});

test("a session that the server ends is begun anew by a button", async () => {
  const session = loggedIn();
  const { page } = await play(session);
  await page.locator(".lobby").waitFor();
  session.tell({ kind: "closed" });
  await page.locator(".banner", { hasText: "The server has ended the session." }).waitFor();
  await page.getByRole("button", { name: "Connect again" }).click();
  await greeted(session, 2);
});

test("the next player does not see what was said to the one before", async () => {
  for (const ending of ["quit", "closed"] as const) {
    const session = loggedIn();
    session.tell({ kind: "said", to: null, way: "tell", from: "Boris", titles: "", place: null, text: "a secret" });
    const { page } = await play(session);
    await page.locator(".said", { hasText: "a secret" }).waitFor();
    await page.keyboard.press("`");
    await page.keyboard.type("tell Boris mine");
    await page.keyboard.press("Enter");
    if (ending === "quit") {
      await page.keyboard.type("quit");
      await page.keyboard.press("Enter");
      await session.line("quit");
    }
    session.tell({ kind: "closed" });
    if (ending !== "quit") await page.getByRole("button", { name: "Connect again" }).click();
    await greeted(session, 2);
    session.tell({ kind: "login-required" });
    if (ending === "quit") assert.equal(await page.locator(".console-log pre").count(), 0);
    session.tell({ kind: "started", name: "Cecilia", titles: [] }, "Starting session as Cecilia");
    await page.locator(".console-log pre", { hasText: "Cecilia" }).waitFor({ state: "attached" });
    assert.doesNotMatch((await page.locator(".dock").textContent()) ?? "", /secret|mine|Boris/);
    await page.keyboard.press("Control+/");
    await page.keyboard.press("ArrowUp");
    assert.equal(await page.locator("#console-input").inputValue(), "");
    await page.close();
  }
});

test("the session goes on after the page was loaded again", async () => {
  const session = loggedIn();
  session.tell(board({ moves: firstMoves }));
  const { live, page } = await play(session);
  await live.game.waitFor();
  await page.reload();
  await live.game.waitFor();
  assert.deepEqual(session.hellos.map(({ token, seen }) => [token, seen]), [[null, 0], ["secret-token", 0]]);
  await live.click("d2", "d4");
  await session.move("d2d4");
});

test("on a low window one's own seat is seen while a move is typed", async () => {
  const session = loggedIn();
  const fen = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[] w KQkq - 0 1";
  session.tell(board({ moves: firstMoves, drops: true, current: position(fen) }));
  const { live } = await play(session, { viewport: { width: 740, height: 360 } });
  await live.game.locator(".player-white .pocket").waitFor();
  const bottom = async (): Promise<number> => {
    const box = await live.game.locator("> .player-white").boundingBox();
    return (box?.y ?? 0) + (box?.height ?? 0);
  };
  const before = await bottom();
  assert(before <= 360, `${before}`);
  await live.game.getByLabel("Type a move").focus();
  assert.equal(await bottom(), before);
});

test("another tab goes on with the session, until it is taken back", async () => {
  const session = loggedIn();
  const { live, page } = await play(session);
  await page.locator(".lobby").waitFor();
  session.send({ type: "replaced" });
  await live.said("goes on in another tab");
  await page.getByRole("button", { name: "Play here" }).click();
  await page.locator('[data-status="connected"]').waitFor();
  await page.locator(".banner").waitFor({ state: "hidden" });
  assert.equal(session.hellos.length, 2);
});

test("two tabs: moves and answers of the tab that takes the session back arrive", async () => {
  const session = loggedIn();
  session.tell(board({ moves: firstMoves }));
  const first = await play(session);
  await first.live.game.waitFor();
  const second = await first.page.context().newPage();
  await second.goto(first.page.url());
  const other = new LivePlay(second);
  await other.game.waitFor();
  await first.live.said("goes on in another tab");
  // A move in the tab that was left goes nowhere, and says so.
  await first.live.click("d2", "d4");
  await first.page.locator(".toast", { hasText: "Not sent: the session goes on elsewhere." }).waitFor();
  await eventually(async () => assert.equal((await drawn(first.page))["d2"], "white pawn"));
  for (const line of ["date", "uptime", "who"]) {
    await other.command(line);
    await session.line(line);
  }
  await first.page.getByRole("button", { name: "Play here" }).click();
  await first.page.locator('[data-status="connected"]').waitFor();
  await other.said("goes on in another tab");
  await first.live.click("e2", "e4");
  await session.move("e2e4");
  session.tell({ kind: "offer", index: 3, own: false, with: "Boris", what: "draw", terms: "", side: null });
  await first.page.getByRole("button", { name: "Accept", exact: true }).click();
  await session.line("accept 3");
  assert.equal(session.requests.some((request) => request.type === "move" && request.uci === "d2d4"), false);
});

test("a move that is not taken within a second says so until it is taken", async () => {
  const session = loggedIn();
  session.tell(board({ moves: firstMoves }));
  const { live, page } = await play(session);
  await live.game.waitFor();
  session.takes = false;
  await live.click("e2", "e4");
  await page.locator(".toast", { hasText: "The server has not taken your last move" }).waitFor();
  await live.mentioned("The server has not taken your last move");
  session.takes = true;
  session.peer?.close();
  await session.move("e2e4");
  await page.locator(".toast").waitFor({ state: "hidden" });
});

test("a player who logs in elsewhere reads so, and may come back", async () => {
  const session = loggedIn();
  const { live, page } = await play(session);
  await page.locator(".lobby").waitFor();
  session.tell(null, "**** Anna has arrived - you can't both be logged in. ****");
  session.tell({ kind: "closed" });
  await live.said("You have logged in elsewhere.");
  session.ends();
  await page.getByRole("button", { name: "Play here" }).click();
  await page.locator('[data-status="connected"]').waitFor();
  await greeted(session, 2);
  assert.deepEqual(session.hellos.map(({ token }) => token), [null, null], "the session that is over is not asked for");
});

test("another tab and a browser that is opened again go on with the session of a player, until logout", async () => {
  const session = loggedIn();
  session.tell(board({ moves: firstMoves }));
  const first = await play(session);
  await first.live.game.waitFor();
  const second = await first.page.context().newPage();
  await second.goto(first.page.url());
  await second.locator(".live-game:visible").waitFor();
  await first.live.said("goes on in another tab");
  assert.equal(session.hellos.at(-1)?.token, "secret-token");
  await first.page.close();
  await second.close();
  const third = await first.page.context().newPage();
  await third.goto(first.page.url());
  await third.locator(".live-game:visible").waitFor();
  assert.equal(session.hellos.at(-1)?.token, "secret-token");
  session.tell({ kind: "closed" });
  await third.locator(".banner", { hasText: "ended the session" }).waitFor();
  assert.equal(await third.evaluate(() => localStorage.getItem("partie.session")), null);
});

for (const [reason, words, button] of [
  ["version", "The server has a newer page", "Load again"],
  ["full", "The server has no room", "Try again"],
  ["address", "no more players from your network", "Try again"],
  ["unreachable", "The chess server cannot be reached", "Try again"],
] as const) {
  test(`a server that refuses says why: ${reason}`, async () => {
    const session = new ScriptedSession();
    session.refuse = reason;
    const { page } = await play(session);
    await page.locator(".banner", { hasText: words }).waitFor();
    session.refuse = null;
    await page.getByRole("button", { name: button }).click();
    await page.locator('[data-status="connected"]').waitFor();
  });
}

test("on a phone, talk and console lie over the page, and count what is unread", async () => {
  const session = loggedIn();
  const opened = await play(session, phone);
  const { page } = opened;
  await page.locator(".lobby").waitFor();
  session.tell({ kind: "said", to: null, way: "tell", from: "Boris", titles: "", place: null, text: "hello" });
  await page.getByRole("button", { name: "Talk and console: 1 unread message" }).click();
  assert.match(await page.getByRole("log", { name: "Talk" }).innerText(), /hello/);
  await page.getByRole("button", { name: "Close", exact: true }).click();
  await page.locator(".dock").waitFor({ state: "hidden" });
  assert.equal(await page.evaluate(() => document.activeElement?.classList.contains("dock-toggle")), true);
  assert.equal(await page.locator(".unread").innerText(), "");
  await page.getByRole("button", { name: "Talk and console" }).click();
  await page.locator("#talk-input").focus();
  session.tell(board({ moves: firstMoves }));
  await page.locator(".dock").waitFor({ state: "hidden" });
  await assertClean(opened);
});

test("nothing shifts when a game begins", async () => {
  for (const options of [undefined, phone]) {
    const session = loggedIn();
    const { live, page } = await play(session, options);
    await page.locator(".lobby").waitFor();
    await layoutShift(page);
    const before = await page.evaluate(() => (window as unknown as { shifts: number }).shifts);
    session.tell(board({ moves: firstMoves }));
    session.tell({ kind: "facts", game: 7, category: "blitz", rated: true, white: "1720", black: "1586", partner: null });
    await live.game.waitFor();
    assert.equal((await layoutShift(page)) - before, 0);
  }
});

test("adjourned games stand in the lobby, and go on with a button", async () => {
  const session = loggedIn();
  const { page } = await play(session);
  await page.locator(".lobby").waitFor();
  await session.wanted((request) => request.type === "ask" && request.what === "stored");
  const list = page.locator(".list.adjourned");
  assert(!(await list.isVisible()), "nothing is shown of none");
  const row = { side: "black", category: "blitz", rated: true, minutes: 5, increment: 3, move_number: 12 } as const;
  session.tell({ kind: "adjourned", rows: [{ ...row, opponent: "Boris", online: true }, { ...row, opponent: "Cecilia", online: false }] });
  await list.waitFor();
  assert.match(await list.locator("tbody tr").nth(0).innerText(), /Boris\s+online\s+5\+3 blitz · rated · you have Black · move 12\s+Resume/);
  assert.match(await list.locator("tbody tr").nth(1).innerText(), /Cecilia[^]*not online/);
  await list.getByRole("button", { name: "Resume: Boris" }).click();
  await session.line("match Boris");
});

test("a game that is watched is opened, not asked for again", async () => {
  const session = loggedIn();
  const row = { game: 7, white: "Cecilia", white_rating: "1890", black: "Boris", black_rating: "1400", category: "blitz", rated: true, private: false, examined: false, minutes: 3, increment: 2, move_number: 1 };
  session.answer = (request) => {
    if (request.type !== "ask") return;
    if (request.what === "games") session.tell({ kind: "games", rows: [row] });
    else if (request.what === "players") session.tell({ kind: "players", rows: [{ name: "Boris", titles: "", rating: "1400", doing: "playing" }] });
  };
  session.tell(board({ relation: "observer", white: { name: "Cecilia", clock: 1000 } }));
  const { live, page } = await play(session);
  for (const name of ["Watch: Cecilia – Boris", "Watch: Boris"]) {
    await live.game.waitFor();
    await page.getByRole("button", { name: "Lobby" }).click();
    await page.getByRole("button", { name }).click();
  }
  await live.game.waitFor();
  assert.deepEqual(session.requests.filter(({ type }) => type === "line"), []);
});

test("the switch for bughouse is where partners are, and shows what the server has", async () => {
  const session = loggedIn();
  session.answer = (request) => {
    if (request.type === "line") session.tell({ kind: "bugopen", open: request.text.endsWith("1") });
  };
  const { page } = await play(session);
  const box = page.locator(".players-on").getByLabel("Open for bughouse");
  assert.equal(await box.isChecked(), false);
  session.tell({ kind: "bugopen", open: true });
  await page.locator("#play-bughouse:checked").waitFor();
  // Until the server answers, it may show what the server had.
  await box.click();
  await session.line("set bugopen 0");
  session.tell({ kind: "bugopen", open: true });
  await page.locator("#play-bughouse:checked").waitFor();
});

test("players are listed again when some come or leave, once for many", async () => {
  const session = loggedIn();
  const { live, page } = await play(session);
  const asked = (): number => session.requests.filter((request) => request.type === "ask" && request.what === "players").length;
  await session.wanted((request) => request.type === "ask" && request.what === "players");
  await page.clock.install();
  const before = asked();
  for (let index = 0; index < 20; index++) session.tell({ kind: "players-changed" });
  session.tell(null, "twenty came");
  await page.locator(".console-log", { hasText: "twenty came" }).waitFor({ state: "attached" });
  await page.clock.runFor(3000);
  await live.command("date");
  await session.line("date");
  assert.equal(asked(), before + 1);
});

test("a session that is over: one state, the board with its record, and the name to log in again", async () => {
  const session = loggedIn("Anna");
  session.tell(board({ current: position(undefined, { ply: 1, san: "e4" }) }));
  const { live, page } = await play(session);
  await live.game.waitFor();
  session.tell({ kind: "closed" });
  await page.locator(".connection", { hasText: "not connected" }).waitFor();
  const banner = page.locator(".banner:visible");
  assert.match(await banner.innerText(), /^The server has ended the session\.\s+Connect again$/);
  assert.deepEqual(await live.game.locator(".acts button").allInnerTexts(), ["Game page", "PGN"]);
  session.ends();
  session.tell({ kind: "login-required" }, "login: ");
  await banner.getByRole("button").click();
  await banner.getByText("The session was lost. Please log in again.").waitFor();
  await page.locator(".connection", { hasText: /^connected/ }).waitFor();
  assert.deepEqual(await live.game.locator(".moves .move").allInnerTexts(), ["e4"]);
  await banner.getByRole("button", { name: "Log in" }).click();
  assert.equal(await page.locator("#login-name").inputValue(), "Anna");
  await page.locator("#login-error", { hasText: "The session was lost." }).waitFor();
  // Another player gets nothing of it.
  session.tell({ kind: "started", name: "Boris", titles: [] });
  await page.locator(".lobby").waitFor();
  assert.deepEqual(await page.locator(".live-nav button").allInnerTexts(), ["Lobby", "Account"]);
});

test("answers stand beside what was pressed, in the page's language, and say by a sign what they are", async () => {
  const session = loggedIn("Anna");
  session.answer = (request) => {
    if (request.type !== "line") return;
    const quits = request.text === "quit";
    const said = quits ? "You can't quit while you are playing a game.\nType 'resign' to resign the game, or you can request an abort with 'abort'." : "Password changed.";
    session.tell(null, said, session.at, quits ? request.id : null);
  };
  const { page } = await play(session, undefined, "de");
  await page.getByRole("button", { name: "Konto" }).click();
  await page.getByRole("button", { name: "Abmelden" }).click();
  const first = page.locator(".account-forms > .box").first().locator(".answer");
  await eventually(async () => assert.equal(await first.innerText(), "Sie spielen: Geben Sie erst auf oder brechen Sie einvernehmlich ab."));
  const sign = (answer: typeof first): Promise<string> => answer.evaluate((marked) => getComputedStyle(marked, "::before").content);
  assert.equal(await sign(first), '"✗ "');
  for (const [id, value] of [["old", "abc123"], ["new", "def456"], ["again", "def456"]]) await page.locator(`#password-${id}`).fill(value ?? "");
  await page.getByRole("button", { name: "Ändern" }).click();
  await session.line("password abc123 def456");
  const second = page.locator("form:has(#password-old) .answer");
  await eventually(async () => assert.equal(await second.innerText(), "Das Passwort ist geändert."));
  assert.equal(await sign(second), '"✓ "');
  assert.equal(await page.locator("#password-old").inputValue(), "");
});

test("usual words stand in the page's language and are said in English", async () => {
  const session = loggedIn("Anna");
  session.tell(board({}));
  const { page } = await play(session, undefined, "cs");
  const made = page.getByRole("button", { name: "Hodně štěstí" });
  assert.equal(await made.getAttribute("title"), "Good luck");
  await made.click();
  await session.line("say Good luck");
});

test("the console has the server's columns in the lobby", async () => {
  const session = loggedIn("Anna");
  session.tell(null, "123456789 ".repeat(7).trim());
  const { page } = await play(session, { viewport: { width: 1280, height: 720 } });
  await page.locator(".lobby").waitFor();
  await page.keyboard.press("Control+/");
  const line = page.locator(".console-log pre").last();
  assert(((await line.boundingBox())?.height ?? 99) < 25, "the line is not broken");
});
