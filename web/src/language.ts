import { translate } from "./given";
import { plurals, translated, type Translation } from "./translation";

// Puts the words of a language that the server's owner has added into the place of the English
// ones. A script before this one gives them, as it is made by the server.
const form = plurals(document.documentElement.lang);

translate((texts) => {
  const { file } = texts as { file?: { script: Translation; live: Translation } };
  if (!file) return;
  if (texts.words) texts.words = translated(texts.words, file.script, form);
  if (texts.text) texts.text = translated(texts.text, file.live, form);
});
