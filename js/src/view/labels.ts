// Names on the map. Which name shows at which zoom was decided in Python; here two integers are compared, by a
// class on the drawing. All labels share one CSS variable for their scale.
import { s } from "../dom";
import type { Ground, Label, Point } from "../scene";
import type { Layers } from "./layers";
import { crowdedOut, freest, labelBox, overlap, roundabout } from "./placing";
import { labelScale, zoomClass } from "./scale";
import type { Box } from "./shape";

/** What a name may give way to: pieces, and the marks it must not come to lie on instead. Boxes in px. */
export interface Obstacles {
  pieces: readonly Box[];
  marks: readonly Box[];
}

export class LabelView {
  private readonly node = s("g", { class: "bw-labels" });
  /** Names that show from a zoom on that was not reached yet, such as 1,650 ids of hexes: drawn when they are. */
  private readonly waiting: Label[][] = [[], [], [], []];
  private readonly classes = [0, 1, 2, 3].map((from) => s("g", { class: `bw-from-${from}` }));
  /** The names of places that show at every zoom, the most important first. */
  private readonly places: ReadonlyMap<Label, SVGElement>;
  /** Where each of them stands now. */
  private readonly now = new Map<Label, Label>();
  /** Names that gave way to a more important one at this zoom. */
  private out: ReadonlySet<Label> = new Set();

  /** `home` finds the middle and the size of the mark a name belongs to, in world units. */
  constructor(
    parent: SVGGElement,
    labels: readonly Label[],
    private readonly layers: Layers,
    private readonly home: (label: Label) => { at: Point; r: number } | null = () => null,
  ) {
    // Least important first: where two touch, the name in play lies on top.
    const sorted = [...labels].sort((a, b) => (b.rank ?? 9) - (a.rank ?? 9));
    for (const label of sorted) this.waiting[Math.min(label.from ?? 0, 3)]?.push(label);
    const drawn = this.reach(0);
    this.places = new Map(drawn.filter(([label]) => label.cls === "place").reverse());
    this.node.append(...[...this.classes].reverse());
    parent.append(this.node);
  }

  /** Draws what shows from a zoom class on, once. */
  private reach(zoom: number): (readonly [Label, SVGElement])[] {
    const drawn = (this.waiting[zoom] ?? []).map((label) => [label, this.draw(label)] as const);
    this.waiting[zoom] = [];
    this.classes[zoom]?.append(...drawn.map(([, node]) => node));
    return drawn;
  }

  fit(svg: SVGSVGElement, k: number, nominal: number): void {
    const zoom = zoomClass(k, nominal);
    for (let i = 0; i < 4; i++) svg.classList.toggle(`bw-zoom-${i}`, i <= zoom);
    for (let i = 0; i <= zoom; i++) this.reach(i);
    svg.style.setProperty("--bw-label-scale", String(labelScale(k, nominal) / k));
    svg.style.setProperty("--bw-px", String(1 / k));
    this.thin(k, nominal);
  }

  /** In a view smaller than the names were placed for, a name gives way to a more important one it would touch. */
  private thin(k: number, nominal: number): void {
    this.out = k < nominal ? crowdedOut([...this.places.keys()], k, nominal) : new Set<Label>();
    for (const [label, node] of this.places) node.classList.toggle("bw-crowded", this.out.has(label));
  }

  /** A name that lies under a piece goes to another side of its town, where there is room; else it stays. */
  dodge(k: number, nominal: number, { pieces, marks }: Obstacles): void {
    const boxes = new Map(this.seen().map((label) => [label, labelBox(label, k, nominal)] as const));
    for (const [label, usual] of boxes) {
      const covered = pieces.some((box) => overlap(usual, box) > 4);
      const others = [...boxes].filter(([other]) => covered && other !== label).map(([, box]) => box);
      const spot = covered ? this.elsewhere(label, k, nominal, [...pieces, ...marks, ...others]) : label;
      boxes.set(label, labelBox(spot, k, nominal));
      if (spot === (this.now.get(label) ?? label)) continue;
      this.now.set(label, spot);
      put(this.places.get(label) as SVGElement, spot);
    }
  }

  /** The boxes of the names of places at this zoom, in px. */
  boxes(k: number, nominal: number): Box[] {
    return this.seen().map((label) => labelBox(this.now.get(label) ?? label, k, nominal));
  }

  private seen(): Label[] {
    return [...this.places.keys()].filter((label) => !this.out.has(label));
  }

  private elsewhere(label: Label, k: number, nominal: number, taken: readonly Box[]): Label {
    const home = this.home(label);
    if (!home) return label;
    const spots = [label, ...roundabout(home.at, home.r).map((spot): Label => ({ ...label, ...spot }))];
    return freest(spots.map((spot) => ({ spot, box: labelBox(spot, k, nominal) })), taken)?.spot ?? label;
  }

  private draw(label: Label): SVGElement {
    const text = s("text", { "font-size": label.px }, label.text);
    const parts = s("g", { class: `bw-label bw-${label.cls}` }, label.cls === "town" && s("circle", { r: 1.7 }), text);
    const node = s("g", {}, parts);
    put(node, label);
    this.layers.add(label.layer, node);
    return node;
  }
}

function put(node: SVGElement, { x, y, angle, dx = 0, dy = 0, anchor = "middle" }: Label): void {
  node.setAttribute("transform", `translate(${x} ${y})${angle ? ` rotate(${angle})` : ""}`);
  const text = node.querySelector("text");
  for (const [name, value] of Object.entries({ x: dx, y: dy, "text-anchor": anchor })) text?.setAttribute(name, String(value));
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
