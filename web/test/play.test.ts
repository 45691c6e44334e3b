import assert from "node:assert/strict";
import { test } from "node:test";
import type { BrowserContextOptions } from "playwright-core";
import { assertClean, desk, drawn, setUp, type Opened } from "./browser.js";
import { board, firstMoves, LivePlay, loggedIn, position, ScriptedSession } from "./live.js";

const { open, server } = setUp();

async function play(session: ScriptedSession, options?: BrowserContextOptions): Promise<Opened & { live: LivePlay }> {
  server().onSocket = (peer) => session.accept(peer);
  const opened = await open("play.html", options);
  return { ...opened, live: new LivePlay(opened.page) };
}

test("a guest comes in, seeks a game, and plays a move", async () => {
  const session = new ScriptedSession();
  session.tell({ kind: "login-wanted" }, "login: ");
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
  session.tell({ kind: "facts", game: 7, category: "blitz", rated: false, white: "++++", black: "1586" });
  await live.said("The game begins");
  await live.click("e2", "e4");
  const move = await session.move("e2e4");
  assert.deepEqual([move.game, move.ply], [7, 0]);
  assert.equal((await drawn(page))["e4"], "white pawn", "the move is seen before the server answers");
  const current = position("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1", { ply: 1, san: "e4", last: ["e2", "e4"], words: "White pawn to e4" });
  session.tell(board({ white: { name: "GuestABCD", clock: 180_000 }, current }));
  await live.mentioned("White pawn to e4");
  assert.equal(await live.game.locator(".moves .move").allInnerTexts().then((moves) => moves.join(" ")), "e4");
  await assertClean(opened);
});

test("the lobby shows seeks, and answers one", async () => {
  const session = loggedIn();
  session.tell({
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
  });
  const opened = await play(session, desk);
  await opened.page.getByRole("button", { name: /^Play: Boris/ }).first().click();
  await session.line("play 5");
  await assertClean(opened);
});
