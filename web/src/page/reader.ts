/** What the worker needs to read texts. */
export interface Files {
  module: ArrayBuffer;
  /** The version of the module that the page expects. */
  version: string;
  /** The language of the page. */
  language: string;
  /** The file with diagnostics in this language; empty for English. */
  diagnostics: ArrayBuffer;
}

/** A form for the worker that reads texts. */
export interface Order {
  /** Letters of the pieces: a choice of the page's settings. */
  notation: string;
  /** True if the server keeps texts that are shared. */
  shares: boolean;
  fields: [string, FormDataEntryValue][];
}

/** Its first message, after it was given the files: that it can read, or why not. */
export type Start = { ready: true } | { failed: string };
/** Its answer to a form: a page, a file that was asked for, or why there is none. */
export type Reply = Answer | { failed: string };
export type Answer = { page: string } | { file: File };

interface Reader {
  worker: Worker;
  /** Rejected when the worker fails. */
  broken: Promise<never>;
}

/** The script's own element names the files of the reader, on pages that have a form for texts. */
const own = document.querySelector<HTMLScriptElement>("script[data-worker]")?.dataset;
let able = own?.["wasm"] !== undefined && "Worker" in window && "WebAssembly" in window;
/** True after the reader failed on a text, until there is another one. */
let failed = false;
let reader: Promise<Reader> | null = null;

/** True if this browser reads the text by itself. */
export function readsHere(): boolean {
  return able && !failed;
}

/** Shows where texts are read. */
export function showWhere(): void {
  document.documentElement.classList.toggle("reads-texts", readsHere());
}

/** Gets the reader ready for another text, also after it failed on the one before. */
export function expectText(): void {
  failed = false;
  showWhere();
  prepareReader();
}

/** Loads the reader, if it is not there yet. One that does not start leaves texts to the server. */
function prepareReader(): void {
  if (!readsHere() || reader) return;
  reader = start();
  reader.catch(() => {
    able = false;
    showWhere();
  });
}

/** Ends the reader; the next text starts another one. */
function stop(): void {
  void reader?.then(({ worker }) => worker.terminate(), () => undefined);
  reader = null;
}

async function start(): Promise<Reader> {
  const worker = new Worker(own?.["worker"] ?? "");
  const broken = new Promise<never>((_, reject) => {
    worker.addEventListener("error", (event) => {
      // One that stopped between two texts is missed by nobody.
      reader = null;
      // Its script did not load, which is known later than the module's if the machine is busy.
      if (!(event instanceof ErrorEvent)) {
        able = false;
        showWhere();
      }
      reject(new Error("the worker stopped"));
    });
  });
  const load = async (): Promise<Reader> => {
    const words = own?.["diagnostics"];
    const [module, diagnostics] = await Promise.all([file(own?.["wasm"] ?? ""), words ? file(words) : new ArrayBuffer()]);
    const { lang: language } = document.documentElement;
    const started = new Promise<Start>((resolve) =>
      worker.addEventListener("message", ({ data }: MessageEvent<Start>) => resolve(data), { once: true }),
    );
    const version = own?.["reader"] ?? "";
    worker.postMessage({ module, version, language, diagnostics } satisfies Files, [module, diagnostics]);
    const first = await started;
    if ("failed" in first) throw new Error(first.failed);
    return { worker, broken };
  };
  return Promise.race([load(), broken]).catch((error: unknown) => {
    worker.terminate();
    throw error;
  });
}

async function file(address: string): Promise<ArrayBuffer> {
  const answer = await fetch(address);
  if (!answer.ok) throw new Error(`the reader does not load: ${answer.status}`);
  return answer.arrayBuffer();
}

/**
 * Reads a text in the worker. If that fails, the text is not sent: it was promised to stay. It is left
 * to the server when it is read again, and other texts to a new worker.
 */
export async function readHere(form: FormData, signal: AbortSignal): Promise<Answer> {
  prepareReader();
  try {
    const { worker, broken } = await (reader ?? start());
    const reply = new Promise<Reply>((resolve, reject) => {
      // The worker would read on, though no one waits for it. The next text starts another one.
      const leave = (): void => {
        worker.terminate();
        reader = null;
        reject(new Error("another text is read"));
      };
      if (signal.aborted) throw new Error("another text is read");
      signal.addEventListener("abort", leave, { once: true });
      const take = ({ data }: MessageEvent<Reply>): void => {
        signal.removeEventListener("abort", leave);
        resolve(data);
      };
      worker.addEventListener("message", take, { once: true });
    });
    const order: Order = {
      notation: own?.["notation"] ?? "",
      shares: own?.["shares"] !== undefined,
      fields: [...form],
    };
    if (!signal.aborted) worker.postMessage(order);
    const answer = await Promise.race([reply, broken]);
    if (!("failed" in answer)) return answer;
    throw new Error(answer.failed);
  } catch (error) {
    if (!signal.aborted) {
      stop();
      failed = true;
      showWhere();
    }
    throw error;
  }
}
