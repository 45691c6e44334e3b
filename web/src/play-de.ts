import { give } from "./play/given";
import { german as text } from "./play/words/german";
import { german as words } from "./words/german";

give({ words, text });
