import { element } from "../dom";
import { say } from "../live";
import { words } from "../words";
import { fold, headings, inOrder, type Order } from "./compare";
import { mostRows, OtherRows } from "./rows";

/** Gives tables with `data-filter` a search field and headings that sort. */
export function startTables(): void {
  for (const table of document.querySelectorAll<HTMLTableElement>("table[data-filter]")) {
    const body = table.tBodies[0];
    if (!body || table.classList.contains("searchable")) continue;
    table.classList.add("searchable");
    table.before(searchField(table, [...body.rows]));
    addSorting(table, body);
  }
}

let fields = 0;

function searchField(table: HTMLTableElement, rows: HTMLTableRowElement[]): HTMLElement {
  const id = `filter-${++fields}`;
  const input = element("input", { id, type: "search", autocomplete: "off", spellcheck: "false" });
  const count = element("output", { for: id, class: "filter-count", role: "status" });
  const address = table.dataset["rows"];
  const others = address ? new OtherRows(table, address, () => filter()) : null;
  let texts: string[] | null = null;
  const filter = (): void => {
    const wanted = fold(input.value).split(/\s+/).filter(Boolean);
    // Rows that vanish leave the columns as wide as they are.
    if (wanted.length > 0) holdWidths(table);
    else releaseWidths(table);
    texts ??= rows.map((row) => fold([...row.cells].map((cell) => cell.textContent).join(" ")));
    let shown = 0;
    rows.forEach((row, index) => {
      const text = texts?.[index] ?? "";
      row.hidden = !wanted.every((word) => text.includes(word));
      if (!row.hidden) shown += 1;
    });
    const elsewhere = others?.show(wanted) ?? 0;
    const counted = words.filterCount(shown + elsewhere, others?.all ?? rows.length);
    const cut = elsewhere > mostRows ? ` ${words.filterCut(mostRows)}` : "";
    count.value = wanted.length > 0 ? counted + cut : "";
  };
  input.addEventListener("input", filter);
  input.addEventListener("keydown", (event) => {
    if (event.key !== "Escape" || input.value === "") return;
    event.preventDefault();
    input.value = "";
    filter();
  });
  if (others) table.addEventListener("sorted", filter);
  addEventListener("resize", () => {
    releaseWidths(table);
    filter();
  });
  return element("div", { class: "filter", role: "search" }, element("label", { for: id }, words.filter), input, count);
}

function holdWidths(table: HTMLTableElement): void {
  if (table.style.minWidth) return;
  const cells = headings(table);
  const widths = cells.map((cell) => cell.getBoundingClientRect().width);
  const whole = table.getBoundingClientRect().width;
  cells.forEach((cell, index) => (cell.style.width = `${(100 * (widths[index] ?? 0)) / whole}%`));
  table.style.minWidth = `${whole}px`;
  table.style.tableLayout = "fixed";
}

function releaseWidths(table: HTMLTableElement): void {
  for (const cell of headings(table)) cell.style.width = "";
  table.style.minWidth = "";
  table.style.tableLayout = "";
}

function addSorting(table: HTMLTableElement, body: HTMLTableSectionElement): void {
  const cells = headings(table);
  const written = [...body.rows];
  if (table.tHead?.rows.length !== 1 || written.length < 2) return;
  if (table.querySelector("[colspan], [rowspan]")) return;
  cells.forEach((cell) => {
    const name = cell.textContent?.trim() ?? "";
    if (!name) return;
    const button = element("button", { type: "button", class: "sort" });
    // Where all rows are here, the link that has them sorted by the server is not needed.
    button.append(...(cell.querySelector("a.sort") ?? cell).childNodes);
    cell.replaceChildren(button);
    button.addEventListener("click", () => {
      const next = following[cell.getAttribute("aria-sort") ?? ""] ?? null;
      for (const other of cells) other.removeAttribute("aria-sort");
      if (next) cell.setAttribute("aria-sort", next);
      body.append(...inOrder(table, written));
      table.dispatchEvent(new Event("sorted"));
      say(words.sorted[next ?? "none"](name));
    });
  });
}

/** A third click gives the order back in which the page was written. */
const following: Record<string, Order | null> = { "": "ascending", ascending: "descending", descending: null };
