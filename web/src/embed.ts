// Puts a game into a page of another site: a frame after this script, or a link if the frame stays empty.
const script = document.currentScript;
if (script instanceof HTMLScriptElement && script.dataset["game"]) place(script, script.dataset["game"]);

function place(after: HTMLScriptElement, game: string): void {
  // Addresses without a host or a leading slash are those of a static site, next to `assets/`.
  const address = new URL(game, new URL("..", after.src));
  const link = document.createElement("a");
  link.href = address.href.replace("/embed/", "/");
  link.textContent = after.dataset["title"] ?? "Chess game";
  for (const name of ["theme", "orientation", "at"]) {
    const value = after.dataset[name];
    if (value) address.searchParams.set(name, value);
  }
  address.searchParams.set("embed", "");

  const frame = document.createElement("iframe");
  frame.title = link.textContent;
  frame.loading = "lazy";
  // Not allow-same-origin: on pages of the same host the game could lift the sandbox. Links open
  // the whole page, which is free of it. Files are origins of their own, and in a sandbox they
  // could not load their scripts.
  if (address.protocol !== "file:") frame.setAttribute("sandbox", "allow-scripts allow-popups allow-popups-to-escape-sandbox");
  frame.allow = "clipboard-write";
  Object.assign(frame.style, { display: "block", width: "100%", border: "0" });
  frame.src = address.href;
  after.after(frame);
  const width = frame.getBoundingClientRect().width;
  frame.style.height = `${width < 560 ? width + 380 : width * 0.66}px`;

  let alive = false;
  const listen = (event: MessageEvent): void => {
    // Sandboxed pages have the origin "null"; the window says that it is this frame.
    if (event.source !== frame.contentWindow || !["null", address.origin].includes(event.origin)) return;
    const { partie, height, title } = (event.data ?? {}) as { partie?: unknown; height?: unknown; title?: unknown };
    if (partie !== "size" || typeof height !== "number" || !(height > 0)) return;
    alive = true;
    frame.style.height = `${Math.min(Math.ceil(height), 3000)}px`;
    if (typeof title === "string" && title) frame.title = title;
  };
  addEventListener("message", listen);
  frame.addEventListener("load", () => {
    setTimeout(() => {
      if (alive) return;
      removeEventListener("message", listen);
      frame.replaceWith(link);
    }, 3000);
  });
}
