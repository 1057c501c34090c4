// Colours: the table comes from Python (`ground.tokens`) and becomes CSS variables on the root, so that a
// change of theme costs one restyle. The values below stand in only where that table is silent.
import type { Ground } from "./scene";

export type ThemeName = "light" | "dark";

const BOTH = {
  legal: "#ffd24a",
  badge: "#fffaf0",
  "badge-ink": "#2b2118",
  vp: "#f2b632",
  "vp-edge": "#2b2118",
  "vp-none": "#ffffff",
  cross: "#33383d",
  hover: "#2f7de1",
  hit: "#d9352b",
  tray: "#1c1a15",
  "pip-elite": "#f0a500",
  "pip-veteran": "#ffffff",
  "pip-green": "#35b08a",
  army: "#4c555e",
  "army-edge": "#2c333a",
  "army-ink": "#f4f1e8",
  ss: "#24272b",
  "ss-edge": "#0c0d0f",
  "ss-ink": "#f4f1e8",
  luftwaffe: "#5d7488",
  "luftwaffe-edge": "#3a4b59",
  "luftwaffe-ink": "#ffffff",
  us: "#c9c08a",
  "us-edge": "#8d8552",
  "us-ink": "#1e1c12",
  uk: "#d8a77e",
  "uk-edge": "#99694a",
  "uk-ink": "#1e1c12",
};

const FALLBACK: Record<ThemeName, Record<string, string>> = {
  light: {
    ...BOTH,
    page: "#ded3ba",
    land: "#f3ead2",
    frame: "#4b3a28",
    "legal-edge": "#a86f00",
    "hover-edge": "#123f7d",
    label: "#231a11",
    halo: "#f7efdb",
    "label-river": "#23557e",
    "label-wood": "#2f4a20",
    "label-town": "#4d4030",
    entry: "#fffaf0",
    fort: "#5b2d7a",
    "control-german": "#3f4a55",
    "control-allied": "#b9a64a",
    front: "#8e1f1f",
    "piece-outline": "#2b2118",
  },
  dark: {
    ...BOTH,
    page: "#1d211f",
    land: "#373a33",
    frame: "#c9b48f",
    "legal-edge": "#ffd24a",
    "hover-edge": "#8fbcff",
    label: "#f4ead3",
    halo: "#23251f",
    "label-river": "#a9d0ee",
    "label-wood": "#b5cc9d",
    "label-town": "#d3c6a8",
    badge: "#f3ead2",
    "badge-ink": "#14110c",
    entry: "#f3ead2",
    fort: "#c9a3e6",
    "control-german": "#0b0e11",
    "control-allied": "#cbb765",
    front: "#ff8a70",
    "piece-outline": "#efe4cb",
  },
};

export function tokensFor(theme: ThemeName, ground: Ground | null): Record<string, string> {
  return { ...FALLBACK[theme], ...ground?.tokens?.[theme] };
}

/** The theme asked for; "auto" follows JupyterLab's body attribute, else the system. */
export function resolveTheme(wanted: unknown, body: Element, systemDark: boolean): ThemeName {
  if (wanted === "light" || wanted === "dark") return wanted;
  const lab = body.getAttribute("data-jp-theme-light");
  if (lab !== null) return lab === "true" ? "light" : "dark";
  return systemDark ? "dark" : "light";
}

export function paint(root: HTMLElement, theme: ThemeName, ground: Ground | null): void {
  root.dataset.theme = theme;
  for (const [name, colour] of Object.entries(tokensFor(theme, ground))) {
    root.style.setProperty(`--bw-${name}`, colour);
  }
}

/** Calls back when the host switches between light and dark; returns the way to stop. */
export function followHost(changed: () => void): () => void {
  const system = window.matchMedia("(prefers-color-scheme: dark)");
  const watch = new MutationObserver(changed);
  watch.observe(document.body, { attributes: true, attributeFilter: ["data-jp-theme-light"] });
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
