import { czech } from "./words/czech";
import { english } from "./words/english";
import { french } from "./words/french";
import { german } from "./words/german";
import type { Words } from "./words/words";

export type { Words } from "./words/words";

const languages: Record<string, Words> = { fr: french, de: german, cs: czech };

/** Texts in the language of the page, English for languages without any. */
export const words: Words = languages[document.documentElement.lang.slice(0, 2)] ?? english;
