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
  assert.equal(await page.evaluate(() => document.activeElement?.nodeName), "H1");
  assert.equal(await page.locator("#live-polite").textContent(), "Read: Adler, Ida – Brandt, Oskar");
  assert.match(await page.title(), /^Adler, Ida/);
  await page.keyboard.press("ArrowRight");
  assert.equal(await page.locator(".move[aria-current]").innerText(), "e4", "keys act at once");
  await page.getByRole("button", { name: "Previous move" }).click();
  await page.getByRole("button", { name: "Next move" }).click();
  assert.equal(await page.locator(".move[aria-current]").innerText(), "e4");
  await assertClean(opened);
});

test("examples, mendings and games of a short text send their value", async () => {
  const { page } = await open("paste.html");
  const sent = async (button: string): Promise<string> => {
    const answered = page.waitForResponse("**/read");
    await page.getByRole("button", { name: button }).click();
    await answered;
    await page.waitForSelector("main:not([aria-busy]) .viewer.live");
    return server().posted.at(-1)?.body ?? "";
  };
  assert.match(await sent("A French scoresheet"), /name="example"\r\n\r\nfrench/);
  assert.match(await sent("Mend (a guess)"), /name="fix"\r\n\r\n1:1/);
  assert.match(await sent("Also what is likely"), /name="mend"\r\n\r\nlikely/);
  const game = await sent("Show 2");
  assert.match(game, /name="game"\r\n\r\n2/);
  assert.match(game, /name="text"\r\n\r\n\[White "Adler, Ida"\]/, "the text as it may have been edited");
});

test("a dropped file is sent once; a chosen game sends its own bytes", async () => {
  const opened = await open("paste.html");
  const { page } = opened;
  server().answer = "read-long.html";
  const games = "Ž".repeat(40) + "x".repeat(600);
  await page.evaluate((text) => {
    const data = new DataTransfer();
    data.items.add(new File([text], "evening.pgn"));
    document.body.dispatchEvent(new DragEvent("dragenter", { dataTransfer: data, bubbles: true }));
    if (!document.documentElement.classList.contains("dropping")) throw new Error("the drop is not announced");
    document.body.dispatchEvent(new DragEvent("drop", { dataTransfer: data, bubbles: true, cancelable: true }));
  }, games);
  await page.waitForSelector(".games");
  assert.match(server().posted.at(-1)?.body ?? "", /filename="evening\.pgn"/);
  assert.equal(await page.evaluate(() => document.querySelector<HTMLInputElement>("input[type=file]")?.files?.[0]?.name), "evening.pgn", "for downloads");
  const row = page.locator("tr[data-offset]").nth(1);
  const offset = Number(await row.getAttribute("data-offset"));
  const length = Number(await row.getAttribute("data-length"));
  await page.evaluate(() => Object.assign(document.querySelector(".games") ?? {}, { kept: true }));
  const answered = page.waitForResponse("**/read");
  await row.getByRole("button").click();
  await answered;
  const bytes = Buffer.from(games).subarray(offset, offset + length).toString();
  const body = server().posted.at(-1)?.body ?? "";
  assert.equal(/\r\n\r\n([^]*?)\r\n--/.exec(body)?.[1], bytes);
  await page.waitForSelector("main:not([aria-busy]) .viewer.live");
  assert.equal(await row.getAttribute("aria-current"), "true");
  assert.equal(await page.evaluate(() => document.activeElement?.nodeName), "H1");
  assert(await page.evaluate(() => "kept" in (document.querySelector(".games") ?? {})), "the list of games stays");
  server().answer = "read.html";
  await assertClean(opened);
});

test("after a mending the next diagnostic is where the mended one was", async () => {
  const { page } = await open("read.html");
  const mend = page.getByRole("button", { name: /^Mend \(/ }).first();
  const item = page.locator("li.diagnostic", { has: mend });
  await item.scrollIntoViewIfNeeded();
  const before = await item.boundingBox();
  const answered = page.waitForResponse("**/read");
  await mend.click();
  await answered;
  await page.waitForSelector("main:not([aria-busy]) .viewer.live");
  const after = await page.locator("li.diagnostic:focus-within").boundingBox();
  assert(Math.abs((after?.y ?? 0) - (before?.y ?? -9)) <= 1, `${before?.y} to ${after?.y}`);
});

test("a text too long for the answer's field is kept for downloads and other games", async () => {
  const { page } = await open("paste.html");
  server().answer = "read-long.html";
  await page.locator("textarea").fill("1. c4 *");
  await page.getByRole("button", { name: "Read", exact: true }).click();
  await page.waitForSelector("main:not([aria-busy]) .games");
  server().answer = "read.html";
  const kept = await page.evaluate(() => document.querySelector<HTMLInputElement>("input[type=file]")?.files?.[0]?.text());
  assert.equal(kept, "1. c4 *");
});

test("a text that is typed takes the place of a file", async () => {
  const { page } = await open("paste.html");
  await page.locator("input[type=file]").setInputFiles({ name: "a.pgn", mimeType: "text/plain", buffer: Buffer.from("1. d4 *") });
  await page.locator("textarea").fill("1. c4 *");
  await page.getByRole("button", { name: "Read", exact: true }).click();
  await page.waitForSelector(".games");
  const body = server().posted.at(-1)?.body ?? "";
  assert.match(body, /1\. c4 \*/);
  assert.doesNotMatch(body, /1\. d4 \*/);
});

test("a text too long to be shared is not sent", async () => {
  const { page } = await open("read.html");
  await page.locator(".actions").evaluate((actions) => {
    const button = Object.assign(document.createElement("button"), { formAction: "/share", textContent: "Share" });
    Object.assign(button.dataset, { most: "12", refusal: "Too long." });
    actions.append(button, document.createElement("span"));
  });
  const share = page.getByRole("button", { name: "Share" });
  const before = server().posted.length;
  await page.locator("textarea").fill("1. e4 e5 žžž");
  await share.click();
  await page.locator("#live-assertive", { hasText: "Too long." }).waitFor({ state: "attached" });
  assert(await share.isDisabled());
  assert.equal(server().posted.length, before);
  await share.evaluate((button) => ((button as HTMLButtonElement).disabled = false));
  await page.locator("textarea").fill("1. e4 e5 zzz");
  await share.click();
  await page.waitForURL("**/share");
});

test("downloads are left to the browser", async () => {
  const { page } = await open("read.html");
  const requested = page.waitForRequest("**/download");
  await page.getByRole("button", { name: "PGN", exact: true }).click();
  const request = await requested;
  assert.equal(request.resourceType(), "document");
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

test("a long text that is pasted is read as a file, and not laid out in the field", async () => {
  const { page } = await open("paste.html");
  server().answer = "read-long.html";
  const paste = (target: string, text: string): Promise<boolean> =>
    page.evaluate(
      ([at, pasted]) => {
        const data = new DataTransfer();
        data.setData("text/plain", pasted);
        const event = new ClipboardEvent("paste", { clipboardData: data, bubbles: true, cancelable: true });
        return document.querySelector(at)?.dispatchEvent(event) ?? false;
      },
      [target, text] as const,
    );
  const sent = (): string => server().posted.at(-1)?.body ?? "";
  const long = "1. e4 e5 ".repeat(12_000);
  await page.locator("textarea").fill("before after");
  await page.evaluate(() => document.querySelector("textarea")?.setSelectionRange(7, 7));
  assert.equal(await paste("textarea", "short"), true, "short ones are left to the field");
  assert.equal(await paste("textarea", long), false);
  await page.waitForSelector("main:not([aria-busy]) .games");
  assert.match(sent(), /name="file"; filename=""\r\n[^]*\r\n\r\nbefore 1\. e4 e5 /);
  assert.match(sent(), / e5 after\r\n--/);
  const kept = await page.evaluate(() => document.querySelector<HTMLInputElement>("input[type=file]")?.files?.[0]?.size);
  assert.equal(kept, "before after".length + long.length, "for downloads and other games");
  assert.equal(await paste("body", long), false);
  await page.waitForSelector("main:not([aria-busy]) .games");
  assert.match(sent(), /name="file"; filename=""\r\n[^]*\r\n\r\n1\. e4 e5 /);
  server().answer = "read.html";
});

test("a diagnostic shows its place in the text", async () => {
  const { page } = await open("read.html");
  await page.getByText("is not legal").click();
  assert.equal(await page.locator(".source .shown").innerText(), "Nd6#");
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

test("without scripts the forms work, that of the settings, too", async () => {
  const { page } = await open("paste.html", { javaScriptEnabled: false });
  assert(await page.getByLabel("Language").isVisible());
  await page.locator("textarea").fill("1. e4 *");
  await page.getByRole("button", { name: "Read", exact: true }).click();
  await page.waitForURL("**/read");
  assert.match(await page.locator("h1").innerText(), /Adler/);
});

test("the language is asked of the server", async () => {
  const { page } = await open("paste.html");
  await page.locator(".settings > summary").click();
  const requested = page.waitForRequest("**/settings?lang=de");
  await page.getByLabel("Language").selectOption("de");
  await requested;
});
