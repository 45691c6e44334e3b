import { Chessground } from "@lichess-org/chessground";
import type { Api } from "@lichess-org/chessground/api";
import type { Config } from "@lichess-org/chessground/config";
import { element } from "../dom";

const still = matchMedia("(prefers-reduced-motion: reduce)");

/** Settings of animations as the reader wants them now. */
function motion(): { enabled: boolean; duration: number } {
  return { enabled: !still.matches, duration: 200 };
}

/** Place of a board in a figure, in which its picture was. */
export interface Mounted {
  frame: HTMLElement;
  /** Draws the board, the first time; from then on it changes it. */
  set(config: Config): Api;
}

/** Puts the place of a drawn board, and the squares over it, where a figure's picture is. */
export function mount(figure: HTMLElement, squares: HTMLElement, always: Config): Mounted {
  const drawn = element("div", { class: "cg-wrap", "aria-hidden": "true" });
  const frame = element("div", { class: "frame" }, drawn, squares);
  const picture = figure.querySelector(".board-picture");
  if (picture) picture.replaceWith(frame);
  else figure.append(frame);
  let ground: Api | null = null;
  return {
    frame,
    set(config) {
      if (ground) {
        ground.set({ ...config, animation: motion() });
        return ground;
      }
      const made = Chessground(drawn, {
        coordinates: false,
        ...always,
        ...config,
        movable: { ...always.movable, ...config.movable },
        premovable: { ...always.premovable, ...config.premovable },
        predroppable: { ...always.predroppable, ...config.predroppable },
        animation: motion(),
        drawable: { enabled: false, visible: true, ...always.drawable, ...config.drawable },
      });
      ground = made;
      // Pieces stand at places in pixels, so paper needs another drawing.
      matchMedia("print").addEventListener("change", () => made.redrawAll());
      return made;
    },
  };
}
