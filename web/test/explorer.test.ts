import assert from "node:assert/strict";
import { test } from "node:test";
import type { Page } from "playwright-core";
import { assertClean, axe, desk, drawn, eventually, hold, layoutShift, phone, press, settled, setUp, smallPhone } from "./browser.js";

const { open, server } = setUp();

/** Clicks on a square of the board as White sees it. */
async function click(page: Page, square: string): Promise<void> {
  const { x, y } = await place(page, square);
  await page.mouse.click(x, y);
}

async function place(page: Page, square: string): Promise<{ x: number; y: number }> {
  const box = await page.locator(".frame").boundingBox();
  assert(box);
  const side = box.width / 8;
  const column = "abcdefgh".indexOf(square[0] ?? "a");
  return { x: box.x + (column + 0.5) * side, y: box.y + (8.5 - Number(square[1])) * side };
}

/** Presses a key several times with no time between, however busy the machine is. */
async function pressAtOnce(page: Page, key: string, times: number): Promise<void> {
  const keys = Array<string>(times).fill(key);
  await page.evaluate((all) => {
    for (const one of all) {
      document.activeElement?.dispatchEvent(new KeyboardEvent("keydown", { key: one, bubbles: true, cancelable: true }));
    }
  }, keys);
}

const heading = (page: Page, text: string): Promise<void> => page.locator("h1", { hasText: text }).waitFor();
const focused = (page: Page): Promise<string> =>
  page.evaluate(() => document.activeElement?.getAttribute("data-square") ?? document.activeElement?.textContent ?? "");

for (const [name, size] of [["desk", desk], ["phone", phone], ["small phone", smallPhone]] as const) {
  for (const path of ["explore", "explore?play=e2e4", "game-explorer.html"]) {
    test(`${path} on a ${name}: nothing is refused, shifts or overflows`, async () => {
      const opened = await open(path, size, "slow");
      assert.equal(await layoutShift(opened.page), 0);
      assert.equal(await opened.page.evaluate(() => document.documentElement.scrollWidth), size.viewport?.width);
      await assertClean(opened);
    });
  }
}

for (const [name, options] of [
  ["light", { ...desk, colorScheme: "light" }],
  ["dark", { ...desk, colorScheme: "dark" }],
  ["phone", phone],
  ["forced colours", { ...desk, forcedColors: "active" }],
] as const) {
  for (const path of ["explore?play=e2e4", "explore?play=e2e4,a7a6"]) {
    test(`axe has nothing to say on ${path}, ${name}`, async () => {
      const { page } = await open(path, options);
      assert.deepEqual(await axe(page), []);
    });
  }
}

test("the board has the place of the picture that it replaces", async () => {
  const without = await open("explore", { ...desk, javaScriptEnabled: false });
  const picture = await without.page.locator(".board-picture").boundingBox();
  const { page } = await open("explore");
  assert.deepEqual(await page.locator(".frame").boundingBox(), picture);
});

test("moves are played by two clicks, and the page follows", async () => {
  const opened = await open("explore");
  const { page } = opened;
  await page.evaluate(() => Object.assign(window, { stayed: true }));
  await click(page, "e2");
  // Drawn with the next frame.
  await page.locator("square.move-dest:visible").nth(1).waitFor();
  assert.equal(await page.locator("square.move-dest:visible").count(), 2);
  await click(page, "e4");
  await heading(page, "B00");
  assert.match(page.url(), /\/explore\?play=e2e4$/);
  assert.match(await page.title(), /B00/);
  assert.equal((await drawn(page))["e4"], "white pawn");
  assert.equal(await page.locator("square.last-move:visible").count(), 2);
  assert.equal(await page.locator(".explorer-sum").innerText(), "Games: 23,104");
  assert.equal(await page.locator("#live-polite").textContent(), "e4, Games: 23,104");
  assert.equal(await page.evaluate(() => "stayed" in window), true);
  await click(page, "e2");
  assert.equal(await page.locator("square.selected:visible").count(), 0, "it is Black's turn");
  await assertClean(opened);
});

test("moves are played by dragging, with a mouse and with a finger", async () => {
  const { page } = await open("explore");
  const [from, to] = [await place(page, "e2"), await place(page, "e4")];
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move(to.x, to.y, { steps: 4 });
  await page.mouse.up();
  await heading(page, "B00");

  const touch = await open("explore", phone);
  const session = await touch.page.context().newCDPSession(touch.page);
  const [start, end] = [await place(touch.page, "e2"), await place(touch.page, "e4")];
  await session.send("Input.dispatchTouchEvent", { type: "touchStart", touchPoints: [start] });
  await session.send("Input.dispatchTouchEvent", { type: "touchMove", touchPoints: [{ x: end.x, y: end.y + 20 }] });
  await session.send("Input.dispatchTouchEvent", { type: "touchMove", touchPoints: [end] });
  await session.send("Input.dispatchTouchEvent", { type: "touchEnd", touchPoints: [] });
  await heading(touch.page, "B00");
  assert.equal(await touch.page.evaluate(() => scrollY), 0, "the page stood still");
});

test("a game by keyboard: Enter picks up and puts down, the focus stays on the board", async () => {
  const { page } = await open("explore");
  await page.locator('[role=gridcell][tabindex="0"]').focus();
  await press(page, "ArrowUp");
  await press(page, "Enter");
  const cell = page.locator("[data-square=e2]");
  assert.equal(await cell.getAttribute("aria-selected"), "true");
  assert.equal(await cell.getAttribute("aria-label"), "e2, white pawn, picked up");
  assert.equal(await page.locator("[data-square=e4]").getAttribute("aria-label"), "e4, empty, can go here");
  assert.match((await page.locator("#live-polite").textContent()) ?? "", /^e2, picked up: e3, e4|e2, picked up: e4, e3/);
  await press(page, "Space");
  assert.equal(await page.locator('[aria-selected="true"]').count(), 0, "put down again");
  await press(page, "Enter");
  await press(page, "ArrowUp", 2);
  await press(page, "Enter");
  await heading(page, "B00");
  assert.equal(await focused(page), "e4");
  assert.equal(await cell.getAttribute("aria-label"), "e2, empty, the move came from here");
  await press(page, "e");
  await press(page, "ArrowUp", 3);
  await press(page, "Enter");
  await press(page, "ArrowDown", 2);
  await press(page, "Enter");
  await heading(page, "C20");
});

test("links of the table play their moves, and leave the focus in the table", async () => {
  const { page } = await open("explore");
  await page.locator("tbody a", { hasText: "e4" }).focus();
  await press(page, "Enter");
  await heading(page, "B00");
  assert.equal(await focused(page), "c5", "the most frequent answer");
  await page.locator("tbody a", { hasText: "e5" }).click();
  await heading(page, "C20");
  await page.locator(".line a", { hasText: "e4" }).click();
  await heading(page, "B00");
});

test("back and forward, and Back on the page", async () => {
  const opened = await open("explore");
  const { page } = opened;
  await page.locator("tbody a", { hasText: "e4" }).click();
  await heading(page, "B00");
  await page.locator("tbody a", { hasText: "e5" }).click();
  await heading(page, "C20");
  await page.goBack();
  await heading(page, "B00");
  assert.equal((await drawn(page))["e7"], "black pawn");
  await page.goBack();
  await heading(page, "Starting position");
  assert.equal((await drawn(page))["e2"], "white pawn");
  await page.goForward();
  await heading(page, "B00");
  await page.getByRole("link", { name: "Back" }).click();
  await heading(page, "Starting position");
  assert.equal(new URL(page.url()).search, "");
  await page.reload();
  await heading(page, "Starting position");
  await assertClean(opened);
});

test("moves that nobody played have their address, too", async () => {
  const { page } = await open("explore?play=e2e4");
  await click(page, "a7");
  await click(page, "a6");
  await heading(page, "St. George");
  assert.match(page.url(), /play=e2e4,a7a6$/);
  assert.equal((await drawn(page))["a6"], "black pawn");
});

test("a promotion asks for the piece, the queen first", async () => {
  const { page } = await open("explore?play=promotion");
  await click(page, "b7");
  await click(page, "b8");
  const chooser = page.getByRole("group", { name: "Promote to" });
  await chooser.waitFor();
  const names = await chooser.getByRole("button").evaluateAll((all) => all.map((one) => one.getAttribute("aria-label")));
  assert.deepEqual(names, ["white queen", "white rook", "white bishop", "white knight"]);
  assert.deepEqual(await axe(page, ".promotion"), []);
  await press(page, "Escape");
  assert.equal(await chooser.count(), 0);
  await eventually(async () => assert.equal((await drawn(page))["b7"], "white pawn", "taken back"));
  await click(page, "b7");
  await click(page, "a8");
  await chooser.waitFor();
  await press(page, "ArrowDown", 3);
  const requested = page.waitForRequest((request) => request.url().includes("b7a8n"));
  await press(page, "Enter");
  await requested;
});

test("an answer that is missing is said, and the move taken back", async () => {
  const { page } = await open("explore");
  await click(page, "h2");
  await click(page, "h4");
  await page.locator(".notice.failed").waitFor();
  await eventually(async () => assert.equal((await drawn(page))["h2"], "white pawn"));
  assert.match((await page.locator("#live-assertive").textContent()) ?? "", /did not answer/);
  assert.equal(new URL(page.url()).search, "");
  await click(page, "e2");
  await click(page, "e4");
  await heading(page, "B00");
  assert.equal(await page.locator(".notice.failed").count(), 0);
});

test("of two moves the later wins, whichever answer comes first", async () => {
  const { page } = await open("explore");
  const late = await hold(page, "**/explore?play=e2e4");
  await page.locator("tbody a", { hasText: "e4" }).click();
  await page.evaluate(() => {
    const link = document.querySelector<HTMLAnchorElement>("tbody a");
    if (link) link.href = "/explore?play=e2e4,e7e5";
    link?.click();
  });
  await heading(page, "C20");
  await late.release();
  assert.match(await page.locator("h1").innerText(), /C20/);
  assert.match(page.url(), /e2e4,e7e5$/);
});

test("arrow keys go back, and on by the most frequent move", async () => {
  const { page } = await open("explore");
  await press(page, "ArrowRight");
  await heading(page, "B00");
  await page.locator("tbody a", { hasText: "e5" }).click();
  await heading(page, "C20");
  await press(page, "ArrowLeft");
  await heading(page, "B00");
});

test("filters are asked for with the position, without what is empty", async () => {
  const opened = await open("explore?play=e2e4");
  const { page } = opened;
  await page.locator(".explore-filters summary").click();
  assert.deepEqual(await axe(page, ".explore-filters"), []);
  await page.getByLabel("Player", { exact: true }).fill("Adler");
  await page.getByLabel("Colour").selectOption("White");
  await page.getByLabel("Titled players only").check();
  await page.getByLabel("Player", { exact: true }).press("ArrowLeft");
  await page.locator(".explore-filters").getByRole("button", { name: "Show" }).click();
  await page.waitForURL("**/explore?play=e2e4&player=Adler&color=white&titled=true");
  await click(page, "a7");
  await click(page, "a6");
  await heading(page, "St. George");
  assert.match(page.url(), /player=Adler/, "they hold for the next position, too");
  await assertClean(opened);
});

test("filters that cannot be read lead to the page that says why", async () => {
  const { page } = await open("explore");
  await page.route("**/explore?elo=*", (route) => route.fulfill({ status: 400, contentType: "text/html", body: "<p>elo: expected a number</p>" }));
  await page.locator(".explore-filters summary").click();
  await page.getByLabel("Rating").fill("high");
  await page.getByLabel("Rating").press("Enter");
  await page.getByText("elo: expected a number").waitFor();
});

test("the board is flipped; the side stays over moves", async () => {
  const { page } = await open("explore");
  await page.getByRole("button", { name: "Flip the board" }).click();
  await page.locator("tbody a", { hasText: "e4" }).click();
  await heading(page, "B00");
  assert.equal(await page.locator(".orientation-black").count(), 1);
  assert.equal((await drawn(page))["e4"], "white pawn");
});

test("without scripts the explorer is a page of links", async () => {
  const { page } = await open("explore", { javaScriptEnabled: false });
  await page.locator("tbody a", { hasText: "e4" }).click();
  await page.waitForURL("**/explore?play=e2e4");
  assert.equal(await page.locator(".board-picture").count(), 1);
});

test("the panel in a game asks only when it is open, once for each position", async () => {
  const opened = await open("game-explorer.html");
  const { page } = opened;
  await page.clock.install();
  const panel = page.locator(".explorer");
  const asked = server().explored;
  asked.length = 0;
  await press(page, "ArrowRight", 3);
  await page.clock.runFor(5000);
  await settled(page);
  assert.equal(asked.length, 0, "closed");
  await panel.locator("summary").click();
  await panel.locator(".explorer-sum").waitFor();
  assert.equal(asked.length, 1);
  assert.match(decodeURIComponent(asked[0] ?? ""), /^\?fen=rnbqkbnr\/pppp1ppp\/8\/4p3\/4P3\/5N2\/PPPP1PPP\/RNBQKB1R b KQkq/);
  await page.locator(".moves-pane").focus();
  const answered = page.waitForResponse("**/explore?fen=*");
  await pressAtOnce(page, "ArrowRight", 6);
  await page.clock.runFor(5000);
  await answered;
  await settled(page);
  assert.equal(asked.length, 2, "only where the reader stops");
  await pressAtOnce(page, "ArrowLeft", 6);
  await page.clock.runFor(5000);
  await settled(page);
  assert.equal(asked.length, 2, "kept");
  assert.equal(await panel.locator("tbody a").first().getAttribute("href"), "/explore?play=e2e4");
  await page.reload();
  await panel.locator(".explorer-sum").waitFor();
  assert.equal(await panel.locator("details").getAttribute("open"), "", "it stays open");
  await assertClean(opened);
});

test("the panel marks the game's next move, and drops answers that come late", async () => {
  const { page } = await open("game-explorer.html");
  await page.locator(".explorer summary").click();
  await page.locator('.explorer a[aria-current="true"]').waitFor();
  assert.equal(await page.locator(".explorer [aria-current]").innerText(), "e4");
  await page.route("**/explore?fen=*", (route) =>
    route.fulfill({ contentType: "text/html", body: '<div class="explorer-table"><p class="explorer-sum">right</p></div>' }),
  );
  const late = await hold(page, "**/explore?fen=*");
  await page.locator(".moves-pane").focus();
  await press(page, "ArrowRight");
  await late.asked;
  await press(page, "ArrowRight");
  await page.locator(".explorer-sum", { hasText: "right" }).waitFor();
  await late.release();
  assert.equal(await page.locator(".explorer-sum").innerText(), "right");
});

test("axe has nothing to say on the panel, and it leaves room for the moves", async () => {
  for (const [size, colorScheme] of [[desk, "light"], [desk, "dark"], [phone, "light"]] as const) {
    const { page } = await open("game-explorer.html", { ...size, colorScheme });
    await page.locator(".explorer summary").click();
    await page.locator(".explorer-sum").waitFor();
    const pane = await page.locator(".moves-pane").boundingBox();
    assert(pane && pane.height > 150, `${pane?.height}`);
    assert.deepEqual(await axe(page), []);
  }
});

test("a panel whose explorer fails says so", async () => {
  const { page } = await open("game-explorer.html");
  await page.route("**/explore?fen=*", (route) => route.fulfill({ status: 500, body: "no" }));
  await page.locator(".explorer summary").click();
  await page.getByText("The explorer did not answer").waitFor();
});
