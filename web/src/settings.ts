/** Settings that the browser keeps, with their values; the first is the default. */
export const choices = {
  theme: ["system", "light", "dark"],
  list: ["auto", "columns", "inline"],
  colours: ["brown", "blue", "green", "grey"],
  figures: ["drawn", "letters"],
  size: ["100", "85", "70", "55"],
  volume: ["100", "60", "30"],
  sounds: ["off", "on"],
  letters: ["on", "off"],
  explorer: ["closed", "open"],
  queen: ["premove", "never", "always"],
  tenths: ["ten", "twenty", "hour", "never"],
  resign: ["ask", "once"],
  ahead: ["on", "off"],
  playing: ["on", "off"],
  moving: ["both", "clicks", "drags"],
  bughouse: ["off", "on"],
} as const;

export type Setting = keyof typeof choices;

/** Returns a setting; unknown values and refused storage give the default. */
export function setting(name: Setting): string {
  let value: string | null = null;
  try {
    value = localStorage.getItem(`partie.${name}`);
  } catch {
    // Storage is refused to some embedded pages.
  }
  // What the server drew the page with, where only its cookies are left.
  value ??= document.documentElement.dataset[name] ?? null;
  const known: readonly string[] = choices[name];
  return value !== null && known.includes(value) ? value : choices[name][0];
}

/** Keeps a setting and applies it to the page. */
export function keep(name: Setting, value: string): void {
  try {
    localStorage.setItem(`partie.${name}`, value);
  } catch {
    // It then holds for this page only.
  }
  if ((name === "theme" || name === "size") && location.protocol !== "file:") {
    // The server draws the page with it, so that nothing flashes up or moves.
    document.cookie = `${name}=${value}; Path=/; Max-Age=31536000; SameSite=Lax`;
  }
  apply(name, value);
}

/** Shows a setting as an attribute of the page, where the style sheet reads it. */
export function apply(name: Setting, value: string = setting(name)): void {
  if (!attributes.has(name)) return;
  if (value === "letters") nameLetters();
  if (value === choices[name][0]) document.documentElement.removeAttribute(`data-${name}`);
  else document.documentElement.setAttribute(`data-${name}`, value);
}

/** Settings that the style sheet reads. */
const attributes = new Set<Setting>(["theme", "list", "colours", "figures", "size"]);

/** Gives the style sheet the letters of the page's language. Pawns have none. */
function nameLetters(): void {
  const { style, dataset } = document.documentElement;
  const letters = (dataset["typed"] ?? "K Q R B N").split(" ");
  for (const [index, role] of ["king", "queen", "rook", "bishop", "knight"].entries()) {
    style.setProperty(`--letter-${role}`, JSON.stringify(letters[index] ?? ""));
  }
}
