// The program itself: PARTIE names it. Without it the tests are skipped.
import assert from "node:assert/strict";
import { execFileSync, spawn, spawnSync, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { pathToFileURL } from "node:url";
import { assertClean, axe, current, desk, drawn, layoutShift, phone, press, settled, setUp } from "./browser.js";

const program = process.env["PARTIE"];
const skip = program === undefined ? "PARTIE does not name the program" : false;
const { open } = setUp();
const folder = mkdtempSync(join(tmpdir(), "partie-web-"));
let shown: ChildProcess | null = null;
let origin = "";

const games = `[Event "Spring open"]
[Date "2024.03.09"]
[White "Nováková, Jana"]
[Black "O'Brien, Pat"]
[Result "1-0"]

1. e4 {[%clk 0:05:00] [%eval 0.3]} e5 {[%clk 0:04:58] [%eval 0.2]} 2. Nf3 (2. f4 exf4 3. Bc4) 2... Nc6 3. Bc4 Nd4?? 4. Nxe5 Qg5 1-0

[Event "Spring open"]
[White "Zeman, Ota"]
[Black "Nováková, Jana"]
[Result "1/2-1/2"]

1. d4 d5 1/2-1/2

[Event "Spring open"]
[White "O'Brien, Pat"]
[Black "Zeman, Ota"]
[Result "0-1"]

1. c4 0-1
`;

before(async () => {
  if (program === undefined) return;
  writeFileSync(join(folder, "open.pgn"), games);
  shown = spawn(program, ["show", join(folder, "open.pgn"), "--open", "--no-browser"], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  assert(shown.stdout);
  const [line] = (await once(shown.stdout, "data")) as [Buffer];
  origin = new URL(line.toString().trim()).origin;
});

after(() => {
  shown?.kill();
  rmSync(folder, { recursive: true });
});

test("games of a file are listed and played through", { skip }, async () => {
  const opened = await open(`${origin}/games`);
  const { page } = opened;
  await page.getByRole("link", { name: "1", exact: true }).click();
  await page.waitForSelector(".viewer.live");
  await page.getByRole("button", { name: "Next move" }).click();
  assert.equal((await drawn(page))["e4"], "white pawn");
  await press(page, "ArrowRight", 3);
  assert.match(page.url(), /\/games\/1\?at=\d+$/, "the address is that of the position");
  const at = await current(page);
  await page.reload();
  await page.waitForSelector(".viewer.live");
  assert.equal(await current(page), at);
  assert(await layoutShift(page) < 0.01);
  await page.getByRole("link", { name: /Zeman/ }).click();
  assert.match(page.url(), /\/games\/2$/);
  await assertClean(opened);
});

test("a game's page asks for little", { skip }, async () => {
  const { page } = await open(`${origin}/games/1`);
  await page.waitForSelector(".viewer.live");
  await settled(page);
  const sizes = await page.evaluate(() =>
    [...performance.getEntriesByType("navigation"), ...performance.getEntriesByType("resource")].map((entry) => ({
      name: new URL(entry.name).pathname,
      bytes: (entry as PerformanceResourceTiming).transferSize,
    })),
  );
  const bytes = sizes.reduce((sum, entry) => sum + entry.bytes, 0);
  assert(sizes.length <= 8, JSON.stringify(sizes));
  assert(bytes > 0 && bytes < 65_000, JSON.stringify(sizes));
});

for (const name of ["broken", "french", "log", "czech", "position", "bughouse"]) {
  test(`the example ${name}`, { skip }, async () => {
    const opened = await open(`${origin}/read`);
    const { page } = opened;
    await page.locator(`button[value="${name}"]`).click();
    await page.waitForSelector(".viewer.live");
    assert.equal(await page.locator(".source").count() > 0, true);
    await press(page, "End");
    assert.deepEqual(await axe(page), []);
    await assertClean(opened);
  });
}

test("a text is mended piece by piece", { skip }, async () => {
  const opened = await open(`${origin}/read`);
  const { page } = opened;
  await page.locator("textarea").fill("[Event \"x\"]\n\n1. e4 e5 2. nf3 Nc6 3. bc4 Bc5 4. 0-0\n");
  await page.getByRole("button", { name: "Read", exact: true }).click();
  const mendings = page.getByRole("button", { name: /^Mend \(/ });
  await mendings.first().waitFor();
  let left = await mendings.count();
  assert(left >= 2, `${left} mendings`);
  while (left > 0) {
    await mendings.first().click();
    await page.waitForSelector("main:not([aria-busy]) .difference");
    const now = await mendings.count();
    assert(now < left, "each one makes the text better");
    left = now;
  }
  assert.match(await page.locator("textarea").inputValue(), /1\. e4 e5 2\. Nf3 Nc6 3\. Bc4 Bc5 4\. O-O/);
  await assertClean(opened);
});

test("back leads to the text as it was typed", { skip }, async () => {
  const opened = await open(`${origin}/read`);
  const { page } = opened;
  await page.locator("textarea").fill("1. e4 e5 *");
  await page.getByRole("button", { name: "Read", exact: true }).click();
  await page.waitForSelector(".viewer.live");
  await page.locator(".legend").waitFor();
  await page.goBack();
  await page.locator(".front").waitFor();
  assert.equal(await page.locator("textarea").inputValue(), "1. e4 e5 *");
  await page.goForward();
  await page.waitForSelector(".viewer.live");
  await page.getByRole("button", { name: "Next move" }).click();
  assert.equal(await page.locator(".move[aria-current]").innerText(), "e4");
  await assertClean(opened);
});

test("a download is a file", { skip }, async () => {
  const { page } = await open(`${origin}/read`);
  await page.locator('button[value="french"]').click();
  const download = page.waitForEvent("download");
  await page.getByRole("button", { name: "PGN", exact: true }).click();
  assert.equal((await download).suggestedFilename(), "Moreau-Petit.pgn");
});

test("a text that tries to run a script runs none", { skip }, async () => {
  const attack = "</script></textarea></pre><script>window.ran=1</script><img src=x onerror=window.ran=2>\u202e";
  const tag = attack.replaceAll('"', "");
  const text = `[Event "${tag}"]\n[White "${tag}"]\n[Black "${tag}"]\n[Site "javascript:window.ran=3"]\n[FEN "${tag}"]\n\n{${attack}} 1. e4 $1 {${attack} [%cal ${tag}]} (${attack}) e5 ${attack} *\n\n[White "b"]\n\n1. e4 {${attack}} *\n`;
  const opened = await open(`${origin}/read`);
  const { page } = opened;
  await page.locator("textarea").fill(text);
  await page.getByRole("button", { name: "Read", exact: true }).click();
  await page.waitForSelector(".source");
  await settled(page);
  assert.equal(await page.evaluate(() => (window as unknown as { ran?: number }).ran), undefined);
  await assertClean(opened);
});

test("everything can be read without JavaScript", { skip }, async () => {
  const { page } = await open(`${origin}/read`, { ...desk, javaScriptEnabled: false });
  await page.locator("textarea").fill("1. e4 e5 2. Nf3 *");
  await page.getByRole("button", { name: "Read", exact: true }).click();
  assert.equal(await page.locator("a.move").count(), 3);
  assert.match(await page.locator(".source").innerText(), /1\. e4 e5 2\. Nf3/);
  await page.goto(`${origin}/games/1?at=3`);
  const picture = page.locator(".board-picture");
  assert.match((await picture.getAttribute("alt")) ?? "", /knights b1 and f3/);
  assert(await picture.evaluate((image) => (image as HTMLImageElement).naturalWidth > 0), "the picture is drawn");
  await page.selectOption("select[name=lang]", "cs");
  await page.getByRole("button", { name: "OK" }).click();
  assert.equal(await page.locator("html").getAttribute("lang"), "cs");
});

test("a packed game is that of the data", { skip }, async () => {
  assert(program);
  const pgn = `[White "Anna"]
[Black "Boris"]
[TimeControl "180+2"]
[Result "1-0"]

{ Start } 1. e4 $1 $14 { [%clk 0:02:58] best [%cal Ge2e4,Rd2d4] } 1... e5 { or Nf6 } { [%clk 0:02:50] } ( 1... c5 2. Nf3 ( 2. c3 d5 { old } )
2... d6 ) 2. Nf3 { [%clk 0:02:57] [%eval 0.35] } 2... f5 3. Bc4 { [%eval #3] } 3... f4 4. O-O g5 5. d4 g4 6. d5 c5 7. dxc6 Nxc6 8. Re1
1-0
`;
  const early = `[White "Anna"]
[Black "Boris"]

1. e4 e5 ({[%eval 3.5] [%csl Ra1] before} 1... c5) 2. {[%cal Ge2e4] Better is Nc3} Nf3 (2. Bc4 {[%eval 1.5]} ({last [%csl Gb2]} 2. Qh5))
{[%eval 0.5]} Nc6 (2... d6) {[%eval #+2] final} *
`;
  writeFileSync(join(folder, "packed.pgn"), `${pgn}\n${early}`);
  execFileSync(program, ["site", "build", join(folder, "packed.pgn"), "-o", join(folder, "packed"), "-q", "--language", "de"]);
  for (const [game, moves] of [["1", 20], ["2", 8]] as const) {
    execFileSync(program, ["render", join(folder, "packed.pgn"), "-g", game, "-o", join(folder, `packed-${game}.html`), "--language", "de"]);
    const [packed, whole] = await Promise.all([`packed/games/${game}.html`, `packed-${game}.html`].map(listOf));
    assert.equal(packed?.moves.length, moves);
    assert.match(packed?.list ?? "", game === "1" ? /or Sf6/ : /Better is Sc3/);
    assert.deepEqual(packed, whole);
  }
});

/** A game as a page shows it, move by move. */
const listOf = async (path: string): Promise<{ moves: unknown[][]; list: string | undefined; charts: number }> => {
  const { page } = await open(pathToFileURL(join(folder, path)).href, desk);
  await page.waitForSelector(".viewer.live");
  return page.evaluate(() => {
    const moves: unknown[][] = [];
    for (const move of document.querySelectorAll<HTMLElement>("a.move")) {
      move.click();
      const texts = ["[data-square]", ".clock", ".bar", "#live-polite p:last-of-type"].map((selector) =>
        [...document.querySelectorAll(selector)].map((found) => found.getAttribute("aria-label") ?? found.textContent ?? ""),
      );
      moves.push([move.textContent, move.getAttribute("href"), texts, document.querySelectorAll("svg.cg-shapes g > *").length]);
    }
    const list = document.querySelector(".moves")?.innerHTML.replace(/\s*([<>])\s*/g, "$1").replace(/ (tabindex|aria-current)="[^"]*"/g, "");
    return { moves, list, charts: document.querySelectorAll(".chart").length };
  });
};

test("a site is opened from the disk", { skip }, async () => {
  assert(program);
  execFileSync(program, ["site", "build", join(folder, "open.pgn"), "-o", join(folder, "site"), "-q"]);
  for (const options of [desk, phone]) {
    const opened = await open(pathToFileURL(join(folder, "site/index.html")).href, options);
    const { page } = opened;
    await page.getByRole("link", { name: "1", exact: true }).click();
    await page.waitForSelector(".viewer.live");
    await press(page, "ArrowRight", 8);
    assert.equal((await drawn(page))["g5"], "black queen");
    assert.match(page.url(), /#n\d+$/);
    assert.deepEqual(await axe(page), []);
    await page.goto(pathToFileURL(join(folder, "site/tournaments/1.html")).href);
    await page.getByRole("link", { name: "Zeman, Ota" }).click();
    assert.equal(await page.locator("h1").innerText(), "Zeman, Ota");
    assert.deepEqual(await axe(page), []);
    await assertClean(opened);
  }
});

test("a library is explored by playing moves", { skip }, async () => {
  assert(program);
  const library = join(folder, "library");
  execFileSync(program, ["db", "import", library, join(folder, "open.pgn"), "-q"]);
  const served = spawn(program, ["db", "serve", library, "--listen", "127.0.0.1:0"], { stdio: ["ignore", "pipe", "inherit"] });
  try {
    assert(served.stdout);
    const [line] = (await once(served.stdout, "data")) as [Buffer];
    const base = line.toString().trim();
    const opened = await open(`${base}/explore`);
    const { page } = opened;
    await page.waitForSelector("cg-board piece");
    assert.deepEqual(await axe(page), []);
    await page.getByRole("link", { name: "e4", exact: true }).click();
    await page.waitForURL(/play=e2e4$/);
    await page.getByRole("link", { name: "e5", exact: true }).click();
    await page.waitForURL(/play=e2e4,e7e5$/);
    assert.match(await page.locator(".explorer-sum").innerText(), /1$/);
    await page.goBack();
    await page.waitForURL(/play=e2e4$/);
    await page.locator(".explorer-games a").first().click();
    await page.waitForSelector(".viewer.live");
    await page.getByText("Opening explorer", { exact: true }).last().click();
    await page.locator(".explorer-table a.explore-move").first().waitFor();
    await page.goto(`${base}/games?player=novakova`);
    assert.equal(await page.locator("tbody tr").count(), 2);
    assert.deepEqual(await axe(page), []);
    await assertClean(opened);
  } finally {
    served.kill();
  }
});

test("a language is added by a file, for pages and scripts", { skip }, async () => {
  assert(program);
  const languages = mkdtempSync(join(folder, "languages-"));
  writeFileSync(
    join(languages, "it.toml"),
    `code = "it"
name = "italiano"
all_tags = "Tutti i dati"
[script]
next = "Mossa successiva"
minutes = { one = "{0} minuto", other = "{0} minuti" }
seconds = { one = "{0} secondo", other = "{0} secondi" }
sides.white = "Bianco"
`,
  );
  const served = spawn(program, ["show", join(folder, "open.pgn"), "--open", "--no-browser", "--languages", languages], {
    stdio: ["ignore", "pipe", "pipe"],
  });
  try {
    assert(served.stdout && served.stderr);
    let warned = "";
    served.stderr.on("data", (said: Buffer) => (warned += said.toString()));
    const [line] = (await once(served.stdout, "data")) as [Buffer];
    const opened = await open(`${new URL(line.toString().trim()).origin}/games/1`, { ...desk, locale: "it" });
    const { page } = opened;
    await page.getByText("Tutti i dati").waitFor();
    await page.getByRole("button", { name: "Mossa successiva" }).click();
    await page.getByRole("button", { name: "Previous move" }).waitFor();
    await press(page, "ArrowRight", 2);
    assert.equal(await page.locator(".move[aria-current]").innerText(), "Cf3");
    const sentence = page.locator(".sentence");
    assert.equal(await sentence.innerText(), "Mossa 2, Bianco: cavallo da g1 in f3.", "Partie speaks Italian without the file");
    assert.equal(await page.locator("#live-polite > p").getAttribute("lang"), "it");
    await page.locator(".typed input").fill("Fc4");
    await press(page, "Enter");
    assert.equal(await page.locator(".typed output").innerText(), "The game has no such move here: Fc4", "an Italian bishop is an A");
    await page.locator(".typed input").fill("c");
    await press(page, "Enter");
    assert.equal(await page.locator(".typed output").innerText(), "Bianco: 5 minuti 0 secondi; Black: 4 minuti 58 secondi");
    assert.match(warned, /it\.toml: \d+ words are missing and stay English: .*, …/);
    assert.doesNotMatch(warned, /moves are said in English/);
    await assertClean(opened);
  } finally {
    served.kill();
  }
  writeFileSync(join(languages, "it.toml"), 'code = "it"\nname = "italiano"\n\n[script]\nnexxt = "x"\n');
  assert.throws(
    () => execFileSync(program, ["show", join(folder, "open.pgn"), "--open", "--no-browser", "--languages", languages], { stdio: "pipe" }),
    /it\.toml: line 5: there is no word `script\.nexxt`/,
  );
});

const isItalian = async (address: string, game: string): Promise<void> => {
  const opened = await open(address, { ...desk, locale: "it" });
  const { page } = opened;
  await page.getByRole("link", { name: "Partite" }).waitFor();
  await page.goto(new URL(game, address).href);
  await page.waitForSelector(".viewer.live");
  await press(page, "ArrowRight", 3);
  const sentence = page.locator(".sentence");
  assert.equal(await sentence.innerText(), "Mossa 2, Bianco: cavallo da g1 in f3.", address);
  assert.equal(await sentence.getAttribute("lang"), null);
  await assertClean(opened);
};

test("a file's language is that of libraries and sites, and says their moves", { skip }, async () => {
  assert(program);
  const languages = mkdtempSync(join(folder, "sentences-"));
  const words = execFileSync(program, ["serve", "--print-words"], { encoding: "utf8" })
    .replace('code = "en"', 'code = "it"')
    .replace('name = "English"', 'name = "italiano"')
    .replace('games = "Games"', 'games = "Partite"')
    .replace('step = "{piece}{from} to {to}"', 'step = "{piece}{from} in {to}"')
    .replace('numbered = "move {number}', 'numbered = "mossa {number}')
    .replace('from = " from {square}"', 'from = " da {square}"')
    .replace('piece.knight = "knight"', 'piece.knight = "cavallo"')
    .replace('white = "White"\nblack = "Black"\npass', 'white = "Bianco"\nblack = "Nero"\npass');
  writeFileSync(join(languages, "it.toml"), words);
  const site = join(folder, "sito");
  const build = ["site", "build", join(folder, "open.pgn"), "-o", site, "-q", "--language", "it"];
  assert.throws(() => execFileSync(program, build, { stdio: "pipe" }), /no pages in `it`; choose one of en, fr, de, cs, or add --languages/);
  const built = spawnSync(program, [...build, "--languages", languages], { encoding: "utf8" });
  assert.equal(built.status, 0, built.stderr);
  assert.doesNotMatch(built.stderr, /missing|English/);
  await isItalian(pathToFileURL(join(site, "index.html")).href, "games/1.html");
  const library = join(folder, "biblioteca");
  execFileSync(program, ["db", "import", library, join(folder, "open.pgn"), "-q"]);
  const served = spawn(program, ["db", "serve", library, "--listen", "127.0.0.1:0", "--languages", languages], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  try {
    assert(served.stdout);
    const [line] = (await once(served.stdout, "data")) as [Buffer];
    await isItalian(`${line.toString().trim()}/games`, "games/1");
  } finally {
    served.kill();
  }
});

test("a game stands in the page of someone else", { skip }, async () => {
  const outside = createServer((_, response) => {
    response.setHeader("content-type", "text/html");
    response.end(`<!DOCTYPE html><title>Blog</title><body><script src="${origin}/assets/embed.js" data-game="/embed/games/1" data-at="1"></script>`);
  });
  await new Promise<void>((resolve) => outside.listen(0, "127.0.0.1", resolve));
  try {
    const { port } = outside.address() as AddressInfo;
    const { page } = await open(`http://127.0.0.1:${port}/`);
    const frame = page.frameLocator("iframe");
    await frame.locator(".viewer.live").waitFor();
    assert.equal(await frame.locator(".move[aria-current]").innerText(), "e4");
    assert.equal(await frame.locator(".site-head").count(), 0);
    assert.equal(await frame.getByRole("link", { name: "Open in full" }).count(), 1);
  } finally {
    outside.close();
    outside.closeAllConnections();
  }
});
