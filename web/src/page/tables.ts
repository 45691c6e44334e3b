import { element } from "../dom";
import { say } from "../live";
import { words } from "../words";

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
    count.value = wanted.length > 0 ? words.filterCount(shown, rows.length) : "";
  };
  input.addEventListener("input", filter);
  input.addEventListener("keydown", (event) => {
    if (event.key !== "Escape" || input.value === "") return;
    event.preventDefault();
    input.value = "";
    filter();
  });
  addEventListener("resize", () => {
    releaseWidths(table);
    filter();
  });
  return element("div", { class: "filter", role: "search" }, element("label", { for: id }, words.filter), input, count);
}

// Letters that Unicode does not take apart.
const letters: Record<string, string> = { ø: "o", ł: "l", đ: "d", ð: "d", ı: "i", æ: "ae", œ: "oe", ß: "ss", þ: "th" };

/** Text without letter case and diacritics. */
export function fold(text: string): string {
  return text
    .normalize("NFD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replace(/[øłđðıæœßþ]/g, (letter) => letters[letter] ?? letter);
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

function headings(table: HTMLTableElement): HTMLTableCellElement[] {
  return [...(table.tHead?.rows[0]?.cells ?? [])];
}

type Order = "ascending" | "descending";

function addSorting(table: HTMLTableElement, body: HTMLTableSectionElement): void {
  const cells = headings(table);
  const written = [...body.rows];
  if (table.tHead?.rows.length !== 1 || written.length < 2) return;
  if (table.querySelector("[colspan], [rowspan]")) return;
  cells.forEach((cell, column) => {
    const name = cell.textContent?.trim() ?? "";
    if (!name) return;
    const button = element("button", { type: "button", class: "sort" });
    button.append(...cell.childNodes);
    cell.append(button);
    button.addEventListener("click", () => {
      const next = following[cell.getAttribute("aria-sort") ?? ""] ?? null;
      for (const other of cells) other.removeAttribute("aria-sort");
      if (next) cell.setAttribute("aria-sort", next);
      body.append(...(next ? sorted(written, column, next) : written));
      say(words.sorted[next ?? "none"](name));
    });
  });
}

/** A third click gives the order back in which the page was written. */
const following: Record<string, Order | null> = { "": "ascending", ascending: "descending", descending: null };

function sorted(rows: HTMLTableRowElement[], column: number, order: Order): HTMLTableRowElement[] {
  const texts = rows.map((row) => {
    const cell = row.cells[column];
    return cell?.dataset["sort"] ?? cell?.textContent?.trim() ?? "";
  });
  const numbers = texts.map((text) => (known(text) ? number(text) : null));
  const numeric = texts.every((text, index) => !known(text) || numbers[index] !== null);
  const collator = new Intl.Collator(document.documentElement.lang || "en", { numeric: true });
  const sign = order === "ascending" ? 1 : -1;
  // Cells that say nothing stand last in both orders; equal ones keep theirs.
  return rows
    .map((row, index) => ({ row, index, text: texts[index] ?? "" }))
    .toSorted((a, b) => {
      if (!known(a.text) || !known(b.text)) return Number(known(b.text)) - Number(known(a.text));
      if (numeric) return sign * ((numbers[a.index] ?? 0) - (numbers[b.index] ?? 0));
      return sign * collator.compare(a.text, b.text);
    })
    .map(({ row }) => row);
}

function known(text: string): boolean {
  return /[\p{L}\p{N}]/u.test(text);
}

/** Reads `23,000`, `23 000`, `4½`, `−12` and `45 %`; null for what is no number. */
export function number(text: string): number | null {
  const plain = text.replace(/[\s'’]|%$/g, "").replace("−", "-").replace(/½$/, ".5");
  const whole = /^[+-]?\d{1,3}(?:[.,]\d{3})+$/.test(plain) ? plain.replace(/[.,]/g, "") : plain.replace(",", ".");
  return /^[+-]?(?:\d+\.?\d*|\.\d+)$/.test(whole) ? Number(whole) : null;
}
