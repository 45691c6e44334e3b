// Times and bytes of the pages, as docs/performance.md has them: node tools/measure.mjs PROGRAM [GAMES]
// GAMES is a PGN file of which a megabyte is pasted; without it, one game is repeated.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { chromium } from "playwright-core";

const [, , program, games] = process.argv;
if (program === undefined) throw new Error("usage: node tools/measure.mjs PROGRAM [GAMES]");
const rounds = 11;
const median = (values) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)];

const game = (number) =>
  `[Event "Measured"]\n[Round "${number}"]\n[White "A"]\n[Black "B"]\n[Result "1-0"]\n\n` +
  "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 6. Re1 b5 7. Bb3 d6 8. c3 O-O 9. h3 Nb8 " +
  "10. d4 Nbd7 11. c4 c6 12. cxb5 axb5 13. Nc3 Bb7 14. Bg5 b4 15. Nb1 h6 16. Bh4 c5 17. dxe5 Nxe4 " +
  "18. Bxe7 Qxe7 19. exd6 Qf6 20. Nbd2 Nxd6 1-0\n\n";
const folder = mkdtempSync(join(tmpdir(), "partie-measure-"));
writeFileSync(join(folder, "one.pgn"), game(1));
let megabyte = games === undefined ? "" : readFileSync(games, "utf8").slice(0, 1_000_000);
for (let number = 1; megabyte.length < 1_000_000; number++) megabyte += game(number);

const shown = spawn(program, ["show", join(folder, "one.pgn"), "--open", "--no-browser"]);
const [line] = await once(shown.stdout, "data");
const { origin } = new URL(line.toString().trim());
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
  args: process.getuid() === 0 ? ["--no-sandbox"] : [],
});

/** Milliseconds until an element is there, counted by the page itself. */
const watch = (selector) => {
  window.found = new Promise((resolve) => {
    const look = () => {
      if (document.querySelector(selector)) resolve(performance.now());
      else requestAnimationFrame(look);
    };
    look();
  });
};

/** Milliseconds until a page has a board that can be used, and the bytes that were transferred for it. */
const load = async (address) => {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  await context.addInitScript(watch, ".viewer.live");
  const page = await context.newPage();
  await page.goto(address);
  const time = await page.evaluate(() => window.found);
  const bytes = await page.evaluate(() =>
    [...performance.getEntriesByType("navigation"), ...performance.getEntriesByType("resource")].reduce(
      (sum, entry) => sum + entry.transferSize,
      0,
    ),
  );
  await context.close();
  return [time, bytes];
};

const empty = [];
const first = [];
let bytes = 0;
for (let round = 0; round < rounds; round++) {
  // What the browser takes on this machine at this time.
  const [floor] = await load("data:text/html,<div class='viewer live'></div>");
  empty.push(floor);
  const [time, transferred] = await load(`${origin}/games/1`);
  first.push(time);
  bytes = transferred;
}

/**
 * Milliseconds to a live board for a text of a megabyte, from the button or from the keys that paste it: read by
 * the server, by a browser that has nothing of the reader yet, and by one that loaded it before.
 */
const paste = async (reader, by) => {
  const times = [];
  for (let round = 0; round < rounds; round++) {
    const context = await browser.newContext({
      viewport: { width: 1440, height: 900 },
      permissions: ["clipboard-read", "clipboard-write"],
    });
    const page = await context.newPage();
    if (reader === "server") await page.addInitScript(() => delete window.WebAssembly);
    await page.goto(`${origin}/read`);
    if (by === "button") await page.evaluate((text) => (document.querySelector("textarea").value = text), megabyte);
    else await page.evaluate((text) => navigator.clipboard.writeText(text), megabyte);
    if (by === "keys in the field") await page.focus("textarea");
    if (reader === "loaded") {
      await page.evaluate(() => document.querySelector("textarea").dispatchEvent(new Event("input", { bubbles: true })));
      await page.waitForTimeout(1000);
    }
    await page.evaluate(watch, ".viewer.live");
    await page.evaluate(() => {
      for (const name of ["keydown", "click"]) {
        addEventListener(name, () => (window.start ??= performance.now()), { capture: true });
      }
    });
    if (by === "button") await page.evaluate(() => document.querySelector("form.paste button.primary").click());
    else await page.keyboard.press("Control+V");
    times.push(await page.evaluate(async () => (await window.found) - window.start));
    await context.close();
  }
  return times;
};
const pasted = [];
for (const reader of ["server", "cold", "loaded"]) {
  for (const by of ["button", "keys", "keys in the field"]) pasted.push([`${reader}, by ${by}`, await paste(reader, by)]);
}
await browser.close();
shown.kill();
rmSync(folder, { recursive: true });
process.stdout.write(
  `a page with nothing but the mark of a board: ${Math.round(median(empty))} ms (${empty.map(Math.round).join(" ")})\n` +
    `first live board: ${Math.round(median(first))} ms (${first.map(Math.round).join(" ")})\n` +
    `transferred for it: ${Math.round(bytes / 1000)} kB\n` +
    pasted
      .map(([reader, times]) => `paste of ${megabyte.length} bytes to a live board, reader ${reader}: ${Math.round(median(times))} ms (${times.map(Math.round).join(" ")})\n`)
      .join(""),
);
