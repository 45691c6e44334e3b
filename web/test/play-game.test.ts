import assert from "node:assert/strict";
import { test } from "node:test";
import type { Locator } from "playwright-core";
import type { LiveBoard, LiveMove } from "../src/types/Live";
import { assertClean, drawn, eventually, phone, press, settled, smallPhone } from "./browser.js";
import { board, firstMoves, loggedIn, position, setUpLive, type LivePlay, type ScriptedSession } from "./live.js";

const play = setUpLive();

const afterE4 = position("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1", { ply: 1, san: "e4", last: ["e2", "e4"], words: "White pawn to e4" });
const afterE5 = position("rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2", { ply: 2, san: "e5", last: ["e7", "e5"], words: "Black pawn to e5" });
const afterD5 = position("rnbqkbnr/ppp1pppp/8/3p4/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2", { ply: 2, san: "d5", last: ["d7", "d5"], words: "Black pawn to d5" });

async function shown(live: LivePlay, pieces: Record<string, string | undefined>): Promise<void> {
  // Boards are drawn with the next frame.
  await live.page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
  const now = await drawn(live.page);
  for (const [square, piece] of Object.entries(pieces)) assert.equal(now[square], piece, square);
}

test("a premove is made at once when the opponent has moved", async () => {
  const session = loggedIn();
  session.tell(board({ current: afterE4 }));
  const opened = await play(session);
  const { live } = opened;
  await live.drag("g1", "f3");
  await live.mentioned("Premove: g1 f3");
  await live.game.getByText("Premove: g1–f3").waitFor();
  assert.equal(await live.page.locator("square.current-premove").count(), 2);
  assert.equal(await live.game.locator('[data-square="f3"]').getAttribute("aria-label"), "f3, empty, Premove");
  session.tell(board({ current: afterE5, moves: ["g1f3", "d2d4"] }));
  const move = await session.move("g1f3");
  assert.equal(move.ply, 2);
  await shown(live, { f3: "white knight", g1: undefined });
  assert.equal(await live.page.locator("square.current-premove:visible").count(), 0);
  await assertClean(opened);
});

test("a premove is cancelled by its button, by Escape, by the other mouse button; a further one replaces it", async () => {
  const session = loggedIn();
  session.tell(board({ current: afterE4 }));
  const { live, page } = await play(session);
  const planned = live.game.locator(".planned");
  await live.click("g1", "f3");
  await live.game.getByRole("button", { name: "Cancel" }).click();
  await planned.waitFor({ state: "hidden" });
  await live.click("g1", "f3");
  await planned.getByText("g1–f3").waitFor();
  await live.click("d2", "d4");
  await planned.getByText("d2–d4").waitFor();
  await page.keyboard.press("Escape");
  await planned.waitFor({ state: "hidden" });
  await live.click("g1", "h3");
  await planned.getByText("g1–h3").waitFor();
  const { x, y } = await live.square("e6");
  await page.mouse.click(x, y, { button: "right" });
  await planned.waitFor({ state: "hidden" });
  session.tell(board({ current: afterE5, moves: ["g1h3", "d2d4"] }));
  await live.said("Black pawn to e5");
  await live.command("date");
  await session.line("date");
  assert.deepEqual(session.requests.filter(({ type }) => type === "move"), []);
});

test("a premove that is not legal is not made, and that is said", async () => {
  const session = loggedIn();
  session.tell(board({ current: afterE4 }));
  const { live } = await play(session);
  await live.click("e4", "d5");
  await live.game.locator(".planned").waitFor();
  session.tell(board({ current: afterE5, moves: ["g1f3"] }));
  await live.said("The premove e4d5 is not possible.");
  const planned = live.game.locator(".planned");
  await live.command("date");
  await session.line("date");
  assert.equal((await planned.innerText()).trim(), "The premove e4–d5 is not possible.");
  assert.deepEqual(session.requests.filter(({ type }) => type === "move"), []);
  session.tell(board({ current: { ...afterE5, ply: afterE5.ply + 1 } }));
  await planned.waitFor({ state: "hidden" });
});

test("two moves follow each other quickly: the second is planned before the first is answered", async () => {
  const session = loggedIn();
  session.tell(board({ moves: firstMoves }));
  const { live } = await play(session);
  await live.click("e2", "e4");
  await session.move("e2e4");
  await live.click("e4", "d5");
  await live.game.getByText("Premove: e4–d5").waitFor();
  session.tell(board({ current: afterE4 }));
  session.tell(board({ current: afterD5, moves: ["e4d5"] }));
  assert.equal((await session.move("e4d5")).ply, 2);
});

const promoting = position("8/P6k/8/8/8/8/8/K7 w - - 0 60", { ply: 118, san: "Kh7" });

test("promotion: the piece is chosen; the queen comes by itself if the player wants that", async () => {
  const session = loggedIn();
  const moves = ["a7a8q", "a7a8r", "a7a8b", "a7a8n", "a1b1"];
  session.tell(board({ current: promoting, moves }));
  const opened = await play(session);
  const { live, page } = opened;
  await live.click("a7", "a8");
  await page.getByRole("group", { name: "Promote to" }).getByRole("button", { name: "white knight" }).click();
  await session.move("a7a8n");
  session.tell({ kind: "move-refused", game: 7 });
  await live.said("The server did not take the move.");
  await shown(live, { a7: "white pawn", a8: undefined });
  await page.evaluate(() => localStorage.setItem("partie.queen", "always"));
  await live.click("a7", "a8");
  await session.move("a7a8q");
  await assertClean(opened);
});

test("a premoved promotion takes a queen", async () => {
  const session = loggedIn();
  session.tell(board({ current: { ...promoting, fen: promoting.fen.replace(" w ", " b "), ply: 117 } }));
  const { live } = await play(session);
  await live.click("a7", "a8");
  await live.game.locator(".planned").waitFor();
  session.tell(board({ current: promoting, moves: ["a7a8q", "a7a8n"] }));
  await session.move("a7a8q");
});

const house = "r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R[NPPp] w KQkq - 0 1";
const drops = ["N@d5", "N@f5", "P@d5", "P@d3", "d2d4"];

function crazyhouse(change: Partial<LiveBoard> = {}, fen = house): ReturnType<typeof board> {
  return board({ drops: true, current: position(fen, { ply: 6, san: "exf3", last: ["e4", "f3"], words: "x" }), moves: drops, ...change });
}

test("pieces in hand are dropped: by dragging, by two clicks, and by keys", async () => {
  for (const way of ["drag", "click", "keys"] as const) {
    const session = loggedIn();
    session.tell(crazyhouse());
    const opened = await play(session);
    const { live, page } = opened;
    const knight = live.game.getByRole("button", { name: "white knight, 1" });
    if (way === "drag") await live.drag(knight, "d5");
    else if (way === "click") {
      await knight.click();
      assert.equal(await knight.getAttribute("aria-pressed"), "true");
      assert.equal(await page.locator("square.move-dest:visible").count(), 2);
      await live.click("d5");
    } else {
      await knight.focus();
      await page.keyboard.press("Enter");
      await live.mentioned("white knight, picked up: d5, f5");
      for (const key of ["ArrowLeft", "ArrowUp", "ArrowUp", "ArrowUp", "ArrowUp"]) await page.keyboard.press(key);
      assert.equal(await page.evaluate(() => document.activeElement?.getAttribute("aria-label")), "d5, empty, can go here");
      await page.keyboard.press("Enter");
    }
    await session.move("N@d5");
    await shown(live, { d5: "white knight" });
    await assertClean(opened);
    await page.close();
  }
});

test("on a phone, fingers tap pieces out of the pocket", async () => {
  const session = loggedIn();
  session.tell(crazyhouse());
  const { live, page } = await play(session, phone);
  const knight = live.game.getByRole("button", { name: "white knight, 1" });
  await knight.tap();
  await settled(page);
  assert.equal(await knight.getAttribute("aria-pressed"), "true");
  const { x, y } = await live.square("d5");
  await page.touchscreen.tap(x, y);
  await session.move("N@d5");
});

test("an opponent who lost the connection is shown with the time that is left, also on a phone", async () => {
  const session = loggedIn();
  session.tell(board({ current: afterE4 }));
  const { live } = await play(session, phone);
  const status = live.game.locator(".status");
  await status.getByText("Boris").waitFor();
  session.tell({ kind: "absent", name: "Boris", seconds: 297 });
  await live.said("Boris has lost the connection. The game waits 4 minutes 57 seconds.");
  await eventually(async () => assert.match(await status.innerText(), /^Boris has lost the connection\. The game waits 4:5\d\.$/));
  await eventually(async () => assert.match(await status.innerText(), /4:5[0-5]/));
  session.tell({ kind: "absent", name: "Boris", seconds: null });
  await live.said("Boris is here again");
  await status.getByText("connection").waitFor({ state: "detached" });
});

test("who wants only to click, or only to drag, does; keys do both", async () => {
  for (const way of ["clicks", "drags"] as const) {
    const session = loggedIn();
    session.tell(board({ moves: firstMoves }));
    const { live, page } = await play(session);
    await page.evaluate((value) => localStorage.setItem("partie.moving", value), way);
    await page.reload();
    await live.game.waitFor();
    if (way === "clicks") await live.drag("e2", "e4");
    else await live.click("e2", "e4");
    await live.game.locator('[data-square="d2"]').focus();
    await press(page, "Enter");
    await press(page, "ArrowUp", 2);
    await press(page, "Enter");
    await session.move("d2d4");
    assert.equal(session.requests.filter(({ type }) => type === "move").length, 1, way);
    await page.close();
  }
});

test("drops where none is legal come back; an empty pocket gives nothing", async () => {
  const session = loggedIn();
  session.tell(crazyhouse());
  const { live } = await play(session);
  await live.drag(live.game.getByRole("button", { name: "white pawn, 2" }), "e6");
  await live.mentioned("The piece cannot be dropped there.");
  await shown(live, { e6: undefined });
  await live.drag(live.game.getByRole("button", { name: "white rook, 0" }), "d5");
  await shown(live, { d5: undefined });
  assert.deepEqual(session.requests.filter(({ type }) => type === "move"), []);
  assert.match((await live.game.locator("> .player-black .pocket").getAttribute("aria-label")) ?? "", /Black in hand: 1 black pawn/);
});

test("a drop is planned on the other side's turn", async () => {
  const session = loggedIn();
  session.tell(crazyhouse({ moves: [] }, house.replace(" w ", " b ")));
  const { live } = await play(session);
  await live.drag(live.game.getByRole("button", { name: "white knight, 1" }), "f5");
  await live.game.getByText("Premove: N@f5").waitFor();
  session.tell(crazyhouse({ current: position(house, { ply: 7 }) }));
  await session.move("N@f5");
});

test("offers are answered; one's own are withdrawn; resigning asks once", async () => {
  const session = loggedIn();
  session.tell(board({ current: afterE5, moves: ["g1f3"] }));
  session.tell({ kind: "offer", index: 9, own: false, with: "Boris", what: "draw", terms: "", side: null });
  const opened = await play(session);
  const { live } = opened;
  const group = live.game.getByRole("group", { name: "Boris offers a draw" });
  await group.getByRole("button", { name: "Decline" }).click();
  await session.line("decline 9");
  session.tell({ kind: "offer-removed", index: 9 });
  await group.waitFor({ state: "detached" });
  session.tell({ kind: "offer", index: 10, own: false, with: "Boris", what: "takeback", terms: "2", side: null });
  await live.said("Boris wants to take a move back");
  await live.game.getByRole("button", { name: "Accept" }).click();
  await session.line("accept 10");
  session.tell({ kind: "offer-removed", index: 10 });
  await live.game.getByRole("button", { name: "Draw" }).click();
  await session.line("draw");
  session.tell({ kind: "offer", index: 11, own: true, with: "Boris", what: "draw", terms: "", side: null });
  await live.game.getByRole("button", { name: "Withdraw" }).click();
  await session.line("withdraw 11");
  await live.game.getByRole("button", { name: "Take back" }).click();
  await session.line("takeback 2");
  await live.game.locator(".menu > summary").click();
  await live.game.getByRole("button", { name: "Abort" }).click();
  await session.line("abort");
  await live.game.getByRole("button", { name: "Resign" }).click();
  await live.said("Press again to resign");
  assert(!session.requests.some((request) => request.type === "line" && request.text === "resign"));
  await live.game.getByRole("button", { name: "Resign?" }).click();
  await session.line("resign");
  session.tell({ kind: "ended", game: 7, result: "0-1", reason: "Anna resigns" });
  await live.said("You lost. 0–1 · Anna resigns");
  await live.game.getByRole("button", { name: "New opponent" }).click();
  await session.line("seek 3 2 unrated");
  await live.game.getByRole("button", { name: "Rematch" }).click();
  await session.line("rematch");
  session.tell(board({ relation: "black", white: { name: "Boris", clock: 1 }, black: { name: "Anna", clock: 1 } }));
  await live.said("You play Black");
  assert.deepEqual(await live.page.locator(".live-nav button").allInnerTexts(), ["Lobby", "Account", "vs Boris"], "the new game takes the place of the old one");
  await assertClean(opened);
});

test("the connection breaks in mid-game: the move goes out once it stands again, and nothing is shown twice", async () => {
  const session = loggedIn();
  session.tell(board({ current: afterE5, moves: ["g1f3"] }));
  const { live, page } = await play(session);
  await live.game.waitFor();
  const first = session.peer;
  // A network that is gone: what is written does not arrive.
  if (first) first.onText = () => {};
  await live.click("g1", "f3");
  await shown(live, { f3: "white knight" });
  first?.close();
  const move = await session.move("g1f3");
  assert.equal(move.ply, 2);
  assert.deepEqual(session.hellos.map(({ seen, token }) => [seen, token]), [[0, null], [2, session.token]]);
  session.tell(board({ current: position("rnbqkbnr/pppp1ppp/8/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R b KQkq - 1 2", { ply: 3, san: "Nf3", last: ["g1", "f3"], words: "White knight to f3" }) }));
  session.tell({ kind: "said", to: null, way: "say", from: "Boris", titles: "", place: null, text: "there you are" });
  session.repeat(1);
  await page.getByRole("log", { name: "Talk" }).getByText("there you are").waitFor();
  assert.equal(await page.getByRole("log", { name: "Talk" }).getByText("there you are").count(), 1);
  assert.deepEqual(await live.game.locator(".moves .move").allInnerTexts(), ["e5", "Nf3"]);
  assert.equal(session.requests.filter(({ type }) => type === "move").length, 1);
});

test("while the connection is away that is shown, and the clocks go on", async () => {
  const session = loggedIn();
  session.tell(board({ ticking: true }));
  const { live, page } = await play(session);
  await live.game.waitFor();
  await page.context().setOffline(true);
  session.peer?.close();
  await page.locator('[data-status="waiting"], [data-status="connecting"]').waitFor();
  await live.said("reconnecting");
  await page.context().setOffline(false);
  await page.locator('[data-status="connected"]').waitFor();
  await live.mentioned("Connected again");
});

test("clocks: one runs, with tenths when little time is left, which is said once", async () => {
  const session = loggedIn();
  session.tell(board({ ticking: true, white: { name: "Anna", clock: 24_000 }, moves: firstMoves }));
  const { live } = await play(session);
  await live.game.waitFor();
  assert.match(await live.clock("white"), /^0:2[0-4]$/);
  assert.equal(await live.clock("black"), "3:00");
  assert.equal(await live.game.locator("> .player-white .clock.low").count(), 0);
  session.tell(board({ ticking: true, white: { name: "Anna", clock: 9400 }, moves: firstMoves }));
  await live.said("Little time left");
  assert.match(await live.clock("white"), /^0:0\d\.\d$/);
  assert.equal(await live.game.locator("> .player-white .clock.low").count(), 1);
  const before = await live.clock("white");
  await eventually(async () => assert.notEqual(await live.clock("white"), before));
  session.tell(board({ ticking: true, white: { name: "Anna", clock: -3000 }, moves: firstMoves }));
  await live.game.locator("> .player-white .clock", { hasText: "0:00.0" }).waitFor();
  session.tell({ kind: "ended", game: 7, result: "0-1", reason: "Anna forfeits on time" });
  await live.said("You lost. 0–1 · Anna forfeits on time");
});

const italian: LiveMove[] = [
  afterE4,
  afterE5,
  position("rnbqkbnr/pppp1ppp/8/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R b KQkq - 1 2", { ply: 3, san: "Nf3", last: ["g1", "f3"], words: "White knight to f3" }),
  position("r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3", { ply: 4, san: "Nc6", last: ["b8", "c6"], words: "Black knight to c6" }),
];

function midGame(session: ScriptedSession, change: Partial<LiveBoard> = {}): void {
  const current = italian.at(-1);
  session.tell(board({ ...(current ? { current } : {}), moves: ["f1c4", "f1b5"], ...change }));
  session.tell({ kind: "moves", game: 7, start: position().fen, moves: italian });
}

test("back and forward through the moves; the past cannot be played in; the opponent's move leads to the present", async () => {
  const session = loggedIn();
  midGame(session);
  const opened = await play(session);
  const { live, page } = opened;
  const moves = live.game.locator(".moves .move");
  await moves.nth(3).waitFor();
  assert.deepEqual(await moves.allInnerTexts(), ["e4", "e5", "Nf3", "Nc6"]);
  await page.keyboard.press("ArrowLeft");
  await live.game.getByText("Half-move 3 of 4, not the present position.").waitFor();
  await shown(live, { b8: "black knight", c6: undefined });
  await live.click("f1", "c4");
  assert.deepEqual(session.requests.filter(({ type }) => type === "move"), []);
  await live.game.getByRole("button", { name: "e4", exact: true }).click();
  await shown(live, { e4: "white pawn", e7: "black pawn" });
  await live.game.getByRole("button", { name: "To the present" }).click();
  await live.click("f1", "c4");
  await session.move("f1c4");
  const played = position("r1bqkbnr/pppp1ppp/2n5/4p3/2B1P3/5N2/PPPP1PPP/RNBQK2R b KQkq - 3 3", { ply: 5, san: "Bc4", last: ["f1", "c4"], words: "White bishop to c4" });
  session.tell(board({ current: played }));
  await live.mentioned("White bishop to c4");
  await page.keyboard.press("Home");
  await live.game.getByText("Half-move 0 of 5").waitFor();
  session.tell(board({ current: position("r1bqk1nr/pppp1ppp/2n5/2b1p3/2B1P3/5N2/PPPP1PPP/RNBQK2R w KQkq - 4 4", { ply: 6, san: "Bc5", last: ["f8", "c5"], words: "Black bishop to c5" }), moves: ["c2c3"] }));
  await live.game.getByText("Your move").waitFor();
  await shown(live, { c5: "black bishop" });
  await assertClean(opened);
});

test("games are watched, several at once", async () => {
  const session = loggedIn();
  midGame(session, { relation: "observer", white: { name: "Cecilia", clock: 1000 } });
  session.tell(board({ game: 8, relation: "observer", white: { name: "Dora", clock: 60_000 } }));
  const opened = await play(session);
  const { live, page } = opened;
  await page.getByRole("button", { name: "Cecilia – Boris" }).click();
  assert.match(await live.game.locator(".about").innerText(), /Cecilia – Boris\s+3\+2 · watching/);
  await live.click("e2", "e4");
  assert.deepEqual(session.requests.filter(({ type }) => type === "move"), [], "those who watch do not move");
  await page.locator("#talk-to").selectOption("kibitz 7");
  await page.locator("#talk-input").fill("nice");
  await page.keyboard.press("Enter");
  await session.line("xkibitz 7 nice");
  await live.game.getByRole("button", { name: "Stop watching" }).click();
  await session.line("unobserve 7");
  session.tell({ kind: "left", game: 7 });
  await page.locator(".lobby").waitFor();
  assert.deepEqual(await page.locator(".live-nav button").allInnerTexts(), ["Lobby", "Account", "Dora – Boris"]);
  await assertClean(opened);
});

test("an examiner moves both sides, and goes through the game for all", async () => {
  const session = loggedIn();
  midGame(session, { relation: "examiner", moves: ["f1c4", "f1b5"] });
  const { live } = await play(session);
  await live.click("f1", "b5");
  await session.move("f1b5");
  session.tell(board({ relation: "examiner", current: position("r1bqkbnr/pppp1ppp/2n5/1B2p3/4P3/5N2/PPPP1PPP/RNBQK2R b KQkq - 3 3", { ply: 5, san: "Bb5", last: ["f1", "b5"], words: "White bishop to b5" }), moves: ["a7a6"] }));
  await live.mentioned("White bishop to b5");
  await live.click("a7", "a6");
  await session.move("a7a6");
  await live.game.getByRole("button", { name: "Previous move" }).click();
  await session.line("backward");
  await live.game.getByRole("button", { name: "Start" }).click();
  await session.line("backward 999");
  await live.game.getByRole("button", { name: "Back to the game" }).click();
  await session.line("revert");
  await live.game.getByRole("button", { name: "Stop examining" }).click();
  await session.line("unexamine");
});

test("bughouse: the partner's board beside one's own, and buttons for what partners say", async () => {
  for (const options of [undefined, phone]) {
    const session = loggedIn();
    session.tell(crazyhouse({ white: { name: "Anna", clock: 60_000 }, black: { name: "Boris", clock: 50_000 } }));
    session.tell({ kind: "partner", name: "Cecilia" });
    session.tell(board({ game: 8, relation: "observer", flipped: true, white: { name: "Dora", clock: 75_000 }, black: { name: "Cecilia", clock: 40_000 }, current: position(house) }));
    session.tell({ kind: "partner-game", game: 8 });
    const opened = await play(session, options);
    const { live, page } = opened;
    const partner = page.getByRole("region", { name: "Partner", exact: true });
    await partner.waitFor();
    assert.match(await partner.innerText(), /Cecilia/);
    assert.equal(await page.getByRole("button", { name: "Dora – Cecilia" }).count(), 0, "the partner's game has no tab of its own");
    assert.equal(await partner.locator(".player-white .difference").innerText(), "+15\u00a0s");
    assert.equal(await live.game.locator("> .player-white .difference").innerText(), "−15\u00a0s");
    const [own, other] = [await live.game.locator("> .board .frame").boundingBox(), await partner.locator(".frame").boundingBox()];
    assert(own && other && own.width > other.width);
    for (const [name, said] of [["I need a knight", "I need a knight"], ["Do not give me a queen", "Do not give me a queen"], ["Sit!", "Sit, do not move"]] as const) {
      await partner.getByRole("button", { name }).click();
      await session.line(`ptell ${said}`);
    }
    assert.equal((await drawn(page, 1))["f3"], "white knight");
    session.tell({ kind: "said", to: null, way: "partner", from: "Cecilia", titles: "", place: null, text: "go" });
    const heard = partner.getByRole("status");
    await heard.filter({ hasText: "Cecilia go" }).waitFor();
    const place = await partner.boundingBox();
    session.tell({ kind: "said", to: null, way: "partner", from: "Cecilia", titles: "", place: null, text: `<b>${"sit ".repeat(80)}` });
    await heard.filter({ hasText: "<b>sit" }).waitFor();
    assert.deepEqual(await partner.boundingBox(), place, "nothing moves");
    session.tell({ kind: "ended", game: 8, result: "0-1", reason: "" });
    session.tell({ kind: "ended", game: 7, result: "1-0", reason: "Anna’s partner won" });
    await live.said("You won");
    assert(await partner.isVisible(), "both boards stay");
    assert.equal(await partner.getByRole("button", { name: "Sit!" }).count(), 0);
    await live.game.locator(".menu > summary").click();
    const [saved] = await Promise.all([page.waitForEvent("download"), live.game.getByRole("button", { name: "BPGN" }).click()]);
    assert.equal(saved.suggestedFilename(), "Anna-Boris.bpgn");
    await live.game.locator(".menu > summary").click();
    await live.game.getByRole("button", { name: "To the lobby" }).click();
    assert.deepEqual(await page.locator(".live-nav button").allInnerTexts(), ["Lobby", "Account"]);
    await assertClean(opened);
    await page.close();
  }
});

test("bughouse is watched on both boards, whose moves stand in one list", async () => {
  const session = loggedIn();
  const facts = { category: "bughouse", rated: false, white: "1500", black: "1600" };
  session.tell({ kind: "facts", game: 7, ...facts, partner: 8 });
  session.tell(board({ relation: "observer" }));
  const opened = await play(session);
  const { live, page } = opened;
  await session.line("observe 8");
  session.tell({ kind: "facts", game: 8, ...facts, partner: 7 });
  session.tell(board({ game: 8, relation: "observer", flipped: true, white: { name: "Cecilia", clock: 60_000 }, black: { name: "Dora", clock: 60_000 } }));
  const second = page.getByRole("region", { name: "Board B", exact: true });
  await second.waitFor();
  assert.deepEqual(await page.locator(".live-nav button").allInnerTexts(), ["Lobby", "Account", "Anna – Boris"]);
  assert.equal(await second.getByRole("button", { name: "Sit!" }).count(), 0, "those who watch say nothing to players");
  session.tell(board({ relation: "observer", current: afterE4 }));
  session.tell(board({ game: 8, relation: "observer", flipped: true, white: { name: "Cecilia", clock: 60_000 }, black: { name: "Dora", clock: 60_000 }, current: afterE4 }));
  session.tell(board({ relation: "observer", current: afterE5 }));
  const list = live.game.locator(".moves");
  await list.getByText("1a.", { exact: true }).waitFor();
  assert.equal((await list.innerText()).replace(/\s+/g, " ").trim(), "1A. e4 1B. e4 1a. e5");
  await page.keyboard.press("ArrowLeft");
  await page.keyboard.press("ArrowLeft");
  assert.equal((await drawn(page, 0))["e4"], "white pawn");
  assert.equal((await drawn(page, 1))["e4"], undefined, "the other board goes back with this one");
  await live.game.getByText("Half-move 1 of 3").waitFor();
  await live.game.getByRole("button", { name: "Stop watching" }).click();
  await session.line("unobserve 7");
  await session.line("unobserve 8");
  await assertClean(opened);
});

test("a finished game is kept as PGN, and opened on a page of its own", async () => {
  const session = loggedIn();
  midGame(session, { moves: [] });
  session.tell({ kind: "ended", game: 7, result: "0-1", reason: "Anna resigns" });
  const opened = await play(session);
  const { live, page } = opened;
  await live.game.locator(".menu > summary").click();
  const [saved] = await Promise.all([page.waitForEvent("download"), live.game.getByRole("button", { name: "PGN" }).click()]);
  assert.equal(saved.suggestedFilename(), "Anna-Boris.pgn");
  await live.game.locator(".menu > summary").click();
  const [request] = await Promise.all([
    page.context().waitForEvent("request", (sent) => sent.method() === "POST"),
    live.game.getByRole("button", { name: "Game page" }).click(),
  ]);
  assert.equal(new URL(request.url()).pathname, "/read");
  assert.match(request.postData() ?? "", /\[White "Anna"\]\r\n\[Black "Boris"\]\r\n\[Result "0-1"\][^]*1\. e4 e5 2\. Nf3 Nc6 \{Anna resigns\} 0-1/);
  await assertClean(opened);
});

test("the second click on resigning hits the same button", async () => {
  for (const [language, width, height] of [["en", 1280, 720], ["cs", 1024, 768], ["fr", 390, 844], ["de", 844, 390]] as const) {
    const session = loggedIn();
    session.tell(board({ moves: ["e2e4"] }));
    const { live, page } = await play(session, { viewport: { width, height } }, language);
    const button = live.game.locator(".resign");
    const before = await button.boundingBox();
    await button.click();
    await live.game.locator(".resign.armed").waitFor();
    assert.deepEqual(await button.boundingBox(), before, language);
    await page.close();
  }
});

test("bughouse in a narrow window: names and words are not cut", async () => {
  for (const language of ["en", "fr", "de", "cs"]) {
    const session = loggedIn("Annamaria");
    bughouseAt(session);
    const { page } = await play(session, { viewport: { width: 1024, height: 768 } }, language);
    await page.locator(".partner .tells").waitFor();
    const cut = await page.locator(".player .name, .tell-set button").evaluateAll((found) =>
      found.filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth + 1).map(({ textContent }) => textContent),
    );
    assert.deepEqual(cut, [], language);
    await page.close();
  }
});

function bughouseAt(session: ScriptedSession): void {
  const current = position(house);
  session.tell(board({ ticking: true, drops: true, white: { name: "Annamaria", clock: 170_000 }, black: { name: "Borislav", clock: 130_000 }, current }));
  session.tell({ kind: "facts", game: 7, category: "bughouse", rated: true, white: "1720", black: "1586", partner: null });
  session.tell({ kind: "partner", name: "Cecilia" });
  session.tell(board({ game: 8, relation: "observer", flipped: true, white: { name: "Dorothea", clock: 75_000 }, black: { name: "Ceciliana", clock: 40_000 }, current }));
  session.tell({ kind: "partner-game", game: 8 });
}

test("on a phone, talk leaves the board, the result and offers in sight", async () => {
  for (const options of [phone, smallPhone]) {
    const session = loggedIn();
    session.tell(board({ ticking: true, moves: firstMoves }));
    const { live, page } = await play(session, options);
    await live.game.waitFor();
    await page.locator(".dock-toggle").click();
    session.tell({ kind: "offer", index: 10, own: false, with: "Boris", what: "draw", terms: "", side: null });
    const offer = live.game.getByRole("group", { name: /Boris offers/ });
    await offer.waitFor();
    const dock = await page.locator(".dock").boundingBox();
    assert(dock);
    assert.deepEqual([dock.x, dock.width], [0, options.viewport?.width]);
    const above = async (seen: Locator): Promise<void> => {
      const box = await seen.boundingBox();
      assert(box && box.y >= 0 && box.y + box.height <= dock.y + 1, `${await seen.getAttribute("class")}: ${JSON.stringify(box)} above ${dock.y}`);
    };
    await above(live.game.locator("> .board .frame"));
    await above(offer);
    await live.click("e2", "e4");
    await session.move("e2e4");
    session.tell({ kind: "offer-removed", index: 10 });
    session.tell({ kind: "ended", game: 7, result: "1-0", reason: "Boris resigns" });
    const status = live.game.locator(".status", { hasText: "1–0" });
    await status.waitFor();
    await above(status);
    await page.close();
  }
});
