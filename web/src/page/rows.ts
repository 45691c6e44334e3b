import { element } from "../dom";
import { fold, inOrder } from "./compare";

/** A game of a list: its address, the texts of its cells, the titles and the ratings of White and Black, the
    text by which its date is sorted, and the unit of its number of moves. */
type ListedRow = [href: string, cells: string[], titles: [string, string], ratings: [string, string], date: string, unit: string];

/** The most rows of other pages that are shown. */
export const mostRows = 200;
const whiteColumn = 1;
/** The number and the players lead to the game. */
const linkedColumns = 3;
const dateColumn = 5;
const movesColumn = 6;

/** The games of a list that stand on its other pages. They are loaded when they are looked for. */
export class OtherRows {
  /** Number of games on all pages, as soon as they are known. */
  all: number | null = null;
  private readonly body = document.createElement("tbody");
  private listed: { row: ListedRow; text: string }[] = [];
  private asked = false;

  /** `arrived` is called when the rows are there. */
  constructor(
    private readonly table: HTMLTableElement,
    private readonly address: string,
    private readonly arrived: () => void,
  ) {
    table.append(this.body);
  }

  /** Shows games that have all words, and returns the number of all that have them. */
  show(words: string[]): number {
    if (words.length > 0 && !this.asked) this.load();
    const found = words.length > 0 ? this.listed.filter(({ text }) => words.every((word) => text.includes(word))) : [];
    const rows = found.slice(0, mostRows).map(({ row }) => this.made(row));
    this.body.replaceChildren(...inOrder(this.table, rows));
    return found.length;
  }

  private load(): void {
    this.asked = true;
    // Pages of files may load nothing but scripts.
    const script = document.createElement("script");
    script.src = this.address;
    const take = (event: Event): void => {
      const rows = (event as CustomEvent<ListedRow[]>).detail;
      const own = new Set([...(this.table.tBodies[0]?.rows ?? [])].map(addressOf));
      this.all = rows.length;
      this.listed = rows
        .filter(([href]) => !own.has(href))
        .map((row) => ({ row, text: fold([...row[1], ...row[2], ...row[3]].join(" ")) }));
      this.arrived();
    };
    document.addEventListener("partie:games", take, { once: true });
    document.head.append(script);
  }

  /** A row like those of the page. */
  private made([href, cells, titles, ratings, date, unit]: ListedRow): HTMLTableRowElement {
    const row = this.table.tBodies[0]?.rows[0]?.cloneNode(true) as HTMLTableRowElement;
    row.hidden = false;
    [...row.cells].forEach((cell, column) => {
      const name = cells[column] ?? "";
      const title = titles[column - whiteColumn];
      const text = title ? `${title} ${name}` : name;
      // Names are sorted without their titles.
      if (title) cell.dataset["sort"] = name;
      else delete cell.dataset["sort"];
      cell.replaceChildren(column < linkedColumns && text ? element("a", { href }, text) : text);
      const rating = ratings[column - whiteColumn];
      if (rating) cell.append(" ", element("span", { class: "rating" }, rating));
    });
    const day = row.cells[dateColumn];
    if (day) day.dataset["sort"] = date;
    const moves = row.cells[movesColumn];
    if (moves) moves.dataset["unit"] = unit;
    return row;
  }
}

function addressOf(row: HTMLTableRowElement): string {
  return row.querySelector("a")?.getAttribute("href") ?? "";
}
