import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { test } from "node:test";

const css = await readFile(new URL("../../src/css/colours.css", import.meta.url), "utf8");

const texts = ["ink", "soft", "link", "good", "likely", "bad", "part-move", "part-tag", "part-comment", "part-mark"];
// Lines and marks.
const graphics = ["edge", "now", "curve-line"];

for (const [theme, colours] of [
  ["light", declared(/^:root \{/m)],
  ["dark", declared(/data-theme="light"\]\) \{/)],
  ["dark by choice", declared(/data-theme="dark"\] \{/)],
] as const) {
  test(`contrast of the ${theme} theme`, () => {
    for (const ground of ["page", "box"]) {
      for (const name of texts) atLeast(4.5, colours, name, ground);
      for (const name of graphics) atLeast(3, colours, name, ground);
    }
    atLeast(4.5, colours, "now-ink", "now");
    atLeast(4.5, colours, "ink", "hover");
    for (const [text, ground] of [["ink", "bad-box"], ["ink", "warn-box"], ["bad", "warn-box"], ["part-move", "warn-box"]] as const) {
      atLeast(4.5, colours, text, ground);
    }
  });
}

test("the dark theme is the same by system and by choice", () => {
  assert.deepEqual(declared(/data-theme="light"\]\) \{/), declared(/data-theme="dark"\] \{/));
});

test("the last move is marked with 3:1 on the squares of every board", () => {
  const brown = declared(/--light-square/, true);
  for (const name of ["blue", "green", "grey"]) {
    const board = { ...brown, ...declared(new RegExp(`data-colours="${name}"\\] \\{`)) };
    for (const square of ["light-square", "dark-square"]) atLeast(3, board, "mark", square);
  }
  for (const square of ["light-square", "dark-square"]) atLeast(3, brown, "mark", square);
});

function declared(start: RegExp, from = false): Record<string, string> {
  const index = css.search(start);
  assert(index >= 0, String(start));
  const block = css.slice(from ? css.lastIndexOf("{", index) : css.indexOf("{", index));
  const body = block.slice(0, block.indexOf("}"));
  const found = [...body.matchAll(/--([a-z-]+): (#[0-9a-f]{6});/g)];
  return Object.fromEntries(found.map(([, name, value]) => [name ?? "", value ?? ""]));
}

function atLeast(wanted: number, colours: Record<string, string>, a: string, b: string): void {
  const [light, dark] = [luminance(colours[a]), luminance(colours[b])].toSorted((x, y) => y - x);
  const ratio = ((light ?? 0) + 0.05) / ((dark ?? 0) + 0.05);
  assert(ratio >= wanted, `--${a} on --${b}: ${ratio.toFixed(2)}, less than ${wanted}`);
}

function luminance(colour: string | undefined): number {
  assert(colour);
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const value = Number.parseInt(colour.slice(at, at + 2), 16) / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
