import { prepareLive } from "./live";
import { apply } from "./settings";
import { showAgain, startPaste } from "./page/paste";
import { addSettings } from "./page/settings";
import { startTables } from "./page/tables";

// Games in other pages have the theme that those ask for.
if (!document.documentElement.classList.contains("embed")) apply("theme");
apply("list");
apply("colours");
prepareLive();
addSettings();
startPaste();
startTables();
addEventListener("popstate", (event) => showAgain(event.state));
// Pages that a script changes announce it by this event.
document.addEventListener("partie:content", startTables);
