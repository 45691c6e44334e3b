import { prepareLive } from "./live";
import { apply } from "./settings";
import { addSettings } from "./page/settings";

// Games in other pages have the theme that those ask for.
if (!document.documentElement.classList.contains("embed")) apply("theme");
apply("list");
apply("size");
apply("colours");
apply("figures");
prepareLive();
addSettings();
