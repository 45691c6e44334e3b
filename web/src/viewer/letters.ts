import { english, type Letters } from "./typed";

const root = document.documentElement.dataset;
const split = (letters: string | undefined): Letters | null => letters?.split(" ") ?? null;

/** Letters of the pieces as moves are shown: the server writes them as the reader wishes. */
const shown = split(root["letters"]) ?? english;

/** Letters in which moves may be typed: those that are shown first, then those of the page's language. */
export const languages: readonly Letters[] = [shown, split(root["typed"]) ?? english, english];

/** Writes a move of PGN with the letters that are shown. */
export function inLetters(san: string): string {
  if (shown === english) return san;
  const figurines = (shown[0] ?? "") > "\u2600";
  const lettered = san.replace(/[KQRBN]/g, (letter) => shown[english.indexOf(letter)] ?? letter);
  // Books in other languages castle with zeros.
  return figurines ? lettered : lettered.replace(/O(?=-|$|[+#])/g, "0");
}
