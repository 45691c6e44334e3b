import { given } from "./given";

/** Texts of all pages; takes the place of `../words`, which has all languages. */
export const { words } = given();
