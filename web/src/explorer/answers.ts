const kept = new Map<string, Promise<Document>>();
const mostKept = 60;

/** Fetches a page, or gives the copy that was fetched before. */
export function answer(address: string): Promise<Document> {
  const known = kept.get(address);
  if (known) return known;
  const [oldest] = kept.keys();
  if (kept.size >= mostKept && oldest !== undefined) kept.delete(oldest);
  const fetched = load(address);
  kept.set(address, fetched);
  // Failures are asked again.
  fetched.catch(() => kept.delete(address));
  return fetched;
}

async function load(address: string): Promise<Document> {
  const response = await fetch(address);
  if (!response.ok) throw new TypeError(`status ${response.status}`);
  return new DOMParser().parseFromString(await response.text(), "text/html");
}
