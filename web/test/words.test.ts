import assert from "node:assert/strict";
import { readFile, writeFile } from "node:fs/promises";
import { test } from "node:test";
import type * as translation from "../src/translation";
import { source } from "./source.js";

const { translated } = await source<typeof translation>("translation");

type Texts = Record<string, unknown>;
const load = async (path: string, name: string): Promise<Texts> => (await source<Record<string, Texts>>(path))[name] ?? {};
const file = new URL("../../../crates/partie-page/words/scripts.toml", import.meta.url);

const quoted = (text: string): string => JSON.stringify(text);
const key = (name: string): string => (/^[\w-]+$/.test(name) ? name : quoted(name));

/** Texts as lines of TOML, with places for the values of functions. */
function lines(texts: object, before = ""): string[] {
  return Object.entries(texts).flatMap(([name, value]: [string, unknown]) => {
    const path = before + key(name);
    if (typeof value === "string") return [`${path} = ${quoted(value)}`];
    if (typeof value === "function") {
      const places = Array.from({ length: value.length }, (_, index) => `{${index}}`);
      return [`${path} = ${quoted(String((value as (...values: string[]) => string)(...places)))}`];
    }
    return lines(value as object, `${path}.`);
  });
}

test("the file that translators begin with has the texts of the scripts", async () => {
  const [script, live] = [await load("words/english", "english"), await load("play/words/english", "english")];
  const made = `# Words of the scripts in English; made by the tests of \`web/\`.
# {0} and {1} are values: a name, a number, a move. Where a number decides on the form, there may be
# several: { one = "{0} minute", other = "{0} minutes" }, with the names of Unicode's plural rules.

[script]
${lines(script).join("\n")}

# The page on which games are played.
[live]
${lines(live).join("\n")}
`;
  if (process.env["PARTIE_WRITE"]) await writeFile(file, made);
  assert.equal(await readFile(file, "utf8"), made, "run with PARTIE_WRITE=1");
});

test("a file's words take their places, with plural forms; the others stay", () => {
  const texts = { a: "one", b: { c: (n: number) => `${n} moves`, d: (name: string, to: string) => `${name} ${to}` }, keys: [["Esc", "closes"]], e: "stays" };
  const plural = new Intl.PluralRules("cs");
  const made = translated(texts, { a: "jedna", b: { c: { one: "{0} tah", few: "{0} tahy", other: "{0} tahů" }, d: "{1} od {0}" }, keys: { 0: { 1: "zavře" } }, x: "unknown" }, (n) => plural.select(n));
  assert.deepEqual([made.a, made.e, made.keys], ["jedna", "stays", [["Esc", "zavře"]]]);
  assert.deepEqual([1, 3, 7].map((n) => made.b.c(n)), ["1 tah", "3 tahy", "7 tahů"]);
  assert.equal(made.b.d("$&", "Anna"), "Anna od $&");
  assert.equal(texts.a, "one");
});

for (const language of ["german", "french", "czech"]) {
  test(`${language} has the same texts with as many values`, async () => {
    for (const path of ["words/", "play/words/"]) {
      const [english, other] = [await load(`${path}english`, "english"), await load(path + language, language)];
      const places = (texts: Texts): string[] => lines(texts).map((line) => line.split(" = ")[0] ?? "").toSorted();
      assert.deepEqual(places(other), places(english), path);
    }
  });
}
