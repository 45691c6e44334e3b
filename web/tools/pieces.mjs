// Extracts Partie's drawings from a diagram of the initial position:
//   partie render 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1' | node tools/pieces.mjs
import { readFileSync, writeFileSync } from "node:fs";

const diagram = readFileSync(0, "utf8");
const drawings = [...diagram.matchAll(/<g id="((?:white|black)-[a-z]+)">(.*?)<\/g>/g)];
if (drawings.length !== 12) throw new Error(`expected 12 drawings, but found ${drawings.length}`);
for (const [, name, paths] of drawings) {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100" stroke-linejoin="round" stroke-linecap="round">${paths}</svg>\n`;
  writeFileSync(new URL(`../src/pieces/${name}.svg`, import.meta.url), svg);
}
