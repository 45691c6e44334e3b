import { give } from "./play/given";
import { english as text } from "./play/words/english";
import { english as words } from "./words/english";

give({ words, text });
