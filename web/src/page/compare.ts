// Letters that Unicode does not take apart.
const letters: Record<string, string> = { ø: "o", ł: "l", đ: "d", ð: "d", ı: "i", æ: "ae", œ: "oe", ß: "ss", þ: "th" };

/** Text without letter case and diacritics, its dashes as they are typed. */
export function fold(text: string): string {
  return text
    .normalize("NFD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replaceAll("–", "-")
    .replace(/[øłđðıæœßþ]/g, (letter) => letters[letter] ?? letter);
}

/** The cells of the row of headings. */
export function headings(table: HTMLTableElement): HTMLTableCellElement[] {
  return [...(table.tHead?.rows[0]?.cells ?? [])];
}

export type Order = "ascending" | "descending";

/** Rows in the order that the headings name. */
export function inOrder(table: HTMLTableElement, rows: HTMLTableRowElement[]): HTMLTableRowElement[] {
  const cells = headings(table);
  const column = cells.findIndex((cell) => cell.hasAttribute("aria-sort"));
  const order = cells[column]?.getAttribute("aria-sort");
  return order ? sorted(rows, column, order as Order) : rows;
}

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
