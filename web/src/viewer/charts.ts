import { assign, drawing, element } from "../dom";
import { words } from "../words";
import { chances, clockText, evalText } from "./format";
import { mover, type Tree } from "./tree";

const height = 100;
/** The media query of `viewer-narrow.css` for one column. */
const oneColumn = "(max-width: 799px) and (orientation: portrait), (max-width: 559px)";

/** Curve of evaluations and bars of time, of the main line, with the same as a table. */
export class Charts {
  readonly root = element("details", { class: "charts" });
  private readonly content = element("div", { class: "chart-boxes" });
  private readonly marks: SVGElement[] = [];
  private readonly plies: number;

  constructor(
    private readonly tree: Tree,
    private readonly choose: (id: number) => void,
  ) {
    const line = tree.mainline;
    this.plies = line.length - 1;
    const evaluated = line.filter((id) => tree.node(id).eval !== null).length;
    const timed = line.filter((id) => tree.node(id).used !== null).length;
    if (this.plies < 2) return;
    if (evaluated > 1) this.content.append(this.chart("curve", words.curve, this.curve()));
    if (timed > 1) this.content.append(this.chart("times", words.times, this.bars()));
    if (this.content.childElementCount === 0) return;
    this.content.append(this.table(evaluated > 1, timed > 1));
    this.root.append(element("summary", {}, words.curves), this.content);
    // A phone has room for the moves or for the curves.
    const narrow = matchMedia(oneColumn);
    const fold = (): void => void (this.root.open = !narrow.matches);
    narrow.addEventListener("change", fold);
    fold();
  }

  /** Marks the current move. */
  mark(id: number): void {
    const ply = this.tree.mainline.indexOf(this.tree.onMainline(id));
    for (const mark of this.marks) assign(mark, { d: `M${ply} 0V${height}` });
  }

  private chart(kind: string, label: string, content: SVGElement[]): HTMLElement {
    const mark = drawing("path", { class: "now", d: "" });
    this.marks.push(mark);
    const svg = drawing(
      "svg",
      {
        class: `chart ${kind}`,
        role: "img",
        "aria-label": label,
        viewBox: `0 0 ${this.plies} ${height}`,
        preserveAspectRatio: "none",
      },
      drawing("path", { class: "zero", d: `M0 50H${this.plies}` }),
      ...content,
      mark,
    );
    svg.addEventListener("click", (event) => {
      const box = svg.getBoundingClientRect();
      const ply = Math.round(((event.clientX - box.left) / box.width) * this.plies);
      const id = this.tree.mainline[Math.min(Math.max(ply, 0), this.plies)];
      if (id !== undefined) this.choose(id);
    });
    return element("figure", { class: "chart-box" }, element("figcaption", {}, label), svg);
  }

  // A move without evaluation keeps the one before it; the start has that of the first move.
  private curve(): SVGElement[] {
    const values = this.tree.mainline.map((id) => this.tree.node(id).eval);
    let value = values.find((known) => known !== null) ?? { cp: 0 };
    const points = values.map((known, ply) => {
      value = known ?? value;
      return `${ply} ${(50 - 47 * chances(value)).toFixed(1)}`;
    });
    const path = points.join("L");
    return [
      drawing("path", { class: "white-area", d: `M0 ${height}L${path}V${height}Z` }),
      drawing("path", { class: "line", d: `M${path}` }),
    ];
  }

  // Long thoughts would dwarf the others: bars grow with the logarithm of the time.
  private bars(): SVGElement[] {
    const used = this.tree.mainline.map((id) => this.tree.node(id).used ?? 0);
    const scale = 48 / Math.log1p(Math.max(...used, 1000) / 1000);
    const paths = { white: "", black: "" };
    this.tree.mainline.forEach((id, ply) => {
      const time = used[ply] ?? 0;
      if (time <= 0) return;
      const size = Math.max(1, Math.log1p(time / 1000) * scale);
      const colour = mover(this.tree.node(id));
      paths[colour] += `M${ply - 0.9} 50v${(colour === "white" ? -size : size).toFixed(1)}h.8V50z`;
    });
    return [drawing("path", { class: "bar-white", d: paths.white }), drawing("path", { class: "bar-black", d: paths.black })];
  }

  private table(evaluated: boolean, timed: boolean): HTMLElement {
    const root = element("details", { class: "chart-table" }, element("summary", {}, words.table));
    root.addEventListener("toggle", () => {
      if (!root.open || root.childElementCount > 1) return;
      const head = [words.move, ...(evaluated ? [words.evaluation] : []), ...(timed ? [words.timeLeft, words.timeUsed] : [])];
      const rows = this.tree.mainline.slice(1).map((id) => {
        const node = this.tree.node(id);
        const time = (value: number | null): string => (value === null ? "" : clockText(value, this.tree.tenthsBelow));
        const cells = [...(evaluated ? [evalText(node.eval)] : []), ...(timed ? [time(node.clock), time(node.used)] : [])];
        return element(
          "tr",
          {},
          element("th", { scope: "row" }, node.label),
          ...cells.map((text) => element("td", {}, text)),
        );
      });
      root.append(
        element(
          "div",
          { class: "scroll", tabindex: 0, role: "region", "aria-label": words.table },
          element(
            "table",
            {},
            element("thead", {}, element("tr", {}, ...head.map((text) => element("th", { scope: "col" }, text)))),
            element("tbody", {}, ...rows),
          ),
        ),
      );
    });
    return root;
  }
}
