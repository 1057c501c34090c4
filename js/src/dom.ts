// Building DOM nodes from data: createElement, textContent and setAttribute only, so that no text of a game
// can become markup.

export type Attributes = Record<string, string | number | boolean | null | undefined>;
type Child = Node | string | null | undefined | false;

const SVG = "http://www.w3.org/2000/svg";

export function h<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  attributes: Attributes = {},
  ...children: Child[]
): HTMLElementTagNameMap[K] {
  const node = document.createElement(tag);
  dress(node, attributes);
  return fill(node, children);
}

export function s<K extends keyof SVGElementTagNameMap>(
  tag: K,
  attributes: Attributes = {},
  ...children: Child[]
): SVGElementTagNameMap[K] {
  const node = document.createElementNS(SVG, tag);
  dress(node, attributes);
  return fill(node, children);
}

/** A button with a name for every user: visible text or symbol, tooltip, accessible label. */
export function button(text: string, attributes: Attributes, act: (event: MouseEvent) => void): HTMLButtonElement {
  const node = h("button", { type: "button", ...attributes }, text);
  node.addEventListener("click", act);
  return node;
}

/** A button that plays: the second half of a double click means the first order, not the one that came in its place. */
export function orderButton(text: string, attributes: Attributes, act: (event: MouseEvent) => void): HTMLButtonElement {
  return button(text, attributes, (event) => {
    if (event.detail < 2) act(event);
  });
}

export function empty(node: Element): void {
  node.replaceChildren();
}

/** What has the focus in the tree a node lives in; marimo puts widgets into a shadow tree. */
export function focused(node: Node): Element | null {
  const tree = node.getRootNode() as Node & Partial<DocumentOrShadowRoot>;
  return tree.activeElement ?? null;
}

/** Sets the text only when it differs: a live region must not be spoken twice. */
export function say(node: Element, text: string): void {
  if (node.textContent !== text) node.textContent = text;
}

function dress(node: Element, attributes: Attributes): void {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) continue;
    node.setAttribute(name, value === true ? "" : String(value));
  }
}

function fill<T extends Element>(node: T, children: Child[]): T {
  for (const child of children) if (child) node.append(child);
  return node;
}
