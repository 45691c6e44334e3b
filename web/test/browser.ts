import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { after, before } from "node:test";
import { chromium, type Browser, type BrowserContextOptions, type Page } from "playwright-core";
import { FixtureServer } from "./server.js";

const axeSource = await readFile(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

export const phone: BrowserContextOptions = {
  viewport: { width: 390, height: 844 },
  isMobile: true,
  hasTouch: true,
};
export const smallPhone: BrowserContextOptions = { viewport: { width: 320, height: 568 }, isMobile: true, hasTouch: true };
export const desk: BrowserContextOptions = { viewport: { width: 1440, height: 900 } };

/** A page with what went wrong on it. */
export interface Opened {
  page: Page;
  /** Errors of scripts and reports of the browser, such as violations of the policy. */
  errors: string[];
}

/** Starts the server and the browser before the tests of a file. */
export function setUp(): {
  server: () => FixtureServer;
  /** Opens a page; scripts come late if `slow`, when the page has been painted. */
  open: (path: string, options?: BrowserContextOptions, slow?: "slow") => Promise<Opened>;
} {
  let server: FixtureServer | null = null;
  let browser: Browser | null = null;
  before(async () => {
    server = await FixtureServer.start();
    browser = await chromium.launch({
      executablePath: process.env["CHROMIUM"] ?? "/usr/bin/chromium",
      args: process.getuid?.() === 0 ? ["--no-sandbox"] : [],
    });
  });
  after(async () => {
    await browser?.close();
    server?.close();
  });
  const open = async (path: string, options: BrowserContextOptions = desk, slow?: "slow"): Promise<Opened> => {
    assert(browser && server);
    const context = await browser.newContext({ reducedMotion: "reduce", ...options });
    await context.addInitScript(() => {
      const kept = window as unknown as { shifts: number; refused: string[] };
      kept.shifts = 0;
      kept.refused = [];
      addEventListener("securitypolicyviolation", (event) =>
        kept.refused.push(`${event.violatedDirective} ${event.blockedURI} ${event.sample}`),
      );
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) kept.shifts += (entry as unknown as { value: number }).value;
      }).observe({ type: "layout-shift", buffered: true });
    });
    const page = await context.newPage();
    page.setDefaultTimeout(30_000);
    if (slow) {
      await page.route("**/assets/*.js", async (route) => {
        await new Promise((resolve) => setTimeout(resolve, 300));
        await route.continue();
      });
    }
    const errors: string[] = [];
    page.on("pageerror", (error) => errors.push(String(error)));
    page.on("console", (message) => {
      if (message.type() === "error" || message.type() === "warning") errors.push(message.text());
    });
    await page.goto(new URL(path, server.url("")).href);
    return { page, errors };
  };
  return {
    server: () => {
      assert(server);
      return server;
    },
    open,
  };
}

/** Asserts that no script failed and that the policy refused nothing. */
export async function assertClean({ page, errors }: Opened): Promise<void> {
  const refused = await page.evaluate(() => (window as unknown as { refused: string[] }).refused);
  assert.deepEqual(refused, []);
  assert.deepEqual(errors, []);
}

/** Sum of the layout shifts since the page began to load. */
export async function layoutShift(page: Page): Promise<number> {
  await page.waitForTimeout(300);
  return page.evaluate(() => (window as unknown as { shifts: number }).shifts);
}

/**
 * What axe reports, undecided rules included, as lines. It cannot decide the contrast of text
 * under a fixed bar or outside of a scrolled box, so these are laid out in full.
 */
export async function axe(page: Page, within = "html"): Promise<string[]> {
  await page.evaluate(() => {
    for (const bar of document.querySelectorAll<HTMLElement>(".bar")) bar.style.position = "relative";
    for (const pane of document.querySelectorAll<HTMLElement>(".moves-pane, .source, .scroll")) pane.style.maxHeight = "none";
    for (const nav of document.querySelectorAll<HTMLElement>(".live-nav")) nav.style.flexWrap = "wrap";
    for (const pane of document.querySelectorAll<HTMLElement>(".explorer, .explorer-answer")) {
      Object.assign(pane.style, { contain: "none", height: "auto" });
    }
  });
  await page.evaluate(axeSource);
  return page.evaluate(async (scope) => {
    interface Node {
      target: unknown[];
      failureSummary?: string;
    }
    interface Result {
      id: string;
      nodes: Node[];
    }
    const run = (
      window as unknown as {
        axe: { run(root: string, options: object): Promise<{ violations: Result[]; incomplete: Result[] }> };
      }
    ).axe.run;
    const { violations, incomplete } = await run(scope, {
      // Style sheets of files cannot be asked for.
      preload: false,
      runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"],
    });
    const lines = (kind: string, results: Result[]): string[] =>
      results.flatMap(({ id, nodes }) =>
        nodes.map((node) => `${kind} ${id} ${node.target.join(" ")}: ${node.failureSummary ?? ""}`),
      );
    return [...lines("violation", violations), ...lines("incomplete", incomplete)];
  }, within);
}

/** Presses a key several times. */
export async function press(page: Page, key: string, times = 1): Promise<void> {
  for (let i = 0; i < times; i++) await page.keyboard.press(key);
}

/** Number of the current position. */
export async function current(page: Page): Promise<number> {
  return Number(await page.locator(".viewer").first().getAttribute("data-node"));
}

/** Pieces on a drawn board: `white queen` by its square, as seen by White. */
export async function drawn(page: Page, board = 0): Promise<Record<string, string>> {
  return page.evaluate((index) => {
    const frame = document.querySelectorAll(".frame")[index];
    const side = (frame?.getBoundingClientRect().width ?? 8) / 8;
    const black = frame?.querySelector(".orientation-black") !== null;
    const found: Record<string, string> = {};
    const origin = frame?.getBoundingClientRect();
    for (const piece of frame?.querySelectorAll("piece:not(.fading)") ?? []) {
      const box = piece.getBoundingClientRect();
      const column = Math.round((box.left - (origin?.left ?? 0)) / side);
      const row = Math.round((box.top - (origin?.top ?? 0)) / side);
      const file = "abcdefgh"[black ? 7 - column : column] ?? "?";
      found[`${file}${black ? row + 1 : 8 - row}`] = piece.className.replace(/ ?anim ?/, "").trim();
    }
    return found;
  }, board);
}
