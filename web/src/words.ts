import { given } from "./given";

export type { Words } from "./made/types";

/** Texts of all pages in the language of this one. */
export const words = given("words");
