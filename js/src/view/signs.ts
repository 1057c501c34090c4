// The signs of markers: a small disc with a drawing, so that a name is never covered by words.
import { s } from "../dom";

/** Drawings in a disc of radius 7, by the kind of a marker or by its last words. */
const SIGNS: Record<string, string> = {
  contested: "M-3.4,-3.4 L3.4,3.4 M3.4,-3.4 L-3.4,3.4 M-3.9,1.4 L-1.4,3.9 M3.9,1.4 L1.4,3.9",
  bridge: "M-4,-1.6 H4 M-4,1.6 H4 M-4.6,-3 L-4,-1.6 M4.6,-3 L4,-1.6 M-4.6,3 L-4,1.6 M4.6,3 L4,1.6",
  "newly-contested": "M0,-4 V1 M0,3.6 V3.7",
  "field-works": "M-4.2,3 V-0.6 H-1.8 V-3 H1.8 V-0.6 H4.2 V3 Z",
  roadblock: "M-4.4,-1.6 H4.4 V1.6 H-4.4 Z M-2,-1.6 L-3.4,1.6 M1,-1.6 L-0.4,1.6 M4,-1.6 L2.6,1.6",
  "blown-bridge": "M-4.4,-1.6 H-1.4 M-4.4,1.6 H-1 M1,-1.6 H4.4 M1.4,1.6 H4.4 M-1,-3.8 L1,3.8",
  "river-assault": "M0,1.4 V-4 M-2.2,-2 L0,-4.2 L2.2,-2 M-4.4,3.4 Q-3.3,1.9 -2.2,3.4 T0,3.4 T2.2,3.4 T4.4,3.4",
  interdiction: "M0,-4.4 V3.8 M-4.4,0.2 L0,-1.6 L4.4,0.2 M-1.8,3.6 H1.8",
  supply: "M-4,-0.6 A4,4 0 0 1 4,-0.6 Z M-4,-0.6 L0,4 L4,-0.6",
  resupply: "M-4,-0.6 A4,4 0 0 1 4,-0.6 Z M-4,-0.6 L0,4 L4,-0.6",
};
/** Kinds that ask for a decision or a fight stand out. */
const LOUD = new Set(["contested"]);

function drawing(kind: string): string | undefined {
  const words = kind.split("-");
  for (let first = 0; first < words.length; first += 1) {
    const found = SIGNS[words.slice(first).join("-")];
    if (found) return found;
  }
  return undefined;
}

/** A marker as a disc: with its drawing where there is one, else with the first letters of its kind. */
export function sign(kind: string): SVGElement {
  const d = drawing(kind);
  const initials = kind.split("-").map((word) => word.charAt(0).toUpperCase());
  const inside = d ? s("path", { d }) : s("text", { y: 2.8 }, initials.slice(0, 2).join(""));
  return s("g", { class: LOUD.has(kind) ? "bw-sign" : "bw-sign bw-sign-quiet" }, s("circle", { r: 7 }), inside);
}
