import assert from "node:assert/strict";
import { test } from "node:test";
import type { BrowserContextOptions } from "playwright-core";
import { assertClean, axe, desk, phone, press, smallPhone } from "./browser.js";
import { board, loggedIn, position, ScriptedSession, setUpLive } from "./live.js";

const play = setUpLive();

const house = "r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R[NPPp] w KQkq - 0 1";
const landscape: BrowserContextOptions = { viewport: { width: 844, height: 390 }, isMobile: true, hasTouch: true };

function withLobby(): ScriptedSession {
  const session = loggedIn();
  const seek = { kind: "seek", index: 5, name: "Boris", rating: "1586", number: 1586, computer: false, minutes: 5, increment: 3, rated: true, category: "blitz", side: null, from: 0, to: 9999, manual: false } as const;
  session.tell(seek);
  session.tell({ ...seek, index: 6, name: "Anna", computer: true });
  session.tell({ kind: "said", to: null, way: "tell", from: "Boris", titles: "(FM)", place: null, text: "hello" });
  session.answer = (request) => {
    if (request.type !== "ask") return;
    if (request.what === "games") {
      session.tell({ kind: "games", rows: [{ game: 3, white: "Cecilia", white_rating: "1890", black: "Dora", black_rating: "1400", category: "blitz", rated: true, private: false, examined: false, minutes: 3, increment: 2, move_number: 14 }] });
    } else if (request.what === "players") {
      session.tell({ kind: "players", rows: [{ name: "Anna", titles: "", rating: "1720", doing: null }, { name: "Boris", titles: "(FM)", rating: "1586", doing: "playing" }] });
    } else session.tell({ kind: "page", what: request.what, text: `${request.what} of Anna:\n\n  1  2  3` });
  };
  return session;
}

function inGame(session: ScriptedSession): ScriptedSession {
  session.tell(board({ ticking: true, drops: true, current: position(house, { ply: 6, san: "exf3", last: ["e4", "f3"], words: "Black pawn takes on f3" }), moves: ["N@d5", "d2d4"] }));
  session.tell({ kind: "facts", game: 7, category: "bughouse", rated: true, white: "1720", black: "1586", partner: null });
  session.tell({ kind: "partner", name: "Cecilia" });
  session.tell(board({ game: 8, relation: "observer", flipped: true, white: { name: "Dora", clock: 75_000 }, black: { name: "Cecilia", clock: 40_000 }, current: position(house) }));
  session.tell({ kind: "partner-game", game: 8 });
  session.tell({ kind: "offer", index: 10, own: false, with: "Boris", what: "draw", terms: "", side: null });
  session.tell({ kind: "offer", index: 11, own: false, with: "Dora", what: "match", terms: "rated blitz 3 2", side: "white" });
  return session;
}

const sizes = [["desk", desk], ["phone", phone], ["small phone", smallPhone], ["landscape", landscape]] as const;

for (const [name, options] of [
  ["light", { ...desk, colorScheme: "light" }],
  ["dark", { ...desk, colorScheme: "dark" }],
  ["phone", phone],
  ["forced colours", { ...desk, forcedColors: "active" }],
] as const) {
  test(`axe has nothing to say on live play, ${name}`, async () => {
    const atLogin = new ScriptedSession();
    atLogin.tell({ kind: "login-required" });
    const login = await play(atLogin, options);
    await login.page.getByRole("button", { name: "Log in" }).waitFor();
    await login.live.guest("Bo");
    assert.deepEqual(await axe(login.page), [], "login");
    await login.page.close();

    const session = withLobby();
    const { page } = await play(session, options);
    await page.getByRole("button", { name: "Watch: Boris" }).waitFor();
    await page.getByText("Custom game").click();
    await page.getByText("Challenge a player").click();
    assert.deepEqual(await axe(page), [], "lobby");
    await page.getByRole("button", { name: "Graph" }).click();
    assert.deepEqual(await axe(page), [], "graph");
    await page.getByRole("button", { name: "Account" }).click();
    await page.getByRole("region", { name: "What others see" }).getByText("1  2  3").waitFor();
    assert.deepEqual(await axe(page), [], "account");
    inGame(session);
    await page.locator(".live-game").waitFor();
    assert.deepEqual(await axe(page), [], "game");
    await page.getByRole("button", { name: /^Talk and console/ }).click();
    assert.deepEqual(await axe(page, ".dock"), [], "talk");
    await page.getByRole("button", { name: "Console", exact: true }).click();
    assert.deepEqual(await axe(page, ".dock"), [], "console");
    await page.getByRole("button", { name: "Close", exact: true }).click();
    session.tell({ kind: "ended", game: 8, result: "1-0", reason: "Cecilia resigns" });
    session.tell({ kind: "ended", game: 7, result: "1-0", reason: "Boris resigns" });
    await page.getByText("You won").first().waitFor();
    assert.deepEqual(await axe(page), [], "a game that is over");
  });
}

for (const [name, options] of sizes) {
  test(`nothing is refused or overflows, ${name}`, async () => {
    const session = withLobby();
    const opened = await play(session, options);
    const { page, live } = opened;
    await page.getByRole("button", { name: "Watch: Boris" }).waitFor();
    const width = async (): Promise<number> => page.evaluate(() => document.documentElement.scrollWidth);
    assert.equal(await width(), options.viewport?.width, "lobby");
    await page.getByRole("button", { name: "Account" }).click();
    assert.equal(await width(), options.viewport?.width, "account");
    session.tell(board({ ticking: true, current: position(house.replace("[NPPp]", ""), { ply: 6, san: "exf3" }), moves: ["d2d4"] }));
    await live.game.waitFor();
    assert.equal(await width(), options.viewport?.width, "game");
    // The board and both clocks are in the window, which needs no scrolling.
    for (const part of ["> .board .frame", "> .player-white .clock", "> .player-black .clock", ".acts"]) {
      const box = await live.game.locator(part).boundingBox();
      assert(box && box.x >= 0 && box.y >= 0, part);
      assert(box.y + box.height <= (options.viewport?.height ?? 0), `${part} ends at ${box.y + box.height}`);
    }
    inGame(session);
    await page.locator(".partner").waitFor();
    assert.equal(await width(), options.viewport?.width, "bughouse");
    await assertClean(opened);
  });
}

test("a finger on the board does not scroll the page", async () => {
  const { page, live } = await play(inGame(withLobby()), smallPhone);
  await live.game.waitFor();
  assert.equal(await live.game.locator("> .board .frame").evaluate((frame) => getComputedStyle(frame).touchAction), "none");
  const before = await page.evaluate(() => scrollY);
  await live.drag("e2", "d4");
  assert.equal(await page.evaluate(() => scrollY), before);
});

test("a whole game by keys: login, seek, squares, typed moves, questions, resigning", async () => {
  const session = new ScriptedSession();
  session.tell({ kind: "login-required" });
  const opened = await play(session);
  const { page, live } = opened;
  const focused = async (): Promise<string> =>
    page.evaluate(() => document.activeElement?.getAttribute("aria-label") ?? document.activeElement?.id ?? "");
  const tabTo = async (wanted: RegExp): Promise<void> => {
    for (let i = 0; i < 60; i++) {
      await page.keyboard.press("Tab");
      const now = await page.evaluate(() => `${document.activeElement?.getAttribute("aria-label") ?? ""} ${document.activeElement?.textContent ?? ""} ${document.activeElement?.id ?? ""}`);
      if (wanted.test(now)) return;
    }
    assert.fail(`no tab stop ${String(wanted)}`);
  };
  await page.getByRole("button", { name: "Play", exact: true }).waitFor();
  await tabTo(/guest-name/);
  await page.keyboard.press("Enter");
  await session.wanted(({ type }) => type === "login");
  session.tell({ kind: "started", name: "GuestABCD", titles: ["U"] });
  await page.locator(".lobby").waitFor();
  await tabTo(/^ 5\+3/);
  await page.keyboard.press("Enter");
  await session.line("seek 5 3 unrated");
  const players = { white: { name: "GuestABCD", clock: 83_000 }, black: { name: "Boris", clock: 180_000 } };
  session.tell(board({ ...players, moves: ["g1f3", "g1h3", "e2e4"] }));
  await live.said("You play White");
  assert(await page.evaluate(() => document.activeElement?.classList.contains("live-game")), "the focus is in the game");
  await tabTo(/^e1, white king/);
  await page.keyboard.press("n");
  assert.equal(await focused(), "g1, white knight");
  await page.keyboard.press("Enter");
  await live.mentioned("g1, picked up: f3, h3");
  assert.equal(await focused(), "g1, white knight, picked up");
  for (const key of ["ArrowUp", "ArrowUp", "ArrowLeft"]) await page.keyboard.press(key);
  assert.equal(await focused(), "f3, empty, can go here");
  await page.keyboard.press("Enter");
  await session.move("g1f3");
  const afterNf3 = position("rnbqkbnr/pppppppp/8/8/8/5N2/PPPPPPPP/RNBQKB1R b KQkq - 1 1", { ply: 1, san: "Nf3", last: ["g1", "f3"], words: "White knight to f3" });
  session.tell(board({ ...players, current: afterNf3 }));
  await live.mentioned("White knight to f3");
  await page.keyboard.press("i");
  await live.type("d4");
  await live.mentioned("Premove: d2 d4");
  session.tell(board({ ...players, current: position("rnbqkbnr/ppp1pppp/8/3p4/8/5N2/PPPPPPPP/RNBQKB1R w KQkq - 0 2", { ply: 2, san: "d5", last: ["d7", "d5"], words: "Black pawn to d5" }), moves: ["d2d4", "f3d4", "b1d2"] }));
  await live.said("Black pawn to d5");
  await session.move("d2d4");
  const now = position("rnbqkb1r/ppp1pppp/5n2/3p4/3P4/5N2/PPP1PPPP/RNBQKB1R w KQkq - 1 3", { ply: 4, san: "Nf6", last: ["g8", "f6"], words: "Black knight to f6" });
  session.tell(board({ ...players, current: now, moves: ["b1d2", "f3d2", "c1f4"] }));
  await live.said("Black knight to f6");
  for (const [typed, answer] of [
    ["c", "White: 1 minute 23 seconds; Black: 3 minutes 0 seconds"],
    ["l", "Black knight to f6"],
    ["o", "Boris"],
    ["board f6", "f6: black knight"],
    ["p N", "white knight: b1, f3"],
    ["turn", "Your move"],
    ["Nd2", "Several moves fit: b1–d2, f3–d2"],
    ["Ke2", "No legal move: Ke2"],
    ["/help", "Type moves as Nf3"],
  ] as const) {
    await live.type(typed);
    await live.game.locator("output", { hasText: answer }).waitFor();
  }
  await live.type("Nbd2");
  await session.move("b1d2");
  await live.type("/draw");
  await session.line("draw");
  await live.type("/resign");
  await live.said("Press again to resign");
  await live.type("/resign");
  await session.line("resign");
  await assertClean(opened);
});

test("a premove by keys, and its way back", async () => {
  const session = loggedIn();
  const waits = board({ current: position("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1", { ply: 1, san: "e4", last: ["e2", "e4"], words: "White pawn to e4" }) });
  session.tell(waits);
  const { page, live } = await play(session);
  await live.game.locator('[data-square="e1"]').focus();
  await page.keyboard.press("n");
  await page.keyboard.press("Enter");
  await press(page, "ArrowUp", 2);
  await page.keyboard.press("ArrowLeft");
  await page.keyboard.press("Enter");
  await live.mentioned("Premove: g1 f3");
  await page.keyboard.press("Escape");
  await live.game.locator(".planned").waitFor({ state: "hidden" });
  assert.equal(await live.game.locator('[data-square="f3"]').getAttribute("aria-label"), "f3, empty");
});

test("what a screen reader meets in a game", async () => {
  const session = loggedIn();
  session.tell(board({ moves: ["e2e4"] }));
  session.tell({ kind: "facts", game: 7, category: "blitz", rated: true, white: "1720", black: "1586", partner: null });
  const { page, live } = await play(session);
  await live.game.waitFor();
  const tree = await page.locator("main").ariaSnapshot();
  for (const line of [
    '- heading "Play" [level=1]',
    '- heading "Anna – Boris" [level=2]',
    `- 'region "Black: Boris"':`,
    `- 'region "White: Anna"':`,
    '- timer "Clock, Anna"',
    '- grid "Board"',
    '- region "Moves"',
    '- button "Resign"',
    '- textbox "Type a move"',
    '- log "Talk"',
    '- navigation "Parts of the page"',
  ]) assert(tree.includes(line), `${line}\n${tree}`);
  assert.equal(tree.match(/gridcell/g)?.length, 64);
});

test("hostile names and texts stay text, and never become commands", async () => {
  for (const options of [desk, phone]) await stayText(options);
});

async function stayText(options: BrowserContextOptions): Promise<void> {
  const evil = '<img src=x onerror="hacked=1"><script>hacked=1</script>';
  const turned = "\u202eevil\u202c";
  const session = new ScriptedSession();
  session.tell({ kind: "started", name: evil, titles: [evil] }, evil);
  session.tell({ kind: "seek", index: 5, name: `${evil}\nquit`, rating: evil, number: null, computer: false, minutes: 5, increment: 3, rated: true, category: evil, side: null, from: 0, to: 9999, manual: false }, `${evil}\u0000\u0007`);
  for (const way of ["tell", "kibitz", "channel", "shout"] as const) {
    session.tell({ kind: "said", to: null, way, from: `${evil}\nresign`, titles: evil, place: way === "channel" ? 53 : null, text: `${evil}${turned}` });
  }
  session.tell({ kind: "partner", name: evil });
  session.tell({ kind: "offer", index: 3, own: false, with: evil, what: evil, terms: evil, side: null });
  session.tell({ kind: "offer", index: 4, own: false, with: evil, what: "constructor", terms: evil, side: null });
  session.tell({ kind: "offer", index: 5, own: false, with: evil, what: "match", terms: "__proto__ constructor", side: null });
  session.answer = (request) => {
    if (request.type === "ask" && request.what === "players") session.tell({ kind: "players", rows: [{ name: `Boris\nquit`, titles: evil, rating: evil, doing: null }] });
    else if (request.type === "ask" && request.what === "games") {
      session.tell({ kind: "games", rows: [{ game: -1, white: evil, white_rating: evil, black: `x\nquit`, black_rating: evil, category: evil, rated: true, private: false, examined: false, minutes: 3, increment: 2, move_number: 14 }] });
    } else if (request.type === "ask") session.tell({ kind: "page", what: request.what, text: evil });
  };
  const opened = await play(session, options);
  const { page, live } = opened;
  await page.locator(".players-on tbody tr").waitFor();
  assert.equal(await page.locator(".players-on button").count(), 0, "no buttons for what is no name");
  // The number is none that the server gives: the button does nothing.
  await page.getByRole("button", { name: /^Watch:/ }).click();
  await page.getByRole("button", { name: "Account" }).click();
  session.tell(board({ white: { name: evil, clock: 1000 }, black: { name: `${evil}\nquit`, clock: -1 }, current: position("<img src=x>/8/8 w", { ply: 1, san: evil, last: [evil, "e4"], words: evil }), moves: [evil, "e2e4\nquit"] }));
  session.tell({ kind: "facts", game: 7, category: evil, rated: true, white: evil, black: evil, partner: null });
  await live.game.waitFor();
  session.tell({ kind: "ended", game: 7, result: evil, reason: evil });
  await page.getByText("No result").first().waitFor();
  assert.equal(await page.evaluate(() => "hacked" in window), false);
  assert.equal(await page.locator("main img, main script").count(), 0);
  assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), options.viewport?.width);
  for (const request of session.requests) if (request.type === "line") assert.doesNotMatch(request.text, /[\r\n]|quit|-1/);
  await assertClean(opened);
  await page.close();
}

for (const [language, words] of [
  ["de", ["Sofort spielen", "Offene Partien", "Konto"]],
  ["fr", ["Jouer tout de suite", "Parties proposées", "Compte"]],
  ["cs", ["Rychlá hra", "Otevřené partie", "Účet"]],
] as const) {
  test(`the page in another language: ${language}`, async () => {
    const session = withLobby();
    const opened = await play(session, desk, language);
    const { page } = opened;
    for (const word of words) await page.getByText(word, { exact: true }).first().waitFor();
    assert.equal(session.hellos[0]?.language, language);
    assert.doesNotMatch(await page.locator("main").innerText(), /undefined|Quick pairing|Open games/);
    assert.deepEqual(await axe(page), []);
    await assertClean(opened);
  });
}
