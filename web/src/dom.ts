type Child = Node | string;
type Attributes = Record<string, string | number | boolean | null>;

/** Creates an element. Text becomes text nodes, so that no input is read as HTML. */
export function element<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  attributes: Attributes = {},
  ...children: Child[]
): HTMLElementTagNameMap[K] {
  const made = document.createElement(tag);
  assign(made, attributes);
  made.append(...children);
  return made;
}

/** Creates an element of SVG. */
export function drawing<K extends keyof SVGElementTagNameMap>(
  tag: K,
  attributes: Attributes = {},
  ...children: Child[]
): SVGElementTagNameMap[K] {
  const made = document.createElementNS("http://www.w3.org/2000/svg", tag);
  assign(made, attributes);
  made.append(...children);
  return made;
}

/** Sets attributes; `null` and `false` remove one. */
export function assign(target: Element, attributes: Attributes): void {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === null || value === false) target.removeAttribute(name);
    else target.setAttribute(name, value === true ? "" : String(value));
  }
}

/** Number in a `data-` attribute. */
export function dataNumber(target: Element, name: string): number | null {
  const value = target.getAttribute(`data-${name}`);
  return value !== null && /^\d+$/.test(value) ? Number(value) : null;
}
