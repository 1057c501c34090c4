// The anywidget entry: one default export, no state of its own. marimo loads this module once for many widgets,
// Jupyter once per widget; every view of a model gets an App, and closing the view takes it down.
import { App } from "./app";
import type { Model } from "./scene";

function initialize(): void {
  // A board needs nothing per model: each view reads the traits itself.
}

function render({ model, el }: { model: Model; el: HTMLElement }): () => void {
  const root = document.createElement("div");
  el.append(root);
  el.classList.add("bw-host"); // so that a row of boards shares its width
  const app = new App(model, root);
  return () => {
    app.close();
    root.remove();
    el.classList.remove("bw-host");
  };
}

export default { initialize, render };
