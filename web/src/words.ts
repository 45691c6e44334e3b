import { given } from "./given";

export type { Words } from "./words/words";

/** Texts of all pages in the language of this one. */
export const words = given("words");
