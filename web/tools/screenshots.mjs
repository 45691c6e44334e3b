// Pictures of every page, to be looked at: node tools/screenshots.mjs PROGRAM FOLDER
//
// Each page at a desk and on a phone, in light and dark colours. The server, the library and the
// players are made for it.
import { spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { launch } from "./chromium.mjs";

const [program, target] = process.argv.slice(2);
if (program === undefined || target === undefined) throw new Error("usage: node tools/screenshots.mjs PROGRAM FOLDER");
mkdirSync(target, { recursive: true });
const folder = mkdtempSync(join(tmpdir(), "partie-pictures-"));
const examples = join(import.meta.dirname, "../../examples");
const children = [];

/** Starts the program; resolves to what the pattern finds in its words. */
function start(args, pattern) {
  const child = spawn(program, args, { stdio: ["ignore", "pipe", "pipe"], cwd: folder });
  children.push(child);
  let heard = "";
  return new Promise((resolve, reject) => {
    child.on("exit", () => (pattern ? reject(new Error(heard)) : resolve(heard)));
    for (const stream of [child.stdout, child.stderr]) {
      stream.on("data", (text) => {
        heard += text;
        const found = pattern?.exec(heard);
        if (found) resolve(found[1]);
      });
    }
  });
}

const any = "127.0.0.1:0";
const sizes = {
  desk: { viewport: { width: 1440, height: 900 } },
  phone: { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true },
};
const browser = await launch();

/** Opens a page in each size and colours, brings it to what is to be seen, and keeps the picture. */
async function picture(name, address, prepare = async () => {}) {
  for (const [size, options] of Object.entries(sizes)) {
    for (const colorScheme of ["light", "dark"]) {
      const context = await browser.newContext({ ...options, colorScheme, reducedMotion: "reduce" });
      const page = await context.newPage();
      await page.goto(address);
      await prepare(page);
      // Pictures are looked at, so what comes late on a slow machine is seen there.
      await page.waitForTimeout(300);
      await page.screenshot({ path: join(target, `${name}-${size}-${colorScheme}.png`) });
      await context.close();
    }
  }
}

const login = async (page, name) => {
  await page.locator("#guest-name").fill(name);
  await page.locator("#guest-name").press("Enter");
  await page.locator(".player-name", { hasText: name }).waitFor();
};
const command = async (page, line) => {
  await page.keyboard.press("Control+/");
  await page.getByRole("textbox", { name: "Command" }).fill(line);
  await page.keyboard.press("Enter");
};
const accept = (page) => page.getByRole("button", { name: /^Accept/ }).first().click();
const type = async (page, move) => {
  const field = page.locator(".live-game:visible").getByLabel("Type a move");
  await field.fill(move);
  await field.press("Enter");
};

try {
  const http = await start(
    ["serve", "--data", join(folder, "data"), "--telnet", any, "--tls", "off", "--http", any, "--private", "off"],
    /http (127\.0\.0\.1:\d+)/,
  );
  await start(["db", "import", "library", examples], null);
  const library = await start(["db", "serve", "library", "--listen", any], /(http:\/\/127\.0\.0\.1:\d+)/);
  const server = `http://${http}`;

  await picture("paste", `${server}/`);
  await picture("read", `${server}/`, async (page) => {
    await page.locator("button[name=example]").first().click();
    await page.locator("article, .verdict").first().waitFor();
  });
  await picture("games", `${library}/games`);
  await picture("game", `${library}/games/1`, (page) => page.locator(".viewer.live").waitFor());
  await picture("explorer", `${library}/explore`);
  await picture("player", `${library}/players?name=Berger`);
  await picture("tournament", `${library}/tournaments?event=Club+evening`);
  await picture("statistics", `${library}/statistics`);
  await start(["site", "build", join(examples, "messy.pgn"), "-o", "site"], null);
  await picture("site", pathToFileURL(join(folder, "site", "index.html")).href);

  await picture("login", `${server}/play`, (page) => page.locator("#guest-name").waitFor());
  // A name belongs to its player for some minutes: each picture has players of its own.
  const names = "Emanuel Siegbert Jose Alexandre Max Mikhail Vasily Tigran Boris Bobby Anatoly Garry Judit Vera Nona Maya".split(" ");
  const some = "ABCDEFGHIJKLMNOPQRSTUVWXYZ".split("");
  const fresh = (count) => Array.from({ length: count }, () => names.shift() ?? `Guest${some.shift()}abc`);
  /** Players who are there for the others, each in a browser of its own. */
  const guest = async (text) => {
    const page = await (await browser.newContext(sizes.desk)).newPage();
    await page.goto(`${server}/play`);
    await login(page, text);
    return page;
  };
  const seekers = [];
  for (const [player, seek] of [["Paul", "3 0 unrated"], ["Adolf", "5 3 unrated white"], ["Wilhelm", "15 10 unrated crazyhouse"]]) {
    const page = await guest(player);
    await command(page, `seek ${seek}`);
    seekers.push(page);
  }
  await picture("lobby", `${server}/play`, (page) => login(page, fresh(1)[0]));
  for (const page of seekers) await page.context().close();

  await picture("play", `${server}/play`, async (page) => {
    const [own, other] = fresh(2);
    await login(page, own);
    const opponent = await guest(other);
    await command(opponent, `match ${own} 5 3 unrated black`);
    await accept(page);
    await page.locator(".live-game:visible").waitFor();
    await opponent.locator(".live-game:visible").waitFor();
    for (const [at, move] of "e4 e5 Nf3 Nc6 Bb5 a6 Ba4 Nf6 O-O Be7".split(" ").entries()) {
      await type(at % 2 ? opponent : page, move);
      await page.waitForFunction((n) => document.querySelectorAll(".live-game .moves .move").length > n, at);
    }
    await opponent.getByRole("textbox", { name: "Command" }).fill("say Good luck!");
    await opponent.keyboard.press("Enter");
    await page.waitForTimeout(300);
    await opponent.context().close();
  });

  await picture("bughouse", `${server}/play`, async (page) => {
    const four = fresh(4);
    await login(page, four[0]);
    const others = [];
    for (const player of four.slice(1)) others.push(await guest(player));
    const seats = [page, ...others];
    for (const player of seats) await command(player, "set bugopen 1");
    for (const [one, two] of [[0, 1], [2, 3]]) {
      await command(seats[one], `partner ${four[two]}`);
      await accept(seats[two]);
    }
    await command(page, `match ${four[2]} 3 0 unrated white bughouse`);
    await accept(seats[2]);
    await page.locator(".live-game:visible .partner .board").waitFor();
    for (const [player, move] of [[0, "e4"], [2, "d5"], [0, "exd5"], [3, "e4"], [1, "P@d4"]]) {
      await type(seats[player], move);
      await page.waitForTimeout(400);
    }
    await page.keyboard.press("Escape");
    for (const player of others) await player.context().close();
  });
} finally {
  await browser.close();
  for (const child of children) child.kill();
  rmSync(folder, { recursive: true, force: true });
}
