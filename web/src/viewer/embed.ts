import { element } from "../dom";
import { words } from "../words";

const root = document.documentElement;
const asked = new URLSearchParams(location.search);

/** True if the page is shown in a frame of another page. Sites of files ask for it in the address. */
export const embedded = root.classList.contains("embed") || asked.has("embed") || location.hash === "#embed";

/** Side of the board that the embedding page wants at the bottom. */
export const wantedOrientation = embedded ? asked.get("orientation") : null;

/** Takes away what is around a game, and reports the height of the rest to the embedding page. */
export function startEmbed(): void {
  if (!embedded) return;
  root.classList.add("embed");
  const theme = asked.get("theme");
  if (theme === "light" || theme === "dark") root.dataset["theme"] = theme;
  const link =
    document.querySelector(".open-full") ?? element("p", { class: "open-full" }, element("a", { href: "" }, words.openPage));
  document.querySelector("article.game")?.append(link);
  for (const other of document.querySelectorAll("a:not(.move)")) {
    other.setAttribute("target", "_blank");
    other.setAttribute("rel", "noopener");
  }
  followPosition(null);
  if (parent === window) return;
  new ResizeObserver(() => {
    const { height } = document.body.getBoundingClientRect();
    // The height is no secret, and the page does not know who embeds it.
    parent.postMessage({ partie: "size", height, title: document.title }, "*");
  }).observe(document.body);
}

/** Lets the link to the whole page open a position of it. */
export function followPosition(position: string | null): void {
  const link = document.querySelector<HTMLAnchorElement>(".open-full a");
  if (link) link.href = wholePage(position);
}

/** Address of the whole page at a position, which is given as in the links of the moves. */
export function wholePage(position: string | null): string {
  const address = new URL(location.href);
  address.pathname = address.pathname.replace(/^\/embed\//, "/");
  for (const name of ["embed", "theme", "orientation"]) address.searchParams.delete(name);
  if (address.hash === "#embed") address.hash = "";
  if (!position) return address.href;
  address.searchParams.delete("at");
  return new URL(position, address).href;
}
