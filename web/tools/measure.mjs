// Times and bytes of the pages, as docs/performance.md has them: node tools/measure.mjs PROGRAM [GAMES]
// GAMES is a PGN file of which a megabyte is pasted; without it, one game is repeated. Each round also loads a page
// with nothing on it: on a busy machine, only the ratios to its time can be compared.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { launch } from "./chromium.mjs";

const [, , program, games] = process.argv;
if (program === undefined) throw new Error("usage: node tools/measure.mjs PROGRAM [GAMES]");
const rounds = 11;
const desk = { viewport: { width: 1440, height: 900 } };

const game = (number) =>
  `[Event "Measured"]\n[Round "${number}"]\n[White "A"]\n[Black "B"]\n[Result "1-0"]\n\n` +
  "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 6. Re1 b5 7. Bb3 d6 8. c3 O-O 9. h3 Nb8 " +
  "10. d4 Nbd7 11. c4 c6 12. cxb5 axb5 13. Nc3 Bb7 14. Bg5 b4 15. Nb1 h6 16. Bh4 c5 17. dxe5 Nxe4 " +
  "18. Bxe7 Qxe7 19. exd6 Qf6 20. Nbd2 Nxd6 1-0\n\n";
const folder = mkdtempSync(join(tmpdir(), "partie-measure-"));
writeFileSync(join(folder, "games.pgn"), Array.from({ length: 1000 }, (_, index) => game(index + 1)).join(""));
let megabyte = games === undefined ? "" : readFileSync(games, "utf8").slice(0, 1_000_000);
for (let number = 1; megabyte.length < 1_000_000; number++) megabyte += game(number);

const shown = spawn(program, ["show", join(folder, "games.pgn"), "--open", "--no-browser"]);
process.on("exit", () => shown.kill());
const [line] = await once(shown.stdout, "data");
const { origin } = new URL(line.toString().trim());
const browser = await launch();

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
  const context = await browser.newContext(desk);
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

/**
 * Milliseconds from an input to a live board for a text of a megabyte: from the button, from the keys that paste it,
 * or from the file that is dropped; read by the server, by a browser that has nothing of the reader yet, and by one
 * that loaded it before.
 */
const paste = async (reader, by) => {
  const context = await browser.newContext({ ...desk, permissions: ["clipboard-read", "clipboard-write"] });
  const page = await context.newPage();
  await page.addInitScript((server) => {
    if (server) {
      delete window.WebAssembly;
      return;
    }
    // Its first message says that the reader is ready.
    const Plain = Worker;
    window.Worker = class extends Plain {
      constructor(...given) {
        super(...given);
        window.ready = new Promise((resolve) => this.addEventListener("message", ({ data }) => resolve(data), { once: true }));
      }
    };
  }, reader === "server");
  await page.goto(`${origin}/read`);
  if (reader !== "server" && (await page.locator("script[data-wasm]").count()) === 0) {
    await context.close();
    return NaN;
  }
  if (by === "button") await page.evaluate((text) => (document.querySelector("textarea").value = text), megabyte);
  else if (by !== "file") await page.evaluate((text) => navigator.clipboard.writeText(text), megabyte);
  if (by === "keys in the field") await page.focus("textarea");
  if (reader === "loaded") {
    await page.evaluate(() => document.querySelector("textarea").dispatchEvent(new Event("input", { bubbles: true })));
    const first = await page.evaluate(() => window.ready);
    if (first.failed) throw new Error(first.failed);
  }
  await page.evaluate(watch, ".viewer.live");
  await page.evaluate(() => {
    for (const name of ["keydown", "click", "drop"]) {
      addEventListener(name, () => (window.start ??= performance.now()), { capture: true });
    }
  });
  if (by === "button") await page.evaluate(() => document.querySelector("form.paste button.primary").click());
  else if (by !== "file") await page.keyboard.press("Control+V");
  else {
    await page.evaluate((text) => {
      const data = new DataTransfer();
      data.items.add(new File([text], "games.pgn"));
      document.body.dispatchEvent(new DragEvent("drop", { dataTransfer: data, bubbles: true, cancelable: true }));
    }, megabyte);
  }
  const time = await page.evaluate(async () => (await window.found) - window.start);
  await context.close();
  return time;
};

/** Milliseconds to filter a list, of as many games as a page holds, and to lay it out. */
const filter = async () => {
  const context = await browser.newContext(desk);
  const page = await context.newPage();
  await page.goto(`${origin}/games`);
  const rows = await page.locator("tbody tr").count();
  if (rows !== 200) throw new Error(`expected 200 games, but found ${rows}`);
  await page.locator(".filter input").fill("z");
  const time = await page.evaluate(() => {
    const input = document.querySelector(".filter input");
    const before = performance.now();
    input.value = "7";
    input.dispatchEvent(new Event("input"));
    document.body.getBoundingClientRect();
    return performance.now() - before;
  });
  await context.close();
  return time;
};

let bytes = 0;
const measures = new Map([
  ["a page with nothing but the mark of a board", async () => (await load("data:text/html,<div class='viewer live'></div>"))[0]],
  [
    "a game's page to its live board",
    async () => {
      const [time, transferred] = await load(`${origin}/games/1`);
      bytes = transferred;
      return time;
    },
  ],
  ["a list of 200 games, filtered", filter],
]);
for (const reader of ["server", "cold", "loaded"]) {
  for (const by of ["button", "keys", "keys in the field", "file"]) {
    measures.set(`a megabyte to a live board, reader ${reader}, by ${by}`, () => paste(reader, by));
  }
}
const times = new Map([...measures.keys()].map((name) => [name, []]));
// In turns, so that all meet the same machine.
for (let round = 0; round < rounds; round++) {
  for (const [name, measure] of measures) times.get(name).push(await measure());
}
await browser.close();
rmSync(folder, { recursive: true });

const sorted = [...times].map(([name, taken]) => [name, taken.toSorted((a, b) => a - b)]);
const median = (taken) => taken[Math.floor(taken.length / 2)];
const empty = median(sorted[0][1]);
shown.kill();
process.stdout.write(
  `median ms    ratio      range of ${rounds}\n` +
    sorted
      .map(([name, taken]) => {
        if (taken.some(Number.isNaN)) return `        -        -  ${"-".padStart(13)}  ${name}: no reader of this version\n`;
        const range = `${Math.round(taken[0])} to ${Math.round(taken.at(-1))}`;
        return `${median(taken).toFixed(0).padStart(9)} ${(median(taken) / empty).toFixed(2).padStart(8)}  ${range.padStart(13)}  ${name}\n`;
      })
      .join("") +
    `transferred for a game's page: ${Math.round(bytes / 1000)} kB\n`,
);
