import { give } from "./given";
import { french as text } from "./play/words/french";

give({ text });
