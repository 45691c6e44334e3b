import assert from "node:assert/strict";
import { cp, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { pathToFileURL } from "node:url";
import type { Page } from "playwright-core";
import { assertClean, axe, layoutShift, phone, press, settled, setUp } from "./browser.js";
import { assets, fixtures } from "./server.js";

const { open, server } = setUp();

const shown = (page: Page): Promise<string[]> => page.locator("tbody tr:visible th").allInnerTexts();
const column = (page: Page, index: number): Promise<string[]> =>
  page.locator(`tbody td:nth-child(${index})`).allInnerTexts();

test("rows are filtered by all words, letter case and diacritics aside", async () => {
  const opened = await open("games.html");
  const { page } = opened;
  const field = page.getByLabel("Filter");
  const count = page.getByRole("status").filter({ hasText: "of" });
  for (const [typed, rows] of [
    ["novakova", 9],
    ["NOVÁKOVÁ", 9],
    ["lukasz", 17],
    ["sorensen ase", 5],
    ["nova spring 2023", 1],
    ["muller  ½", 3],
    ["محمد", 7],
    ["stadtekampf koln", 11],
    ["strasse", 0],
    ["<script>", 0],
  ] as const) {
    await field.fill(typed);
    assert.equal((await shown(page)).length, rows, typed);
    assert.equal(await count.innerText(), `${rows} of 40`, typed);
  }
  await press(page, "Escape");
  assert.equal(await field.inputValue(), "");
  assert.equal((await shown(page)).length, 40);
  assert.equal(await count.count(), 0);
  await assertClean(opened);
});

test("a filter leaves the columns where they are", async () => {
  for (const size of [undefined, phone]) {
    const { page } = await open("games.html", size, "slow");
    assert.equal(await layoutShift(page), 0);
    const places = (): Promise<number[]> =>
      page.locator("thead th").evaluateAll((cells) => cells.map((cell) => Math.round(cell.getBoundingClientRect().left)));
    const before = await places();
    await page.getByLabel("Filter").fill("zeman");
    assert.deepEqual(await places(), before);
    await page.getByLabel("Filter").fill("nobody");
    assert.deepEqual(await places(), before);
    await page.getByRole("button", { name: "White" }).click();
    assert.deepEqual(await places(), before);
  }
});

test("columns are sorted as numbers, dates and text, and back", async () => {
  const { page } = await open("games.html");
  const written = await shown(page);
  const sort = page.getByRole("button", { name: "Moves" });
  const head = page.locator("th", { hasText: "Moves" });
  await sort.click();
  assert.equal(await head.getAttribute("aria-sort"), "ascending");
  const moves = (await column(page, 7)).map(Number);
  assert.deepEqual(moves, moves.toSorted((a, b) => a - b), "numbers, not their digits");
  assert.equal(await page.locator("#live-polite").textContent(), "Moves: sorted, ascending");
  await sort.click();
  assert.equal(await head.getAttribute("aria-sort"), "descending");
  assert.deepEqual((await column(page, 7)).map(Number), moves.toReversed());
  await sort.click();
  assert.equal(await page.locator("[aria-sort]").count(), 0);
  assert.deepEqual(await shown(page), written);

  await page.getByRole("button", { name: "Date" }).click();
  const dates = await column(page, 6);
  const dated = dates.filter((date) => date !== "");
  const keys = await page.locator("tbody td:nth-child(6)").evaluateAll((cells) => cells.map((cell) => (cell as HTMLElement).dataset["sort"] ?? ""));
  assert.deepEqual(keys.slice(0, dated.length), keys.slice(0, dated.length).toSorted(), "by the days, not by their names");
  assert(dated.length < 40 && dates.slice(dated.length).every((date) => date === ""), "unknown dates stand last");
  await page.getByRole("button", { name: "Date" }).click();
  assert.equal((await column(page, 6)).at(-1), "", "in both orders");

  await page.getByRole("button", { name: "White" }).click();
  assert.equal(await page.locator("[aria-sort]").count(), 1);
  const names = await column(page, 2);
  assert.match(names[0] ?? "", /^Ångström/, "by the language of the page");
  assert(names.indexOf("Łukasz, Adam") < names.indexOf("Nováková, Jana"));
});

test("rows that are hidden stay hidden when they are sorted", async () => {
  const { page } = await open("games.html");
  await page.getByLabel("Filter").fill("zeman");
  const before = await shown(page);
  await page.getByRole("button", { name: "Black" }).click();
  const after = await shown(page);
  assert.deepEqual(after.toSorted(), before.toSorted());
  assert.notDeepEqual(after, before);
});

test("headings are buttons for the keyboard", async () => {
  const { page } = await open("games.html");
  await page.getByLabel("Filter").focus();
  await press(page, "Tab", 2);
  assert.equal(await page.evaluate(() => document.activeElement?.textContent), "White");
  await press(page, "Enter");
  assert.equal(await page.locator("th", { hasText: "White" }).getAttribute("aria-sort"), "ascending");
});

test("a thousand rows are filtered in one go: each is touched once, and laid out with the others", async () => {
  const { page } = await open("paste.html");
  const html = await readFile(new URL("games.html", fixtures), "utf8");
  const [, rows = ""] = /<tbody>([^]*)<\/tbody>/.exec(html) ?? [];
  await page.route("**/games.html", (route) =>
    route.fulfill({ contentType: "text/html", body: html.replace("</tbody>", `${rows.repeat(24)}</tbody>`) }),
  );
  await page.goto(server().url("games.html"));
  const field = page.getByLabel("Filter");
  await field.fill("z");
  const chromium = await page.context().newCDPSession(page);
  await chromium.send("Performance.enable");
  const layouts = async (): Promise<number> => {
    const { metrics } = await chromium.send("Performance.getMetrics");
    return metrics.find(({ name }) => name === "LayoutCount")?.value ?? NaN;
  };
  await settled(page);
  const before = await layouts();
  const changes = await page.evaluate(() => {
    const input = document.querySelector<HTMLInputElement>(".filter input");
    const observer = new MutationObserver(() => undefined);
    observer.observe(document.querySelector("tbody") ?? document, { attributes: true, childList: true, subtree: true });
    if (input) input.value = "novakova";
    input?.dispatchEvent(new Event("input"));
    document.body.getBoundingClientRect();
    return observer.takeRecords().length;
  });
  const laid = (await layouts()) - before;
  assert.equal(await page.locator(".filter-count").innerText(), "225 of 1000");
  assert(changes <= 1000, `${changes} changes`);
  assert(laid <= 3, `${laid} layouts`);
});

test("tables are filtered in files, too", async () => {
  const folder = await mkdtemp(join(tmpdir(), "partie-table-"));
  try {
    await cp(assets, join(folder, "assets"), { recursive: true });
    const html = await readFile(new URL("games.html", fixtures), "utf8");
    const file = join(folder, "games.html");
    await writeFile(file, html.replaceAll('"/assets/', '"./assets/'));
    const { page } = await open(pathToFileURL(file).href);
    await page.getByLabel("Filter").fill("novakova");
    assert.equal((await shown(page)).length, 9);
    await page.getByRole("button", { name: "No.", exact: true }).click();
    assert.equal(await page.locator("[aria-sort]").count(), 1);
  } finally {
    await rm(folder, { recursive: true });
  }
});

/** A row as sites write it for the script of all rows. */
function listedRow(href: string, index: number): unknown {
  const black = index % 100 === 7 ? "Jäger, <b>Ida</b>" : "Kučera, Petr";
  const cells = [href.replace(/\D/g, ""), "Zeman, Far", black, "1-0", "Elsewhere", "9 March 2024", String(400 - index)];
  const title = index % 100 === 7 ? "WIM" : "";
  return [href, cells, ["", title], ["2350", ""], "2024-03-09", "moves"];
}

test("a list of several pages finds the games of all of them, in files, too", async () => {
  const folder = await mkdtemp(join(tmpdir(), "partie-rows-"));
  try {
    await cp(assets, join(folder, "assets"), { recursive: true });
    const html = await readFile(new URL("games.html", fixtures), "utf8");
    const file = join(folder, "games.html");
    await writeFile(file, html.replaceAll('"/assets/', '"./assets/').replace("data-filter", 'data-filter data-rows="./games.js"'));
    const own = [...html.matchAll(/<th scope="row"><a href="([^"]+)"/g)].map((match) => match[1] ?? "");
    assert.equal(own.length, 40);
    const others = Array.from({ length: 300 }, (_, index) => `games/${index + 1000}.html`);
    const rows = JSON.stringify([...own, ...others].map(listedRow));
    await writeFile(join(folder, "games.js"), `document.dispatchEvent(new CustomEvent("partie:games",{detail:${rows}}));\n`);
    const { page } = await open(pathToFileURL(file).href);
    assert.equal(await page.locator("head script[src$='games.js']").count(), 0, "not loaded before it is needed");
    const count = page.locator(".filter-count");
    const field = page.getByLabel("Filter");
    await field.fill("jager elsewhere");
    await count.filter({ hasText: "of 340" }).waitFor();
    assert.equal(await count.innerText(), "3 of 340");
    assert.deepEqual(await shown(page), ["1067", "1167", "1267"]);
    assert.equal(await page.locator("tbody tr:visible td:nth-child(2)").first().innerText(), "Zeman, Far 2350");
    assert.equal(await page.locator("tbody tr:visible td:nth-child(3)").first().innerText(), "WIM Jäger, <b>Ida</b>");
    const links = await page.locator("tbody tr:visible").first().locator("a").evaluateAll((all) => all.map((link) => link.getAttribute("href")));
    assert.deepEqual(links, Array.from({ length: 3 }, () => "games/1067.html"), "number and players lead to the game");
    await page.getByRole("button", { name: "Moves" }).click();
    assert.deepEqual(await shown(page), ["1267", "1167", "1067"], "sorted as the others");
    await field.fill("far elsewhere");
    await page.getByRole("button", { name: "Black" }).click();
    const first = page.locator("tbody tr:visible td:nth-child(3)").first();
    assert.equal(await first.innerText(), "WIM Jäger, <b>Ida</b>", "by the name after the title");
    await field.fill("zeman far");
    assert.equal(await count.innerText(), "300 of 340 Of other pages, the first 200 are shown.");
    assert.equal((await shown(page)).length, 200);
    await field.fill("");
    assert.equal((await shown(page)).length, 40);
  } finally {
    await rm(folder, { recursive: true });
  }
});

test("axe has nothing to say on a table that is filtered and sorted", async () => {
  for (const colorScheme of ["light", "dark"] as const) {
    const { page } = await open("games.html", { colorScheme });
    await page.getByLabel("Filter").fill("zeman");
    await page.getByRole("button", { name: "Event" }).click();
    assert.deepEqual(await axe(page), []);
  }
});

test("without scripts the table has no field and no room for one", async () => {
  const { page } = await open("games.html", { javaScriptEnabled: false });
  assert.equal(await page.locator(".filter, .sort").count(), 0);
  const box = await page.locator(".scroll").boundingBox();
  const table = await page.locator("table").boundingBox();
  assert.equal(box?.y, table?.y);
});
