// A small SVG of its own over the stage, cropped to what it shows and moved by a CSS transform: hover, path
// preview, keyboard focus and the dragged piece change every frame without repainting the map (16.7 ms).
import { s } from "../dom";
import type { Box } from "./shape";
import type { Stage } from "./stage";

export class Overlay {
  private readonly world = s("g");
  private readonly svg = s("svg", { class: "bw-overlay", "aria-hidden": "true" }, this.world);
  private box: Box | null = null;

  constructor(
    private readonly stage: Stage,
    name: string,
  ) {
    this.svg.classList.add(`bw-overlay-${name}`);
    stage.node.append(this.svg);
    stage.onSettle(() => this.place());
  }

  show(box: Box, ...nodes: Element[]): void {
    this.world.replaceChildren(...nodes);
    this.box = box;
    this.place();
  }

  hide(): void {
    this.box = null;
    this.svg.style.display = "none";
  }

  private place(): void {
    if (!this.box) return;
    const { k, x, y } = this.stage.painted;
    const [x0, y0, x1, y1] = this.box;
    const pad = 8; // room for a stroke that straddles the edge
    const [left, top] = [x0 * k + x - pad, y0 * k + y - pad];
    this.svg.style.display = "block";
    this.svg.setAttribute("width", String(Math.ceil((x1 - x0) * k + 2 * pad)));
    this.svg.setAttribute("height", String(Math.ceil((y1 - y0) * k + 2 * pad)));
    this.svg.style.transform = `translate(${left}px,${top}px)`;
    this.svg.style.setProperty("--bw-px", String(1 / k));
    this.world.setAttribute("transform", `translate(${x - left} ${y - top}) scale(${k})`);
  }
}
