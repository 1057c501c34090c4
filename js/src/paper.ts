// A page that is printed: tells when it goes to paper and when it is a window again, and gets the host out of the way.

/** Acts with true before the page is printed and with false afterwards; the function it gives stops that. */
export function followPaper(act: (on: boolean) => void): () => void {
  const media = window.matchMedia("print");
  let now = false;
  const turn = (on: boolean) => {
    if (on === now) return;
    now = on;
    act(on);
  };
  // The event comes in time to change the page, the query also where paper is only tried on the screen.
  const [before, after, tried] = [() => turn(true), () => turn(false), () => turn(media.matches)];
  window.addEventListener("beforeprint", before);
  window.addEventListener("afterprint", after);
  media.addEventListener("change", tried);
  return () => {
    window.removeEventListener("beforeprint", before);
    window.removeEventListener("afterprint", after);
    media.removeEventListener("change", tried);
  };
}

/**
 * Marks all that a node lies in: hosts show it through boxes that scroll, and paper does not scroll. A board in a tab
 * that is not open is not printed, and must not open it.
 */
export function unbox(node: Element, on: boolean): void {
  if (on && node.checkVisibility?.() === false) return;
  for (let each = node.parentElement; each; each = each.parentElement) each.classList.toggle("bw-carries", on);
}
