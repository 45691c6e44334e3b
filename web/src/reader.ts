// Worker that reads texts. Its policy allows it no requests, and the module that it runs imports
// nothing, so no text leaves the browser from here.
import type { Files, Order, Reply } from "./page/reader";

interface Exports {
  memory: WebAssembly.Memory;
  request(length: number): number;
  answer(): number;
  answer_length(): number;
}

let reader: Promise<Exports> | null = null;
let language = new Uint8Array();
let diagnostics = new Uint8Array();

addEventListener("message", ({ data }: MessageEvent<Order | Files>) => {
  if ("module" in data) {
    language = new TextEncoder().encode(data.language);
    diagnostics = new Uint8Array(data.diagnostics);
    reader = WebAssembly.instantiate(data.module).then(({ instance }) => instance.exports as unknown as Exports);
    // The first text costs more: the engine compiles, and tables are made. Mistakes are said by the next one.
    answerTo({ notation: "", shares: false, fields: [["text", "1. e4 e5"]] }).catch(() => undefined);
    return;
  }
  answerTo(data).then(
    (reply) => postMessage(reply),
    async (error: unknown) => {
      const started = await (reader?.then(() => true, () => false) ?? false);
      postMessage({ failed: String(error), started } satisfies Reply);
    },
  );
});

async function answerTo({ notation, shares, fields }: Order): Promise<Reply> {
  if (!reader) throw new Error("a text came before the reader");
  const { memory, request, answer, answer_length } = await reader;
  const encoder = new TextEncoder();
  const parts = [language, diagnostics, encoder.encode(notation), encoder.encode(shares ? "1" : "")];
  for (const [name, value] of fields) {
    const file = typeof value === "string" ? "" : value.name;
    const bytes = typeof value === "string" ? encoder.encode(value) : new Uint8Array(await value.arrayBuffer());
    parts.push(encoder.encode(name), encoder.encode(file), bytes);
  }
  const length = parts.reduce((sum, part) => sum + 4 + part.length, 0);
  // The memory moves when it grows: it is looked at anew after each call.
  let at = request(length) >>> 0;
  const view = new DataView(memory.buffer);
  for (const part of parts) {
    view.setUint32(at, part.length, true);
    new Uint8Array(memory.buffer).set(part, at + 4);
    at += 4 + part.length;
  }
  const start = answer() >>> 0;
  return split(memory.buffer.slice(start, start + (answer_length() >>> 0)));
}

function split(message: ArrayBuffer): Reply {
  const view = new DataView(message);
  const parts: ArrayBuffer[] = [];
  for (let at = 0; at < message.byteLength; ) {
    const end = at + 4 + view.getUint32(at, true);
    parts.push(message.slice(at + 4, end));
    at = end;
  }
  const [first, type, content] = parts;
  const decoder = new TextDecoder();
  if (!first || !type || !content) return { page: decoder.decode(first) };
  return { file: new File([content], decoder.decode(first), { type: decoder.decode(type) }) };
}
