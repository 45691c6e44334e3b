import { drawing, element } from "../dom";
import { choices, keep, setting, type Setting } from "../settings";
import { words, type Words } from "../words";

const names: Record<"theme" | "list" | "colours", Record<string, keyof Words>> = {
  theme: { system: "system", light: "light", dark: "dark" },
  list: { auto: "auto", columns: "columns", inline: "inline" },
  colours: { brown: "brown", blue: "blue", green: "green", grey: "grey" },
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
  const language = form?.querySelector<HTMLSelectElement>("select[name=lang]");
  if (form && language) items.append(...languageChoice(form, language));
  for (const name of ["theme", "list", "colours"] as const) items.append(...choice(name));
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

// The server keeps the language and answers with the page in it.
function languageChoice(form: HTMLFormElement, select: HTMLSelectElement): HTMLElement[] {
  const text = select.closest("label")?.firstChild?.textContent?.trim() ?? "";
  const action = form.action;
  select.id = "setting-lang";
  select.removeAttribute("name");
  select.addEventListener("change", () => {
    const address = new URL(action);
    address.searchParams.set("lang", select.value);
    location.assign(address);
  });
  return [element("label", { for: select.id }, text), select];
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
