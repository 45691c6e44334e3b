import { drawing, element } from "../dom";
import type { Seek } from "../types/Live";
import { keyed } from "./actions";
import { describeSeek } from "./phrases";
import { text } from "./words";

const times = [1, 3, 5, 10, 15, 30, 60];
const ratings = [1000, 1500, 2000, 2500];
/** Least distance of two points, in parts of the graph: fingers have to hit them. */
const apart = 0.085;
/** Height of the band for those who have no rating. */
const band = 0.2;

/** Seeks as points over time and rating; each is a button. The table says the same. */
export class SeekGraph {
  readonly root: HTMLElement;
  private readonly points = element("div", { class: "points" });
  private seeks: Seek[] = [];
  private own: (seek: Seek) => boolean = () => false;

  constructor(private readonly answer: (seek: Seek) => void) {
    const lines = drawing("svg", { class: "grid-lines", viewBox: "0 0 100 100", preserveAspectRatio: "none", "aria-hidden": "true" });
    const labels: HTMLElement[] = [];
    for (const time of times) {
      const x = across(time);
      lines.append(drawing("line", { x1: 100 * x, x2: 100 * x, y1: 0, y2: 100 }));
      labels.push(place(element("span", { class: "time-label", "aria-hidden": "true" }, `${time}′`), x, 0));
    }
    for (const rating of ratings) {
      const y = up(rating);
      lines.append(drawing("line", { x1: 0, x2: 100, y1: 100 - 100 * y, y2: 100 - 100 * y }));
      labels.push(place(element("span", { class: "rating-label", "aria-hidden": "true" }, String(rating)), 0, y));
    }
    lines.append(drawing("line", { class: "band", x1: 0, x2: 100, y1: 100 - 100 * band, y2: 100 - 100 * band }));
    labels.push(place(element("span", { class: "band-label", "aria-hidden": "true" }, text.noRating), 1, band));
    const legend = element(
      "p",
      { class: "point-key hint" },
      ...(["rated", "unrated", "computer"] as const).flatMap((kind) => [element("span", { class: `point ${kind}` }), ` ${text[kind]} `]),
    );
    this.root = element("div", { class: "seek-graph" }, element("div", { class: "field-of-points" }, lines, ...labels, this.points), legend);
  }

  /** Shows seeks. */
  show(seeks: Seek[], own: (seek: Seek) => boolean): void {
    this.seeks = seeks;
    this.own = own;
    this.place();
  }

  /** Places the points. */
  place(): void {
    const taken: [number, number][] = [];
    const places = new Map<number, [number, number]>();
    for (const seek of this.seeks) {
      const [least, most] = seek.number === null ? [0.05, band - 0.04] : [up(seek.number), 1];
      let x = across(seek.minutes + (seek.increment * 2) / 3);
      let y = least;
      // Points that would hide each other stand above each other, and then beside each other.
      for (let tries = 0; tries < 60 && taken.some(([a, b]) => Math.abs(a - x) < apart - 1e-9 && Math.abs(b - y) < apart - 1e-9); tries++) {
        y += apart;
        if (y < most) continue;
        y = least;
        x = Math.min(1, x + apart);
      }
      taken.push([x, y]);
      places.set(seek.index, [x, y]);
    }
    keyed(
      this.points,
      this.seeks,
      (seek) => JSON.stringify([seek, this.own(seek)]),
      (seek) => {
        const label = describeSeek(seek) + (this.own(seek) ? `, ${text.yourSeek}` : "");
        const kind = seek.computer ? "computer" : seek.rated ? "rated" : "unrated";
        const point = element("button", { type: "button", "aria-label": label, title: label }, element("span", { class: `point ${kind}${this.own(seek) ? " own" : ""}` }));
        if (this.own(seek)) point.setAttribute("aria-disabled", "true");
        else point.addEventListener("click", () => this.answer(seek));
        return point;
      },
      (point, seek) => {
        const at = places.get(seek.index);
        if (at) place(point, ...at);
      },
    );
  }
}

function place(target: HTMLElement, x: number, y: number): HTMLElement {
  target.style.left = `${100 * x}%`;
  target.style.bottom = `${100 * y}%`;
  return target;
}

// The axis of time is logarithmic: from one minute to an hour.
function across(minutes: number): number {
  return Math.min(1, Math.max(0.02, Math.log2(1 + minutes) / Math.log2(64)));
}

function up(rating: number): number {
  return band + (1 - band) * Math.min(0.97, Math.max(0.03, (rating - 700) / 2200));
}
