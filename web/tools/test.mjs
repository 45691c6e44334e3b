// Runs the compiled tests, two files at a time: node tools/test.mjs [NAME...], such as `viewer`.
// The seconds that each file took are printed at the end. PARTIE names the program whose pages are tried, too.
import { readdirSync, statSync } from "node:fs";
import { basename } from "node:path";
import { run } from "node:test";
import { spec } from "node:test/reporters";

const workers = 2;
/** No file takes a fifth of it on a quiet machine. */
const limit = 600_000;

const source = new URL("../test/", import.meta.url);
const names = process.argv.slice(2);
const size = (name) => statSync(new URL(`${name}.test.ts`, source)).size;
const files = readdirSync(source)
  .filter((file) => file.endsWith(".test.ts"))
  .map((file) => basename(file, ".test.ts"))
  .filter((name) => names.length === 0 || names.includes(name))
  // Long files first, so that the workers end together.
  .toSorted((a, b) => size(b) - size(a));
const known = new Set(files);
for (const name of names) if (!known.has(name)) throw new Error(`there is no test/${name}.test.ts`);

const seconds = new Map();
const tests = run({
  files: files.map((name) => new URL(`../build/test/${name}.test.js`, import.meta.url).pathname),
  concurrency: workers,
  timeout: limit,
});
for (const event of ["test:pass", "test:fail"]) {
  tests.on(event, ({ file, details, nesting }) => {
    if (nesting > 0 || file === undefined) return;
    const name = basename(file, ".test.js");
    seconds.set(name, (seconds.get(name) ?? 0) + details.duration_ms / 1000);
  });
}
tests.on("test:fail", () => (process.exitCode = 1));
tests.on("end", () => {
  const lines = [...seconds].toSorted((a, b) => b[1] - a[1]).map(([name, spent]) => `${spent.toFixed(1).padStart(8)}  ${name}\n`);
  process.stdout.write(`\n seconds  file\n${lines.join("")}`);
});
tests.compose(new spec()).pipe(process.stdout);
