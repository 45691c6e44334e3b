import { element } from "./dom";

/** Language of sentences on moves, where it is not the page's; empty otherwise. */
export const sentences = document.documentElement.dataset["sentences"] ?? "";

/** Says a text to screen readers, after what they are saying. */
export function say(text: string, language = ""): void {
  write("polite", text, language);
}

/** Says a text to screen readers at once. */
export function alertText(text: string): void {
  write("assertive", text);
}

/** Creates the live regions: those of the page's HTML, or new ones. */
export function prepareLive(): void {
  region("polite");
  region("assertive");
}

const clearing = new Map<string, number>();

function write(kind: "polite" | "assertive", text: string, language = ""): void {
  const target = region(kind);
  target.lang = language || document.documentElement.lang;
  // A repeated text is only read again if it differs.
  target.textContent = target.textContent === text ? `${text}\u00a0` : text;
  clearTimeout(clearing.get(kind));
  clearing.set(
    kind,
    window.setTimeout(() => (target.textContent = ""), 5000),
  );
}

function region(kind: "polite" | "assertive"): HTMLElement {
  const id = `live-${kind}`;
  const found = document.getElementById(id);
  if (found) return found;
  const made = element("div", {
    id,
    class: "hidden-text",
    role: kind === "polite" ? "status" : "alert",
    "aria-live": kind,
  });
  document.body.append(made);
  return made;
}
