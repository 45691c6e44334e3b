import { give } from "./play/given";
import { french as text } from "./play/words/french";
import { french as words } from "./words/french";

give({ words, text });
