import { given } from "../given";

/** Texts of live play in the language of the page. */
export const text = given("text");
