// Frames of the browser: what must be in the next one, and what may come after it.

/** What is put off gets its turn after this many ms, however busy the page is. */
const PATIENCE_MS = 250;

/** Acts, one thing at a time, once what stands in the page now has been painted and the page is at rest; the function it gives calls that off. */
export function afterPaint(...acts: (() => void)[]): () => void {
  let off = false;
  const next = () => {
    if (off) return;
    acts.shift()?.();
    if (acts.length) rest(next);
  };
  requestAnimationFrame(() => rest(next));
  return () => {
    off = true;
  };
}

/** Not every browser tells when it is idle. */
function rest(act: () => void): void {
  if (typeof requestIdleCallback === "function") requestIdleCallback(act, { timeout: PATIENCE_MS });
  else setTimeout(act, 30);
}

/** Acts as soon as an element is in the page: a host may put it there only after it was filled, and without a size nothing can be laid out. */
export function onceInPage(node: Element, act: () => void): () => void {
  if (node.isConnected) {
    act();
    return () => undefined;
  }
  const frame = requestAnimationFrame(act);
  return () => cancelAnimationFrame(frame);
}
