// Happy-dom paints nothing: what waits for a frame comes at once, but for the tests of the waiting itself.
import { vi } from "vitest";

vi.mock("../src/frame", async (original) => ({
  ...(await original<typeof import("../src/frame")>()),
  afterPaint: (...acts: (() => void)[]) => {
    for (const act of acts) act();
    return () => undefined;
  },
}));
