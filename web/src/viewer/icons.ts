import { drawing } from "../dom";

// Drawn on 24 by 24 with lines of 2.
const paths = {
  first: "M6 5v14M18 6l-8 6 8 6z",
  back: "M15 5l-8 7 8 7z",
  play: "M8 5l11 7-11 7z",
  pause: "M8 5v14M16 5v14",
  next: "M9 5l8 7-8 7z",
  last: "M18 5v14M6 6l8 6-8 6z",
  flip: "M7 20V5M3 9l4-4 4 4M17 4v15M13 15l4 4 4-4",
  menu: "M4 7h16M4 12h16M4 17h16",
} as const;

export type Icon = keyof typeof paths;

/** Returns a drawing for a button, which itself has a label. */
export function icon(name: Icon): SVGElement {
  return drawnIcon(paths[name]);
}

/** Returns a drawing by its path. */
export function drawnIcon(path: string): SVGElement {
  return drawing(
    "svg",
    { class: "icon", viewBox: "0 0 24 24", width: 24, height: 24, "aria-hidden": "true", focusable: "false" },
    drawing("path", { d: path }),
  );
}
