import { give } from "./given";
import { czech as words } from "./words/czech";

give({ words });
