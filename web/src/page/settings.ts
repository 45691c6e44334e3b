import { drawing, element } from "../dom";
import { choices, keep, setting, type Setting } from "../settings";
import { words, type Words } from "../words";

const names: Record<"theme" | "list" | "colours" | "figures" | "size" | "volume", Record<string, keyof Words>> = {
  theme: { system: "system", light: "light", dark: "dark" },
  list: { auto: "auto", columns: "columns", inline: "inline" },
  colours: { brown: "brown", blue: "blue", green: "green", grey: "grey" },
  figures: { drawn: "figuresDrawn", letters: "figuresLetters" },
  size: { 100: "sizeFull", 85: "sizeLarge", 70: "sizeMedium", 55: "sizeSmall" },
  volume: { 100: "loud", 60: "medium", 30: "soft" },
};

/**
 * Adds the settings to the header of the page. The form that the server wrote for browsers without
 * scripts gives the language; the style sheet has hidden it.
 */
export function addSettings(): void {
  const header = document.querySelector("body > header");
  if (!header) return;
  const gear = drawing(
    "svg",
    { class: "icon", viewBox: "0 0 24 24", width: 24, height: 24, "aria-hidden": "true", focusable: "false" },
    drawing("path", { d: "M4 7h9m5 0h2M4 17h2m5 0h9M13 4.5v5h5v-5zM6 14.5v5h5v-5z" }),
  );
  const summary = element("summary", { "aria-label": words.settings, title: words.settings }, gear);
  const items = element("div", { class: "settings-items" });
  const form = document.querySelector<HTMLFormElement>("form.settings");
  for (const name of ["lang", "notation"]) {
    const select = form?.querySelector<HTMLSelectElement>(`select[name=${name}]`);
    if (form && select) items.append(...serversChoice(form, select));
  }
  for (const name of ["theme", "list", "colours", "figures", "size", "volume"] as const) items.append(...choice(name));
  form?.remove();
  const root = element("details", { class: "settings" }, summary, items);
  root.addEventListener("keydown", (event) => {
    if (event.key !== "Escape" || !root.open) return;
    root.open = false;
    summary.focus();
  });
  document.addEventListener("click", (event) => {
    if (root.open && !root.contains(event.target as Node)) root.open = false;
  });
  header.append(root);
}

// The server keeps the choice, and answers with the page as it is by it.
function serversChoice(form: HTMLFormElement, select: HTMLSelectElement): HTMLElement[] {
  const { action } = form;
  const { name } = select;
  const label = select.closest("label")?.firstChild?.textContent?.trim() ?? "";
  select.id = `setting-${name}`;
  select.removeAttribute("name");
  select.addEventListener("change", () => {
    const address = new URL(action);
    address.searchParams.set(name, select.value);
    location.assign(address);
  });
  return [element("label", { for: select.id }, label), select];
}

function choice(name: keyof typeof names & Setting): HTMLElement[] {
  const select = element("select", { id: `setting-${name}` });
  for (const value of choices[name]) {
    const word = words[names[name][value] ?? "auto"];
    select.append(element("option", { value }, String(word)));
  }
  select.value = setting(name);
  select.addEventListener("change", () => keep(name, select.value));
  return [element("label", { for: select.id }, String(words[name])), select];
}
