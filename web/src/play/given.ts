import type { Words } from "../words/words";
import type { english } from "./words/english";

/** Texts of live play. */
export type PlayWords = typeof english;

/** All texts of the page in one language. */
export interface Given {
  words: Words;
  text: PlayWords;
}

const event = "partie:words";

// The page loads the texts of its language alone, as a script before this one. Scripts have no
// globals: the one asks by an event, and the other answers it.

/** Answers the script that asks for texts. */
export function give(texts: Given): void {
  document.addEventListener(event, (asked) => Object.assign((asked as CustomEvent<Partial<Given>>).detail, texts));
}

/** Asks for the texts of the page's language. */
export function given(): Given {
  const detail: Partial<Given> = {};
  document.dispatchEvent(new CustomEvent(event, { detail }));
  const { words, text } = detail;
  if (!words || !text) throw new Error("the page loads no texts before play.js");
  return { words, text };
}
