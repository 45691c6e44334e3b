import { element } from "./dom";

/** Language of sentences on moves, where it is not the page's; empty otherwise. */
export const sentences = document.documentElement.dataset["sentences"] ?? "";

/** Says a text to screen readers, after what they are saying, in the place of the text before. */
export function say(text: string, language = ""): void {
  region("polite").replaceChildren(said(text, language));
}

/** Says news to screen readers, after what they are saying; news before it stay. */
export function sayNews(text: string, language = ""): void {
  region("polite").append(said(text, language));
}

/** Says a text to screen readers at once; texts just before it stay. */
export function alertText(text: string): void {
  region("assertive").append(said(text));
}

/** Creates the live regions: those of the page's HTML, or new ones. */
export function prepareLive(): void {
  region("polite");
  region("assertive");
}

// A text vanishes once it has been read: who comes across it later would take it for new.
function said(text: string, language = ""): HTMLElement {
  const made = element("p", { lang: language || document.documentElement.lang }, text);
  window.setTimeout(() => made.remove(), 5000);
  return made;
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
    // Only what is added is read.
    "aria-atomic": "false",
  });
  document.body.append(made);
  return made;
}
