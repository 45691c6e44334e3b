import type { Asked, Offer } from "../types/Live";
import { element } from "../dom";
import { drawnIcon, icon, type Icon } from "../viewer/icons";
import { numbered } from "./commands";
import { describeOffer } from "./phrases";
import { text } from "./words";

/** What the parts of the page ask of the whole. */
export interface Actions {
  /** Sends a line to the server; null, a line that was refused here, does nothing. */
  line(line: string | null): boolean;
  move(game: number, ply: number, uci: string): void;
  ask(what: Asked): void;
  login(name: string, password: string): void;
  /** Prepares a message to a player. */
  messageTo(name: string): void;
  /** Prepares a challenge to a player. */
  challenge(name: string): void;
  /** Shows a view: a game by its key, or another part. */
  open(view: View): void;
  /** Watches the game of a player or of a number: its tab opens if it is watched already. */
  watch(whom: string | number): void;
  /** Forgets a game that is over. */
  close(game: number): void;
  /** The clock of the session. */
  time(): number;
  /** Draws the clocks anew: one of them was changed. */
  tick(): void;
}

/** Parts of the page. */
export type View = "login" | "lobby" | "account" | number;

/** Creates a button that says what it does. */
export function button(label: string, act: () => void, classes = ""): HTMLButtonElement {
  const made = element("button", { type: "button", class: classes || null }, label);
  made.addEventListener("click", act);
  return made;
}

// Drawn as those of the viewer.
const paths = {
  resign: "M6 21V4M6 5h11l-2.5 4L17 13H6",
  takeback: "M9 5L4 10l5 5M4 10h10a5 5 0 0 1 0 10h-3",
  draw: "M18 5L6 19M5 8l2.5-2.5V13M14 14.5a2.2 2.2 0 0 1 4.4 0c0 2-4.4 3.3-4.4 5h4.6",
  close: "M6 6l12 12M18 6L6 18",
  talk: "M4 5h16v11H10l-5 4v-4H4z",
  sounds: "M4 9.5v5h4l5 4v-13l-5 4zM16.5 9a4.2 4.2 0 0 1 0 6M19 6.5a8 8 0 0 1 0 11",
  more: "M5.5 12h.01M12 12h.01M18.5 12h.01",
} as const;

/** Drawings for buttons. */
export function drawn(name: Icon | keyof typeof paths): SVGElement {
  return Object.hasOwn(paths, name) ? drawnIcon(paths[name as keyof typeof paths]) : icon(name as Icon);
}

/** Creates a button with a drawing, whose label is read and shown under the pointer. */
export function iconButton(name: Icon | keyof typeof paths, label: string, act: () => void): HTMLButtonElement {
  const made = element("button", { type: "button", class: name, "aria-label": label, title: label }, drawn(name));
  made.addEventListener("click", act);
  return made;
}

/** Makes the children of an element those of a list, and keeps the elements of items that stay. */
export function keyed<T>(
  parent: HTMLElement,
  items: Iterable<T>,
  key: (item: T) => string | number,
  create: (item: T) => HTMLElement,
  update: (target: HTMLElement, item: T) => void = () => {},
): void {
  const old = new Map<string, HTMLElement>();
  for (const child of parent.children) {
    const name = (child as HTMLElement).dataset["key"];
    if (name !== undefined) old.set(name, child as HTMLElement);
  }
  let before: Element | null = parent.firstElementChild;
  for (const item of items) {
    const name = String(key(item));
    const known = old.get(name);
    const target = known ?? create(item);
    target.dataset["key"] = name;
    old.delete(name);
    update(target, item);
    if (target === before) before = before.nextElementSibling;
    else parent.insertBefore(target, before);
  }
  for (const child of old.values()) child.remove();
}

/** Creates what shows an offer: its words, and the answers to it. */
export function offerBox(offer: Offer, actions: Actions): HTMLElement {
  const said = describeOffer(offer);
  const act = (command: "accept" | "decline" | "withdraw", label: string): HTMLButtonElement =>
    button(label, () => void actions.line(numbered(command, offer.index)), command === "accept" ? "primary" : "");
  return element(
    "div",
    { class: "offer", role: "group", "aria-label": said },
    element("p", {}, said),
    ...(offer.own ? [act("withdraw", text.withdraw)] : [act("accept", text.accept), act("decline", text.decline)]),
  );
}
