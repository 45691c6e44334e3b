import { give } from "./given";
import { french as words } from "./words/french";

give({ words });
