// Live play on the real server: PARTIE names the program. Without it the tests are skipped.
import assert from "node:assert/strict";
import { execFileSync, spawn, type ChildProcess } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { connect, createServer, type AddressInfo, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import type { BrowserContextOptions, Page } from "playwright-core";
import { assertClean, axe, desk, drawn, phone, setUp, type Opened } from "./browser.js";
import { LivePlay } from "./live.js";

const program = process.env["PARTIE"];
const skip = program === undefined ? "PARTIE does not name the program" : false;
const { open } = setUp();
const folder = mkdtempSync(join(tmpdir(), "partie-play-"));
const children: ChildProcess[] = [];
let ports = { telnet: 0, http: 0 };

/** Starts the program and waits for words of it. */
async function start(args: string[], words: RegExp[]): Promise<string[]> {
  assert(program);
  const child = spawn(program, args, { stdio: ["ignore", "pipe", "pipe"] });
  children.push(child);
  let heard = "";
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(`${args.join(" ")} said only: ${heard}`)), 60_000);
    child.once("exit", () => reject(new Error(`${args.join(" ")} ended and said: ${heard}`)));
    for (const stream of [child.stdout, child.stderr]) {
      stream?.on("data", (text: Buffer) => {
        heard += text.toString();
        const found = words.map((word) => word.exec(heard)?.[1]);
        if (!found.every((value) => value !== undefined)) return;
        clearTimeout(timer);
        resolve(found);
      });
    }
  });
}

before(async () => {
  if (program === undefined) return;
  const any = "127.0.0.1:0";
  const args = ["serve", "--data", folder, "--telnet", any, "--tls", "off", "--http", any, "--private", "off"];
  const [telnet, http] = await start(args, [/telnet 127\.0\.0\.1:(\d+)/, /http 127\.0\.0\.1:(\d+)/]);
  ports = { telnet: Number(telnet), http: Number(http) };
});

after(() => {
  for (const child of children) child.kill();
  rmSync(folder, { recursive: true, force: true });
});

interface Player extends Opened {
  live: LivePlay;
  name: string;
}

/** Opens the page and logs a guest in. */
async function guest(name: string, options: BrowserContextOptions = desk, port = ports.http): Promise<Player> {
  const opened = await open(`http://127.0.0.1:${port}/play`, options);
  const live = new LivePlay(opened.page);
  await live.guest(name);
  await opened.page.locator(".player-name", { hasText: name }).first().waitFor();
  return { ...opened, live, name };
}

/** Lets two players begin a game of 3 minutes; the first has White. */
async function begin(white: Player, black: Player, kind = ""): Promise<void> {
  await command(white, `match ${black.name} 3 0 unrated white ${kind}`.trim());
  await black.page.getByRole("button", { name: /^Accept/ }).first().click();
  for (const { live } of [white, black]) await live.game.waitFor();
}

/** Types a command into the console. */
async function command({ page }: Player, line: string): Promise<void> {
  await page.keyboard.press("Control+/");
  const field = page.getByRole("textbox", { name: "Command" });
  await field.fill(line);
  await field.press("Enter");
}

/** Plays moves by clicks, in turn; waits until the other sees each. */
async function exchange(white: Player, black: Player, moves: string): Promise<void> {
  for (const [index, move] of moves.split(" ").entries()) {
    const [mover, other] = index % 2 === 0 ? [white, black] : [black, white];
    const [from, to] = [move.slice(0, 2), move.slice(2, 4)];
    await mover.live.click(from, to);
    await piece(other.page, to);
  }
}

/** Waits until the last move on the game that is shown went to a square. */
async function piece(page: Page, square: string): Promise<void> {
  await page.waitForFunction((name) => {
    const games = [...document.querySelectorAll<HTMLElement>(".live-game")];
    const game = games.find(({ offsetParent }) => offsetParent !== null);
    const cell = game?.querySelector(`:scope > .board .squares [data-square="${name}"]`);
    return cell?.getAttribute("aria-label")?.includes("moved here");
  }, square);
}

/** What axe is sure of: notices of the server may lie over what it cannot decide then. */
async function violations(page: Page): Promise<string[]> {
  return (await axe(page)).filter((line) => line.startsWith("violation"));
}

async function close(...players: Player[]): Promise<void> {
  for (const player of players) {
    await assertClean(player);
    await player.page.context().close();
  }
}

test("two browsers seek, play and end a game", { skip }, async () => {
  const anna = await guest("Anna");
  const boris = await guest("Boris", { ...phone, colorScheme: "dark" });
  await anna.page.getByRole("button", { name: /^5\+3/ }).click();
  await boris.page.getByRole("button", { name: /^Play: Anna/ }).first().click();
  await anna.live.game.waitFor();
  await boris.live.game.waitFor();
  const annas = (await anna.live.game.getAttribute("data-relation")) === "white";
  const [white, black] = annas ? [anna, boris] : [boris, anna];
  await exchange(white, black, "e2e4 e7e5 d1h5 b8c6 f1c4 g8f6");
  await white.live.click("h5", "f7");
  await white.page.getByText("You won").first().waitFor();
  await black.page.getByText("You lost").first().waitFor();
  assert.equal((await drawn(black.page))["f7"], "white queen");
  for (const { page } of [white, black]) assert.deepEqual(await violations(page), []);
  await white.live.game.locator(".menu > summary").click();
  const [read] = await Promise.all([
    white.page.context().waitForEvent("page"),
    white.page.getByRole("button", { name: "Game page" }).click(),
  ]);
  await read.getByText("All text was understood.").waitFor();
  assert.deepEqual(await read.locator("a.move").allInnerTexts(), ["e4", "e5", "Qh5", "Nc6", "Bc4", "Nf6", "Qxf7#"]);
  assert.equal(await read.locator(".chart.times").count(), 1, "with the clocks");
  await read.close();
  await white.page.getByRole("button", { name: "Rematch" }).click();
  await black.page.getByRole("button", { name: /^Accept/ }).first().click();
  await white.page.getByRole("button", { name: "Take back" }).waitFor();
  await close(anna, boris);
});

/** A telnet client, as xboard is one. */
class Telnet {
  private heard = "";
  private constructor(private readonly socket: Socket) {
    socket.on("data", (bytes) => (this.heard += bytes.toString("latin1")));
  }

  static async guest(name: string): Promise<Telnet> {
    const made = new Telnet(connect(ports.telnet, "127.0.0.1"));
    await made.until("login: ");
    made.say(name);
    await made.until("Press return");
    made.say("");
    await made.until("fics% ");
    made.say("style 12");
    await made.until("Style 12 set");
    return made;
  }

  say(line: string): void {
    this.socket.write(`${line}\n`);
  }

  /** Waits for words; what came before them is forgotten. */
  async until(words: string): Promise<void> {
    const end = Date.now() + 30_000;
    while (!this.heard.includes(words)) {
      assert(Date.now() < end, `no ${words} in ${this.heard}`);
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
    this.heard = this.heard.slice(this.heard.indexOf(words) + words.length);
  }

  end(): void {
    this.socket.destroy();
  }
}

test("a browser plays a telnet client, with offers and talk", { skip }, async () => {
  const telnet = await Telnet.guest("Tomas");
  const anna = await guest("Annika");
  telnet.say("match Annika 3 0 unrated black");
  await anna.page.getByRole("button", { name: /^Accept/ }).first().click();
  await anna.live.game.waitFor();
  await anna.live.click("e2", "e4");
  await telnet.until("P/e2-e4");
  telnet.say("c5");
  await piece(anna.page, "c5");
  telnet.say("say good luck");
  await anna.page.locator("[role=log]", { hasText: "good luck" }).first().waitFor();
  await anna.page.getByRole("button", { name: "Take back" }).click();
  await telnet.until("would like to take back 2 half move(s)");
  telnet.say("accept");
  await anna.page.waitForFunction(() => !document.querySelector(".live-game .moves .move"));
  telnet.say("draw");
  await anna.page.getByRole("button", { name: /^Decline/ }).first().click();
  await telnet.until("Annika declines the draw");
  const resign = anna.page.getByRole("button", { name: /^Resign/ });
  await resign.click();
  await resign.click();
  await telnet.until("Annika resigns} 0-1");
  await anna.page.getByText("You lost").first().waitFor();
  telnet.end();
  await close(anna);
});

const xboard = ["/usr/games/xboard", "/usr/bin/xboard"].find(existsSync);
const xvfb = ["/usr/bin/Xvfb"].find(existsSync);
const absent = xboard && xvfb ? false : "xboard or Xvfb is not installed";
const noXboard = skip || (process.env["PARTIE_TEST_XBOARD"] === "required" ? false : absent);

test("a browser plays xboard", { skip: noXboard }, async () => {
  assert(xboard && xvfb, "xboard or Xvfb is not installed");
  // Xvfb chooses a free display and writes its number.
  const screen = spawn(xvfb, ["-displayfd", "3", "-screen", "0", "800x700x24"], { stdio: ["ignore", "ignore", "ignore", "pipe"] });
  children.push(screen);
  const display = await new Promise<string>((resolve) => screen.stdio[3]?.once("data", (text: Buffer) => resolve(text.toString().trim())));
  const logon = join(folder, "xboard.logon");
  const debug = join(folder, "xboard.debug");
  writeFileSync(logon, "Xander\n\n");
  const child = spawn(
    xboard,
    ["-ics", "-icshost", "127.0.0.1", "-icsport", String(ports.telnet), "-icslogon", logon, "-xpopup", "-soundProgram", "true", "-debug", "-nameOfDebugFile", debug],
    { env: { ...process.env, DISPLAY: `:${display}` }, stdio: ["pipe", "ignore", "ignore"] },
  );
  children.push(child);
  // What it shows has no lines of boards; its log has them.
  const until = async (words: string): Promise<void> => {
    const end = Date.now() + 60_000;
    while (!existsSync(debug) || !readFileSync(debug, "latin1").includes(words)) {
      assert(Date.now() < end, `xboard heard no ${words}`);
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  };
  await until("Starting FICS session as Xander");
  const anna = await guest("Annabel");
  child.stdin.write("match Annabel 3 0 unrated black\n");
  await anna.page.getByRole("button", { name: /^Accept/ }).first().click();
  await anna.live.game.waitFor();
  await anna.live.click("f2", "f3");
  await until("P/f2-f3");
  child.stdin.write("e7e5\n");
  await piece(anna.page, "e5");
  await anna.live.click("g2", "g4");
  await until("P/g2-g4");
  child.stdin.write("Qh4\n");
  await anna.page.getByText("You lost").first().waitFor();
  await until("Annabel checkmated} 0-1");
  await close(anna);
});

/** A way to the server that can be cut. */
class Relay {
  private readonly sockets = new Set<Socket>();
  private up = true;
  private constructor(private readonly server = createServer()) {}

  static async start(): Promise<Relay> {
    const relay = new Relay();
    relay.server.on("connection", (near) => {
      if (!relay.up) {
        near.destroy();
        return;
      }
      const far = connect(ports.http, "127.0.0.1");
      for (const [one, other] of [[near, far], [far, near]] as const) {
        relay.sockets.add(one);
        one.pipe(other);
        one.on("error", () => other.destroy());
        one.on("close", () => other.destroy());
      }
    });
    await new Promise<void>((resolve) => relay.server.listen(0, "127.0.0.1", resolve));
    return relay;
  }

  get port(): number {
    return (this.server.address() as AddressInfo).port;
  }

  cut(): void {
    this.up = false;
    for (const socket of this.sockets) socket.destroy();
    this.sockets.clear();
  }

  restore(): void {
    this.up = true;
  }

  close(): void {
    this.cut();
    this.server.close();
  }
}

test("a game goes on after a broken connection, and after the page was loaded again", { skip }, async () => {
  const relay = await Relay.start();
  const sleeper = await guest("Schlaf", desk, relay.port);
  const other = await guest("Wachen");
  await begin(sleeper, other);
  await exchange(sleeper, other, "e2e4 e7e5");
  relay.cut();
  await sleeper.page.locator(".connection", { hasText: "reconnecting" }).waitFor();
  // Played while the way is cut, and sent when it is there again.
  await sleeper.live.click("g1", "f3");
  relay.restore();
  await piece(other.page, "f3");
  await sleeper.page.locator(".connection", { hasText: /^connected/ }).waitFor();
  relay.cut();
  await other.live.click("b8", "c6");
  relay.restore();
  await piece(sleeper.page, "c6");
  await sleeper.page.reload();
  await sleeper.live.game.waitFor();
  await piece(sleeper.page, "c6");
  assert.deepEqual(await sleeper.live.game.locator(".moves .move").allInnerTexts(), ["e4", "e5", "Nf3", "Nc6"]);
  await sleeper.live.click("f1", "b5");
  await piece(other.page, "b5");
  // Of the second tab of one session, the first hears, and may take it back.
  const second = await sleeper.page.context().newPage();
  await second.goto(`http://127.0.0.1:${relay.port}/play`);
  await second.locator(".live-game:visible").waitFor();
  await sleeper.page.locator(".banner", { hasText: "This session goes on in another tab or window." }).waitFor();
  await sleeper.page.getByRole("button", { name: "Play here" }).click();
  await second.locator(".banner", { hasText: "This session goes on in another tab or window." }).waitFor();
  await other.live.click("a7", "a6");
  await piece(sleeper.page, "a6");
  await sleeper.live.click("b5", "a4");
  await piece(other.page, "a4");
  // A guest whose tabs are closed comes back to the game.
  await sleeper.page.close();
  await second.close();
  const third = await sleeper.page.context().newPage();
  await third.goto(`http://127.0.0.1:${relay.port}/play`);
  await third.locator(".live-game:visible").waitFor();
  await piece(third, "a4");
  await other.page.context().close();
  await sleeper.page.context().close();
  relay.close();
});

test("four play bughouse", { skip }, async () => {
  const names = ["Alina", "Bruno", "Clara", "Denis"];
  const players: Player[] = [];
  for (const name of names) players.push(await guest(name));
  const [alina, bruno, clara, denis] = players as [Player, Player, Player, Player];
  for (const [one, two] of [[alina, clara], [bruno, denis]] as const) {
    // The box shows what the server says.
    await two.page.getByLabel("Open for bughouse").click();
    await two.page.locator("#play-bughouse:checked").waitFor();
    await one.page.getByRole("button", { name: `Partner: ${two.name}` }).click();
    await two.page.getByRole("button", { name: /^Accept/ }).first().click();
  }
  await command(alina, "match Bruno 3 0 unrated white bughouse");
  await bruno.page.getByRole("button", { name: /^Accept/ }).first().click();
  for (const { page } of players) {
    await page.locator(".live-game:visible .partner .board").waitFor();
  }
  await exchange(alina, bruno, "e2e4 d7d5 e4d5");
  // Clara, who has Black, gets the pawn that Alina took, and drops it.
  const pocket = clara.live.game.locator("> .player-black .pocket");
  await pocket.getByRole("button", { name: /pawn/ }).first().waitFor();
  await denis.live.click("e2", "e4");
  await piece(clara.page, "e4");
  await pocket.getByRole("button", { name: /pawn/ }).first().click();
  await clara.live.click("d4");
  await piece(denis.page, "d4");
  const seen = alina.page.locator(".partner .squares [data-square='d4']");
  await alina.page.waitForFunction((cell) => cell?.getAttribute("aria-label")?.includes("pawn"), await seen.elementHandle());
  await clara.page.getByRole("button", { name: "I need a knight" }).click();
  await alina.page.getByRole("button", { name: /^Talk and console/ }).click();
  await alina.page.locator("[role=log]:visible", { hasText: "I need a knight" }).waitFor();
  await command(bruno, "resign");
  const ended = alina.live.game.locator(".menu > summary");
  await ended.click();
  const [saved] = await Promise.all([alina.page.waitForEvent("download"), alina.live.game.getByRole("button", { name: "BPGN" }).click()]);
  const path = join(folder, saved.suggestedFilename());
  await saved.saveAs(path);
  // Every part of it is understood.
  assert(program);
  execFileSync(program, ["check", path]);
  assert.match(readFileSync(path, "utf8"), /\[WhiteA "Alina"\]\n\[BlackA "Bruno"\]\n\[WhiteB "Denis"\]\n\[BlackB "Clara"\][^]*1A\. e4\{[^]*1B\. e4\{[^]*1b\. P@d4\{[^]*\{Bruno resigns\} 1-0/);
  await ended.click();
  const [opened] = await Promise.all([alina.page.context().waitForEvent("page"), alina.live.game.getByRole("button", { name: "Game page" }).click()]);
  await opened.waitForSelector(".viewer.live");
  assert.equal(await opened.locator("cg-board").count(), 2);
  await opened.close();
  assert.deepEqual(await violations(alina.page), []);
  // The server lists the game, with both boards on its page.
  const { page } = clara;
  await page.goto(`http://127.0.0.1:${ports.http}/games`);
  const row = page.locator("tbody tr").first();
  assert.match(await row.innerText(), /Alina & Clara\s+Bruno & Denis\s+1–0/);
  await row.getByRole("link").first().click();
  await page.waitForSelector(".viewer.live");
  assert.equal(await page.locator("cg-board").count(), 2);
  assert.match(await page.locator(".moves-pane").innerText(), /1b\.\s*P?@d4/);
  await close(...players);
});

test("a game is played by the keyboard alone", { skip }, async () => {
  const keys = await guest("Klavesa");
  const other = await guest("Mysak");
  await begin(keys, other);
  const { page, live } = keys;
  await live.type("e4");
  await piece(other.page, "e4");
  await other.live.click("e7", "e5");
  await live.said("pawn from e7 to e5");
  // On the board: to the bishop, to its goal.
  await live.game.locator(".squares [data-square='f1']").focus();
  await page.keyboard.press("Enter");
  for (let step = 0; step < 3; step += 1) {
    await page.keyboard.press("ArrowUp");
    await page.keyboard.press("ArrowLeft");
  }
  await page.keyboard.press("Enter");
  await piece(other.page, "c4");
  await live.type("c");
  await live.mentioned(/minutes/);
  await live.type("/resign");
  await live.type("/resign");
  await page.getByText("You lost").first().waitFor();
  await close(keys, other);
});

test("an account: register, log in with the password, and change it", { skip }, async () => {
  const fresh = await guest("Registra");
  await fresh.page.getByRole("button", { name: "Account" }).click();
  await fresh.page.getByLabel("E-mail address").fill("r@example.org");
  await fresh.page.getByLabel("Your name").fill("Regina Strana");
  await fresh.page.getByRole("button", { name: "Register" }).click();
  // The password is shown, and the page knows that she is no guest any more.
  const answer = fresh.page.locator(".answer.done", { hasText: "You are registered. Your password is" });
  await answer.waitFor();
  const text = await answer.innerText();
  const password = /password (?:is|:)\s*"?([A-Za-z0-9]+)/i.exec(text)?.[1];
  assert(password, text);
  await fresh.page.locator(".player-name", { hasText: /^Registra$/ }).waitFor();
  await fresh.page.getByRole("button", { name: "Register" }).waitFor({ state: "hidden" });
  assert.doesNotMatch(await fresh.page.locator(".account-pages").first().innerText(), /NOT a registered player/);
  await fresh.page.context().close();
  const opened = await open(`http://127.0.0.1:${ports.http}/play`, desk);
  const live = new LivePlay(opened.page);
  await live.login("Registra", "wrong");
  await opened.page.locator("#login-error", { hasText: "The password is not right." }).waitFor();
  await live.login("Registra", password);
  await opened.page.locator(".player-name", { hasText: "Registra" }).first().waitFor();
  await opened.page.getByRole("button", { name: "Account" }).click();
  await opened.page.getByLabel("Old password").fill(password);
  await opened.page.getByLabel("New password", { exact: true }).fill("Lasker1894");
  await opened.page.getByLabel("New password again").fill("Lasker1894");
  // What is not taken stays in the fields, with the reason beside them.
  await opened.page.getByLabel("Old password").fill("wrong1");
  const form = opened.page.locator("form", { hasText: "Change the password" });
  await form.getByRole("button").click();
  await form.locator(".answer:not(.done)", { hasText: "The old password is not right." }).waitFor();
  assert.equal(await opened.page.getByLabel("Old password").inputValue(), "wrong1");
  await opened.page.getByLabel("Old password").fill(password);
  await form.getByRole("button").click();
  await form.locator(".answer.done", { hasText: "The password is changed." }).waitFor();
  assert.equal(await opened.page.getByLabel("Old password").inputValue(), "");
  await opened.page.context().close();
  const again = await open(`http://127.0.0.1:${ports.http}/play`, desk);
  await new LivePlay(again.page).login("Registra", "Lasker1894");
  await again.page.locator(".player-name", { hasText: "Registra" }).first().waitFor();
  await again.page.context().close();
});

test("finished games are listed, played through, and counted for their players", { skip }, async () => {
  const [ema, filip] = [await guest("Ema"), await guest("Filip")];
  await begin(ema, filip);
  await exchange(ema, filip, "f2f3 e7e5 g2g4");
  await filip.live.click("d8", "h4");
  await ema.page.getByText("You lost").first().waitFor();
  await filip.page.context().close();
  const { page } = ema;
  await page.goto(`http://127.0.0.1:${ports.http}/games`);
  const row = page.locator("tbody tr", { hasText: "Ema" }).first();
  assert.match(await row.innerText(), /Ema\s+Filip\s+0–1/);
  await row.getByRole("link", { name: "Filip" }).click();
  await page.getByRole("heading", { level: 1, name: "Filip" }).waitFor();
  const facts = await page.locator(".sub").allInnerTexts();
  assert.match(facts.join("; "), /^Games: 1 .*; Score: 100.0% \(\+1 =0 −0\)/);
  await page.goBack();
  await row.getByRole("link").first().click();
  await page.locator(".viewer.live").waitFor();
  await page.keyboard.press("End");
  assert.match(await page.locator(".moves-pane").innerText(), /Qh4#/);
  await page.context().close();
});

test("the page of another server plays there", { skip }, async () => {
  const [port] = await start(["ics", "page", `127.0.0.1:${ports.telnet}`, "--timeseal", "--no-browser"], [/127\.0\.0\.1:(\d+)\/play/]);
  const far = await guest("Daleko", desk, Number(port));
  const near = await guest("Blizko");
  await begin(far, near);
  await exchange(far, near, "d2d4 g8f6 c2c4");
  await command(near, "finger Daleko");
  await near.page.locator("[role=log]:visible", { hasText: /Timeseal +: On/ }).waitFor();
  await far.page.getByRole("heading", { level: 1, name: /127\.0\.0\.1/ }).waitFor();
  await close(far, near);
});

test("arrivals are in the list of players at once, and one's own words stay after a reload", { skip }, async () => {
  const nina = await guest("Nina");
  // Lists are also asked for every ten seconds, but not here.
  await nina.page.addInitScript(() => Object.assign(window, { setInterval: () => 0 }));
  await nina.page.reload();
  await nina.page.locator(".player-name", { hasText: "Nina" }).first().waitFor();
  const olaf = await guest("Olaf");
  await nina.page.getByRole("button", { name: "Challenge: Olaf" }).waitFor();
  await begin(nina, olaf);
  await command(nina, "say good luck");
  await nina.page.locator(".said.own", { hasText: "→ Olaf good luck" }).waitFor({ state: "attached" });
  await nina.page.reload();
  await nina.page.locator(".said.own", { hasText: "→ Olaf good luck" }).waitFor({ state: "attached" });
  await close(nina, olaf);
});

test("a server that begins anew leaves the board, its record and the name", { skip }, async () => {
  const away = mkdtempSync(join(tmpdir(), "partie-restart-"));
  const free = createServer().listen(0, "127.0.0.1");
  await new Promise((resolve) => free.once("listening", resolve));
  const { port } = free.address() as AddressInfo;
  free.close();
  const args = ["serve", "--data", away, "--telnet", "off", "--tls", "off", "--http", `127.0.0.1:${port}`, "--private", "off"];
  await start(args, [/http 127\.0\.0\.1:(\d+)/]);
  const first = children.at(-1);
  const petr = await guest("Petr", desk, port);
  const quido = await guest("Quido", desk, port);
  await begin(petr, quido);
  await exchange(petr, quido, "e2e4 e7e5");
  first?.kill();
  await new Promise((resolve) => first?.once("exit", resolve));
  await start(args, [/http 127\.0\.0\.1:(\d+)/]);
  const { page, live } = petr;
  const banner = page.locator(".banner:visible");
  await banner.filter({ hasText: "The session was lost. Please log in again." }).waitFor({ timeout: 60_000 });
  assert.deepEqual(await live.game.locator(".moves .move").allInnerTexts(), ["e4", "e5"]);
  assert.equal(await page.getByRole("button", { name: "Rematch" }).count(), 0);
  const [saved] = await Promise.all([page.waitForEvent("download"), live.game.getByRole("button", { name: "PGN" }).click()]);
  assert.match(readFileSync(await saved.path(), "utf8"), /1\. e4 [^]*e5 [^]*\*\n$/);
  await banner.getByRole("button", { name: "Log in" }).click();
  assert.equal(await page.locator("#guest-name").inputValue(), "Petr");
  await page.locator("#guest-error", { hasText: "The session was lost." }).waitFor();
  await page.getByRole("button", { name: "Play", exact: true }).click();
  await page.locator(".player-name", { hasText: "Petr" }).waitFor();
  for (const player of [petr, quido]) await player.page.context().close();
  rmSync(away, { recursive: true, force: true });
});
