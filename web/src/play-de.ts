import { give } from "./given";
import { german as text } from "./play/words/german";

give({ text });
