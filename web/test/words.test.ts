import assert from "node:assert/strict";
import { test } from "node:test";
import type * as translation from "../src/translation";
import { source } from "./source.js";

const { plurals, translated } = await source<typeof translation>("translation");

test("a file's words take their places, with plural forms; the others stay", () => {
  const texts = { a: "one", b: { c: (n: number) => `${n} moves`, d: (name: string, to: string) => `${name} ${to}` }, keys: [["Esc", "closes"]], e: "stays" };
  const made = translated(texts, { a: "jedna", b: { c: { one: "{0} tah", few: "{0} tahy", other: "{0} tahů" }, d: "{1} od {0}" }, keys: { 0: { 1: "zavře" } }, x: "unknown" }, plurals("cs"));
  assert.deepEqual([made.a, made.e, made.keys], ["jedna", "stays", [["Esc", "zavře"]]]);
  assert.deepEqual([1, 3, 7].map((n) => made.b.c(n)), ["1 tah", "3 tahy", "7 tahů"]);
  assert.equal(made.b.d("$&", "Anna"), "Anna od $&");
  assert.equal(texts.a, "one");
});
