/** A form for the worker that reads texts. */
export interface Order {
  language: string;
  /** Letters of the pieces: a choice of the page's settings. */
  notation: string;
  /** True if the server keeps texts that are shared. */
  shares: boolean;
  fields: [string, FormDataEntryValue][];
}

/** Its answer: a page, a file that was asked for, or why there is none. */
export type Reply = Answer | { failed: string };
export type Answer = { page: string } | { file: File };

interface Reader {
  worker: Worker;
  /** Rejected when the worker fails. */
  broken: Promise<never>;
}

/** The script's own element names the files of the reader, on pages that have a form for texts. */
const own = document.querySelector<HTMLScriptElement>("script[data-worker]")?.dataset;
let works = own !== undefined && "Worker" in window && "WebAssembly" in window;
let reader: Promise<Reader> | null = null;

/** True if this browser reads texts by itself. */
export function readsHere(): boolean {
  return works;
}

/** Shows where texts are read. */
export function showWhere(): void {
  document.documentElement.classList.toggle("reads-texts", works);
}

/** Loads the reader, if it is not there yet. Without one, texts are read on the server. */
export function prepareReader(): void {
  if (!works || reader) return;
  reader = start();
  reader.catch(giveUp);
}

function giveUp(): void {
  void reader?.then(({ worker }) => worker.terminate(), () => undefined);
  works = false;
  showWhere();
}

async function start(): Promise<Reader> {
  const worker = new Worker(own?.["worker"] ?? "");
  const broken = new Promise<never>((_, reject) => {
    worker.addEventListener("error", () => reject(new Error("the worker stopped")));
  });
  const load = async (): Promise<Reader> => {
    const answer = await fetch(own?.["wasm"] ?? "");
    if (!answer.ok) throw new Error(`the reader does not load: ${answer.status}`);
    const module = await answer.arrayBuffer();
    worker.postMessage(module, [module]);
    return { worker, broken };
  };
  return Promise.race([load(), broken]);
}

/**
 * Reads a text in the worker. If that fails, texts are sent to the server from then on, but this one
 * is not: it was promised to stay.
 */
export async function readHere(form: FormData, signal: AbortSignal): Promise<Answer> {
  prepareReader();
  try {
    const { worker, broken } = await (reader ?? start());
    const reply = new Promise<Reply>((resolve, reject) => {
      // The worker would read on, though no one waits for it. The next text starts another one.
      const stop = (): void => {
        worker.terminate();
        reader = null;
        reject(new Error("another text is read"));
      };
      if (signal.aborted) throw new Error("another text is read");
      signal.addEventListener("abort", stop, { once: true });
      const take = ({ data }: MessageEvent<Reply>): void => {
        signal.removeEventListener("abort", stop);
        resolve(data);
      };
      worker.addEventListener("message", take, { once: true });
    });
    const order: Order = {
      language: document.documentElement.lang,
      notation: own?.["notation"] ?? "",
      shares: own?.["shares"] !== undefined,
      fields: [...form],
    };
    if (!signal.aborted) worker.postMessage(order);
    const answer = await Promise.race([reply, broken]);
    if ("failed" in answer) throw new Error(answer.failed);
    return answer;
  } catch (error) {
    if (!signal.aborted) giveUp();
    throw error;
  }
}
