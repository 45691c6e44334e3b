import { createHash } from "node:crypto";
import type { IncomingMessage } from "node:http";
import type { Duplex } from "node:stream";

/** The server's end of a WebSocket: text messages of one frame, as pages send them. */
export class Peer {
  onText: (text: string) => void = () => {};
  onClose: () => void = () => {};
  private buffer = Buffer.alloc(0);
  open = true;

  private constructor(
    private readonly socket: Duplex,
    /** Address that the page asked for. */
    readonly path: string,
  ) {
    socket.on("data", (chunk: Buffer) => this.take(chunk));
    socket.on("error", () => this.end());
    socket.on("close", () => this.end());
  }

  static accept(request: IncomingMessage, socket: Duplex): Peer {
    const key = request.headers["sec-websocket-key"] ?? "";
    const answer = createHash("sha1").update(`${key}258EAFA5-E914-47DA-95CA-C5AB0DC85B11`).digest("base64");
    socket.write(
      `HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: ${answer}\r\n\r\n`,
    );
    return new Peer(socket, request.url ?? "");
  }

  send(text: string): void {
    if (!this.open) return;
    const payload = Buffer.from(text, "utf8");
    const long = payload.length > 65_535;
    const head = payload.length < 126 ? Buffer.alloc(2) : Buffer.alloc(long ? 10 : 4);
    head[0] = 0x81;
    if (payload.length < 126) head[1] = payload.length;
    else if (long) {
      head[1] = 127;
      head.writeBigUInt64BE(BigInt(payload.length), 2);
    } else {
      head[1] = 126;
      head.writeUInt16BE(payload.length, 2);
    }
    this.socket.write(Buffer.concat([head, payload]));
  }

  /** Breaks the connection, as a network does that goes away. */
  close(): void {
    this.socket.destroy();
    this.end();
  }

  private end(): void {
    if (!this.open) return;
    this.open = false;
    this.onClose();
  }

  private take(chunk: Buffer): void {
    this.buffer = Buffer.concat([this.buffer, chunk]);
    for (;;) {
      const { buffer } = this;
      if (buffer.length < 6) return;
      const short = (buffer[1] ?? 0) & 0x7f;
      const extra = short === 126 ? 2 : short === 127 ? 8 : 0;
      if (buffer.length < 6 + extra) return;
      const length = short === 126 ? buffer.readUInt16BE(2) : short === 127 ? Number(buffer.readBigUInt64BE(2)) : short;
      const start = 6 + extra;
      if (buffer.length < start + length) return;
      const mask = buffer.subarray(2 + extra, start);
      const masked = buffer.subarray(start, start + length);
      const payload = Buffer.from(masked.map((byte, index) => byte ^ (mask[index % 4] ?? 0)));
      this.buffer = buffer.subarray(start + length);
      const opcode = (buffer[0] ?? 0) & 0x0f;
      if (opcode === 1) this.onText(payload.toString("utf8"));
      else if (opcode === 8) this.close();
    }
  }
}
