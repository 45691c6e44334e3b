// The reader that runs in the browser beside the program, which PARTIE names: both must answer the
// same. Without the program these tests are skipped.
//
// PARTIE_TEST_READER names a module that was built just now (`.ci/wasm --check`). The one among the assets is
// tested if it has the version that pages expect; if there is none, the server has to read.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFile, readdir, stat } from "node:fs/promises";
import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { gunzipSync } from "node:zlib";
import type { Page } from "playwright-core";
import { assertClean, axe, desk, eventually, layoutShift, phone, settled, setUp, smallPhone, type Opened } from "./browser.js";
import { makeModule } from "./module.js";
import { assets } from "./server.js";

const program = process.env["PARTIE"];
const skip = program === undefined ? "PARTIE does not name the program" : false;
const { open } = setUp();

/** Serves games, so that there is a page for texts. */
async function serve(): Promise<string> {
  assert(program);
  const folder = mkdtempSync(join(tmpdir(), "partie-reader-"));
  writeFileSync(join(folder, "open.pgn"), "1. e4 e5 *\n");
  const served = spawn(program, ["show", join(folder, "open.pgn"), "--open", "--no-browser"], { stdio: ["ignore", "pipe", "inherit"] });
  after(() => {
    served.kill();
    rmSync(folder, { recursive: true });
  });
  const [line] = (await once(served.stdout, "data")) as [Buffer];
  return new URL(line.toString().trim()).origin;
}

type Field = [name: string, value: string | Buffer, file?: string];

interface Exports {
  memory: WebAssembly.Memory;
  version(): number;
  version_length(): number;
  request(length: number): number;
  answer(): number;
  answer_length(): number;
}

const compile = (bytes: Buffer): Promise<WebAssembly.Module> => WebAssembly.compile(new Uint8Array(bytes));

async function versionOf(bytes: Buffer): Promise<string> {
  const { exports } = await WebAssembly.instantiate(await compile(bytes));
  const { memory, version, version_length } = exports as unknown as Partial<Exports>;
  return memory && version && version_length ? Buffer.from(memory.buffer, version(), version_length()).toString() : "none";
}

const origin = program === undefined ? "" : await serve();
/** The version that pages expect. */
const expected = program === undefined ? "" : (/ data-reader="([^"]+)"/.exec(await (await fetch(`${origin}/read`)).text())?.[1] ?? "");
const asset = new URL("partie.wasm.gz", assets);
const built = existsSync(asset) ? gunzipSync(await readFile(asset)) : null;
const fresh = process.env["PARTIE_TEST_READER"] ? await readFile(process.env["PARTIE_TEST_READER"]) : null;
const modules: [which: string, bytes: Buffer, compiled: WebAssembly.Module][] = [];
if (fresh) modules.push(["the module of today", fresh, await compile(fresh)]);
if (built && (await versionOf(built)) === expected) modules.push(["the module among the assets", built, await compile(built)]);
const noModule = skip || (modules.length > 0 ? false : `no module has version ${expected}, and PARTIE_TEST_READER names none`);
let [, , compiled] = modules[0] ?? [];

/** What the reader answers: one part for a page, three for a file. */
async function readHere(fields: Field[], language = "en"): Promise<Buffer[]> {
  assert(compiled);
  const { memory, request, answer, answer_length } = (await WebAssembly.instantiate(compiled)).exports as unknown as Exports;
  const diagnostics = language === "en" ? "" : await readFile(new URL(`../words/${language}/diagnostics.toml`, assets));
  const texts = [language, diagnostics, "language", "", ...fields.flatMap(([name, value, file]) => [name, file ?? "", value])];
  const message = Buffer.concat(
    texts.flatMap((text) => {
      const bytes = Buffer.from(text as string);
      const length = Buffer.alloc(4);
      length.writeUInt32LE(bytes.length);
      return [length, bytes];
    }),
  );
  const place = request(message.length);
  new Uint8Array(memory.buffer).set(message, place);
  const start = answer();
  const answered = Buffer.from(memory.buffer.slice(start, start + answer_length()));
  const parts: Buffer[] = [];
  for (let at = 0; at < answered.length; ) {
    const end = at + 4 + answered.readUInt32LE(at);
    parts.push(answered.subarray(at + 4, end));
    at = end;
  }
  return parts;
}

/** What the server answers to the same form. */
async function readThere(path: string, fields: Field[], language = "en"): Promise<Response> {
  const boundary = "----a-form-of-a-test";
  const body = Buffer.concat([
    ...fields.flatMap(([name, value, file]) => [
      Buffer.from(`--${boundary}\r\nContent-Disposition: form-data; name="${name}"${file ? `; filename="${file}"` : ""}\r\n\r\n`),
      Buffer.from(value as string),
      Buffer.from("\r\n"),
    ]),
    Buffer.from(`--${boundary}--\r\n`),
  ]);
  return fetch(`${origin}${path}`, {
    method: "POST",
    body,
    headers: { "content-type": `multipart/form-data; boundary=${boundary}`, cookie: `lang=${language}` },
  });
}

/** The parts of a page that are shown. The server also draws the boards, which the script does anyway. */
function shown(page: string): string[] {
  const title = /<title>[^]*?<\/title>/.exec(page)?.[0] ?? "no title";
  const main = /<main[^]*<\/main>/.exec(page)?.[0] ?? "no content";
  return [title, ...main.replaceAll(/ src="\/board\.svg[^"]*"/g, "").split("\n")];
}

async function assertSame(fields: Field[], language?: string): Promise<string> {
  const [page] = await readHere(fields, language);
  assert(page);
  const text = page.toString();
  assert.deepEqual(shown(text), shown(await (await readThere("/read", fields, language)).text()));
  assert.doesNotMatch(text, /board\.svg/, "the page asks no server for the position");
  return text;
}

const examples = ["broken", "french", "log", "czech", "position", "bughouse"];

test("the reader that was built has the version that pages expect", { skip: skip || (fresh ? false : "PARTIE_TEST_READER names none") }, async () => {
  assert(fresh);
  assert.equal(await versionOf(fresh), expected);
});

for (const [which, bytes, module] of modules) {
  test(`${which} imports nothing and names no path`, () => {
    compiled = module;
    assert.deepEqual(WebAssembly.Module.imports(module), []);
    assert.doesNotMatch(bytes.toString("latin1"), /\/(?:root|home|work|Users|usr)\/|\.cargo|registry\/src|\.rs\b/);
  });

  for (const language of ["en", "fr", "de", "cs"]) {
    test(`${which}: the examples are read as on the server, in ${language}`, { skip }, async () => {
      for (const name of examples) {
        const page = await assertSame([["example", name]], language);
        assert.match(page, /class="source"/);
      }
    });
  }

  test(`${which}: mendings are those of the server`, { skip }, async () => {
    for (const name of examples) {
      for (const level of ["safe", "likely", "guess"]) await assertSame([["example", name], ["mend", level]]);
      for (const index of [0, 1, 2]) await assertSame([["example", name], ["fix", `1:${index}`]]);
    }
  });

  test(`${which}: files of records are read as on the server`, { skip }, async () => {
    const root = new URL("../../../testdata/", import.meta.url);
    let read = 0;
    for (const name of await readdir(root, { recursive: true })) {
      const place = new URL(encodeURI(name), root);
      const { size } = await stat(place);
      if (!/\.(?:pgn|bpgn|fen|epd|log|txt|ndjson|eml|html|md)$/.test(name) || size > 40_000) continue;
      await assertSame([["file", await readFile(place), name.split("/").pop()]]);
      read += 1;
    }
    assert(read > 50, `${read} files`);
  });

  test(`${which}: texts that are no chess, empty, or in another encoding`, { skip }, async () => {
    const game = '[White "Čapek"]\n[Black "Żółć"]\n\n1. e4 {žluťoučký} e5 *\n';
    const latin = Buffer.from([...'[White "P'].map((c) => c.charCodeAt(0)).concat(0xf8, 0xed, 0x22, 0x5d, 0x0a, 0x0a)).toString("latin1");
    const texts: (string | Buffer)[] = [
      "",
      "\0",
      "hello",
      game,
      `\ufeff${game}`,
      Buffer.from(game, "utf16le"),
      Buffer.from(`\ufeff${game}`, "utf16le"),
      Buffer.from(`${latin}1. e4 {pr\xe1ce} *\n`, "latin1"),
      Buffer.from([0x7f, 0x45, 0x4c, 0x46, 2, 1, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0]),
      "</script></textarea><script>alert(1)</script><img src=x onerror=alert(2)>\u202e 1. e4 *",
      "1. e4 *\n\n".repeat(300),
    ];
    for (const text of texts) {
      await assertSame([["file", text, "a.pgn"]]);
      if (typeof text === "string") await assertSame([["text", text]]);
    }
    const many = '[White "a"]\n\n1. e4 *\n\n'.repeat(300);
    await assertSame([["text", many], ["game", "7"]]);
    await assertSame([["text", many], ["number", "250"], ["show", "number"]]);
    // The server compares long texts less closely when its time is over.
    await assertSame([["text", many.slice(0, 1000)], ["mend", "guess"]]);
  });

  test(`${which}: files of text formats are those of the server`, { skip }, async () => {
    for (const name of examples) {
      for (const format of ["pgn", "bpgn", "epd", "ndjson", "cgp"]) {
        const fields: Field[] = [["example", name], ["to", format]];
        const [first, type, content] = await readHere(fields);
        const answer = await readThere("/download", fields);
        assert(first);
        if (!answer.ok) {
          assert.deepEqual(shown(first.toString()), shown(await answer.text()));
          continue;
        }
        assert.equal(`attachment; filename="${first.toString()}"`, answer.headers.get("content-disposition"));
        assert.equal(type?.toString(), answer.headers.get("content-type"));
        assert.deepEqual(content, Buffer.from(await answer.arrayBuffer()));
      }
    }
  });
}

/**
 * Opens the form for texts, with a module in the place of the one of the program, or without one for null; notes
 * what the browser asks for from then on.
 */
async function form(options = desk, module: Buffer | null | undefined = fresh ?? undefined): Promise<{ page: Page; asked: string[]; opened: Opened }> {
  const opened = await open("about:blank", options);
  const { page } = opened;
  if (module !== undefined) {
    const names = module ? ' data-wasm="/assets/partie.wasm.gz"' : "";
    await page.route("**/read", async (route) => {
      if (route.request().method() !== "GET") return route.fallback();
      const response = await route.fetch();
      const body = (await response.text()).replace(/ data-wasm="[^"]*"/, "").replace(" data-reader=", `${names} data-reader=`);
      return route.fulfill({ response, body });
    });
    await page.route("**/assets/partie.wasm.gz*", (route) => route.fulfill({ contentType: "application/wasm", body: module ?? "" }));
  }
  await page.goto(`${origin}/read`);
  const asked: string[] = [];
  page.on("request", (request) => asked.push(`${request.method()} ${new URL(request.url()).pathname}${request.postData() ?? ""}`));
  return { page, asked, opened };
}

const paste = async (page: Page, text: string): Promise<void> => {
  await page.locator("textarea").fill(text);
  await page.getByRole("button", { name: "Read", exact: true }).click();
};

const drop = (page: Page, text: string, name = "evening.pgn"): Promise<void> =>
  page.evaluate(
    ([content, title]) => {
      const data = new DataTransfer();
      data.items.add(new File([content], title));
      document.body.dispatchEvent(new DragEvent("drop", { dataTransfer: data, bubbles: true, cancelable: true }));
    },
    [text, name] as const,
  );

const pasteEvent = (page: Page, text: string): Promise<void> =>
  page.evaluate((pasted) => {
    const data = new DataTransfer();
    data.setData("text/plain", pasted);
    document.body.dispatchEvent(new ClipboardEvent("paste", { clipboardData: data, bubbles: true, cancelable: true }));
  }, text);

test("a text is read, mended and saved without leaving the browser", { skip: noModule }, async () => {
  const { page, asked, opened } = await form();
  assert(await page.getByText("The text is read in this browser.").isVisible());
  assert(await page.getByText("The text is sent to the server").isHidden());
  assert.doesNotMatch(asked.join(), /reader\.js|wasm/, "the reader is loaded when there is something to read");
  await paste(page, '[Event "x"]\n[White "Secret"]\n\n1. e4 e5 2. nf3 Nc6 3. 0-0\n\n[White "Other"]\n\n1. d4 *\n');
  await page.waitForSelector(".viewer.live");
  await page.getByRole("button", { name: /^Mend \(/ }).first().click();
  await page.waitForSelector("main:not([aria-busy]) .difference");
  await page.getByRole("button", { name: "What is certain" }).click();
  await page.waitForSelector("main:not([aria-busy]) .difference");
  await page.getByRole("button", { name: "Show 2" }).click();
  await page.waitForFunction(() => document.title.startsWith("Other"));
  const download = page.waitForEvent("download");
  await page.getByRole("button", { name: "PGN", exact: true }).click();
  const file = await download;
  assert.equal(file.suggestedFilename(), "games.pgn");
  assert.match(await readFile(await file.path(), "utf8"), /\[White "Secret"\]/);
  assert.deepEqual(asked.filter((line) => !line.startsWith("GET /assets/") && !line.startsWith("GET blob")), []);
  assert.deepEqual(await axe(page), []);
  await assertClean(opened);
});

for (const [language, sentence] of [
  ["en", "expected `Nf3`, but found `nf3`"],
  ["fr", "`Nf3` attendu au lieu de `nf3`"],
  ["de", "`Nf3` erwartet, aber `nf3` gefunden"],
  ["cs", "očekáváno `Nf3`, ale nalezeno `nf3`"],
] as const) {
  test(`diagnostics are in the language of the page, ${language}`, { skip: noModule }, async () => {
    const { page, asked, opened } = await form({ ...desk, locale: language });
    await page.locator("button[name=example][value=broken]").click();
    const diagnostics = page.locator(".diagnostics .diagnostic");
    await diagnostics.first().waitFor();
    assert(await diagnostics.getByText(sentence).isVisible());
    const english = await diagnostics.locator("[lang=en]").count();
    // The sentence, and the texts of its code. What is not translated is English.
    const all = 2 * (await diagnostics.count());
    assert(language === "en" ? english === all : english < all);
    assert.equal(asked.some((line) => line.startsWith("POST")), false);
    const words = asked.filter((line) => line.includes("diagnostics-"));
    assert.deepEqual(words, language === "en" ? [] : [`GET /assets/diagnostics-${language}.toml.gz`]);
    assert.deepEqual(await axe(page), []);
    await assertClean(opened);
  });
}

test("a file that is dropped stays in the browser, and so does each of its games", { skip: noModule }, async () => {
  const { page, asked, opened } = await form();
  const games = Array.from({ length: 2000 }, (_, n) => `[White "Player ${n + 1}"]\n\n1. e4 e5 2. Nf3 {${"x".repeat(150)}} Nc6 *\n\n`).join("");
  assert(games.length > 256 << 10);
  await drop(page, games);
  await page.waitForSelector(".games");
  await page.locator("tr[data-offset]").nth(4).getByRole("button").click();
  await page.waitForFunction(() => document.title.startsWith("Player 5"));
  assert.deepEqual(asked.filter((line) => !line.startsWith("GET /assets/")), []);
  await assertClean(opened);
});

test("pictures and books are made by the server, when asked for", { skip: noModule }, async () => {
  const { page } = await form();
  await paste(page, "1. e4 e5 *");
  await page.waitForSelector(".viewer.live");
  assert(await page.getByText("SVG, GIF, PDF and HTML are made on the server").isVisible());
  const request = page.waitForRequest("**/download");
  await page.getByRole("button", { name: "GIF", exact: true }).click();
  assert.match((await request).method(), /POST/);
});

const answer = "<!DOCTYPE html><title>Read here</title><main><h1>Read here</h1></main>";

test("a module of the version that the page expects reads, whatever else it is", { skip }, async () => {
  const { page, asked, opened } = await form(desk, makeModule(expected, answer));
  await paste(page, "1. e4 e5 *");
  await page.getByRole("heading", { name: "Read here" }).waitFor();
  assert.deepEqual(asked.filter((line) => line.startsWith("POST")), []);
  await assertClean(opened);
});

for (const [what, module] of [
  ["a module of another version", makeModule("0.0.0+0", answer)],
  ["a module without a version", makeModule(null, answer)],
  ["a file that is no module", Buffer.from("no module")],
  ["no module", null],
] as const) {
  test(`with ${what} the server reads, and the page says so beforehand`, { skip }, async () => {
    const { page, asked, opened } = await form(desk, module);
    await page.locator("textarea").fill("1. e4 e5 *");
    await page.getByText("The text is sent to the server").waitFor();
    assert(await page.getByText("The text is read in this browser.").isHidden());
    await page.getByRole("button", { name: "Read", exact: true }).click();
    await page.waitForSelector(".viewer.live");
    assert(asked.some((line) => line.startsWith("POST /read")));
    assert.equal(await page.locator(".notice.failed").count(), 0);
    await assertClean(opened);
  });
}

test("with no module a text that is pasted or dropped goes to the server at once", { skip }, async () => {
  for (const put of [pasteEvent, drop]) {
    const { page, asked, opened } = await form(desk, null);
    await page.getByText("The text is sent to the server").waitFor();
    await put(page, "1. e4 e5 *");
    await page.waitForSelector(".viewer.live");
    assert(asked.some((line) => line.startsWith("POST /read")));
    await assertClean(opened);
  }
});

for (const [what, pattern] of [["the worker", "**/assets/reader.js*"], ["the module", "**/assets/partie.wasm.gz*"]] as const) {
  test(`if ${what} does not load, the server reads, and the page says so beforehand`, { skip }, async () => {
    const { page, asked } = await form(desk, makeModule(expected, answer));
    await page.route(pattern, (route) => route.abort());
    await page.locator("textarea").fill("1. e4 e5 *");
    await page.getByText("The text is sent to the server").waitFor();
    assert(await page.getByText("The text is read in this browser.").isHidden());
    await page.getByRole("button", { name: "Read", exact: true }).click();
    await page.waitForSelector(".viewer.live");
    assert(asked.some((line) => line.startsWith("POST /read")));
  });
}

test("a pasted megabyte is taken as a file, which no field lays out", { skip: noModule }, async () => {
  for (const place of ["page", "field"] as const) {
    const { page, asked, opened } = await form({ ...desk, permissions: ["clipboard-read", "clipboard-write"] });
    const megabyte = "1. e4 e5 2. Nf3 Nc6 *\n\n".repeat(45_000);
    await page.evaluate((text) => navigator.clipboard.writeText(text), megabyte);
    await page.evaluate(() => {
      const held = Object.assign(window, { longest: 0 });
      const { get, set } = Object.getOwnPropertyDescriptor(HTMLTextAreaElement.prototype, "value") ?? {};
      Object.defineProperty(HTMLTextAreaElement.prototype, "value", {
        get,
        set(value: string) {
          held.longest = Math.max(held.longest, value.length);
          set?.call(this, value);
        },
      });
      addEventListener("input", ({ target }) => (held.longest = Math.max(held.longest, (target as HTMLTextAreaElement).value.length)));
    });
    if (place === "field") await page.locator("textarea").focus();
    await page.keyboard.press("Control+V");
    await page.waitForSelector(".viewer.live");
    assert.equal(await page.evaluate(() => (window as unknown as { longest: number }).longest), 0, place);
    assert.deepEqual(asked.filter((line) => line.startsWith("POST")), []);
    await assertClean(opened);
  }
});

test("a text is not sent unasked if the policy of the worker forbids to read it", { skip: noModule }, async () => {
  const { page, asked } = await form();
  await page.route("**/assets/reader.js*", async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, headers: { ...response.headers(), "content-security-policy": "default-src 'none'" } });
  });
  await pasteEvent(page, "1. e4 e5 *");
  await page.getByText("Press the button again to send it to the server.").first().waitFor();
  assert.deepEqual(asked.filter((line) => line.startsWith("POST")), []);
  await page.getByRole("button", { name: "Read", exact: true }).click();
  await page.waitForSelector(".viewer.live");
  assert(asked.some((line) => line.startsWith("POST /read")));
});

for (const how of ["stops", "answers that it failed"] as const) {
  test(`a reader that ${how} on one text is started anew for the next`, { skip: noModule }, async () => {
    const { page, asked } = await form();
    await page.route("**/assets/reader.js*", async (route) => {
      const response = await route.fetch();
      const fail = how === "stops" ? 'throw new Error("no memory")' : 'postMessage({ failed: "no memory" })';
      const broken = `addEventListener("message", (event) => {
        if (!event.data.fields?.some(([, value]) => (value.name ?? value).includes("Heavy"))) return;
        event.stopImmediatePropagation();
        ${fail};
      });`;
      await route.fulfill({ response, body: broken + (await response.text()) });
    });
    const sent = (): string[] => asked.filter((line) => line.startsWith("POST"));
    const here = page.getByText("The text is read in this browser.");
    const workers = new Set<unknown>();
    page.on("worker", (worker) => workers.add(worker));
    await paste(page, '[White "Heavy"]\n\n1. e4 *');
    await page.getByText("Press the button again to send it to the server.").first().waitFor();
    assert(await page.getByText("The text is sent to the server").isVisible());
    // Another text: written, and dropped.
    await page.locator("textarea").fill('[White "Light"]\n\n1. d4 *');
    assert(await here.isVisible());
    await page.getByRole("button", { name: "Read", exact: true }).click();
    await page.waitForFunction(() => document.title.startsWith("Light"));
    assert.equal(workers.size, 2);
    await drop(page, '[White "Heavy"]\n\n1. c4 *', "Heavy.pgn");
    await page.getByText("Press the button again to send it to the server.").first().waitFor();
    await drop(page, '[White "Third"]\n\n1. f4 *');
    await page.waitForFunction(() => document.title.startsWith("Third"));
    assert.deepEqual(sent(), []);
    // The same text once more: it is the file that was dropped, and goes to the server.
    await drop(page, '[White "Heavy"]\n\n1. c4 *', "Heavy.pgn");
    await page.getByText("Press the button again to send it to the server.").first().waitFor();
    await page.getByRole("button", { name: "Read", exact: true }).or(page.getByRole("button", { name: "Read again", exact: true })).first().click();
    await page.waitForFunction(() => document.title.startsWith("Heavy"));
    assert.deepEqual(sent().length, 1);
  });
}

test("another text takes the place of one that is being read", { skip: noModule }, async () => {
  const { page } = await form();
  await drop(page, "1. e4 e5 2. Nf3 Nc6 *\n\n".repeat(40_000));
  await paste(page, '[White "Second"]\n\n1. d4 *');
  await page.waitForFunction(() => document.title.startsWith("Second"));
  // The worker that read the first text is gone, if it began.
  await eventually(() => assert.equal(page.workers().length, 1));
  await settled(page);
  assert.match(await page.title(), /^Second/);
});

async function policy(path: string): Promise<string> {
  return (await fetch(`${origin}${path}`)).headers.get("content-security-policy") ?? "";
}

test("only the worker may run WebAssembly, and it may ask for nothing", { skip: noModule }, async () => {
  assert.equal(await policy("/assets/reader.js"), "default-src 'none'; script-src 'wasm-unsafe-eval'");
  assert.match(await policy("/read"), /worker-src 'self'/);
  for (const path of ["/games", "/games/1"]) assert.doesNotMatch(await policy(path), /worker-src/);
  for (const path of ["/games", "/games/1", "/read"]) assert.doesNotMatch(await policy(path), /eval/);
  const { page } = await form();
  await paste(page, "1. e4 e5 *");
  await page.waitForSelector(".viewer.live");
  const [worker] = page.workers();
  const fetched = await worker?.evaluate(() => fetch("/read").then(() => "answered", () => "refused"));
  assert.equal(fetched, "refused");
});

for (const [size, options] of [["desk", desk], ["phone", phone], ["small phone", smallPhone]] as const) {
  test(`saying where texts are read shifts nothing, ${size}`, { skip: noModule }, async () => {
    const { page, opened } = await form(options);
    assert((await layoutShift(page)) < 0.01);
    assert.deepEqual(await axe(page), []);
    await assertClean(opened);
  });
}
