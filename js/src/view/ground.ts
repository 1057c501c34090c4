// The static map: terrain, relief, water, roads, borders. Built once; later only widths follow the zoom.
import { s } from "../dom";
import type { Ground, Paint, Shape, Width } from "../scene";
import { token } from "../theme";
import type { Layers } from "./layers";
import { clampedWidth } from "./scale";

interface Stroke {
  node: SVGElement;
  width: Width;
  dash: number[];
}

export class GroundView {
  private readonly strokes: Stroke[] = [];
  private readonly defs = s("defs");

  constructor(
    world: SVGGElement,
    private readonly ground: Ground,
    private readonly layers: Layers,
    private readonly prefix: string,
  ) {
    world.append(this.defs);
    this.addPatterns();
    const shade = this.shade();
    const place = this.placeOfShade();
    ground.shapes.forEach((shape, i) => {
      if (i === place && shade) world.append(shade);
      world.append(...this.draw(shape, i));
    });
    if (shade && !shade.parentNode) world.append(shade);
  }

  fitWidths(k: number): void {
    for (const { node, width, dash } of this.strokes) {
      const w = clampedWidth(width, k);
      node.setAttribute("stroke-width", w.toFixed(3));
      if (!dash.length) continue;
      const nominal = typeof width === "number" ? width : width[0];
      node.setAttribute("stroke-dasharray", dash.map((part) => ((part * w) / nominal).toFixed(2)).join(" "));
    }
  }

  private draw(shape: Shape, i: number): SVGElement[] {
    const clip = shape.clip ? this.clip(shape.clip, i) : null;
    const template = shape.at ? this.template(shape.d, i) : null;
    return shape.paints.map((paint) => {
      const look = { opacity: paint.opacity, "clip-path": clip, ...this.colours(paint) };
      const node = template ? s("g", look, ...uses(template, shape.at ?? [])) : s("path", { d: shape.d, ...look });
      if (paint.stroke) this.strokes.push({ node, width: paint.width ?? 1, dash: paint.dash ?? [] });
      this.layers.add(paint.layer ?? shape.layer, node);
      return node;
    });
  }

  private colours(paint: Paint): Record<string, string> {
    const fill = paint.pattern ? `url(#${this.prefix}-${paint.pattern})` : paint.fill ? token(paint.fill) : "none";
    return paint.stroke ? { fill, stroke: token(paint.stroke) } : { fill };
  }

  private template(d: string, i: number): string {
    const id = `${this.prefix}-shape-${i}`;
    this.defs.append(s("path", { id, d }));
    return `#${id}`;
  }

  private clip(d: string, i: number): string {
    const id = `${this.prefix}-clip-${i}`;
    this.defs.append(s("clipPath", { id }, s("path", { d })));
    return `url(#${id})`;
  }

  private addPatterns(): void {
    for (const [name, { size, marks }] of Object.entries(this.ground.patterns ?? {})) {
      const [width, height] = size;
      const id = `${this.prefix}-${name}`;
      const tile = s("pattern", { id, width, height, patternUnits: "userSpaceOnUse" });
      for (const mark of marks) {
        const fill = mark.fill ? token(mark.fill) : "none";
        const stroke = mark.stroke ? token(mark.stroke) : null;
        tile.append(s("path", { d: mark.d, fill, stroke, "stroke-width": mark.width }));
      }
      this.defs.append(tile);
    }
  }

  /** Relief lies over the woods and under the tree marks: at a shape called "shade", else at the first pattern. */
  private placeOfShade(): number {
    const { shapes } = this.ground;
    const named = shapes.findIndex((shape) => shape.layer === "shade");
    return named >= 0 ? named : shapes.findIndex((shape) => shape.paints.some((paint) => paint.pattern));
  }

  private shade(): SVGElement | null {
    const shade = this.ground.shade;
    if (!shade?.href.startsWith("data:image/png")) return null;
    const { href, x, y, w, h } = shade;
    const node = s("image", { href, x, y, width: w, height: h, preserveAspectRatio: "none" });
    this.layers.add("shade", node);
    return node;
  }
}

/** One path at many places, such as a row of the hex grid. */
function uses(href: string, at: readonly number[]): SVGElement[] {
  return Array.from({ length: at.length / 2 }, (_, k) => s("use", { href, x: at[2 * k], y: at[2 * k + 1] }));
}
