// Time limits of the pages of the real program: PARTIE names it. They are several times what a quiet machine
// takes (docs/performance.md), so that only great faults are seen, on slow machines, too.
import assert from "node:assert/strict";
import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { after, before, test } from "node:test";
import type { Page } from "playwright-core";
import { desk, setUp } from "./browser.js";

const program = process.env["PARTIE"];
const skip = program === undefined ? "PARTIE does not name the program" : false;
const { open } = setUp();
const games = fileURLToPath(new URL("../../../testdata/oracle/standard.pgn", import.meta.url));
const rounds = 5;
const slowness = 5;
let shown: ChildProcess | null = null;
let origin = "";
let megabyte = "";

before(async () => {
  if (program === undefined) return;
  const some = readFileSync(games, "utf8");
  megabyte = some.repeat(Math.ceil(1_000_000 / some.length));
  shown = spawn(program, ["show", games, "--open", "--no-browser"], { stdio: ["ignore", "pipe", "inherit"] });
  assert(shown.stdout);
  const [line] = (await once(shown.stdout, "data")) as [Buffer];
  origin = new URL(line.toString().trim()).origin;
});

after(() => {
  shown?.kill();
});

async function median(measure: () => Promise<number>): Promise<number> {
  const times: number[] = [];
  for (let round = 0; round < rounds; round++) times.push(await measure());
  return times.toSorted((a, b) => a - b)[Math.floor(rounds / 2)] ?? Infinity;
}

/** Takes the time, in the page, from its beginning or from an event of it until there is a live board. */
function watch(event: string | null): void {
  const time = new Promise<number>((resolve) => {
    const look = (start: number): void => {
      if (document.querySelector(".viewer.live")) resolve(performance.now() - start);
      else requestAnimationFrame(() => look(start));
    };
    if (event === null) look(0);
    else addEventListener(event, () => look(performance.now()), { capture: true, once: true });
  });
  Object.assign(window, { taken: time });
}

/** Milliseconds that were taken. */
async function taken(page: Page): Promise<number> {
  const time = await page.evaluate(() => (window as unknown as { taken: Promise<number> }).taken);
  await page.context().close();
  return time;
}

/** A page whose reader is loaded. */
async function readyPage(): Promise<Page> {
  const { page } = await open(`${origin}/read`, { ...desk, permissions: ["clipboard-read", "clipboard-write"] });
  await page.evaluate(() => document.querySelector("textarea")?.dispatchEvent(new Event("input", { bubbles: true })));
  await page.waitForTimeout(1000);
  return page;
}

async function pasted(place: "page" | "field"): Promise<number> {
  const page = await readyPage();
  await page.evaluate((text) => navigator.clipboard.writeText(text), megabyte);
  if (place === "field") await page.locator("textarea").focus();
  await page.evaluate(watch, "keydown");
  await page.keyboard.press("Control+V");
  return taken(page);
}

async function dropped(): Promise<number> {
  const page = await readyPage();
  await page.evaluate(watch, "drop");
  await page.evaluate((text) => {
    const data = new DataTransfer();
    data.items.add(new File([text], "games.pgn"));
    document.body.dispatchEvent(new DragEvent("drop", { dataTransfer: data, bubbles: true, cancelable: true }));
  }, megabyte);
  return taken(page);
}

test("a game's board can soon be used", { skip }, async () => {
  const time = await median(async () => {
    const { page } = await open("about:blank");
    await page.addInitScript(watch, null);
    await page.goto(`${origin}/games/1`);
    return taken(page);
  });
  assert(time < slowness * 200, `${time} ms`);
});

test("a pasted megabyte is shown soon, and not much later than a dropped file", { skip }, async () => {
  const file = await median(dropped);
  for (const place of ["page", "field"] as const) {
    const time = await median(() => pasted(place));
    assert(time < slowness * 300, `${place}: ${time} ms`);
    assert(time < 2 * file, `${place}: ${time} ms, and ${file} ms for a file`);
  }
});
