import assert from "node:assert/strict";
import { test } from "node:test";
import { assertClean, setUp } from "./browser.js";

const { open, server } = setUp();

test("a text is read without leaving the page", async () => {
  const opened = await open("paste.html");
  const { page } = opened;
  await page.evaluate(() => Object.assign(window, { stayed: true }));
  await page.locator("textarea").fill("1. e4 e5 *");
  await page.getByRole("button", { name: "Read", exact: true }).click();
  await page.waitForSelector(".viewer.live");
  assert.equal(await page.evaluate(() => (window as unknown as { stayed?: boolean }).stayed), true);
  assert.match(server().posted.at(-1)?.body ?? "", /name="text"\r\n\r\n1\. e4 e5 \*/);
  assert.equal(await page.evaluate(() => document.activeElement?.textContent), "2 games");
  assert.equal(await page.locator("#live-polite").textContent(), "Read: 2 games");
  assert.equal(await page.title(), "2 games · Partie");
  await page.getByRole("button", { name: "Next move" }).click();
  assert.equal(await page.locator(".move[aria-current]").innerText(), "e4");
  await assertClean(opened);
});

test("examples and fixes send their value", async () => {
  const { page } = await open("paste.html");
  await page.getByRole("button", { name: "A French scoresheet" }).click();
  await page.waitForSelector(".diagnostics");
  assert.match(server().posted.at(-1)?.body ?? "", /name="example"\r\n\r\nfrench/);
  const answered = page.waitForResponse("**/read");
  await page.getByRole("button", { name: "Leave out (guess)" }).click();
  await answered;
  assert.match(server().posted.at(-1)?.body ?? "", /name="fix"\r\n\r\n1/);
});

test("a dropped file is sent once; a chosen game sends its own bytes", async () => {
  const opened = await open("paste.html");
  const { page } = opened;
  const games = "Ž".repeat(20) + "x".repeat(600);
  await page.evaluate((text) => {
    const data = new DataTransfer();
    data.items.add(new File([text], "evening.pgn"));
    document.body.dispatchEvent(new DragEvent("dragenter", { dataTransfer: data, bubbles: true }));
    if (!document.documentElement.classList.contains("dropping")) throw new Error("the drop is not announced");
    document.body.dispatchEvent(new DragEvent("drop", { dataTransfer: data, bubbles: true, cancelable: true }));
  }, games);
  await page.waitForSelector(".games");
  assert.match(server().posted.at(-1)?.body ?? "", /filename="evening\.pgn"/);
  const row = page.locator("tr[data-offset]").nth(1);
  const offset = Number(await row.getAttribute("data-offset"));
  const length = Number(await row.getAttribute("data-length"));
  const answered = page.waitForResponse("**/read");
  await row.locator("a").click();
  await answered;
  const bytes = Buffer.from(games).subarray(offset, offset + length).toString();
  const body = server().posted.at(-1)?.body ?? "";
  assert.equal(/\r\n\r\n([^]*?)\r\n--/.exec(body)?.[1], bytes);
  await page.waitForSelector("main:not([aria-busy]) .viewer.live");
  assert.equal(await row.getAttribute("aria-current"), "true");
  assert.equal(await page.locator("main h1").innerText(), "2 games", "the list of games stays");
  await assertClean(opened);
});

test("pasting anywhere reads the text", async () => {
  const { page } = await open("paste.html");
  await page.evaluate(() => {
    const data = new DataTransfer();
    data.setData("text/plain", "8/8/8/8/8/8/8/K1k5 w - - 0 1");
    document.body.dispatchEvent(new ClipboardEvent("paste", { clipboardData: data, bubbles: true, cancelable: true }));
  });
  await page.waitForSelector(".games");
  assert.match(server().posted.at(-1)?.body ?? "", /K1k5 w/);
});

test("a diagnostic shows its place in the text", async () => {
  const { page } = await open("read.html");
  await page.locator(".diagnostic", { hasText: "wins!" }).click();
  assert.equal(await page.locator(".source .shown").innerText(), "wins!");
});

test("an answer that is no page is said, and the text stays", async () => {
  const { page } = await open("paste.html");
  server().answer = null;
  await page.locator("textarea").fill("1. e4");
  await page.getByRole("button", { name: "Read", exact: true }).click();
  await page.waitForSelector(".notice");
  server().answer = "read.html";
  assert.equal(await page.locator("textarea").inputValue(), "1. e4");
  assert.match((await page.locator("#live-assertive").textContent()) ?? "", /could not be sent/);
});

test("the form works without scripts", async () => {
  const { page } = await open("paste.html", { javaScriptEnabled: false });
  await page.locator("textarea").fill("1. e4 *");
  await page.getByRole("button", { name: "Read", exact: true }).click();
  await page.waitForURL("**/read");
  assert.equal(await page.locator("h1").innerText(), "2 games");
});
