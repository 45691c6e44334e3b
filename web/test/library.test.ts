// Libraries of the program itself: PARTIE names it. Without it the tests are skipped.
import assert from "node:assert/strict";
import { execFileSync, spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync, truncateSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { pathToFileURL } from "node:url";
import { gzipSync } from "node:zlib";
import type { Page } from "playwright-core";
import { assertClean, axe, desk, eventually, phone, setUp, smallPhone } from "./browser.js";

const program = process.env["PARTIE"];
const skip = program === undefined ? "PARTIE does not name the program" : false;
const { open } = setUp();
const folder = mkdtempSync(join(tmpdir(), "partie-library-"));
const running: ChildProcess[] = [];
let libraries = 0;

after(() => {
  for (const process of running) process.kill();
  rmSync(folder, { recursive: true });
});

/** Serves a new library; gives its address and its folder. */
async function serve(games: string, ...options: string[]): Promise<{ base: string; library: string }> {
  assert(program);
  const library = join(folder, `library-${++libraries}`);
  writeFileSync(`${library}.pgn`, games);
  execFileSync(program, games ? ["db", "import", library, `${library}.pgn`, "-q", "--keep-duplicates"] : ["db", "init", library]);
  const served = spawn(program, ["db", "serve", library, "--listen", "127.0.0.1:0", ...options], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  running.push(served);
  assert(served.stdout);
  const [line] = (await once(served.stdout, "data")) as [Buffer];
  return { base: line.toString().trim(), library };
}

function game(white: string, moves = "1. e4 e5 2. Nf3 Nc6 3. Bb5 *"): string {
  return `[Event "Spring open"]\n[Date "2024.03.09"]\n[White "${white}"]\n[Black "Zeman, Ota"]\n[Result "*"]\n\n${moves}\n\n`;
}

/** Drops files on a page, as from a folder of the desk. */
async function drop(page: Page, files: { name: string; text: string }[]): Promise<void> {
  const data = await page.evaluateHandle((given) => {
    const transfer = new DataTransfer();
    for (const { name, text } of given) transfer.items.add(new File([text], name));
    return transfer;
  }, files);
  for (const kind of ["dragenter", "dragover", "drop"]) await page.dispatchEvent("body", kind, { dataTransfer: data });
}

const result = (page: Page): ReturnType<Page["locator"]> => page.locator(".import-result");

for (const [name, options] of [
  ["desk", desk],
  ["dark", { ...desk, colorScheme: "dark" }],
  ["phone", phone],
] as const) {
  test(`files are dropped on the list, read and shown, ${name}`, { skip }, async () => {
    const { base } = await serve(game("Adler"), "--allow-import");
    const opened = await open(`${base}/games`, options);
    const { page } = opened;
    await drop(page, [
      { name: "new.pgn", text: game("Brandt") + game("Čapek", "1. d4 d5 2. c4 (2. Nf3) e6 3. Qxh7 *") },
      { name: "more.txt", text: game("Dvořák") },
    ]);
    await result(page).waitFor();
    assert.equal(new URL(page.url()).pathname, "/import");
    assert.match(await result(page).innerText(), /complete[^]*new\.pgn, more\.txt[^]*Games added\s*3[^]*library\s*4/);
    assert.equal(await page.evaluate(() => document.activeElement?.id), "result");
    // What was read only in part is said, with its place.
    assert.match(await page.locator(".import-diagnostics").innerText(), /error new\.pgn, line 15, column 31[^]*Qxh7[^]*PGN030/);
    assert.match((await page.locator("#live-polite").textContent()) ?? "", /complete\. Games added: 3/);
    assert.deepEqual(await axe(page), []);
    await page.getByRole("link", { name: "Show the new games" }).click();
    assert.deepEqual(await page.locator("tbody td:nth-child(2)").allInnerTexts(), ["Adler", "Brandt", "Čapek", "Dvořák"]);
    await page.goto(`${base}/games?player=dvorak`);
    assert.equal(await page.locator("tbody tr").count(), 1);
    await page.goto(`${base}/explore`);
    assert.match(await page.locator(".explorer-sum").innerText(), /4$/);
    assert.deepEqual(await axe(page), []);
    await assertClean(opened);
  });
}

test("a large file is sent with its progress, followed by others, and cancelled", { skip }, async () => {
  const { base } = await serve(game("Adler"), "--allow-import");
  const opened = await open(`${base}/import`);
  const { page } = opened;
  await page.setInputFiles("input[type=file]", {
    name: "large.pgn.gz",
    mimeType: "application/gzip",
    buffer: gzipSync(Array.from({ length: 400_000 }, (_, n) => game(`Player ${n}`)).join(""), { level: 1 }),
  });
  await page.getByRole("button", { name: "Import", exact: true }).click();
  const bar = page.locator(".import-running progress");
  await bar.waitFor();
  assert.deepEqual(await axe(page), []);
  await page.waitForFunction(() => Number(document.querySelector<HTMLProgressElement>(".import-running progress")?.value) > 0);
  const tree = await page.locator(".import-running").ariaSnapshot();
  assert.match(tree, /progressbar "Add games"/);
  assert.match(tree, /Games read/);
  // Another browser sees the same, and cannot send anything meanwhile.
  const other = await open(`${base}/import`, phone);
  await other.page.locator(".import-running").waitFor();
  assert.equal(await other.page.locator("form.import").count(), 0);
  await drop(other.page, [{ name: "x.pgn", text: game("X") }]);
  await other.page.getByRole("button", { name: "Cancel" }).click();
  await result(page).waitFor();
  assert.match(await result(page).innerText(), /was cancelled[^]*Games added\s*0/);
  await page.goto(`${base}/games`);
  assert.equal(await page.locator("tbody tr").count(), 1);
  await assertClean(opened);
});

test("files that are dropped while others are sent are named, until they are sent", { skip }, async () => {
  const { base } = await serve(game("Adler"), "--allow-import");
  const opened = await open(`${base}/import`);
  const { page } = opened;
  const held: (() => void)[] = [];
  await page.route("**/import", async (route) => {
    if (route.request().method() === "POST" && held.length === 0) await new Promise<void>((resolve) => held.push(resolve));
    await route.continue();
  });
  await drop(page, [{ name: "first.pgn", text: game("Brandt") }]);
  await page.locator(".import-sending:visible").waitFor();
  await drop(page, [{ name: "second.pgn", text: game("Čapek") }, { name: "third.pgn", text: game("Dvořák") }]);
  const left = page.locator(".import-left-out");
  const busy = page.locator(".import-busy");
  await busy.waitFor();
  assert.equal(await busy.innerText(), "Another import is running. Try again when it has ended.");
  assert.equal(await left.innerText(), "Not sent: second.pgn, third.pgn");
  assert.match((await page.locator("#live-polite").textContent()) ?? "", /Another import is running.*Not sent: second\.pgn, third\.pgn/);
  assert.deepEqual(await axe(page), []);
  for (const release of held) release();
  await result(page).waitFor();
  assert.match(await result(page).innerText(), /first\.pgn[^]*Games added\s*1/);
  assert.equal(await left.innerText(), "Not sent: second.pgn, third.pgn", "they are named after the import, too");
  assert(await busy.isHidden());
  await drop(page, [{ name: "second.pgn", text: game("Čapek") }, { name: "third.pgn", text: game("Dvořák") }]);
  await page.waitForFunction(() => document.querySelector(".import-result .import-names")?.textContent === "second.pgn, third.pgn");
  assert(await left.isHidden());
  assert.match(await result(page).innerText(), /Games added\s*2/);
  await assertClean(opened);
});

test("a file that was imported before is read again only if it is said", { skip }, async () => {
  const { base } = await serve("", "--allow-import");
  const { page } = await open(`${base}/import`);
  const send = async (): Promise<string> => {
    await page.setInputFiles("input[type=file]", { name: "a.pgn", mimeType: "text/plain", buffer: Buffer.from(game("Adler")) });
    const answered = page.waitForResponse((response) => response.request().method() === "POST");
    await page.getByRole("button", { name: "Import", exact: true }).click();
    await answered;
    await page.locator("form.import:visible").waitFor();
    return result(page).innerText();
  };
  assert.match(await send(), /Games added\s*1/);
  assert.match(await send(), /a\.pgn: was imported before \(Games: 1\)[^]*Games added\s*0/);
  await page.getByLabel("Read files again that were imported before").check();
  assert.match(await send(), /Games added\s*0[^]*were there already\s*1[^]*library\s*1/);
});

test("a form does the same without JavaScript", { skip }, async () => {
  const { base } = await serve(game("Adler"), "--allow-import");
  const { page } = await open(`${base}/games`, { ...desk, javaScriptEnabled: false });
  await page.getByRole("link", { name: "Add games" }).click();
  await page.setInputFiles("input[type=file]", { name: "b.pgn", mimeType: "text/plain", buffer: Buffer.from(game("Brandt")) });
  await page.getByRole("button", { name: "Import", exact: true }).click();
  // The page looks again by itself while the import is running.
  await result(page).waitFor();
  assert.match(await result(page).innerText(), /Games added\s*1/);
  await page.getByRole("link", { name: "Show the new games" }).click();
  assert.equal(await page.locator("tbody tr").count(), 2);
});

test("what is no chess is said", { skip }, async () => {
  const { base } = await serve(game("Adler"), "--allow-import");
  const opened = await open(`${base}/import`);
  const { page } = opened;
  await drop(page, [{ name: "<img src=x>.png", text: "\u0089PNG\r\n\u001a\n" }, { name: "words.pgn", text: "hello" }]);
  await result(page).waitFor();
  const text = await result(page).innerText();
  assert.match(text, /failed|complete/);
  assert.match(text, /words\.pgn: no games in this file, which was read as PGN/);
  assert.match(text, /Games added\s*0/);
  await assertClean(opened);
});

test("a library that another program changes is not changed", { skip }, async () => {
  assert(program);
  const { base, library } = await serve(game("Adler"), "--allow-import");
  const writer = spawn(program, ["db", "import", library, "-"], { stdio: ["pipe", "ignore", "ignore"] });
  running.push(writer);
  writer.stdin?.write(game("Brandt"));
  // It has the lock before it reads.
  await eventually(() => assert.match(readFileSync("/proc/locks", "utf8"), new RegExp(` ${writer.pid} `)));
  const opened = await open(`${base}/import`);
  const { page } = opened;
  await drop(page, [{ name: "x.pgn", text: game("X") }]);
  await page.locator(".import-result .notice").waitFor();
  assert.match(await result(page).innerText(), /failed[^]*another program/i);
  writer.stdin?.end();
  await once(writer, "exit");
  await drop(page, [{ name: "x.pgn", text: game("X") }]);
  await page.getByRole("heading", { name: "The import is complete." }).waitFor();
});

test("games are only added where the owner lets it, and from its own pages", { skip }, async () => {
  const { base } = await serve(game("Adler"));
  const { page } = await open(`${base}/games`);
  assert.equal(await page.getByRole("link", { name: "Add games" }).count(), 0);
  const status = (target: string): Promise<number> =>
    page.evaluate(async (address) => {
      const data = new FormData();
      data.append("file", new File(["1. e4 *"], "x.pgn"));
      return (await fetch(address, { method: "POST", body: data })).status;
    }, target);
  assert.equal(await status("/import"), 404);

  const allowed = await serve(game("Adler"), "--allow-import");
  const outside = createServer((_, response) => {
    response.setHeader("content-type", "text/html");
    response.end(
      `<!DOCTYPE html><title>Blog</title><form method="post" action="${allowed.base}/import" enctype="multipart/form-data">` +
        `<input type="file" name="file"><button>Win a prize</button></form>`,
    );
  });
  await new Promise<void>((resolve) => outside.listen(0, "127.0.0.1", resolve));
  try {
    const { port } = outside.address() as AddressInfo;
    const stranger = await open(`http://127.0.0.1:${port}/`);
    await stranger.page.setInputFiles("input", { name: "x.pgn", mimeType: "text/plain", buffer: Buffer.from(game("X")) });
    const [answer] = await Promise.all([stranger.page.waitForResponse("**/import"), stranger.page.getByText("Win a prize").click()]);
    assert.equal(answer.status(), 403);
  } finally {
    outside.close();
    outside.closeAllConnections();
  }
  await page.goto(`${allowed.base}/games`);
  assert.equal(await page.locator("tbody tr").count(), 1);
});

for (const [name, options] of [
  ["desk", desk],
  ["dark phone", { ...phone, colorScheme: "dark" }],
] as const) {
  test(`statistics lead to the games, ${name}`, { skip }, async () => {
    const games = Array.from({ length: 30 }, (_, n) =>
      game(`Player ${n % 3}`, n % 2 ? "1. e4 c5 2. Nf3 d6 3. d4 cxd4 1-0" : "1. d4 d5 1/2-1/2")
        .replace("2024", `${2000 + n}`)
        .replace('Result "*"', n % 2 ? 'Result "1-0"' : 'Result "1/2-1/2"'),
    );
    const { base } = await serve(games.join(""));
    const opened = await open(`${base}/statistics`, options);
    const { page } = opened;
    assert.match(await page.locator(".facts").innerText(), /Games\s*30/);
    assert.deepEqual(await axe(page), []);
    const plot = (heading: string): ReturnType<Page["locator"]> =>
      page.locator(".plot").filter({ has: page.getByRole("heading", { name: heading }) });
    assert.equal(await plot("Years").locator(".columns rect").count(), 15, "two years a column");
    await plot("Years").getByText("Show as table").click();
    await plot("Years").getByRole("link", { name: "2028–2029" }).click();
    assert.equal(await page.locator("tbody tr").count(), 2);
    await page.goto(`${base}/statistics?player=player+1`);
    await page.getByRole("link", { name: "White wins" }).click();
    assert.match(page.url(), /player=player\+1&result=1-0$/);
    assert.equal(await page.locator("tbody tr").count(), 5);
    assert.equal(await page.locator("select[name=result]").inputValue(), "1-0");
    await page.goto(`${base}/statistics?since=never`);
    await page.getByRole("alert").waitFor();
    assert.deepEqual(await axe(page), []);
    assert.deepEqual(
      opened.errors.filter((error) => !/400 \(Bad Request\)/.test(error)),
      [],
    );
  });
}

test("statistics can be read without JavaScript, in the reader's language", { skip }, async () => {
  const { base } = await serve(game("Adler", "1. e4 c5 1-0").replace('Result "*"', 'Result "1-0"'));
  const { page } = await open(`${base}/statistics`, { ...desk, javaScriptEnabled: false, locale: "de-DE" });
  assert.match(await page.locator(".plots").innerText(), /Weiß gewinnt\s*1\s*100,0\u00a0%/);
  await page.goto(`${base}/players?name=Adler`);
  assert.equal(await page.locator("main[lang]").count(), 0, "all words are in the language of the page");
  assert.match(await page.locator("main").innerText(), /Ergebnis: 100,0\u00a0% \(\+1 =0 −0\)[^]*Eröffnungen mit Weiß[^]*Gegner/);
});

test("ratings, lengths, terminations and variants lead to their games", { skip }, async () => {
  const rated = (white: number, black: number, end: string, moves: string): string =>
    game("Adler", moves).replace("\n\n", `\n[WhiteElo "${white}"]\n[BlackElo "${black}"]\n[Termination "${end}"]\n\n`);
  const { base } = await serve(
    [
      rated(2450, 2310, "normal", "1. e4 e5 2. Nf3 *"),
      rated(2210, 2490, "time forfeit", `1. Nf3 Nf6 ${Array.from({ length: 6 }, (_, n) => `${2 * n + 2}. Ng1 Ng8 ${2 * n + 3}. Nf3 Nf6`).join(" ")} *`),
      rated(2205, 2305, "abnormal", "1. d4 *"),
      game("Brandt", "1. e4 *").replace("\n\n", '\n[Variant "Crazyhouse"]\n\n'),
    ].join(""),
  );
  const { page } = await open(`${base}/statistics`);
  for (const [heading, link, numbers] of [
    ["Ratings of both players", "2400–2499", ["1", "2"]],
    ["Ratings of both players", "2200–2299", ["2", "3"]],
    ["Length in moves", "10–19", ["2"]],
    ["Ended by", "normal", ["1"]],
    ["Ended by", "time forfeit", ["2"]],
    ["Variants", "Crazyhouse", ["4"]],
  ] as const) {
    await page.goto(`${base}/statistics`);
    const plot = page.locator(".plot").filter({ has: page.getByRole("heading", { name: heading }) });
    const numbersOf = plot.getByText("Show as table");
    if ((await numbersOf.count()) > 0) await numbersOf.click();
    await plot.getByRole("link", { name: link, exact: true }).click();
    assert.deepEqual(await page.locator("tbody th").allInnerTexts(), numbers, `${heading}: ${link}`);
    // The condition is seen, and can be changed.
    await page.getByText("More filters").waitFor();
    assert(await page.getByLabel("Rating").isVisible());
  }
  await page.getByLabel("Variant").fill("");
  await page.getByLabel("Ended by").fill("normal");
  await page.getByRole("button", { name: "Find games" }).click();
  assert.deepEqual(await page.locator("tbody th").allInnerTexts(), ["1", "3"], "without quotes, a part of it");
  await page.goto(`${base}/games?rating=high`);
  assert.match(await page.getByRole("alert").innerText(), /expected a number or a range/);
});

test("events lead to their crosstables, in the reader's language", { skip }, async () => {
  const names = ["Adler", "Brandt", "Čapek", "Dvořák"];
  const round = names.flatMap((white, n) =>
    names.slice(n + 1).map((black) => game(white, "1. e4 1-0").replace("Zeman, Ota", black).replace('Result "*"', 'Result "1-0"')),
  );
  const { base } = await serve(round.join(""));
  for (const [locale, words] of [
    ["en", ["Round robin · Players: 4 · Games: 6", "direct encounter"]],
    ["fr", ["Toutes rondes · Joueurs\u00a0: 4 · Parties\u00a0: 6", "confrontation directe"]],
    ["de", ["Rundenturnier · Spieler: 4 · Partien: 6", "direkter Vergleich"]],
    ["cs", ["Každý s každým · Hráči: 4 · Partie: 6", "vzájemná partie"]],
  ] as const) {
    for (const options of [desk, phone]) {
      const opened = await open(`${base}/games`, { ...options, locale });
      const { page } = opened;
      await page.getByRole("link", { name: "Spring open" }).first().click();
      const text = await page.locator("main").innerText();
      for (const word of words) assert(text.includes(word), `${word}\n${text}`);
      if (locale !== "en") assert.doesNotMatch(text, /player|games|wins|encounter/i);
      assert.deepEqual(await axe(page), []);
      await page.getByRole("link", { name: "Adler" }).click();
      assert.equal(await page.locator("h1").innerText(), "Adler");
      await assertClean(opened);
    }
  }
  const { page } = await open(`${base}/tournaments?event=Nowhere`);
  await page.getByText("No game was found.").waitFor();
});

test("a search goes on where its page before ended", { skip }, async () => {
  const games = Array.from({ length: 450 }, (_, n) => game(n % 450 < 430 ? "Adler" : "Brandt"));
  const { base } = await serve(games.join(""));
  const { page } = await open(`${base}/games?player=adler`);
  const numbers = (): Promise<string[]> => page.locator("tbody th").allInnerTexts();
  const seen = await numbers();
  for (const rows of [200, 30]) {
    await page.getByRole("link", { name: "Next page" }).click();
    await page.waitForURL(`**&after=${seen.at(-1)}`);
    assert.equal((await numbers()).length, rows);
    seen.push(...(await numbers()));
  }
  assert.deepEqual(seen.map(Number), Array.from({ length: 430 }, (_, n) => n + 1));
  assert.equal(await page.getByRole("link", { name: "Next page" }).count(), 0);
});

test("dates are written in the reader's language and sorted as dates", { skip }, async () => {
  const written = ["1999.09.??", "1998-3-14", "????.??.??", "1998.11.02", "1998.??.??"];
  const games = written.map((date, at) => game(`Player ${at}`).replace("2024.03.09", date));
  const { base } = await serve(games.join(""));
  const { page } = await open(`${base}/games`, { ...desk, locale: "de" });
  const dates = (): Promise<string[]> => page.locator("td.date").allInnerTexts();
  const sort = page.getByRole("button", { name: "Datum" });
  await sort.click();
  const sorted = ["1998", "14. März 1998", "2. November 1998", "September 1999"];
  assert.deepEqual(await dates(), [...sorted, ""]);
  await sort.click();
  assert.deepEqual(await dates(), [...sorted.toReversed(), ""], "unknown dates stand last");
});

test("a page names the files that it lacks games of", { skip }, async () => {
  const { base, library } = await serve(game("Adler"));
  truncateSync(join(library, "games", "000001.parquet"), 40);
  for (const options of [desk, phone, { ...desk, colorScheme: "dark" } as const]) {
    const opened = await open(`${base}/games`, options);
    const notice = opened.page.getByRole("complementary", { name: "Files of this library cannot be read" });
    assert.match(await notice.innerText(), /games\/000001\.parquet: .*\(partie db check\)/);
    assert.deepEqual(await axe(opened.page), []);
    await assertClean(opened);
  }
});

test("all pages of a library are reached from its head, on a small phone as on a desk", { skip }, async () => {
  const { base } = await serve(game("Adler"), "--allow-import");
  for (const locale of ["en", "fr", "de", "cs"]) {
    for (const options of [desk, { ...desk, viewport: { width: 800, height: 600 } }, phone, smallPhone]) {
      const { page } = await open(`${base}/games`, { ...options, locale, javaScriptEnabled: options !== phone });
      const links = page.locator("header nav a");
      assert.equal(await links.count(), 7);
      const size = `${locale}, ${options.viewport?.width}`;
      const menu = page.locator(".page-menu > summary");
      if (options.isMobile) {
        assert(await links.first().isHidden(), size);
        await menu.tap();
      } else {
        assert(await menu.isHidden(), size);
      }
      for (const link of await links.all()) {
        const box = await link.boundingBox();
        assert(box && box.x >= 0 && box.x + box.width <= (options.viewport?.width ?? 0), `${size}: ${await link.innerText()}`);
        if (options.isMobile) assert(box.height >= 44, `${size}: ${box.height}`);
      }
      assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), options.viewport?.width, size);
      const head = await page.locator("body > header").boundingBox();
      if (options.isMobile) assert(head && head.height <= 50, size);
      // What lies under an open menu cannot be judged.
      if (options !== phone) assert.deepEqual(await axe(page, "header"), [], size);
      await links.nth(3).click();
      assert.equal(new URL(page.url()).pathname, "/statistics");
      await page.context().close();
    }
  }
});

test("lists, reports and their tables fit a phone of 360 pixels", { skip }, async () => {
  assert(program);
  const long = "Wolfeschlegelsteinhausenbergerdorff, Hubert Blaine";
  const names = [long, "B", "C", "D", "E", "F"];
  const round = names.flatMap((white, n) => names.slice(n + 1).map((black) => game(white).replace("Zeman, Ota", black)));
  const { base } = await serve(round.join(""));
  const small = { viewport: { width: 360, height: 740 }, isMobile: true, hasTouch: true };
  const { page } = await open(`${base}/games`, small);
  const beyond = (): Promise<number[]> =>
    page.evaluate(() => [document.documentElement, ...document.querySelectorAll(".scroll")].map((box) => box.scrollWidth - box.clientWidth));
  for (const path of ["/games", "/players", "/tournaments", `/players?name=${encodeURIComponent(long)}`, "/statistics", "/import"]) {
    await page.goto(base + path);
    assert.deepEqual(new Set(await beyond()), new Set([0]), path);
    assert.deepEqual(await axe(page), [], path);
  }
  await page.goto(`${base}/games`);
  // It is a table for screen readers all the same.
  const tree = await page.locator("table").ariaSnapshot();
  for (const part of ['columnheader "White"', 'rowheader "1"', `cell "${long}"`]) assert(tree.includes(part), `${part}\n${tree.slice(0, 1500)}`);
  execFileSync(program, ["site", "build", join(folder, `library-${libraries}.pgn`), "-o", join(folder, "site"), "-q"]);
  for (const path of ["index.html", "players.html"]) {
    await page.goto(pathToFileURL(join(folder, "site", path)).href);
    assert.deepEqual(new Set(await beyond()), new Set([0]), path);
  }
  // Crosstables scroll by themselves, beside the players.
  await page.goto(pathToFileURL(join(folder, "site/tournaments/1.html")).href);
  assert.equal((await beyond())[0], 0);
  const name = page.locator(".crosstable tbody tr:first-child td:nth-child(2)");
  const before = await name.boundingBox();
  assert(before && before.width < 180, `${before?.width}`);
  await page.locator(".crosstable").evaluate((box) => box.scrollBy(500, 0));
  const scrolled = await name.boundingBox();
  assert(scrolled && scrolled.x >= 40 && scrolled.x <= before.x, `${scrolled?.x}`);
});

test("the list is sorted by its headings, also without scripts", { skip }, async () => {
  const names = Array.from({ length: 250 }, (_, n) => game(`P${(n * 7) % 250}`));
  const { base } = await serve(names.join(""));
  const { page } = await open(`${base}/games?result=*`, { ...desk, javaScriptEnabled: false });
  const column = async (): Promise<string[]> => page.locator("tbody td:nth-child(2)").allInnerTexts();
  const white = page.getByRole("columnheader", { name: "White" });
  await white.getByRole("link").click();
  assert.equal(await white.getAttribute("aria-sort"), "ascending");
  const first = await column();
  assert.deepEqual([first.length, first[0], first[10], first[199]], [200, "P0", "P10", "P199"]);
  await page.getByRole("link", { name: "Next page" }).click();
  assert.deepEqual([(await column()).length, (await column())[0]], [50, "P200"]);
  assert.match(page.url(), /result=\*|result=%2A/);
  await white.getByRole("link").click();
  assert.equal(await white.getAttribute("aria-sort"), "descending");
  assert.equal((await column())[0], "P249");
  // The form keeps the order.
  await page.getByLabel("Player").fill("P24");
  await page.getByRole("button", { name: "Find games" }).click();
  assert.match(page.url(), /sort=-white/);
  await page.goto(`${base}/games?sort=-white`);
  await page.getByRole("columnheader", { name: "No." }).getByRole("link").click();
  assert.equal((await column())[1], "P7");
  await page.goto(`${base}/games?sort=elo`);
  await page.getByText("expected one of white").waitFor();
});
