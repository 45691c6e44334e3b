import { existsSync } from "node:fs";
import { chromium } from "playwright-core";

/** Starts the browser that the tests use: Chromium without windows, or the one that CHROMIUM names. */
export function launch() {
  const known = ["/usr/bin/chromium-headless-shell", "/usr/bin/chromium"];
  return chromium.launch({
    executablePath: process.env.CHROMIUM ?? known.find((path) => existsSync(path)),
    args: process.getuid() === 0 ? ["--no-sandbox"] : [],
  });
}
