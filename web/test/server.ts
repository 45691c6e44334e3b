import { readFile } from "node:fs/promises";
import { createServer, type IncomingMessage, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { Peer } from "./socket.js";

// Compiled tests lie in build/test.
export const fixtures = new URL("../../test/fixtures/", import.meta.url);
export const assets = new URL("../../../crates/partie-page/assets/", import.meta.url);

const policy =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; " +
  "connect-src 'self'; worker-src 'self'; font-src 'self'; form-action 'self'; base-uri 'none'";

const types: Record<string, string> = {
  html: "text/html; charset=utf-8",
  js: "text/javascript",
  css: "text/css",
  svg: "image/svg+xml",
};

/** A form that a page has sent. */
export interface Posted {
  path: string;
  body: string;
}

/** Server of the fixtures on a free port, with the policy that Partie sends. */
export class FixtureServer {
  readonly posted: Posted[] = [];
  /** Queries of `/explore` that were answered. */
  readonly explored: string[] = [];
  /** Fixture that answers `POST /read`, or null for an answer that is no page. */
  answer: string | null = "read.html";

  /** Page of another site, which has no policy. */
  club = "";
  /** Page at `/html`. */
  html = "";

  /** Called for each socket that a page opens. */
  onSocket: (peer: Peer) => void = (peer) => peer.close();

  private constructor(private readonly server: Server) {}

  static async start(): Promise<FixtureServer> {
    const server = createServer();
    const made = new FixtureServer(server);
    server.on("request", (request, response) => {
      void made.respond(request).then(({ status, type, body }) => {
        const embed = request.url?.startsWith("/embed/") ? "; frame-ancestors *" : "; frame-ancestors 'none'";
        if (request.url === "/club") {
          response.writeHead(200, { "content-type": "text/html; charset=utf-8" });
          response.end(made.club);
          return;
        }
        response.writeHead(status, { "content-type": type, "content-security-policy": policy + embed });
        response.end(body);
      });
    });
    server.on("upgrade", (request, socket) => made.onSocket(Peer.accept(request, socket)));
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    return made;
  }

  url(path: string): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}/${path}`;
  }

  close(): void {
    this.server.close();
    this.server.closeAllConnections();
  }

  private async respond(request: IncomingMessage): Promise<{ status: number; type: string; body: Buffer | string }> {
    const address = new URL(request.url ?? "/", "http://localhost");
    let path = address.pathname.slice(1);
    if (request.method === "POST") {
      const chunks: Buffer[] = [];
      for await (const chunk of request) chunks.push(chunk as Buffer);
      this.posted.push({ path, body: Buffer.concat(chunks).toString("utf8") });
      if (this.answer === null) return { status: 502, type: "text/plain", body: "no page" };
      return { status: 200, type: "text/html; charset=utf-8", body: await readFile(new URL(this.answer, fixtures)) };
    }
    // Positions of the explorer are named by their moves, those of the panel by their FEN.
    if (path === "explore") {
      const play = address.searchParams.get("play");
      path = play ? `explore-${play.replaceAll(",", "-")}.html` : "explore.html";
      this.explored.push(address.search);
    }
    if (path === "html") return { status: 200, type: "text/html; charset=utf-8", body: this.html };
    const file = path.startsWith("assets/") ? new URL(path.slice(7), assets) : new URL(path, fixtures);
    if (path.startsWith("embed/games/")) {
      return { status: 200, type: "text/html; charset=utf-8", body: embedded(await readFile(new URL("game.html", fixtures), "utf8")) };
    }
    try {
      const type = types[path.split(".").pop() ?? ""] ?? "application/octet-stream";
      return { status: 200, type, body: await readFile(file) };
    } catch {
      return { status: 404, type: "text/plain", body: "not found" };
    }
  }
}

/** The page of a game as it is embedded: without what is around it. */
function embedded(html: string): string {
  return html
    .replace('<html lang="en"', '<html lang="en" class="embed"')
    .replace(/<a class="skip"[^]*?<\/header>/, "")
    .replace(/<footer[^]*?<\/footer>/, "")
    .replace("<body>", '<body><p class="open-full"><a href="/games/12?at=1" target="_blank" rel="noopener">Open the whole page</a></p>');
}
