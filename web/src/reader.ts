// Worker that reads texts. Its policy allows it no requests, and the module that it runs imports
// nothing, so no text leaves the browser from here.
import type { Answer, Files, Order, Reply, Start } from "./page/reader";

interface Exports {
  memory: WebAssembly.Memory;
  version(): number;
  version_length(): number;
  request(length: number): number;
  answer(): number;
  answer_length(): number;
}

let reader: Exports | null = null;
let language = new Uint8Array();
let diagnostics = new Uint8Array();

addEventListener("message", ({ data }: MessageEvent<Order | Files>) => {
  if ("module" in data) {
    begin(data).then(
      () => postMessage({ ready: true } satisfies Start),
      (error: unknown) => postMessage({ failed: String(error) } satisfies Start),
    );
    return;
  }
  answerTo(data).then(
    (reply) => postMessage(reply satisfies Reply),
    (error: unknown) => postMessage({ failed: String(error) } satisfies Reply),
  );
});

async function begin(files: Files): Promise<void> {
  language = new TextEncoder().encode(files.language);
  diagnostics = new Uint8Array(files.diagnostics);
  const { instance } = await WebAssembly.instantiate(files.module);
  const exports = instance.exports as unknown as Exports;
  const version = versionOf(exports);
  if (version !== files.version) throw new Error(`expected version ${files.version} of the reader, but found ${version}`);
  reader = exports;
  // The first text costs more: the engine compiles, and tables are made.
  await answerTo({ notation: "", shares: false, fields: [["text", "1. e4 e5"]] });
}

/** Modules before the first version have no function that tells it. */
function versionOf({ memory, version, version_length }: Partial<Exports>): string {
  if (!memory || !version || !version_length) return "none";
  return new TextDecoder().decode(new Uint8Array(memory.buffer, version() >>> 0, version_length() >>> 0));
}

async function answerTo({ notation, shares, fields }: Order): Promise<Answer> {
  if (!reader) throw new Error("a text came before the reader");
  const { memory, request, answer, answer_length } = reader;
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

function split(message: ArrayBuffer): Answer {
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
