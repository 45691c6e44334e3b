import assert from "node:assert/strict";
import { test } from "node:test";
import { axe, desk, phone, press, setUp } from "./browser.js";

const { open } = setUp();

for (const [name, options] of [
  ["light", { ...desk, colorScheme: "light" }],
  ["dark", { ...desk, colorScheme: "dark" }],
  ["phone", phone],
  ["forced colours", { ...desk, forcedColors: "active" }],
] as const) {
  for (const fixture of ["game.html", "crazyhouse.html", "bughouse.html", "paste.html", "read.html"]) {
    test(`axe has nothing to say on ${fixture}, ${name}`, async () => {
      const { page } = await open(fixture, options);
      await press(page, "ArrowRight", 7);
      assert.deepEqual(await axe(page), []);
    });
  }
}

test("axe has nothing to say on open menus and tables", async () => {
  const { page } = await open("game.html");
  for (const opened of [".menu", ".chart-table", ".tags", ".settings"]) {
    const summary = page.locator(`${opened} > summary`);
    await summary.click();
    // It is made when it is opened.
    if (opened === ".chart-table") await page.locator(`${opened} table`).waitFor();
    assert.deepEqual(await axe(page, opened), [], opened);
    await summary.click();
  }
});

test("a screen reader meets a board with squares, not pictures", async () => {
  const { page } = await open("game.html");
  await press(page, "ArrowRight", 13);
  const tree = await page.locator("figure.board").ariaSnapshot();
  const expected = [
    '- row "Board a b c d e f g h":',
    '- columnheader "a"',
    '- rowheader "8"',
    '- gridcell "e8, black king, in check"',
    '- gridcell "f7, white bishop, moved here"',
    '- gridcell "c4, empty, the move came from here"',
    '- gridcell "a1, white rook"',
  ];
  for (const line of expected) assert(tree.includes(line), `${line}\n${tree}`);
  assert.equal(tree.match(/gridcell/g)?.length, 64);
  assert.doesNotMatch(tree, /img/);
});

test("the tree of the controls", async () => {
  const { page } = await open("game.html");
  assert.equal(
    await page.locator(".bar").ariaSnapshot(),
    `- paragraph: Start
- button "Start" [disabled]
- button "Previous move" [disabled]
- button "Play the moves"
- button "Next move"
- button "Last move"
- button "Flip the board"
- group
- text: Type a move
- textbox "Type a move":
  - /placeholder: e4, Nf3, ?`,
  );
});

test("the board is one tab stop, and keys walk over it", async () => {
  const { page } = await open("game.html");
  await press(page, "ArrowRight", 11);
  const focused = (): Promise<string | null> =>
    page.evaluate(() => document.activeElement?.getAttribute("data-square") ?? null);
  assert.equal(await page.locator('[role=gridcell][tabindex="0"]').count(), 1);
  await page.locator('[role=gridcell][tabindex="0"]').focus();
  const walk = [
    ["ArrowUp", "e2"],
    ["ArrowLeft", "d2"],
    ["Home", "a2"],
    ["ArrowLeft", "a2"],
    ["End", "h2"],
    ["PageUp", "h8"],
    ["PageDown", "h1"],
    ["Control+Home", "a8"],
    ["Control+End", "h1"],
    ["q", "d8"],
    ["q", "d1"],
    ["Shift+Q", "d8"],
    ["5", "d5"],
  ] as const;
  for (const [key, square] of walk) {
    await press(page, key);
    assert.equal(await focused(), square, key);
  }
  assert.equal(await page.locator('[role=gridcell][tabindex="0"]').count(), 1);
  assert.equal(await page.locator(".viewer").getAttribute("data-node"), "32", "the game stands still");
  await press(page, "l");
  assert.equal(await page.locator("#live-polite").textContent(), "Move 6, White: knight from f3 takes pawn on e5.");
  await press(page, "f");
  await press(page, "ArrowUp");
  assert.equal(await focused(), "d4", "up is towards White on a turned board");
});

test("moves are said, politely", async () => {
  const { page } = await open("game.html");
  await press(page, "ArrowRight");
  const region = page.locator("#live-polite");
  assert.equal(await region.getAttribute("aria-live"), "polite");
  assert.equal(await region.textContent(), "Move 1, White: pawn from e2 to e4.");
  assert.equal(await page.locator("#live-assertive").getAttribute("aria-live"), "assertive");
});

test("a whole game by keyboard: list, board and buttons are reached by Tab", async () => {
  const { page } = await open("game.html");
  const reached: string[] = [];
  for (let i = 0; i < 22; i++) {
    await press(page, "Tab");
    reached.push(
      await page.evaluate(() => {
        const at = document.activeElement;
        if (at?.matches(".move")) return "move";
        return at?.getAttribute("role") ?? at?.getAttribute("aria-label") ?? at?.className ?? "";
      }),
    );
  }
  for (const stop of ["gridcell", "Next move", "Menu", "Moves", "move"]) assert(reached.includes(stop), `${stop}: ${reached}`);
  assert.equal(reached.filter((stop) => stop === "move").length, 1, "one stop for all moves");
});

test("moves are named by their numbers and sides", async () => {
  const { page } = await open("game.html");
  const names = await page.getByRole("link", { name: /^\d+, / }).evaluateAll((moves) => moves.slice(0, 3).map((move) => move.getAttribute("aria-label")));
  assert.deepEqual(names, ["1, White: e4", "1, Black: e5", "2, White: Nf3"]);
});

test("nothing moves for those who want stillness", async () => {
  const { page } = await open("game.html");
  await page.getByRole("button", { name: "Last move" }).click();
  assert.equal(await page.locator("piece.anim").count(), 0);
  const lively = await open("game.html", { ...desk, reducedMotion: "no-preference" });
  // Pieces slide for a fifth of a second, which a busy machine can miss.
  const slid = lively.page.evaluate(
    () =>
      new Promise<void>((resolve, reject) => {
        const board = document.querySelector(".board");
        if (!board) throw new Error("no board");
        setTimeout(() => reject(new Error("no piece slid")), 30_000);
        new MutationObserver(() => board.querySelector("piece.anim") && resolve()).observe(board, { attributes: true, childList: true, subtree: true });
      }),
  );
  await lively.page.getByRole("button", { name: "Last move" }).click();
  await slid;
});
