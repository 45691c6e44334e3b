import { give } from "./play/given";
import { czech as text } from "./play/words/czech";
import { czech as words } from "./words/czech";

give({ words, text });
