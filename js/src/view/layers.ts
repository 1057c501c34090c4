// What can be switched off: every drawn thing that names a layer registers here.
import type { Layer } from "../scene";

export class Layers {
  private readonly parts = new Map<string, Element[]>();
  /** Layers that are off now: what is drawn later must not show either. */
  private readonly off = new Set<string>();

  add(layer: string | undefined, node: Element): void {
    if (!layer) return;
    if (this.off.has(layer)) node.classList.add("bw-off");
    const list = this.parts.get(layer);
    if (list) list.push(node);
    else this.parts.set(layer, [node]);
  }

  /** Shows and hides; a layer neither listed nor named keeps showing. */
  apply(listed: readonly Layer[], wanted: Record<string, boolean>): void {
    for (const { id, on } of listed) this.show(id, wanted[id] ?? on);
  }

  private show(id: string, on: boolean): void {
    if (on) this.off.delete(id);
    else this.off.add(id);
    for (const node of this.parts.get(id) ?? []) node.classList.toggle("bw-off", !on);
  }
}
