import "./css/page.css";
import { prepareLive } from "./live";
import { apply } from "./settings";
import type { GameData } from "./types/GameData";
import { startEmbed } from "./viewer/embed";
import { unpack } from "./viewer/packed";
import { Viewer } from "./viewer/viewer";

const viewers: Viewer[] = [];

// Pages that a script changes announce it by this event.
document.addEventListener("partie:content", start);
document.addEventListener("keydown", (event) => {
  if (viewers.length === 1 && !usesArrows(event.target as Element)) viewers[0]?.pressUnfocused(event);
});
addEventListener("hashchange", () => {
  if (viewers.length === 1) viewers[0]?.followAddress();
});
apply("list");
apply("colours");
startEmbed();
start();

function start(): void {
  prepareLive();
  for (let i = viewers.length - 1; i >= 0; i--) if (!viewers[i]?.root.isConnected) viewers.splice(i, 1);
  const roots = document.querySelectorAll<HTMLElement>("[data-viewer] .viewer");
  for (const root of roots) {
    if (root.classList.contains("live")) continue;
    const data = unpack(root) ?? read(root.querySelector(".viewer-data"));
    if (data) viewers.push(new Viewer(root, data, roots.length === 1));
  }
}

/** Returns true for fields, and for what is scrolled or walked through by the arrow keys. */
function usesArrows(target: Element): boolean {
  return target.closest("input, textarea, select, audio, video, [contenteditable], [role=grid], [tabindex='0']") !== null;
}

function read(script: Element | null): GameData | null {
  try {
    const data = JSON.parse(script?.textContent ?? "") as GameData;
    return data.nodes.length > 0 ? data : null;
  } catch {
    // The page stays as the server wrote it, with links instead of a script.
    return null;
  }
}
