import { prepareLive } from "./live";
import { apply } from "./settings";
import { startPaste } from "./page/paste";
import { addSettings } from "./page/settings";

apply("theme");
apply("list");
apply("colours");
prepareLive();
addSettings();
startPaste();
