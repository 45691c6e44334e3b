/** A word of a file: a text, or one for each plural form of a number. `{0}` is the first value. */
export type Word = string | Partial<Record<Intl.LDMLPluralRule, string>>;

/** Words of a file by their names, as far as it has them. */
export interface Translation {
  [name: string]: Word | Translation;
}

/** Returns texts with the words of a file in their places. What it lacks stays as it is. */
export function translated<T>(texts: T, words: Translation, plural: (count: number) => Intl.LDMLPluralRule): T {
  return changed(texts, words, plural) as T;
}

function changed(value: unknown, word: Word | Translation | undefined, plural: (count: number) => Intl.LDMLPluralRule): unknown {
  if (word === undefined) return value;
  if (typeof value === "function") return (...values: unknown[]) => filled(word as Word, values, plural);
  if (typeof value === "string" || typeof word === "string") return word;
  const made: object = Array.isArray(value) ? [...(value as unknown[])] : { ...(value as object) };
  for (const [name, part] of Object.entries(made)) {
    Object.assign(made, { [name]: changed(part, (word as Translation)[name], plural) });
  }
  return made;
}

function filled(word: Word, values: unknown[], plural: (count: number) => Intl.LDMLPluralRule): string {
  const count = values.find((value) => typeof value === "number");
  const form = typeof word === "string" ? word : (word[plural(count ?? 0)] ?? word.other ?? "");
  return form.replace(/\{(\d)\}/g, (_, index: string) => String(values[Number(index)] ?? ""));
}
