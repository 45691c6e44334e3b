import { translate } from "./given";
import { translated, type Translation } from "./translation";

// Puts the words of a language that the server's owner has added into the place of the English
// ones. A script before this one gives them, as it is made by the server.
const { lang } = document.documentElement;
const rules = new Intl.PluralRules(lang);
const plural = (count: number): Intl.LDMLPluralRule => rules.select(count);

translate((texts) => {
  const { file } = texts as { file?: { script: Translation; live: Translation } };
  if (!file) return;
  if (texts.words) texts.words = translated(texts.words, file.script, plural);
  if (texts.text) texts.text = translated(texts.text, file.live, plural);
});
