// Stands in for d3-transition and d3-interpolate in the bundle. d3-zoom needs them for its own transitions only;
// the stage glides by itself, so timers, easings and colour spaces (about 40 kB) stay out.
import { selection } from "d3-selection";

selection.prototype.interrupt = function () {
  return this;
};

export function interrupt() {}

/** Never called without a transition; the end is a fair answer. */
export function interpolateZoom(_from, to) {
  return () => to;
}
