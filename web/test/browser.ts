import assert from "node:assert/strict";
import { EventEmitter, once } from "node:events";
import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { after, afterEach, before } from "node:test";
import { chromium, type Browser, type BrowserContext, type BrowserContextOptions, type Frame, type Page, type Request } from "playwright-core";
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

/** Chromium without a window, which takes a quarter of the CPU time, or with one that nobody sees. */
export const executable = process.env["CHROMIUM"] ?? ["/usr/bin/chromium-headless-shell", "/usr/bin/chromium"].find(existsSync);

/**
 * Starts the server and the browser before the tests of a file. What a test opens is closed after it: pages
 * that are left go on drawing.
 */
export function setUp(): {
  server: () => FixtureServer;
  /** Opens a page; scripts come late if `slow`, when the page has been painted. */
  open: (path: string, options?: BrowserContextOptions, slow?: "slow") => Promise<Opened>;
} {
  let server: FixtureServer | null = null;
  let browser: Browser | null = null;
  let contexts: BrowserContext[] = [];
  before(async () => {
    server = await FixtureServer.start();
    browser = await chromium.launch({
      executablePath: executable,
      args: process.getuid?.() === 0 ? ["--no-sandbox"] : [],
    });
  });
  afterEach(async () => {
    const left = contexts;
    contexts = [];
    await Promise.all(left.map((context) => context.close()));
  });
  after(async () => {
    await browser?.close();
    server?.close();
  });
  const open = async (path: string, options: BrowserContextOptions = desk, slow?: "slow"): Promise<Opened> => {
    assert(browser && server);
    const context = await browser.newContext({ reducedMotion: "reduce", ...options });
    contexts.push(context);
    await context.addInitScript(() => {
      const kept = window as unknown as { shifts: number; shifted: () => number; refused: string[] };
      kept.shifts = 0;
      kept.refused = [];
      addEventListener("securitypolicyviolation", (event) =>
        kept.refused.push(`${event.violatedDirective} ${event.blockedURI} ${event.sample}`),
      );
      const add = (entries: PerformanceEntryList): void => {
        for (const entry of entries) kept.shifts += (entry as unknown as { value: number }).value;
      };
      const observer = new PerformanceObserver((list) => add(list.getEntries()));
      observer.observe({ type: "layout-shift", buffered: true });
      kept.shifted = () => {
        add(observer.takeRecords());
        return kept.shifts;
      };
    });
    const page = await context.newPage();
    page.setDefaultTimeout(30_000);
    if (slow) {
      await page.route("**/assets/*.js", async (route) => {
        await page.waitForFunction(() => performance.getEntriesByName("first-contentful-paint").length > 0);
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
  await settled(page);
  return page.evaluate(() => (window as unknown as { shifted: () => number }).shifted());
}

/**
 * Waits until a page has loaded its pictures and fonts and has drawn since: what was under way when this was
 * called is done. This says that nothing happened, where there is nothing to wait for.
 */
export async function settled(page: Page | Frame): Promise<void> {
  await page.waitForLoadState("load");
  await page.evaluate(async () => {
    const pictures = [...document.images].filter((image) => image.loading !== "lazy");
    await Promise.all([document.fonts.ready, ...pictures.map((image) => image.decode().catch(() => undefined))]);
  });
  await frames(page, 3);
}

/** Waits until a page has drawn some frames. Boards are drawn in the frame after a change. */
async function frames(page: Page | Frame, count: number): Promise<void> {
  await page.evaluate(async (number) => {
    for (let frame = 0; frame < number; frame++) {
      // A frame is drawn after its callbacks; the message comes after that.
      await new Promise<void>((resolve) =>
        requestAnimationFrame(() => {
          const { port1, port2 } = new MessageChannel();
          port1.addEventListener("message", () => resolve());
          port1.start();
          port2.postMessage(null);
        }),
      );
    }
  }, count);
}

/** Tries an assertion again until it holds; after half a minute it fails as it does then. */
export async function eventually(assertion: () => Promise<void> | void): Promise<void> {
  const end = performance.now() + 30_000;
  for (;;) {
    try {
      await assertion();
      return;
    } catch (error) {
      if (performance.now() > end) throw error;
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
  }
}

/** Holds the first request for an address until it is let go, and waits until the page has dealt with its answer. */
export async function hold(page: Page, pattern: string): Promise<{ asked: Promise<Request>; release: () => Promise<void> }> {
  const gate = new EventEmitter();
  const open = once(gate, "open");
  const asked = once(gate, "asked").then(([request]) => request as Request);
  await page.route(
    pattern,
    async (route) => {
      gate.emit("asked", route.request());
      await open;
      await route.continue();
    },
    { times: 1 },
  );
  const release = async (): Promise<void> => {
    const request = await asked;
    const over = new Promise<void>((resolve) => {
      const end = (done: Request): void => {
        if (done === request) resolve();
      };
      page.on("requestfinished", end);
      page.on("requestfailed", end);
    });
    gate.emit("open");
    // A page may have given it up already.
    if (!request.failure()) await over;
    await settled(page);
  };
  return { asked, release };
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
      // Nobody reads what passed, and describing it takes most of the time.
      resultTypes: ["violations", "incomplete"],
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

/** Pieces on a board that was drawn since: `white queen` by its square, as seen by White. */
export async function drawn(page: Page, board = 0): Promise<Record<string, string>> {
  await frames(page, 2);
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
