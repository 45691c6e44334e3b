import { say } from "../live";

/** Milliseconds between two looks at an import. */
const look = 600;
/** Milliseconds between two sentences of a screen reader. */
const pause = 10_000;

/** Sends files that are dropped or chosen, and shows what becomes of them. */
export function startImport(): void {
  const main = page();
  if (!main) return;
  document.addEventListener("submit", (event) => {
    const form = event.target as HTMLFormElement;
    if (!form.matches("form.import")) return;
    event.preventDefault();
    void send(new FormData(form));
  });
  acceptDrops(main.dataset["drop"] ?? "");
  addEventListener("popstate", () => {
    if (moved) location.reload();
  });
  void follow();
}

/** True after the list of games gave its place to the page of imports. */
let moved = false;

function page(): HTMLElement | null {
  return document.querySelector("main[data-import]");
}

function address(): string {
  return page()?.dataset["import"] ?? "";
}

async function fetched(): Promise<Document> {
  const answer = await fetch(address());
  if (!answer.ok) throw new TypeError(`status ${answer.status}`);
  return new DOMParser().parseFromString(await answer.text(), "text/html");
}

function show(fresh: Document): void {
  const main = page();
  const made = fresh.querySelector("main");
  if (!main || !made) return;
  main.replaceWith(document.adoptNode(made));
  const links = fresh.querySelector("body > header nav");
  if (links) document.querySelector("body > header nav")?.replaceWith(document.adoptNode(links));
  document.title = fresh.title;
  showLeftOut();
}

/** True while files are being sent. */
let busy = false;

/** Names of files that came while others were being sent or read. */
let leftOut: string[] = [];

/** Says that files are not sent, as long as they are not sent again. */
function leaveOut(data: FormData): void {
  leftOut.push(...filesOf(data).map((file) => file.name));
  showLeftOut();
  refuse(".import-busy");
}

function showLeftOut(): void {
  const notice = page()?.querySelector<HTMLElement>(".import-left-out");
  if (!notice) return;
  notice.hidden = leftOut.length === 0;
  write(notice, "bdi", leftOut.join(", "));
}

function filesOf(data: FormData): File[] {
  return data.getAll("file").filter((file): file is File => file instanceof File);
}

async function send(data: FormData): Promise<void> {
  if (busy) return leaveOut(data);
  busy = true;
  try {
    await sendFiles(data);
  } finally {
    busy = false;
  }
  await follow();
}

function warn(event: BeforeUnloadEvent): void {
  event.preventDefault();
}

async function sendFiles(data: FormData): Promise<void> {
  // The page may be another one, and another import may be running.
  let fresh: Document;
  try {
    fresh = await fetched();
  } catch {
    return refuse(".import-not-sent");
  }
  const name = new URL(address(), location.href).pathname;
  show(fresh);
  if (location.pathname !== name) {
    history.pushState(null, "", name);
    moved = true;
  }
  if (running()) return leaveOut(data);
  leftOut = [];
  showLeftOut();
  const files = filesOf(data);
  const bytes = files.reduce((sum, file) => sum + file.size, 0);
  if (bytes > Number(page()?.dataset["most"])) return refuse(".import-too-large");
  const main = page();
  const sending = main?.querySelector<HTMLElement>(".import-sending");
  if (!main || !sending) return;
  sending.hidden = false;
  for (const other of main.querySelectorAll<HTMLElement>("form.import, .import-result")) other.hidden = true;
  write(sending, ".import-names", files.map((file) => file.name).join(", "));
  say(sending.querySelector("h2")?.textContent ?? "");
  const request = new XMLHttpRequest();
  const stop = sending.querySelector<HTMLElement>(".import-stop");
  stop?.addEventListener("click", () => request.abort());
  stop?.focus();
  addEventListener("beforeunload", warn);
  const began = performance.now();
  const arrived = await new Promise<"answered" | "failed" | "stopped">((resolve) => {
    request.upload.addEventListener("progress", ({ loaded, total }) => {
      const seconds = (performance.now() - began) / 1000;
      sending.querySelector("progress")?.setAttribute("value", String(Math.round((1000 * loaded) / total)));
      write(sending, ".import-sent", `${mebibytes(loaded)} / ${mebibytes(total)} MiB`);
      if (seconds > 1) write(sending, ".import-left", span(((total - loaded) * seconds) / loaded));
    });
    request.addEventListener("load", () => resolve("answered"));
    request.addEventListener("error", () => resolve("failed"));
    request.addEventListener("abort", () => resolve("stopped"));
    request.open("POST", address());
    request.responseType = "document";
    request.send(data);
  });
  removeEventListener("beforeunload", warn);
  const answer = arrived === "answered" ? request.responseXML : null;
  if (answer?.querySelector("main[data-import]")) {
    show(answer);
    if (!running()) announceEnd();
    return;
  }
  // The server may have refused the files before all of them were sent; its page says why.
  try {
    show(await fetched());
  } catch {
    sending.hidden = true;
  }
  const reason = answer?.querySelector("main h1")?.textContent;
  if (arrived !== "stopped") refuse(".import-not-sent", reason);
  focusOn("h1");
}

function running(): Element | null {
  return page()?.querySelector("[data-running]") ?? null;
}

/** Shows the progress of an import that is running until it ends. */
async function follow(): Promise<void> {
  if (!running()) return;
  let said = performance.now();
  let failures = 0;
  while (running()) {
    await new Promise((resolve) => setTimeout(resolve, look));
    try {
      update(await fetched());
      failures = 0;
    } catch {
      // The server may be away for a moment.
      failures += 1;
      if (failures === 10) return refuse(".import-not-sent");
    }
    if (performance.now() - said > pause) {
      said = performance.now();
      say(facts(running()));
    }
  }
  announceEnd();
}

function facts(within: Element | null): string {
  const pairs = within?.querySelectorAll(".facts > div") ?? [];
  return [...pairs].map(({ children }) => [...children].map((part) => part.textContent).join(": ")).join("; ");
}

function announceEnd(): void {
  const result = page()?.querySelector(".import-result");
  if (!result) return;
  say([result.querySelector("h2")?.textContent, facts(result)].join(" "));
  focusOn(".import-result h2");
}

/** Takes the numbers of another answer; what has the focus stays. */
function update(fresh: Document): void {
  const shown = running();
  const made = fresh.querySelector("[data-running]");
  if (!shown || !made) return show(fresh);
  for (const part of ["h2", ".import-names", ".facts"]) {
    const [old, other] = [shown.querySelector(part), made.querySelector(part)];
    if (old && other && old.innerHTML !== other.innerHTML) old.replaceWith(document.adoptNode(other));
  }
  const bar = shown.querySelector("progress");
  for (const name of ["max", "value"]) {
    const value = made.querySelector("progress")?.getAttribute(name);
    if (value) bar?.setAttribute(name, value);
  }
}

function refuse(notice: string, reason?: string | null): void {
  const shown = page()?.querySelector<HTMLElement>(notice);
  if (!shown) return;
  if (reason) shown.textContent = reason;
  shown.hidden = false;
  const left = leftOut.length === 0 ? "" : page()?.querySelector(".import-left-out")?.textContent;
  say([shown.textContent, left].join(" "));
}

function focusOn(selector: string): void {
  page()?.querySelector<HTMLElement>(selector)?.focus();
}

function write(root: Element, selector: string, text: string): void {
  const target = root.querySelector(selector);
  if (target) target.textContent = text;
}

function mebibytes(bytes: number): string {
  const language = document.documentElement.lang || "en";
  return new Intl.NumberFormat(language, { maximumFractionDigits: bytes < 10 * 2 ** 20 ? 1 : 0 }).format(bytes / 2 ** 20);
}

function two(number: number): string {
  return String(number).padStart(2, "0");
}

/** Time as on a clock. */
function span(seconds: number): string {
  const all = Math.round(seconds);
  const minutes = Math.floor(all / 60);
  if (minutes < 60) return `${minutes}:${two(all % 60)}`;
  return `${Math.floor(minutes / 60)}:${two(minutes % 60)}:${two(all % 60)}`;
}

function acceptDrops(text: string): void {
  const root = document.documentElement;
  root.dataset["drop"] = text;
  let depth = 0;
  const cover = (on: boolean): void => {
    root.classList.toggle("dropping", on);
    if (!on) depth = 0;
  };
  document.addEventListener("dragenter", (event) => {
    if (!carries(event)) return;
    depth += 1;
    cover(true);
  });
  document.addEventListener("dragleave", (event) => {
    if (carries(event) && --depth <= 0) cover(false);
  });
  document.addEventListener("dragover", (event) => {
    if (carries(event)) event.preventDefault();
  });
  document.addEventListener("drop", (event) => {
    const files = event.dataTransfer?.files;
    if (!files?.length) return;
    event.preventDefault();
    cover(false);
    const data = new FormData();
    for (const file of files) data.append("file", file, file.name);
    if (document.querySelector<HTMLInputElement>("form.import input[name=again]")?.checked) data.set("again", "1");
    void send(data);
  });
}

function carries(event: DragEvent): boolean {
  return event.dataTransfer?.types.includes("Files") ?? false;
}
