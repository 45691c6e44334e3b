import assert from "node:assert/strict";
import { cp, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { pathToFileURL } from "node:url";
import { assertClean, current, desk, drawn, eventually, layoutShift, phone, press, setUp, smallPhone } from "./browser.js";

import { assets, fixtures } from "./server.js";

const { open, server } = setUp();

for (const [name, size] of [["desk", desk], ["phone", phone], ["small phone", smallPhone]] as const) {
  for (const fixture of ["game.html", "crazyhouse.html", "bughouse.html", "read.html", "paste.html"]) {
    test(`${fixture} on a ${name}: nothing is refused, shifts or overflows`, async () => {
      const opened = await open(fixture, size, "slow");
      const { page } = opened;
      assert.equal(await layoutShift(page), 0);
      assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), size.viewport?.width);
      await assertClean(opened);
    });
  }
}

test("on paper no move is dark on dark, in each kind of list", async () => {
  for (const list of ["columns", "inline"]) {
    const { page } = await open("game.html?at=32", { viewport: { width: 750, height: 1060 } });
    await page.evaluate((value) => (document.documentElement.dataset["list"] = value), list);
    await page.emulateMedia({ media: "print" });
    const colours = await page.locator(".move[aria-current]").evaluate((move) => {
      const { color, backgroundColor } = getComputedStyle(move);
      return [color, backgroundColor];
    });
    assert.deepEqual(colours, ["rgb(0, 0, 0)", "rgba(0, 0, 0, 0)"], list);
  }
});

test("the board has the place of the picture that it replaces", async () => {
  const without = await open("game.html", { ...desk, javaScriptEnabled: false });
  const picture = await without.page.locator(".board-picture").boundingBox();
  const { page } = await open("game.html");
  assert.deepEqual(await page.locator(".frame").boundingBox(), picture);
  assert.deepEqual(await page.locator("cg-container").boundingBox(), picture, "squares of whole pixels");
});

test("without scripts all moves and comments can be read", async () => {
  const { page } = await open("game.html", { ...desk, javaScriptEnabled: false });
  assert.equal(await page.locator("a.move").count(), 40);
  assert(await page.getByText("The queen is offered.").isVisible());
  assert.equal(await page.locator("a.move").first().getAttribute("href"), "?at=1");
});

test("arrow keys go through the game from all that does not use them", async () => {
  const { page } = await open("read.html");
  const from = async (selector: string): Promise<number> => {
    await page.locator(selector).first().focus();
    await press(page, "ArrowRight");
    return current(page);
  };
  await page.evaluate(() => ((document.querySelector("h1") as HTMLElement).tabIndex = -1));
  assert.equal(await from("h1"), 1);
  assert.equal(await from("body > header a"), 2);
  assert.equal(await from("form.paste button"), 3);
  assert.equal(await from("textarea"), 3, "fields use them");
  assert.equal(await from("pre.source"), 3, "texts are scrolled by them");
  await press(page, "Tab");
  assert.equal(await from("h1"), 4);
});

for (const height of [900, 720]) {
  test(`names of both players are seen in a window ${height} pixels high`, async () => {
    for (const lines of [0, 1, 2]) {
      for (const fixture of ["game.html", "crazyhouse.html", "bughouse.html", "read.html"]) {
        if (lines > 0 && fixture === "read.html") continue;
        const { page } = await open(fixture, { viewport: { width: 1.6 * height, height } });
        const bottoms = await page.evaluate((more) => {
          const line = document.querySelector(".game-head .sub");
          for (let i = 0; i < more; i++) line?.after(line.cloneNode(true));
          return [...document.querySelectorAll(".seat")].map((seat) => seat.getBoundingClientRect().bottom);
        }, lines);
        assert(Math.max(...bottoms) <= height, `${fixture}, ${lines} more lines: ${bottoms.join(" ")}`);
      }
    }
  });
}

test("moves are clicked", async () => {
  const opened = await open("game.html");
  const { page } = opened;
  await page.locator("a.move", { hasText: "Nxe5!!" }).click();
  const board = await drawn(page);
  assert.equal(board["e5"], "white knight");
  assert.equal(board["d1"], "white queen");
  assert.equal(board["f3"], undefined);
  assert.equal(await page.locator(".move[aria-current]").innerText(), "Nxe5!!");
  assert.match(page.url(), /\?at=32$/);
  assert.equal(await page.locator("square.last-move").count(), 2);
  assert.equal(await page.locator(".cg-shapes > g > *").count(), 4, "three arrows and a circle");
  assert.equal(await page.locator(".seat-white .clock").innerText(), "7:10");
  assert.equal(await page.locator(".seat-black .clock").innerText(), "6:15");
  assert.equal(await page.locator(".seat.to-move").getAttribute("class"), "seat seat-black to-move");
  assert.equal(await page.locator(".bar .value").innerText(), "+5.40");
  await assertClean(opened);
});

test("a permanent link opens its position", async () => {
  const { page } = await open("game.html?at=38");
  assert.equal(await page.locator(".move[aria-current]").innerText(), "Bxf7+");
  assert.equal(await page.locator("square.check").count(), 1);
});

test("addresses that name no position open the start", async () => {
  for (const at of ["?at=99999", "?at=-1", "?at=1e3", "?at=%3Cscript%3E", "#nx"]) {
    const opened = await open(`game.html${at}`);
    assert.equal(await current(opened.page), 0, at);
    await assertClean(opened);
  }
});

test("keys walk through moves and variations", async () => {
  const { page } = await open("game.html");
  await press(page, "End");
  assert.equal(await page.locator(".move[aria-current]").innerText(), "Nd5#", "at once, without a click");
  await press(page, "Home");
  await press(page, "ArrowRight", 6);
  assert.equal(await current(page), 6);
  await page.locator(".moves-pane").focus();
  const main = await current(page);
  await press(page, "ArrowDown");
  assert.equal(await page.locator(".move[aria-current]").innerText(), "Bc5");
  await press(page, "ArrowRight", 2);
  await press(page, "ArrowUp");
  assert.equal(await current(page), main, "out of the variation");
  await press(page, "End");
  assert.equal(await page.locator(".move[aria-current]").innerText(), "Nd5#");
  await press(page, "ArrowRight");
  assert.equal(await page.locator(".move[aria-current]").innerText(), "Nd5#");
  await press(page, "Home");
  assert.equal(await current(page), 0);
  assert.equal(await page.locator(".move[aria-current]").count(), 0);
});

test("keys in a field are left to the field", async () => {
  const { page } = await open("read.html");
  await page.locator("textarea").focus();
  await press(page, "ArrowRight", 3);
  assert.equal(await current(page), 0);
  // The ends of a text that was read are those of its page.
  await page.locator("textarea").blur();
  await press(page, "End");
  assert.equal(await current(page), 0);
  await press(page, "ArrowRight");
  assert.equal(await current(page), 1);
});

test("f flips the board only while the viewer has the focus", async () => {
  const { page } = await open("game.html");
  await press(page, "f");
  assert.equal(await page.locator(".viewer").getAttribute("data-orientation"), "white");
  await page.locator(".moves-pane").focus();
  await press(page, "f");
  assert.equal(await page.locator(".viewer").getAttribute("data-orientation"), "black");
  assert.equal((await drawn(page))["e1"], "white king");
  const white = await page.locator(".seat-white").boundingBox();
  const black = await page.locator(".seat-black").boundingBox();
  assert(white && black && white.y < black.y);
  const coordinates = await page.locator("[role=rowheader]").allInnerTexts();
  assert.deepEqual(coordinates, ["1", "2", "3", "4", "5", "6", "7", "8"]);
});

test("moves and questions are typed", async () => {
  const opened = await open("game.html");
  const { page } = opened;
  await page.locator(".moves-pane").focus();
  await press(page, "i");
  const type = async (typed: string): Promise<void> => {
    await page.keyboard.type(typed);
    await page.keyboard.press("Enter");
  };
  const answer = page.locator(".typed output");
  const at = page.locator(".move[aria-current]");
  await type("e4");
  assert.equal(await at.innerText(), "e4");
  assert.match(await page.locator("#live-polite").innerText(), /pawn from e2 to e4/);
  await type("4b");
  assert.match(await page.locator(".bar .sentence").innerText(), /^Move 4, Black: /);
  const fourth = await at.innerText();
  for (const [typed, said] of [
    ["b e1", "e1: white king"],
    ["b e4", "e4: white pawn"],
    ["s 8", /^8: a8 black rook, /],
    ["p P", /^white pawn: a2, /],
    ["p k", "black king: e8"],
    ["p A", /^white king: e1; white queen: /],
    ["turn", "White to move"],
    ["o", "White: Adler, Ida 1874; Black: Brandt, Oskar 1912"],
    ["pocket white", "This game has no pieces in hand."],
    ["Qa8", "The game has no such move here: Qa8"],
    ["/resign", "The game has no such move here: /resign"],
    ["99", "The game has no such move here: 99"],
    ["?", /^Type a move of the game as Nf3/],
  ] as const) {
    await type(typed);
    const shown = await answer.innerText();
    if (typeof said === "string") assert.equal(shown, said, typed);
    else assert.match(shown, said, typed);
    assert.equal(await at.innerText(), fourth, "questions go nowhere");
  }
  await type("c");
  assert.match(await answer.innerText(), /^White: \d+ minutes? \d+ seconds?; Black: /);
  await type("v");
  assert.match(await answer.innerText(), /^Evaluation: [+−]\d/);
  await type("flip");
  assert.equal(await page.locator(".viewer").getAttribute("data-orientation"), "black");
  await type("b");
  assert.match((await page.evaluate(() => document.activeElement?.getAttribute("aria-label"))) ?? "", /^e1, white king/);
  await assertClean(opened);
});

test("a typed move leads into a variation, and on both boards of bughouse", async () => {
  const { page } = await open("game.html");
  await page.locator("a.move", { hasText: "Bc5" }).first().click();
  const variation = await current(page);
  await press(page, "ArrowLeft");
  await page.locator(".typed input").focus();
  await page.keyboard.type("Bc5");
  await page.keyboard.press("Enter");
  assert.equal(await current(page), variation);
  const two = await open("bughouse.html");
  const first = two.page.locator("a.move").nth(0);
  const second = two.page.locator("a.move").nth(1);
  for (const move of [first, second]) {
    const san = await move.innerText();
    await two.page.locator(".typed input").fill(san);
    await two.page.keyboard.press("Enter");
    assert.equal(await move.getAttribute("aria-current"), "true", san);
  }
});

test("letters can be switched off", async () => {
  const { page } = await open("game.html");
  await page.locator(".menu > summary").click();
  await page.getByRole("button", { name: "Keyboard shortcuts of one letter" }).click();
  await press(page, "Escape");
  await page.locator(".moves-pane").focus();
  await press(page, "f");
  assert.equal(await page.locator(".viewer").getAttribute("data-orientation"), "white");
});

test("space plays the moves and stops", async () => {
  const { page } = await open("game.html");
  await page.clock.install();
  await page.locator(".moves-pane").focus();
  await press(page, "Space");
  await page.clock.runFor(10_000);
  assert((await current(page)) >= 2);
  await page.getByRole("button", { name: "Pause" }).click();
  const stopped = await current(page);
  await page.clock.runFor(10_000);
  assert.equal(await current(page), stopped);
});

test("the list follows the game, the page does not move", async () => {
  for (const size of [desk, phone]) {
    const { page } = await open("game.html", size);
    await press(page, "ArrowRight", 15);
    const pane = await page.locator(".moves-pane").boundingBox();
    const move = await page.locator(".move[aria-current]").boundingBox();
    assert(pane && move && move.y >= pane.y && move.y + move.height <= pane.y + pane.height);
    assert.equal(await page.evaluate(() => scrollY), 0);
  }
});

test("the wheel over the board steps, and swipes do", async () => {
  const { page } = await open("game.html");
  const frame = await page.locator(".frame").boundingBox();
  assert(frame);
  await page.mouse.move(frame.x + 50, frame.y + 50);
  await page.mouse.wheel(0, 100);
  await page.mouse.wheel(0, 100);
  await page.waitForFunction(() => document.querySelector(".viewer")?.getAttribute("data-node") === "2");
  await page.mouse.wheel(0, -100);
  await page.waitForFunction(() => document.querySelector(".viewer")?.getAttribute("data-node") === "1");

  const touch = await open("game.html", phone);
  const session = await touch.page.context().newCDPSession(touch.page);
  const swipe = async (from: number, to: number): Promise<void> => {
    await session.send("Input.dispatchTouchEvent", { type: "touchStart", touchPoints: [{ x: from, y: 350 }] });
    await session.send("Input.dispatchTouchEvent", { type: "touchMove", touchPoints: [{ x: to, y: 352 }] });
    await session.send("Input.dispatchTouchEvent", { type: "touchEnd", touchPoints: [] });
  };
  await swipe(300, 150);
  await swipe(300, 150);
  await touch.page.waitForFunction(() => document.querySelector(".viewer")?.getAttribute("data-node") === "2");
  await swipe(150, 300);
  await touch.page.waitForFunction(() => document.querySelector(".viewer")?.getAttribute("data-node") === "1");
});

test("curves are clicked, and given as a table", async () => {
  const { page } = await open("game.html");
  const curve = await page.locator(".chart.curve").boundingBox();
  assert(curve);
  await page.mouse.click(curve.x + curve.width - 2, curve.y + 10);
  assert.equal(await page.locator(".move[aria-current]").innerText(), "Nd5#");
  await page.getByText("Moves as a table").click();
  const rows = page.locator(".chart-table tbody tr");
  await rows.first().waitFor();
  assert.equal(await rows.count(), 15);
  assert.deepEqual(await rows.nth(9).locator("th, td").allInnerTexts(), ["5... Bh5", "+5.20", "6:15", "2:25"]);
});

test("on a phone the comment on the current move is under the board, and the curves fold", async () => {
  const { page } = await open("game.html", phone);
  const note = page.locator(".note");
  assert.equal(await note.innerText(), "A short game from the club's evening league.");
  await page.keyboard.press("End");
  assert.equal(await note.innerText(), "");
  await page.locator(".move", { hasText: "Bh5" }).first().click();
  const board = await page.locator(".boards").boundingBox();
  const place = await note.boundingBox();
  assert(board && place);
  assert(Math.abs(place.y - board.y - board.height) < 2, "right under the board");
  assert(place.y + place.height < 844, "in the window");
  // After a variation stands no comment on its last move.
  await page.locator(".variation .move").last().click();
  assert.equal(await page.locator(".chart.curve").isVisible(), false);
  await page.getByText("Curves", { exact: true }).click();
  await page.locator(".chart.curve").waitFor();
  await page.setViewportSize({ width: 1440, height: 900 });
  assert.equal(await note.isVisible(), false, "the list has the comments");
  await page.locator(".chart.curve").waitFor();
});

test("a window of 1024 by 768 has ten rows of moves", async () => {
  const { page } = await open("game.html", { viewport: { width: 1024, height: 768 } });
  const pane = await page.locator(".moves-pane").boundingBox();
  const row = await page.locator(".moves > .move").first().boundingBox();
  assert(pane && row);
  assert(pane.height >= 10 * row.height, `${pane.height} for rows of ${row.height}`);
});

test("games without evaluations and clocks have no curves", async () => {
  const { page } = await open("crazyhouse.html");
  assert.equal(await page.locator(".charts").count(), 0);
});

test("pockets show what is in hand", async () => {
  const { page } = await open("crazyhouse.html");
  await page.getByRole("button", { name: "Last move" }).click();
  assert.equal(
    await page.locator(".seat-black .pocket").getAttribute("aria-label"),
    "Black in hand: 1 black pawn, 2 black bishop, 1 black queen",
  );
  assert.deepEqual(await page.locator(".seat-black .count").allInnerTexts(), ["1", "", "2", "", "1"]);
  assert.equal(await page.locator("square.last-move").count(), 1, "a drop has one square");
});

test("bughouse has two boards, turned to each other, with one list", async () => {
  const { page } = await open("bughouse.html");
  await press(page, "ArrowRight", 3);
  assert.equal((await drawn(page, 0))["e5"], "black pawn");
  assert.equal((await drawn(page, 1))["d4"], "white pawn");
  assert.equal((await drawn(page, 1))["d5"], undefined);
  const tops = await page.locator(".board .name").evaluateAll((names) =>
    names.map((name) => [name.textContent, name.getBoundingClientRect().top] as const),
  );
  const top = new Map(tops);
  assert((top.get("Fatima") ?? 0) < (top.get("Emil") ?? 0), "Black above on the first board");
  assert((top.get("Gustav") ?? 0) < (top.get("Hana") ?? 0), "White above on the second");
  const moves = await page.locator(".moves-pane").boundingBox();
  assert((moves?.height ?? 0) > 400, `the list has ${moves?.height} px beside low boards`);
});

test("links to a position and FENs are copied", async () => {
  const { page } = await open("game.html", { ...desk, permissions: ["clipboard-read", "clipboard-write"] });
  await press(page, "ArrowRight", 2);
  await page.locator(".menu > summary").click();
  await page.getByRole("button", { name: "Copy link" }).click();
  const copied = (): Promise<string> => page.evaluate(() => navigator.clipboard.readText());
  await eventually(async () => assert.equal(await copied(), server().url("game.html?at=2")));
  await page.getByRole("button", { name: "Copy position" }).click();
  await eventually(async () => assert.match(await copied(), /^rnbqkbnr\/pppp1ppp\/8\/4p3\/4P3/));
});

test("settings are kept: theme, list, colours", async () => {
  const opened = await open("game.html", { ...desk, colorScheme: "light" });
  const { page } = opened;
  const background = (): Promise<string> => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  assert.equal(await background(), "rgb(244, 241, 236)");
  await page.locator(".settings > summary").click();
  await page.getByLabel("Theme").selectOption("dark");
  assert.equal(await background(), "rgb(22, 21, 19)");
  await page.locator("#setting-list").selectOption("inline");
  await page.locator("#setting-colours").selectOption("blue");
  await page.reload();
  assert.equal(await background(), "rgb(22, 21, 19)");
  assert.equal(await page.locator(".moves").evaluate((moves) => getComputedStyle(moves).display), "block");
  assert.match(await page.locator(".frame").evaluate((frame) => getComputedStyle(frame).backgroundImage), /138, 164, 184/);
  const cookies = await page.context().cookies();
  assert.equal(cookies.find(({ name }) => name === "theme")?.value, "dark");
});

test("pieces can be letters of the page's language on discs, pawns small ones", async () => {
  const opened = await open("game.html");
  const { page } = opened;
  await page.evaluate(() => (document.documentElement.dataset["typed"] = "K D T L S"));
  await page.locator(".settings > summary").click();
  await page.locator("#setting-figures").selectOption("letters");
  const disc = (piece: string): Promise<[string, string, number]> =>
    page.locator(`piece.${piece}`).first().evaluate((shown) => {
      const { content, backgroundColor, width } = getComputedStyle(shown, "::before");
      return [content, backgroundColor, parseFloat(width) / shown.getBoundingClientRect().width];
    });
  for (const [piece, letter, ground] of [
    ["white.queen", '"D"', "rgb(255, 255, 255)"],
    ["black.knight", '"S"', "rgb(27, 27, 27)"],
    ["black.pawn", '""', "rgb(27, 27, 27)"],
  ] as const) {
    const [content, background, part] = await disc(piece);
    assert.deepEqual([content, background], [letter, ground], piece);
    assert(Math.abs(part - (letter === '""' ? 0.5 : 0.82)) < 0.02, `${piece}: ${part}`);
    assert.equal(await page.locator(`piece.${piece}`).first().evaluate((shown) => getComputedStyle(shown).backgroundImage), "none");
  }
  await page.reload();
  assert.equal((await disc("white.queen"))[0], '"Q"', "kept");
  await assertClean(opened);
});

test("the board has the size that the reader chose, from the first picture on", async () => {
  const { page } = await open("game.html");
  const width = async (): Promise<number> => (await page.locator(".frame").boundingBox())?.width ?? 0;
  const full = await width();
  await page.locator(".settings > summary").click();
  await page.locator("#setting-size").selectOption("70");
  const less = await width();
  assert(less > full * 0.68 && less <= full * 0.7, `${less} of ${full}`);
  assert.equal(await page.evaluate(() => document.cookie.match(/size=\d+/)?.[0]), "size=70");
  const phoned = await open("game.html", phone);
  const before = await phoned.page.locator(".frame").boundingBox();
  await phoned.page.evaluate(() => document.documentElement.setAttribute("data-size", "55"));
  assert.deepEqual(await phoned.page.locator(".frame").boundingBox(), before, "a phone has no room to give away");
});

test("dark follows the system", async () => {
  const { page } = await open("game.html", { ...desk, colorScheme: "dark" });
  assert.equal(await page.evaluate(() => getComputedStyle(document.body).backgroundColor), "rgb(22, 21, 19)");
});

test("on paper the board is small and its pieces stand on their squares", async () => {
  const { page } = await open("game.html");
  await press(page, "ArrowRight", 11);
  await page.emulateMedia({ media: "print" });
  await eventually(async () => {
    assert.equal((await page.locator(".frame").boundingBox())?.width, 256);
    assert.equal((await drawn(page))["e5"], "white knight");
  });
  assert.equal(await page.locator(".buttons").isVisible(), false);
});

test("pages work as files", async () => {
  const folder = await mkdtemp(join(tmpdir(), "partie-page-"));
  try {
    await cp(assets, join(folder, "assets"), { recursive: true });
    const html = await readFile(new URL("game.html", fixtures), "utf8");
    const file = join(folder, "game.html");
    await writeFile(file, html.replaceAll('"/assets/', '"./assets/').replaceAll('"?at=', '"#n'));
    const opened = await open("paste.html");
    await opened.page.goto(pathToFileURL(file).href);
    await press(opened.page, "ArrowRight", 3);
    assert.equal((await drawn(opened.page))["f3"], "white knight");
    assert.match(opened.page.url(), /game\.html#n3$/);
    await opened.page.reload();
    assert.equal(await current(opened.page), 3);
    await opened.page.locator(".settings > summary").click();
    await opened.page.locator("#setting-theme").selectOption("dark");
    await opened.page.reload();
    assert.equal(await opened.page.locator("html").getAttribute("data-theme"), "dark");
  } finally {
    await rm(folder, { recursive: true });
  }
});

test("buttons speak the language of the page", async () => {
  for (const [code, next, rook] of [
    ["fr", "Coup suivant", "a1, tour blanche"],
    ["de", "Nächster Zug", "a1, weißer Turm"],
    ["cs", "Další tah", "a1, bílá věž"],
  ] as const) {
    const { page } = await open("paste.html");
    const html = await readFile(new URL("game.html", fixtures), "utf8");
    await page.route("**/game.html", (route) =>
      route.fulfill({ contentType: "text/html", body: html.replace('lang="en"', `lang="${code}"`).replace("words-en.js", `words-${code}.js`) }),
    );
    await page.goto(server().url("game.html"));
    assert(await page.getByRole("button", { name: next, exact: true }).isVisible(), code);
    assert.equal(await page.locator("[data-square=a1]").getAttribute("aria-label"), rook);
  }
});
