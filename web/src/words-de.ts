import { give } from "./given";
import { german as words } from "./words/german";

give({ words });
