// Stands in for d3-transition in the bundle. d3-zoom needs of it only `interrupt`, and the stage animates by
// itself, so the transitions, their colours and timers (about 25 kB) stay out.
import { selection } from "d3-selection";

selection.prototype.interrupt = function () {
  return this;
};

export function interrupt() {}
