import { prepareLive } from "./live";
import { apply } from "./settings";
import { startExplorer } from "./explorer/page";

apply("colours");
prepareLive();
startExplorer();
