import assert from "node:assert/strict";
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { pathToFileURL } from "node:url";
import type { Frame, Page } from "playwright-core";
import { assertClean, axe, desk, eventually, phone, press, settled, setUp } from "./browser.js";
import { assets, fixtures } from "./server.js";

const { open, server } = setUp();

/** Opens a page of another host that embeds a game by these attributes of the script. */
async function host(attributes: string, options = desk, width = "auto"): Promise<{ page: Page; errors: string[] }> {
  const script = server().url("assets/embed.js").replace("127.0.0.1", "localhost");
  server().club = `<!DOCTYPE html><html lang="en"><head><meta name="viewport" content="width=device-width"><title>A club</title><link rel="icon" href="data:,"></head>
<body><main><h1>Game of the week</h1><div style="max-width:${width}"><script src="${script}" ${attributes}></script></div><p>Below.</p></main></body></html>`;
  return open("club", options);
}

async function game(page: Page): Promise<Frame> {
  const handle = await page.waitForSelector("iframe", { timeout: 30_000 });
  await handle.scrollIntoViewIfNeeded();
  const frame = await handle.contentFrame();
  assert(frame);
  await frame.waitForSelector(".viewer.live", { timeout: 30_000 });
  return frame;
}

/** Waits until the frame is as high as the page in it, and stands still. */
async function fits(page: Page, frame: Frame): Promise<void> {
  await eventually(async () => {
    const outer = await page.locator("iframe").boundingBox();
    const inner = await frame.evaluate(() => document.body.getBoundingClientRect().height);
    const excess = Math.abs((outer?.height ?? 0) - inner);
    assert(excess <= 1, `${excess} pixels`);
  });
  const once = await page.locator("iframe").boundingBox();
  await bothSettled(page, frame);
  assert.deepEqual(await page.locator("iframe").boundingBox(), once, "it stands still");
}

/** The frame says its height to the page, which sets it, which the frame may answer. */
async function bothSettled(page: Page, frame: Frame): Promise<void> {
  for (const one of [frame, page, frame, page]) await settled(one);
}

for (const [size, width] of [
  [desk, "auto"],
  [desk, "46rem"],
  [desk, "36rem"],
  [desk, "20rem"],
  [phone, "auto"],
] as const) {
  test(`a frame of ${width} on ${size.viewport?.width} pixels is as high as its game`, async () => {
    const { page, errors } = await host('data-game="/embed/games/12"', size, width);
    const frame = await game(page);
    await fits(page, frame);
    assert.equal(await frame.evaluate(() => document.documentElement.scrollWidth <= innerWidth), true);
    for (const part of [".frame", ".seat-white", ".moves-pane", ".buttons", ".open-full"]) {
      assert(await frame.locator(part).isVisible(), part);
    }
    for (const part of ["body > header", "body > footer", ".game-head", ".charts"]) {
      assert.equal(await frame.locator(part).isVisible(), false, part);
    }
    assert.deepEqual(errors, []);
  });
}

test("the frame is named, lazy and in a sandbox", async () => {
  const { page } = await host('data-game="/embed/games/12"');
  await game(page);
  const frame = page.locator("iframe");
  assert.equal(await frame.getAttribute("loading"), "lazy");
  const sandbox = (await frame.getAttribute("sandbox"))?.split(" ") ?? [];
  assert(!sandbox.includes("allow-same-origin"));
  assert(!sandbox.includes("allow-top-navigation"));
  await eventually(async () => assert.match((await frame.getAttribute("title")) ?? "", /^Adler, Ida/));
  const lines = await axe(page);
  // What is in it is tested below.
  assert.deepEqual(lines.filter((line) => !line.startsWith("incomplete frame-tested")), []);
  assert.equal(await page.evaluate(() => Object.keys(window).filter((key) => /partie|embed/i.test(key)).length), 0);
});

test("move, theme and side are the ones that the page asks for", async () => {
  const { page } = await host('data-game="/embed/games/12" data-at="14" data-theme="dark" data-orientation="black"');
  const frame = await game(page);
  assert.equal(await frame.locator(".viewer").getAttribute("data-node"), "14");
  assert.equal(await frame.locator(".orientation-black").count(), 1);
  assert.equal(await frame.evaluate(() => getComputedStyle(document.body).backgroundColor), "rgb(22, 21, 19)");
});

test("moves are played, and the link opens the whole page at the position", async () => {
  const { page } = await host('data-game="/embed/games/12"');
  const frame = await game(page);
  await frame.getByRole("button", { name: "Next move" }).click();
  await frame.getByRole("button", { name: "Next move" }).click();
  assert.equal(await frame.locator(".viewer").getAttribute("data-node"), "2");
  const link = frame.locator(".open-full a");
  assert.equal(await link.evaluate((at: HTMLAnchorElement) => new URL(at.href).pathname), "/games/12");
  assert.match((await link.getAttribute("href")) ?? "", /\?at=2$/);
  const opening = page.waitForEvent("popup");
  await link.click();
  assert.match((await opening).url(), /\/games\/12\?at=2$/);
});

test("the wheel over a board scrolls the page around it", async () => {
  const { page } = await host('data-game="/embed/games/12"', { viewport: { width: 800, height: 400 } });
  const frame = await game(page);
  const board = await frame.locator(".frame").boundingBox();
  assert(board);
  await page.mouse.move(board.x + 50, board.y + 50);
  const before = await page.evaluate(() => scrollY);
  await page.mouse.wheel(0, 100);
  await page.waitForFunction((from) => scrollY > from, before);
  assert.equal(await frame.locator(".viewer").getAttribute("data-node"), "0");
});

test("messages of others do not change the height", async () => {
  const { page } = await host('data-game="/embed/games/12"');
  const frame = await game(page);
  await fits(page, frame);
  const before = await page.locator("iframe").boundingBox();
  await page.evaluate(() => postMessage({ partie: "size", height: 2000 }, "*"));
  for (const height of ["1e9", -1, null, "NaN"]) {
    await frame.evaluate((value) => parent.postMessage({ partie: "size", height: value }, "*"), height);
  }
  await bothSettled(page, frame);
  assert.deepEqual(await page.locator("iframe").boundingBox(), before);
  await frame.evaluate(() => parent.postMessage({ partie: "size", height: 1e9 }, "*"));
  await eventually(async () => assert.equal((await page.locator("iframe").boundingBox())?.height, 3000, "bounded"));
});

test("a frame that stays empty becomes a link", async () => {
  const { page } = await host('data-game="/embed/nothing" data-title="Adler against Brandt"');
  const link = page.getByRole("link", { name: "Adler against Brandt" });
  await link.waitFor();
  assert.match((await link.getAttribute("href")) ?? "", /localhost:\d+\/nothing$/);
  assert.equal(await page.locator("iframe").count(), 0);
});

test("pages that are not for embedding refuse to be framed", async () => {
  const { page } = await host('data-game="/game.html"');
  await page.locator("a").waitFor();
});

test("games of a static site are embedded, from files as well", async () => {
  const folder = await mkdtemp(join(tmpdir(), "partie-embed-"));
  try {
    await cp(assets, join(folder, "site/assets"), { recursive: true });
    await mkdir(join(folder, "site/games"));
    const html = await readFile(new URL("game.html", fixtures), "utf8");
    await writeFile(join(folder, "site/games/12.html"), html.replaceAll('"/assets/', '"../assets/').replaceAll('"?at=', '"#n'));
    await writeFile(
      join(folder, "club.html"),
      `<!DOCTYPE html><title>A club</title><p><script src="site/assets/embed.js" data-game="games/12.html" data-at="3"></script>`,
    );
    const { page } = await open(pathToFileURL(join(folder, "club.html")).href);
    const frame = await game(page);
    await fits(page, frame);
    assert.equal(await frame.locator(".viewer").getAttribute("data-node"), "3");
    assert.equal(await frame.locator("body > header").isVisible(), false);
    await frame.getByRole("button", { name: "Next move" }).click();
    assert.match((await frame.locator(".open-full a").getAttribute("href")) ?? "", /\/site\/games\/12\.html#n4$/);
  } finally {
    await rm(folder, { recursive: true });
  }
});

for (const [name, options] of [["light", desk], ["dark", { ...desk, colorScheme: "dark" }], ["phone", phone]] as const) {
  test(`axe has nothing to say on an embedded game, ${name}`, async () => {
    const opened = await open("embed/games/12", options);
    await press(opened.page, "ArrowRight", 5);
    await assertClean(opened);
    // It is a part of another page, whose headings and landmarks it has not.
    const lines = (await axe(opened.page)).filter((line) => !/page-has-heading-one/.test(line));
    assert.deepEqual(lines, []);
  });
}
