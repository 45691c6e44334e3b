// Builds all scripts and styles of the pages, in one process.
import { build } from "vite";
import { languages } from "./words.mjs";

const modes = ["viewer", "page", "texts", "reader", "explorer", "import", "embed", "play", "language"].concat(
  languages.map((code) => `words-${code}`),
  languages.map((code) => `play-${code}`),
);
await Promise.all(modes.map((mode) => build({ mode, logLevel: "warn" })));
