import "./css/paste.css";
import { showAgain, startPaste } from "./page/paste";
import { startTables } from "./page/tables";

startPaste();
startTables();
addEventListener("popstate", (event) => showAgain(event.state));
// Pages that a script changes announce it by this event.
document.addEventListener("partie:content", startTables);
