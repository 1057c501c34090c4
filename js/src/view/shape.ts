// The outline of one space as an SVG path and as a box, for highlights, hover and focus.
import { type Attributes, s } from "../dom";
import type { Directory, Space } from "../play/directory";
import { reachOf } from "./spaces";

export type Box = [number, number, number, number];

export function outline(directory: Directory, space: Space, attributes: Attributes): SVGPathElement {
  if (space.d !== null) return s("path", { d: space.d, ...attributes });
  const transform = `translate(${space.x} ${space.y})`;
  return s("path", { d: directory.template ?? "", transform, ...attributes });
}

/** The world box of a space; an area is measured by the browser, on a path that is never painted. */
export function boxOf(directory: Directory, space: Space, ruler: SVGPathElement): Box {
  if (space.d === null) {
    const r = reachOf(directory.template ?? "");
    return [space.x - r, space.y - r, space.x + r, space.y + r];
  }
  ruler.setAttribute("d", space.d);
  const { x, y, width, height } = ruler.getBBox();
  return [x, y, x + width, y + height];
}

export function boxRound(points: readonly (readonly [number, number])[], margin = 0): Box {
  const xs = points.map((point) => point[0]);
  const ys = points.map((point) => point[1]);
  return [Math.min(...xs) - margin, Math.min(...ys) - margin, Math.max(...xs) + margin, Math.max(...ys) + margin];
}

export function union(a: Box, b: Box): Box {
  return [Math.min(a[0], b[0]), Math.min(a[1], b[1]), Math.max(a[2], b[2]), Math.max(a[3], b[3])];
}
