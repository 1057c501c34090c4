// The anywidget entry: one default export, no state of its own. marimo loads this module once for many widgets,
// Jupyter once per widget; every view of a model gets an App, and closing the view takes it down.
import { onceInPage } from "./frame";
import { Pair } from "./pair";
import type { Model } from "./scene";

function initialize(): void {
  // A board needs nothing per model: each view reads the traits itself.
}

function render({ model, el }: { model: Model; el: HTMLElement }): () => void {
  el.classList.add("bw-host"); // so that a row of boards shares its width
  let pair: Pair | null = null;
  const stop = onceInPage(el, () => (pair = new Pair(model, el)));
  return () => {
    stop();
    pair?.close();
    el.classList.remove("bw-host");
  };
}

export default { initialize, render };
