// Requests to the kernel. Each carries an id and is answered; one that is not answered in time ends as an
// error, so that nothing ever waits for a kernel that is gone.
import type { Model, Reply } from "./scene";

export type Request =
  | { kind: "choose"; seq: number; option: string }
  | { kind: "roll"; seq: number; faces: number[] }
  | { kind: "undo"; to?: "step" | "phase" | "turn" }
  | { kind: "redo" }
  | { kind: "goto"; node: number | string }
  | { kind: "dice"; by_hand: boolean }
  | { kind: BoardWord }
  | { kind: "why"; seq: number; piece: string; space: string }
  | { kind: "odds"; seq: number; option: string };

/** What is asked about boards: a copy beside this one, an earlier game. */
export type BoardWord = "fork" | "adopt" | "close" | "resume" | "forget";

/** How an order on its way fares: after a moment "sending", later "silent", null when an answer came. */
export type Wire = "sending" | "silent" | null;

export interface Patience {
  sending: number;
  silent: number;
  end: number;
}

const PATIENCE: Patience = { sending: 300, silent: 3500, end: 15_000 };

export const SENDING = "Sending…";
export const SILENCE = "The kernel does not answer. The board shows the last position it sent.";

export class Courier {
  private count = 0;
  private readonly prefix = Math.random().toString(36).slice(2, 8);
  private readonly waiting = new Map<string, (reply: Reply) => void>();
  private readonly reasons = new Map<string, Promise<Reply>>();
  private wire: Wire = null;
  private readonly receive = (message: Reply): void => {
    if (!message || typeof message !== "object") return;
    this.heard();
    this.settle(message.id, message);
  };

  constructor(
    private readonly model: Model,
    private readonly fares: (wire: Wire) => void = () => undefined,
    private readonly patience = PATIENCE,
  ) {
    model.on("msg:custom", this.receive);
  }

  /** Resolves with the answer; never rejects. */
  ask(request: Request): Promise<Reply> {
    const id = `${this.prefix}-${++this.count}`;
    return new Promise((resolve) => {
      const { sending, silent, end } = this.patience;
      const timers = [setTimeout(() => this.settle(id, silence(id)), end)];
      if (request.kind !== "why" && request.kind !== "odds") {
        // While it is known that nobody answers, a further click is told so at once.
        if (this.wire === "silent") this.fares("silent");
        else timers.push(setTimeout(() => this.put("sending"), sending));
        timers.push(setTimeout(() => this.put("silent"), silent));
      }
      this.waiting.set(id, (reply) => {
        timers.forEach(clearTimeout);
        resolve(reply);
      });
      try {
        this.model.send({ ...request, id });
      } catch {
        this.put("silent");
        this.settle(id, silence(id));
      }
    });
  }

  /** The same order once more, while the first is on its way: nothing is sent, but a long silence is told again. */
  again(): void {
    if (this.wire) this.fares(this.wire);
  }

  /** A word from the kernel, of whatever kind: it is there. */
  heard(): void {
    this.put(null);
  }

  /** Why a piece cannot go there; asked once per position, piece and space. */
  why(seq: number, piece: string, space: string): Promise<Reply> {
    const key = `${seq} ${piece} ${space}`;
    let reason = this.reasons.get(key);
    if (!reason) {
      if (this.reasons.size > 500) this.reasons.clear();
      this.reasons.set(key, (reason = this.ask({ kind: "why", seq, piece, space })));
    }
    return reason;
  }

  /** What may come of an option; asked once per position and option. */
  odds(seq: number, option: string): Promise<Reply> {
    const key = `odds ${seq} ${option}`;
    let told = this.reasons.get(key);
    if (!told) {
      if (this.reasons.size > 500) this.reasons.clear();
      this.reasons.set(key, (told = this.ask({ kind: "odds", seq, option })));
    }
    return told;
  }

  close(): void {
    this.model.off("msg:custom", this.receive);
    for (const id of [...this.waiting.keys()]) this.settle(id, silence(id));
  }

  private put(wire: Wire): void {
    if (wire === this.wire) return;
    this.wire = wire;
    this.fares(wire);
  }

  private settle(id: string, reply: Reply): void {
    const resolve = this.waiting.get(id);
    this.waiting.delete(id);
    resolve?.(reply);
  }
}

function silence(id: string): Reply {
  return { id, kind: "error", text: SILENCE };
}

/** A reply as one sentence that ends with the number of its rule, said once. */
export function sentence(reply: { text?: string; rule?: string }): string {
  const { rule } = reply;
  const text = reply.text?.trim() ?? "";
  if (!rule) return text;
  const bare = text.startsWith(`${rule}: `) ? text.slice(rule.length + 2) : text;
  if (bare.includes(`(${rule})`) || bare.includes(`rule ${rule}`)) return bare;
  return `${bare.replace(/\.$/, "")} (rule ${rule})`;
}
