// Names on the map. Which name shows at which zoom was decided in Python; here two integers are compared, by a
// class on the drawing. All labels share one CSS variable for their scale.
import { s } from "../dom";
import type { Ground, Label } from "../scene";
import type { Layers } from "./layers";
import { crowdedOut } from "./placing";
import { labelScale, zoomClass } from "./scale";

export class LabelView {
  private readonly node = s("g", { class: "bw-labels" });
  /** The names of places that show at every zoom, the most important first. */
  private readonly places: ReadonlyMap<Label, SVGElement>;

  constructor(
    parent: SVGGElement,
    labels: readonly Label[],
    private readonly layers: Layers,
  ) {
    const classes = [0, 1, 2, 3].map((from) => s("g", { class: `bw-from-${from}` }));
    // Least important first: where two touch, the name in play lies on top.
    const sorted = [...labels].sort((a, b) => (b.rank ?? 9) - (a.rank ?? 9));
    const drawn = sorted.map((label) => [label, this.draw(label)] as const);
    for (const [label, node] of drawn) classes[Math.min(label.from ?? 0, 3)]?.append(node);
    this.places = new Map(drawn.filter(([label]) => label.cls === "place" && !label.from).reverse());
    this.node.append(...classes.reverse());
    parent.append(this.node);
  }

  fit(svg: SVGSVGElement, k: number, nominal: number): void {
    const zoom = zoomClass(k, nominal);
    for (let i = 0; i < 4; i++) svg.classList.toggle(`bw-zoom-${i}`, i <= zoom);
    svg.style.setProperty("--bw-label-scale", String(labelScale(k, nominal) / k));
    svg.style.setProperty("--bw-px", String(1 / k));
    this.thin(k, nominal);
  }

  /** In a view smaller than the names were placed for, a name gives way to a more important one it would touch. */
  private thin(k: number, nominal: number): void {
    const out = k < nominal ? crowdedOut([...this.places.keys()], k, nominal) : new Set<Label>();
    for (const [label, node] of this.places) node.classList.toggle("bw-crowded", out.has(label));
  }

  private draw(label: Label): SVGElement {
    const turn = label.angle ? ` rotate(${label.angle})` : "";
    const text = s(
      "text",
      { x: label.dx ?? 0, y: label.dy ?? 0, "text-anchor": label.anchor ?? "middle", "font-size": label.px },
      label.text,
    );
    const parts = s("g", { class: `bw-label bw-${label.cls}` }, label.cls === "town" && s("circle", { r: 1.7 }), text);
    const node = s("g", { transform: `translate(${label.x} ${label.y})${turn}` }, parts);
    this.layers.add(label.layer, node);
    return node;
  }
}

/** All names of a board, the printed ids of its hexes among them. */
export function labelsOf(ground: Ground): Label[] {
  const { hexes } = ground.spaces;
  if (!hexes?.printed) return ground.labels;
  const { y, px, from, but } = hexes.printed;
  const without = new Set(but);
  const ids = hexes.ids.flatMap((text, k): Label[] => {
    if (without.has(k)) return [];
    return [{ text, x: hexes.xy[2 * k] ?? 0, y: (hexes.xy[2 * k + 1] ?? 0) + y, cls: "hexid", px, from, dy: 0.36 * px, rank: 9 }];
  });
  return [...ground.labels, ...ids];
}
