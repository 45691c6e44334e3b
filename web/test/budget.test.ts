import assert from "node:assert/strict";
import { readFile, readdir } from "node:fs/promises";
import { test } from "node:test";
import { gzipSync } from "node:zlib";
import { assets } from "./server.js";

const size = async (name: string): Promise<number> =>
  gzipSync(await readFile(new URL(name, assets)), { level: 9 }).length;

test("the viewer with its style sheet and texts is below 45 kB", async () => {
  const total = (await size("viewer.js")) + (await size("page.css")) + (await size("words-cs.js"));
  assert(total < 45_000, `${total} bytes`);
});

test("the page's own script is below 10 kB", async () => {
  const bytes = await size("page.js");
  assert(bytes < 10_000, `${bytes} bytes`);
});

test("the explorer's page and the embedding script are small", async () => {
  for (const [name, most] of [["explorer.js", 25_000], ["embed.js", 1500]] as const) {
    const bytes = await size(name);
    assert(bytes < most, `${name}: ${bytes} bytes`);
  }
});

test("live play with all that its page loads is below 72 kB, in each language", async () => {
  const shared = ["page.js", "page.css", "play.js", "play.css"];
  for (const language of ["en", "fr", "de", "cs"]) {
    const sizes = await Promise.all([...shared, `words-${language}.js`, `play-${language}.js`].map(size));
    const total = sizes.reduce((sum, bytes) => sum + bytes, 0);
    assert(total < 72_000, `${language}: ${total} bytes`);
  }
});

test("built files are classic scripts that name no path and evaluate no text", async () => {
  for (const name of (await readdir(assets)).filter((file) => file.endsWith(".js"))) {
    const script = await readFile(new URL(name, assets), "utf8");
    assert.doesNotMatch(script, /\/(?:root|home|work|Users)\//, name);
    assert.doesNotMatch(script, /\beval\(|new Function|\bimport\(|^(?:import|export) /m, name);
    assert.doesNotMatch(script, /setAttribute\("style"|style:"/, name);
    assert.match(script, /^\/\*! Partie, GPL-3\.0-or-later/, name);
  }
});
