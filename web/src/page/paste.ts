import { dataNumber, element } from "../dom";
import { alertText, say } from "../live";
import { words } from "../words";
import { expectText, readHere, readsHere, showWhere } from "./reader";

/**
 * File that was dropped or chosen. It stays in the browser: choosing one of its games
 * sends the bytes of this game only.
 */
let file: File | null = null;
/** The text of the field that is read. Too long for the answer's field, it takes the place of the file. */
let typed = "";
let running: AbortController | null = null;
/** Length above which a pasted text is taken as a file: a field takes a second to lay a megabyte out. */
const longPaste = 100_000;
/** The game of a list that was asked for last. */
let chosen: Element | null = null;

/**
 * Reads the texts of the paste page without leaving it, in this browser if it can and on the server
 * otherwise, and takes files that are dropped.
 */
export function startPaste(): void {
  if (!document.querySelector("form.paste")) return;
  showWhere();
  document.addEventListener("submit", submit);
  document.addEventListener("input", (event) => {
    const changed = event.target as HTMLElement;
    if (changed.closest("form.paste")) expectText();
    // A text that is typed takes the place of the file.
    if (changed.matches("form.paste textarea")) attach(null);
  });
  document.addEventListener("click", click);
  document.addEventListener("paste", pasteAnywhere);
  acceptDrops();
}

function submit(event: SubmitEvent): void {
  const form = event.target as HTMLFormElement;
  const by = event.submitter as HTMLButtonElement | null;
  const action = by?.hasAttribute("formaction") ? by.formAction : form.action;
  const path = new URL(action).pathname;
  if (path.endsWith("/share") && by && isTooLong(form, by)) {
    event.preventDefault();
    return;
  }
  const isFile = path.endsWith("/download") && by?.dataset["text"] !== undefined && readsHere();
  if (form.method !== "post" || !(isFile || path.endsWith("/read"))) return;
  event.preventDefault();
  if (by?.name === "example") {
    attach(null);
    expectText();
  }
  const data = new FormData(form, by);
  if (isFile) {
    void send(action, data, "page");
    return;
  }
  const given = data.get("file");
  if (given instanceof File && given.size > 0) file = given;
  // A text that is typed, mended or an example takes the place of the file.
  else file = null;
  typed = by?.name === "mend" || by?.name === "fix" ? "" : String(data.get("text") ?? "");
  const mended = by?.name === "fix" ? by.closest("li.diagnostic") : null;
  void send(action, data, "page", mended && placeOf(mended));
}

/** Returns true, with words on it, if a form holds more than its button sends. */
function isTooLong(form: HTMLFormElement, by: HTMLButtonElement): boolean {
  const data = new FormData(form);
  const given = data.get("file");
  const bytes = given instanceof File && given.size > 0 ? given.size : new Blob([String(data.get("text") ?? "")]).size;
  if (bytes <= Number(by.dataset["most"])) return false;
  by.disabled = true;
  const refusal = by.dataset["refusal"] ?? "";
  by.nextElementSibling?.replaceChildren(refusal);
  alertText(refusal);
  return true;
}

/** Place of a diagnostic in the list, and on the screen. */
interface Place {
  index: number;
  top: number;
}

function placeOf(diagnostic: Element): Place {
  return { index: diagnostics().indexOf(diagnostic), top: diagnostic.getBoundingClientRect().top };
}

function diagnostics(): Element[] {
  return [...document.querySelectorAll("li.diagnostic")];
}

/** Puts the diagnostic that follows a mended one into its place. */
function returnTo({ index, top }: Place): void {
  const next = diagnostics()[index] ?? diagnostics().at(-1);
  if (!next) return;
  scrollBy({ top: next.getBoundingClientRect().top - top, behavior: "instant" });
  next.querySelector<HTMLElement>("button, a")?.focus({ preventScroll: true });
}

function click(event: MouseEvent): void {
  const target = event.target as Element;
  const row = target.closest("a, button")?.closest("[data-offset][data-length]");
  const offset = row ? dataNumber(row, "offset") : null;
  const length = row ? dataNumber(row, "length") : null;
  // A text short enough to be edited is sent as a whole, as it may have been edited.
  if (row && file && !field()?.value && offset !== null && length !== null) {
    event.preventDefault();
    void sendGame(row, file.slice(offset, offset + length), file.name);
    return;
  }
  const diagnostic = target.closest("li[data-start]");
  if (diagnostic && !target.closest("button, a, summary")) showPlace(diagnostic);
}

async function sendGame(row: Element, game: Blob, name: string): Promise<void> {
  const form = document.querySelector<HTMLFormElement>("form.paste");
  if (!form) return;
  // Asked for once more, it may go to the server.
  if (row !== chosen) expectText();
  chosen = row;
  const data = new FormData();
  data.set("file", game, name);
  await send(form.action, data, "game");
  // Files are made of the game that is shown.
  const number = row.querySelector("button")?.value ?? row.closest("button")?.value;
  if (number) showNumber(form, number);
  for (const other of document.querySelectorAll(".games [aria-current]")) other.removeAttribute("aria-current");
  row.setAttribute("aria-current", "true");
}

function showNumber(form: HTMLFormElement, number: string): void {
  const shown =
    form.querySelector<HTMLInputElement>("input[name=shown]") ?? form.appendChild(element("input", { type: "hidden", name: "shown" }));
  shown.value = number;
}

/** Parts of an answer that belong to one game; the rest is kept when a game is chosen. */
const gameParts = [".difference", ".game", ".reading"];

async function send(address: string, data: FormData, what: "page" | "game", place: Place | null = null): Promise<void> {
  const main = document.querySelector("main");
  if (!main) return;
  running?.abort();
  const control = (running = new AbortController());
  main.setAttribute("aria-busy", "true");
  say(words.reading);
  const here = readsHere();
  try {
    const answer = await (here ? readHere(data, control.signal) : readThere(address, data, control.signal));
    if ("file" in answer) {
      save(answer.file);
      return;
    }
    const page = new DOMParser().parseFromString(answer.page, "text/html");
    const fresh = page.querySelector("main");
    if (!fresh) throw new Error("the answer has no <main>");
    if (what === "page") {
      replacePage(main, fresh, page.title);
    } else {
      document.title = page.title;
      replaceGame(main, fresh);
    }
    document.dispatchEvent(new CustomEvent("partie:content"));
    if (place) returnTo(place);
  } catch (error) {
    if (control.signal.aborted) return;
    const message = here ? words.notReadHere : words.failed;
    main.querySelector(".notice.failed")?.remove();
    main.prepend(element("p", { class: "notice failed" }, message));
    alertText(message);
    if (!here && !(error instanceof TypeError)) throw error;
  } finally {
    if (running === control) {
      running = null;
      document.querySelector("main")?.removeAttribute("aria-busy");
    }
  }
}

async function readThere(address: string, data: FormData, signal: AbortSignal): Promise<{ page: string }> {
  const answer = await fetch(address, { method: "POST", body: data, signal });
  return { page: await answer.text() };
}

function save(made: File): void {
  const href = URL.createObjectURL(made);
  element("a", { href, download: made.name }).click();
  // The browser has taken it by then.
  setTimeout(() => URL.revokeObjectURL(href), 60_000);
  say(`${words.saved}: ${made.name}`);
}

/** Pages that were shown at this address, by the numbers in the states of the history. */
const pages: { main: Element; title: string }[] = [];
let entry = 0;

function replacePage(main: Element, fresh: HTMLElement, title: string): void {
  const adopted = document.adoptNode(fresh);
  main.replaceWith(adopted);
  // What was typed is found again by going back.
  pages[entry] = { main, title: document.title };
  if (entry === 0) history.replaceState({ pasted: 0 }, "");
  entry += 1;
  pages.splice(entry, pages.length, { main: adopted, title });
  history.pushState({ pasted: entry }, "", location.pathname + location.search);
  document.title = title;
  // Files too long to be edited stay chosen, for downloads and other games.
  if (field()?.value === "") attach(file ?? (typed ? new File([typed], "") : null));
  announce(adopted.querySelector("h1"));
}

/** Shows the page of an entry of the history. Links within a page make entries of their own. */
export function showAgain(state: unknown): void {
  const at = (state as { pasted?: number } | null)?.pasted;
  if (at === undefined || at === entry) return;
  const page = pages[at];
  const main = document.querySelector("main");
  if (!page || !main) return;
  main.replaceWith(page.main);
  entry = at;
  document.title = page.title;
  announce(page.main.querySelector("h1"));
  document.dispatchEvent(new CustomEvent("partie:content"));
}

function replaceGame(main: Element, fresh: Element): void {
  const heading = main.querySelector("h1");
  if (heading) heading.textContent = fresh.querySelector("h1")?.textContent ?? "";
  let before = main.querySelector(":scope > .summary") ?? heading;
  for (const part of gameParts) {
    main.querySelector(`:scope > ${part}`)?.remove();
    const made = fresh.querySelector(`:scope > ${part}`);
    if (!made) continue;
    const adopted = document.adoptNode(made);
    // They would mend the whole text, in which this game has another number.
    for (const button of adopted.querySelectorAll("button[name=fix]")) button.remove();
    if (before) before.after(adopted);
    else main.prepend(adopted);
    before = adopted;
  }
  announce(heading);
}

function field(): HTMLTextAreaElement | null {
  return document.querySelector("form.paste textarea");
}

// Puts a file into the form, or takes it out.
function attach(given: File | null): void {
  file = given;
  const input = document.querySelector<HTMLInputElement>("form.paste input[type=file]");
  if (!input) return;
  const list = new DataTransfer();
  if (given) list.items.add(given);
  input.files = list.files;
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

function showPlace(diagnostic: Element): void {
  const place = diagnostic.querySelector<HTMLAnchorElement>("a.place")?.hash.slice(1);
  const mark = place ? document.getElementById(place) : null;
  const pane = mark?.closest<HTMLElement>(".source");
  if (!mark || !pane) return;
  for (const shown of document.querySelectorAll(".source .shown")) shown.classList.remove("shown");
  mark.classList.add("shown");
  pane.scrollTop += mark.getBoundingClientRect().top - pane.getBoundingClientRect().top - pane.clientHeight / 3;
}

function pasteAnywhere(event: ClipboardEvent): void {
  const form = document.querySelector<HTMLFormElement>("form.paste");
  const text = field();
  const given = event.clipboardData?.files[0];
  const pasted = event.clipboardData?.getData("text/plain") ?? "";
  if (!form || !text || (!given && !pasted)) return;
  const isLong = !given && pasted.length > longPaste;
  const within = (event.target as Element | null)?.closest("input, textarea, select") ?? null;
  if (within && !(within === text && isLong)) return;
  event.preventDefault();
  if (given) sendFile(given);
  else if (isLong) {
    const { value, selectionStart, selectionEnd } = text;
    const parts = within ? [value.slice(0, selectionStart), pasted, value.slice(selectionEnd)] : [pasted];
    text.value = "";
    sendFile(new File(parts, ""));
  } else {
    attach(null);
    expectText();
    text.value = pasted;
    form.requestSubmit();
  }
}

function sendFile(given: File): void {
  const form = document.querySelector<HTMLFormElement>("form.paste");
  if (!form) return;
  // If it cannot be read here, the button sends it.
  attach(given);
  expectText();
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
    expectText();
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
