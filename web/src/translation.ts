type Forms = Partial<Record<Intl.LDMLPluralRule, string>>;

/** A word of a file: a text, or one for each plural form of a number. `{0}` is the first value. */
export type Word = string | Forms;

/** Words of a file by their names, as far as it has them. */
export interface Translation {
  [name: string]: Word | Translation;
}

type FormOf = (count: string | number, forms: Forms) => string;

/** Returns what chooses the form that a number has in a language. */
export function plurals(language: string): FormOf {
  const rules = new Intl.PluralRules(language);
  return (count, forms) => forms[rules.select(Number(count))] ?? forms.other ?? "";
}

/** Returns texts with the words of a file in their places. What it lacks stays as it is. */
export function translated<T>(texts: T, words: Translation, form: FormOf): T {
  return changed(texts, words, form) as T;
}

function changed(value: unknown, word: Word | Translation | undefined, form: FormOf): unknown {
  if (word === undefined) return value;
  if (typeof value === "function") return (...values: unknown[]) => filled(word as Word, values, form);
  if (typeof value === "string" || typeof word === "string") return word;
  const made: object = Array.isArray(value) ? [...(value as unknown[])] : { ...(value as object) };
  for (const [name, part] of Object.entries(made)) {
    Object.assign(made, { [name]: changed(part, (word as Translation)[name], form) });
  }
  return made;
}

function filled(word: Word, values: unknown[], form: FormOf): string {
  const count = values.find((value) => typeof value === "number");
  const text = typeof word === "string" ? word : form(count ?? 0, word);
  return text.replace(/\{(\d)\}/g, (_, index: string) => String(values[Number(index)] ?? ""));
}
