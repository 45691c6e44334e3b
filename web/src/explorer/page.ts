import { element } from "../dom";
import { alertText, say } from "../live";
import { icon } from "../viewer/icons";
import { PlayBoard } from "../viewer/play";
import { words } from "../words";
import { answer } from "./answers";

/** Brings the explorer's page to life, if this is it. */
export function startExplorer(): Explorer | null {
  const main = document.querySelector<HTMLElement>("main[data-explore]");
  const figure = main?.querySelector<HTMLElement>("figure.board");
  return main && figure ? new Explorer(main, figure) : null;
}

/** The explorer's page: a board, and the moves that were played in its position. */
class Explorer {
  private readonly board: PlayBoard;
  private wanted = location.href;

  constructor(
    private readonly main: HTMLElement,
    private readonly figure: HTMLElement,
  ) {
    this.board = new PlayBoard(figure, (uci) => void this.go(this.addressOf(uci)));
    main.addEventListener("click", (event) => {
      const link = (event.target as Element).closest<HTMLAnchorElement>("a.explore-move");
      if (!link || event.defaultPrevented || event.button !== 0) return;
      if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
      event.preventDefault();
      void this.go(link.href);
    });
    main.addEventListener("submit", (event) => {
      event.preventDefault();
      void this.find(addressOfForm(event.target as HTMLFormElement));
    });
    document.addEventListener("keydown", (event) => this.press(event));
    addEventListener("popstate", () => {
      // Links within the page are steps of the history, too.
      if (withoutHash(location.href) !== withoutHash(this.wanted)) void this.load(location.href);
    });
    this.show();
  }

  private press(event: KeyboardEvent): void {
    if (event.defaultPrevented || event.ctrlKey || event.altKey || event.metaKey || event.shiftKey) return;
    if ((event.target as Element).closest("input, select, textarea, summary")) return;
    const way = { ArrowLeft: ".explore-steps a[rel=prev]", ArrowRight: "tbody a.explore-move" }[event.key];
    const link = way ? this.main.querySelector<HTMLAnchorElement>(way) : null;
    if (!link) return;
    event.preventDefault();
    void this.go(link.href);
  }

  /** Address of the position after a move: moves that nobody played have no link. */
  private addressOf(uci: string): string {
    const link = [...this.main.querySelectorAll<HTMLAnchorElement>("a.explore-move[data-uci]")].find(
      ({ dataset }) => dataset["uci"] === uci,
    );
    if (link) return link.href;
    const address = new URL(location.href);
    const line = address.searchParams.get("play");
    address.searchParams.set("play", line ? `${line},${uci}` : uci);
    return address.href.replaceAll("%2C", ",");
  }

  // A form that cannot be read has a page that says why.
  private async find(address: string): Promise<void> {
    await this.go(address);
    if (this.wanted === address && location.href !== address) location.assign(address);
  }

  private async go(address: string): Promise<void> {
    if (await this.load(address)) history.pushState(null, "", address);
  }

  // Shows the page of an address in the place of this one. False if it did not come, or another is wanted by now.
  private async load(address: string): Promise<boolean> {
    this.wanted = address;
    this.main.setAttribute("aria-busy", "true");
    try {
      const page = await answer(address);
      if (this.wanted !== address) return false;
      const fresh = page.querySelector<HTMLElement>("main[data-explore]");
      const figure = fresh?.querySelector<HTMLElement>("figure.board");
      if (!fresh || !figure) throw new TypeError("the answer is no explorer");
      document.title = page.title;
      this.take(fresh, figure);
      return true;
    } catch (error) {
      if (this.wanted !== address) return false;
      this.show();
      this.main.querySelector(".notice.failed")?.remove();
      this.main.append(element("p", { class: "notice failed" }, words.explorerFailed));
      alertText(words.explorerFailed);
      if (!(error instanceof TypeError)) throw error;
      return false;
    } finally {
      if (this.wanted === address) this.main.removeAttribute("aria-busy");
    }
  }

  private take(fresh: HTMLElement, figure: HTMLElement): void {
    const focused = document.activeElement;
    const within = focused instanceof HTMLElement && this.main.contains(focused) ? focused : null;
    const step = within?.closest(".explore-steps") ? within.getAttribute("rel") : null;
    const inForm = within !== null && within.closest("form") !== null;
    const inTable = within?.closest(".explorer-table") !== null && within !== null;
    for (const name of ["data-fen", "data-last", "data-moves", "data-check"]) {
      const value = figure.getAttribute(name);
      if (value === null) this.figure.removeAttribute(name);
      else this.figure.setAttribute(name, value);
    }
    replaceAround(this.main, fresh, this.figure, figure);
    this.show();
    if (within && !within.isConnected) {
      const place =
        (inForm && this.main.querySelector<HTMLElement>("form .primary")) ||
        (inTable && this.main.querySelector<HTMLElement>(".explorer-table tbody a")) ||
        (step && this.main.querySelector<HTMLElement>(`.explore-steps a[rel="${step}"]`)) ||
        this.main.querySelector<HTMLElement>("h1");
      place?.focus({ preventScroll: true });
    }
    say([this.move(), text(this.main, ".explorer-sum")].filter(Boolean).join(", "));
  }

  private move(): string {
    const line = text(this.main, ".line").split(/\s+/);
    return line.at(-1)?.replace(/^\d+\.+/, "") || text(this.main, "h1");
  }

  private show(): void {
    const { fen = "", last = "", moves = "", check } = this.figure.dataset;
    this.board.show({
      fen,
      last: last.split(" ").filter(Boolean),
      moves: moves.split(" ").filter(Boolean),
      check: check !== undefined,
      words: this.move(),
    });
    const line = this.main.querySelector(".line");
    if (line) line.scrollLeft = line.scrollWidth;
    const steps = this.main.querySelector(".explore-steps");
    if (!steps || steps.querySelector("button")) return;
    const flip = element("button", { type: "button", "aria-label": words.flip, title: words.flip }, icon("flip"));
    flip.addEventListener("click", () => this.board.flip());
    steps.append(flip);
  }
}

/** Address that a form asks for, without its empty fields. */
function addressOfForm(form: HTMLFormElement): string {
  const address = new URL(form.action);
  for (const [name, value] of new FormData(form)) if (typeof value === "string" && value.trim()) address.searchParams.set(name, value);
  return address.href.replaceAll("%2C", ",");
}

function withoutHash(address: string): string {
  return address.replace(/#.*/, "");
}

function text(root: Element, selector: string): string {
  return root.querySelector(selector)?.textContent?.trim() ?? "";
}

/** Replaces what is around an element, which stays: its focus, and the motion of its pieces. */
function replaceAround(old: Element, fresh: Element, kept: Element, freshKept: Element): void {
  const [path, freshPath] = [childWith(old, kept), childWith(fresh, freshKept)];
  if (!path || !freshPath) return;
  const children = [...fresh.childNodes];
  const at = children.indexOf(freshPath);
  while (path.previousSibling) path.previousSibling.remove();
  while (path.nextSibling) path.nextSibling.remove();
  path.before(...children.slice(0, at).map((child) => document.importNode(child, true)));
  path.after(...children.slice(at + 1).map((child) => document.importNode(child, true)));
  if (path !== kept) replaceAround(path, freshPath, kept, freshKept);
}

function childWith(parent: Element, descendant: Element): Element | null {
  return [...parent.children].find((child) => child.contains(descendant)) ?? null;
}
