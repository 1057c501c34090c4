// Marks printed on the map: town discs, victory stars, entry letters, forts.
import { s } from "../dom";
import type { Badge } from "../scene";
import type { Layers } from "./layers";

const STAR = star(7.2);
const SMALL_STAR = star(3.4);

/** Draws the marks; gives back the town discs by place, so that they can wear the colours of who holds them. */
export function drawBadges(parent: SVGGElement, badges: readonly Badge[], layers: Layers): Map<string, SVGElement> {
  const towns = new Map<string, SVGElement>();
  const node = s("g", { class: "bw-badges" });
  for (const badge of badges) {
    const mark = draw(badge);
    mark.setAttribute("transform", `translate(${badge.x} ${badge.y})`);
    layers.add(badge.layer, mark);
    if (mark.classList.contains("bw-town")) towns.set(`${badge.x} ${badge.y}`, mark);
    node.append(mark);
  }
  parent.append(node);
  return towns;
}

export function draw(badge: Badge): SVGElement {
  const text = String(badge.text ?? "");
  switch (badge.kind) {
    case "vp":
      return victory(text);
    case "entry":
      return entry(text, badge.angle);
    case "fort":
      return s("g", { class: "bw-fort" }, s("path", { d: "M0,-10 L9.5,-3.1 L5.9,8.1 L-5.9,8.1 L-9.5,-3.1 Z" }));
    default:
      return s("g", { class: "bw-town" }, s("circle", { r: 9.2 }), text && s("text", { y: 3.5 }, text));
  }
}

function victory(text: string): SVGElement {
  if (text === "cross") return s("g", { class: "bw-cross" }, s("path", { d: "M-5.5,0 H5.5 M0,-5.5 V5.5" }));
  if (text === "white") return s("g", { class: "bw-vp bw-vp-none" }, s("path", { d: star(6.6) }));
  const count = Number.parseInt(text, 10);
  if (!(count > 0 && count < 10)) return s("g", { class: "bw-vp" }, s("path", { d: STAR }));
  const group = s("g", { class: "bw-vp" });
  for (let i = 0; i < count; i++) {
    group.append(s("path", { d: SMALL_STAR, transform: `translate(${(i - (count - 1) / 2) * 6.6} 0)` }));
  }
  return group;
}

function entry(text: string, angle: number | undefined): SVGElement {
  const arrow = angle === undefined ? null : s("path", { d: "M8,-4.6 L14.5,0 L8,4.6 Z", transform: `rotate(${angle})` });
  return s("g", { class: "bw-entry" }, arrow, s("circle", { r: 8 }), s("text", { y: 3.4 }, text));
}

/** A five-pointed star of radius r round (0, 0). */
export function star(r: number): string {
  const points = Array.from({ length: 10 }, (_, i) => {
    const turn = (i * Math.PI) / 5 - Math.PI / 2;
    const reach = i % 2 ? r * 0.42 : r;
    return `${(reach * Math.cos(turn)).toFixed(2)},${(reach * Math.sin(turn)).toFixed(2)}`;
  });
  return `M${points.join("L")}Z`;
}
