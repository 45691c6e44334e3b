import { give } from "./given";
import { czech as text } from "./play/words/czech";

give({ text });
