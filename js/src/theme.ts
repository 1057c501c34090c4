// Colours: the one table comes from Python (`ground.tokens`) and becomes CSS variables on the root, so that a
// change of theme costs one restyle.
import type { Ground } from "./scene";

export type ThemeName = "light" | "dark";

export function tokensFor(theme: ThemeName, ground: Ground | null): Record<string, string> {
  return ground?.tokens?.[theme] ?? {};
}

/** The theme asked for; "auto" follows the host where it says so, else the system. */
export function resolveTheme(wanted: unknown, body: HTMLElement, systemDark: boolean): ThemeName {
  if (wanted === "light" || wanted === "dark") return wanted;
  return hostTheme(body) ?? (systemDark ? "dark" : "light");
}

/** JupyterLab and Notebook, VS Code, Colab – each says it in its own way. */
function hostTheme(body: HTMLElement): ThemeName | null {
  const lab = body.getAttribute("data-jp-theme-light");
  if (lab !== null) return lab === "true" ? "light" : "dark";
  const code = body.getAttribute("data-vscode-theme-kind");
  if (code !== null) return /light/.test(code) ? "light" : "dark";
  const colab = body.ownerDocument.documentElement.getAttribute("theme");
  return colab === "light" || colab === "dark" ? colab : null;
}

export function paint(root: HTMLElement, theme: ThemeName, ground: Ground | null): void {
  root.dataset.theme = theme;
  root.toggleAttribute("data-own", (hostTheme(document.body) ?? theme) !== theme);
  for (const [name, colour] of Object.entries(tokensFor(theme, ground))) {
    root.style.setProperty(`--bw-${name}`, colour);
  }
}

/** Calls back when the host switches between light and dark; returns the way to stop. */
export function followHost(changed: () => void): () => void {
  const system = window.matchMedia("(prefers-color-scheme: dark)");
  const watch = new MutationObserver(changed);
  watch.observe(document.body, { attributes: true, attributeFilter: ["data-jp-theme-light", "data-vscode-theme-kind"] });
  watch.observe(document.documentElement, { attributes: true, attributeFilter: ["theme"] });
  system.addEventListener("change", changed);
  return () => {
    watch.disconnect();
    system.removeEventListener("change", changed);
  };
}

export function systemIsDark(): boolean {
  return window.matchMedia("(prefers-color-scheme: dark)").matches;
}

/** A colour a user may put on an annotation: a token, a CSS name or #hex; else null. */
export function userColour(text: string | undefined, tokens: Record<string, string>): string | null {
  if (!text) return null;
  if (text in tokens) return `var(--bw-${text})`;
  return /^(#[0-9a-f]{3,8}|[a-z]+)$/i.test(text) ? text : null;
}

export function token(name: string): string {
  return /^[a-z0-9-]+$/i.test(name) ? `var(--bw-${name})` : name.startsWith("#") ? name : "none";
}
