import { dataNumber, element } from "../dom";
import { alertText, say } from "../live";
import { words } from "../words";

/**
 * File that was dropped or chosen. It stays in the browser: choosing one of its games
 * sends the bytes of this game only.
 */
let file: Blob | null = null;
let fileName = "";
let running: AbortController | null = null;

/** Sends the forms of the paste page without leaving it, and takes files that are dropped. */
export function startPaste(): void {
  if (!document.querySelector("form.paste")) return;
  document.addEventListener("submit", submit);
  document.addEventListener("change", (event) => {
    const input = event.target as HTMLInputElement;
    if (input.type === "file" && input.files?.[0]) keepFile(input.files[0]);
  });
  document.addEventListener("input", (event) => {
    // A text that is typed replaces the file.
    if ((event.target as HTMLElement).matches("form.paste textarea")) file = null;
  });
  document.addEventListener("click", click);
  document.addEventListener("paste", pasteAnywhere);
  acceptDrops();
}

function submit(event: SubmitEvent): void {
  const form = event.target as HTMLFormElement;
  if (form.method !== "post" || new URL(form.action).pathname !== "/read") return;
  event.preventDefault();
  const data = new FormData(form, event.submitter);
  const chosen = data.get("file");
  const typed = data.get("text");
  if (chosen instanceof File && chosen.size > 0) keepFile(chosen);
  else if (file && !typed) data.set("file", file, fileName);
  void send(form.action, data, "page");
}

function click(event: MouseEvent): void {
  const target = event.target as Element;
  const chosen = target.closest("a, button")?.closest("[data-offset][data-length]");
  if (chosen) {
    const offset = dataNumber(chosen, "offset");
    const length = dataNumber(chosen, "length");
    if (offset === null || length === null || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    void sendGame(chosen, offset, length);
    return;
  }
  const diagnostic = target.closest("li[data-start]");
  if (diagnostic && !target.closest("button")) showPlace(diagnostic);
}

async function sendGame(row: Element, offset: number, length: number): Promise<void> {
  const form = document.querySelector<HTMLFormElement>("form.paste");
  if (!form) return;
  const text = form.querySelector<HTMLTextAreaElement>("textarea")?.value ?? "";
  const source = file ?? new Blob([text]);
  const data = new FormData();
  data.set("file", source.slice(offset, offset + length), fileName || "game");
  for (const other of document.querySelectorAll(".games [aria-current]")) other.removeAttribute("aria-current");
  row.setAttribute("aria-current", "true");
  await send(form.action, data, "game");
}

/** Parts of an answer that belong to one game; the rest is kept when a game is chosen. */
const gameParts = [".understood", ".diagnostics", ".downloads", ".game"];

async function send(address: string, data: FormData, what: "page" | "game"): Promise<void> {
  const main = document.querySelector("main");
  if (!main) return;
  running?.abort();
  const control = (running = new AbortController());
  main.setAttribute("aria-busy", "true");
  say(words.reading);
  try {
    const answer = await fetch(address, { method: "POST", body: data, signal: control.signal });
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    const fresh = page.querySelector("main");
    if (!fresh) throw new Error("the answer has no <main>");
    if (what === "page") replacePage(main, fresh, page.title);
    else replaceGame(main, fresh);
    document.dispatchEvent(new CustomEvent("partie:content"));
  } catch (error) {
    if (control.signal.aborted) return;
    main.querySelector(".notice.failed")?.remove();
    main.prepend(element("p", { class: "notice failed" }, words.failed));
    alertText(words.failed);
    if (!(error instanceof TypeError)) throw error;
  } finally {
    if (running === control) {
      running = null;
      document.querySelector("main")?.removeAttribute("aria-busy");
    }
  }
}

function replacePage(main: Element, fresh: HTMLElement, title: string): void {
  const adopted = document.adoptNode(fresh);
  main.replaceWith(adopted);
  if (title) document.title = title;
  announce(adopted.querySelector("h1"));
}

function replaceGame(main: Element, fresh: Element): void {
  for (const part of gameParts) {
    const old = main.querySelector(`:scope > ${part}`);
    const made = fresh.querySelector(`:scope > ${part}`);
    if (made && old) old.replaceWith(document.adoptNode(made));
    else if (made) main.append(document.adoptNode(made));
    else old?.remove();
  }
  announce(main.querySelector(".game h1"));
}

function announce(heading: HTMLElement | null): void {
  if (!heading) {
    say(words.shown);
    return;
  }
  heading.tabIndex = -1;
  heading.focus();
  say(`${words.shown}: ${heading.textContent ?? ""}`);
}

function keepFile(chosen: File): void {
  file = chosen;
  fileName = chosen.name;
}

function showPlace(diagnostic: Element): void {
  const start = dataNumber(diagnostic, "start");
  const end = dataNumber(diagnostic, "end");
  if (start === null || end === null) return;
  for (const shown of document.querySelectorAll(".source .shown")) shown.classList.remove("shown");
  const parts = [...document.querySelectorAll<HTMLElement>(".source [data-at]")];
  const part =
    parts.find((candidate) => {
      const at = dataNumber(candidate, "at") ?? -1;
      return at >= start && at <= Math.max(start, end - 1);
    }) ?? parts.findLast((candidate) => (dataNumber(candidate, "at") ?? Infinity) <= start);
  const place = part?.closest("mark") ?? part?.querySelector("mark") ?? part;
  const pane = place?.closest<HTMLElement>(".source");
  if (!place || !pane) return;
  place.classList.add("shown");
  pane.scrollTop += place.getBoundingClientRect().top - pane.getBoundingClientRect().top - pane.clientHeight / 3;
}

function pasteAnywhere(event: ClipboardEvent): void {
  if ((event.target as Element | null)?.closest("input, textarea, select")) return;
  const form = document.querySelector<HTMLFormElement>("form.paste");
  const field = form?.querySelector("textarea");
  const given = event.clipboardData?.files[0];
  const text = event.clipboardData?.getData("text/plain");
  if (!form || !field || (!given && !text)) return;
  event.preventDefault();
  if (given) sendFile(given);
  else {
    file = null;
    field.value = text ?? "";
    form.requestSubmit();
  }
}

function sendFile(given: File): void {
  const form = document.querySelector<HTMLFormElement>("form.paste");
  if (!form) return;
  keepFile(given);
  const data = new FormData();
  data.set("file", given, given.name);
  void send(form.action, data, "page");
}

function acceptDrops(): void {
  const root = document.documentElement;
  root.dataset["drop"] = words.dropHere;
  let depth = 0;
  const show = (on: boolean): void => {
    root.classList.toggle("dropping", on);
    if (!on) depth = 0;
  };
  document.addEventListener("dragenter", (event) => {
    if (!carries(event)) return;
    depth += 1;
    show(true);
  });
  document.addEventListener("dragleave", (event) => {
    if (carries(event) && --depth <= 0) show(false);
  });
  document.addEventListener("dragover", (event) => {
    if (carries(event)) event.preventDefault();
  });
  document.addEventListener("drop", (event) => {
    const given = event.dataTransfer?.files[0];
    if (!given) return;
    event.preventDefault();
    show(false);
    sendFile(given);
  });
}

function carries(event: DragEvent): boolean {
  return event.dataTransfer?.types.includes("Files") ?? false;
}
