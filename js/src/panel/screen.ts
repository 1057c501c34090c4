// For a class before a projector: the board on the whole screen, and larger words beside it.

const SIZES = [1, 1.15, 1.3, 1.5, 1.75, 2];

export class Screen {
  private size = 0;
  private readonly stop = new AbortController();

  constructor(private readonly root: HTMLElement) {
    const { signal } = this.stop;
    document.addEventListener("fullscreenchange", () => this.root.classList.toggle("bw-full", this.native), { signal });
    // Escape leaves the stand-in as it leaves the real thing, wherever the focus is.
    root.addEventListener("keydown", (event) => event.key === "Escape" && this.leaveStandIn(), { signal, capture: true });
  }

  get full(): boolean {
    return this.root.classList.contains("bw-full");
  }

  /** The browser's full screen; where it is refused (a frame without the right), the board fills the window. */
  toggle(): void {
    if (this.native) return void document.exitFullscreen();
    if (this.full) return this.leaveStandIn();
    const asked = this.root.requestFullscreen?.();
    if (asked) asked.catch(() => this.root.classList.add("bw-full"));
    else this.root.classList.add("bw-full");
  }

  /** Steps through the sizes of the words beside the map. */
  text(step: 1 | -1): void {
    this.size = Math.min(Math.max(this.size + step, 0), SIZES.length - 1);
    this.root.style.setProperty("--bw-text", String(SIZES[this.size]));
  }

  close(): void {
    this.stop.abort();
  }

  private get native(): boolean {
    const tree = this.root.getRootNode() as Document | ShadowRoot;
    return tree.fullscreenElement === this.root;
  }

  private leaveStandIn(): void {
    if (!this.native) this.root.classList.remove("bw-full");
  }
}
