import { give } from "./given";
import { english as text } from "./play/words/english";

give({ text });
