// Times and bytes of the pages, as docs/performance.md has them: node tools/measure.mjs PROGRAM
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { chromium } from "playwright-core";

const program = process.argv[2];
if (program === undefined) throw new Error("usage: node tools/measure.mjs PROGRAM");
const rounds = 11;
const median = (values) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)];

const game = (number) =>
  `[Event "Measured"]\n[Round "${number}"]\n[White "A"]\n[Black "B"]\n[Result "1-0"]\n\n` +
  "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 6. Re1 b5 7. Bb3 d6 8. c3 O-O 9. h3 Nb8 " +
  "10. d4 Nbd7 11. c4 c6 12. cxb5 axb5 13. Nc3 Bb7 14. Bg5 b4 15. Nb1 h6 16. Bh4 c5 17. dxe5 Nxe4 " +
  "18. Bxe7 Qxe7 19. exd6 Qf6 20. Nbd2 Nxd6 1-0\n\n";
const folder = mkdtempSync(join(tmpdir(), "partie-measure-"));
writeFileSync(join(folder, "one.pgn"), game(1));
let megabyte = "";
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

const first = [];
let bytes = 0;
for (let round = 0; round < rounds; round++) {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  await context.addInitScript(watch, ".viewer.live");
  const page = await context.newPage();
  await page.goto(`${origin}/games/1`);
  first.push(await page.evaluate(() => window.found));
  bytes = await page.evaluate(() =>
    [...performance.getEntriesByType("navigation"), ...performance.getEntriesByType("resource")].reduce(
      (sum, entry) => sum + entry.transferSize,
      0,
    ),
  );
  await context.close();
}

/**
 * Milliseconds from the button to a live board, for a text of a megabyte: read by the server, by a browser
 * that has nothing of the reader yet, and by one that loaded it when the text was put into the form.
 */
const paste = async (reader) => {
  const times = [];
  for (let round = 0; round < rounds; round++) {
    const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
    const page = await context.newPage();
    if (reader === "server") await page.addInitScript(() => delete window.WebAssembly);
    await page.goto(`${origin}/read`);
    await page.evaluate((text) => (document.querySelector("textarea").value = text), megabyte);
    if (reader === "loaded") {
      await page.evaluate(() => document.querySelector("textarea").dispatchEvent(new Event("input", { bubbles: true })));
      await page.waitForTimeout(1000);
    }
    await page.evaluate(watch, ".viewer.live");
    const start = await page.evaluate(() => {
      const now = performance.now();
      document.querySelector("form.paste button.primary").click();
      return now;
    });
    times.push((await page.evaluate(() => window.found)) - start);
    await context.close();
  }
  return times;
};
const pasted = [];
for (const reader of ["server", "cold", "loaded"]) pasted.push([reader, await paste(reader)]);
await browser.close();
shown.kill();
rmSync(folder, { recursive: true });
process.stdout.write(
  `first live board: ${Math.round(median(first))} ms (${first.map(Math.round).join(" ")})\n` +
    `transferred for it: ${Math.round(bytes / 1000)} kB\n` +
    pasted
      .map(([reader, times]) => `paste of ${megabyte.length} bytes to a live board, reader ${reader}: ${Math.round(median(times))} ms (${times.map(Math.round).join(" ")})\n`)
      .join(""),
);
