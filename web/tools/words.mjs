// Makes the scripts with the texts of each language, and their types, of the words in ../crates/partie-page/words:
// node tools/words.mjs. Where a language lacks a word, its script has the English one.
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { parse } from "smol-toml";

const catalogues = new URL("../../crates/partie-page/words/", import.meta.url);
const folder = new URL("../src/made/", import.meta.url);
/** For each script its table of words, the name that its texts are given by, and their type. */
const scripts = { words: ["script", "words", "Words"], play: ["live", "text", "PlayWords"] };
const pluralForms = new Set(["zero", "one", "two", "few", "many", "other"]);
const parameters = ["a", "b", "c"];

/** The codes of the languages. */
export const languages = readdirSync(catalogues, { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map((entry) => entry.name);

const read = (code) => parse(readFileSync(new URL(`${code}/scripts.toml`, catalogues), "utf8"));
const quoted = (text) => JSON.stringify(text);
const isForms = (word) => typeof word === "object" && "one" in word && Object.keys(word).every((key) => pluralForms.has(key));
const isTable = (word) => typeof word === "object" && !isForms(word);

/** Returns the number of values that a word has places for; of a table, the most that one of its words has. */
function values(word) {
  if (typeof word === "object") return Math.max(...Object.values(word).map(values));
  return Math.max(0, ...[...word.matchAll(/\{(\d)\}/g)].map(([, index]) => Number(index) + 1));
}

/** Writes an object, or a list if the keys are numbers, with the code of each part. */
function written(table, code) {
  const entries = Object.entries(table).map(([key, part]) => [key, code(part, key)]);
  if (entries.every(([key], index) => key === String(index))) return `[${entries.map(([, part]) => part)}]`;
  return `{\n${entries.map(([key, part]) => `${quoted(key)}: ${part},\n`).join("")}}`;
}

const filled = (text) =>
  `\`${text.replaceAll(/[\\`$]/g, String.raw`\$&`).replaceAll(/\{(\d)\}/g, (_, index) => `\${${parameters[Number(index)]}}`)}\``;

/** Returns the code of a text. If one in its table has values, all are functions. */
function textOf(english, word, count = values(english)) {
  if (isTable(english)) return written(english, (part, key) => textOf(part, word?.[key], count));
  const known = word ?? english;
  if (count === 0) return quoted(known);
  if (typeof known === "object") return `(a) => form(a, ${written(known, filled)})`;
  return `(${parameters.slice(0, values(known))}) => ${filled(known)}`;
}

function typeOf(word, count = values(word)) {
  if (isTable(word)) return written(word, (part) => typeOf(part, count));
  return count === 0 ? "string" : `(${parameters.slice(0, count).map((name) => `${name}: string | number`)}) => string`;
}

mkdirSync(folder, { recursive: true });
const english = read("en");
for (const code of languages) {
  const words = read(code);
  for (const [script, [table, name]] of Object.entries(scripts)) {
    const texts = written(english[table], (word, key) => textOf(word, words[table]?.[key]));
    const lines = [
      'import { give } from "../given";',
      'import { plurals } from "../translation";',
      `const form = plurals(${quoted(code)});`,
      `give({ ${name}: ${texts} });\n`,
    ];
    writeFileSync(new URL(`${script}-${code}.ts`, folder), lines.join("\n"));
  }
}
const types = Object.values(scripts).map(([table, , name]) => `export interface ${name} ${written(english[table], (word) => typeOf(word))}\n`);
writeFileSync(new URL("types.ts", folder), types.join("\n"));
