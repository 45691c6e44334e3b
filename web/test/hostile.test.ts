import assert from "node:assert/strict";
import { test } from "node:test";
import { assertClean, desk, drawn, phone, press, setUp } from "./browser.js";

const { open } = setUp();

for (const [name, size] of [["desk", desk], ["phone", phone]] as const) {
  test(`hostile names, moves and marks stay text, ${name}`, async () => {
    const opened = await open("hostile.html", size);
    const { page } = opened;
    await press(page, "ArrowRight");
    assert.match(await page.locator(".bar .sentence").innerText(), /<img src=x onerror=/);
    assert.match((await page.locator("#live-polite").textContent()) ?? "", /<script>/);
    await press(page, "ArrowRight");
    const board = await drawn(page);
    assert.equal(Object.keys(board).length, 10, "a rank of pawns, and the r and the p of <script>");
    for (const piece of Object.values(board)) assert.match(piece, /^black (?:pawn|rook)$/);
    assert.equal(await page.evaluate(() => "hacked" in window), false);
    assert.equal(await page.locator("img[src=x], .viewer script:not(.viewer-data)").count(), 0);
    assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), size.viewport?.width);
    await press(page, "ArrowLeft", 2);
    assert.equal((await drawn(page))["e2"], "white pawn", "the viewer is alive");
    await assertClean(opened);
  });
}
