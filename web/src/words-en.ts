import { give } from "./given";
import { english as words } from "./words/english";

give({ words });
