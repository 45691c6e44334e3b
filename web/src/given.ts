import type { PlayWords, Words } from "./made/types";

/** Texts of a page in one language. */
export interface Given {
  words: Words;
  /** Those of live play, on its page. */
  text: PlayWords;
  /** Those of packed games, on pages of sites. */
  packed: Packed;
}

/** Words that the lists and sentences of a packed game need. */
export interface Packed {
  /** Phrases for moves by their keys, with places in braces. */
  phrases: Record<string, string>;
  /** Signs of NAGs by their numbers, and their meanings. */
  signs: Record<string, [sign: string, meaning: string]>;
  start: string;
  variation: string;
}

const event = "partie:words";

// A page loads the texts of its language alone, by scripts before all others. Scripts have no
// globals: the ones ask by an event, and the others answer it.

/** Answers the scripts that ask for texts. */
export function give(texts: Partial<Given>): void {
  // Before those who translate what is given.
  document.addEventListener(event, (asked) => Object.assign(detailOf(asked), texts), true);
}

/** Translates texts that others give. */
export function translate(change: (texts: Partial<Given>) => void): void {
  document.addEventListener(event, (asked) => change(detailOf(asked)));
}

function detailOf(asked: Event): Partial<Given> {
  return (asked as CustomEvent<Partial<Given>>).detail;
}

/** Asks for texts in the page's language. */
export function given<Name extends keyof Given>(name: Name): Given[Name] {
  const detail: Partial<Given> = {};
  document.dispatchEvent(new CustomEvent(event, { detail }));
  const texts = detail[name];
  if (!texts) throw new Error(`the page loads no script of ${name} before this one`);
  return texts;
}
