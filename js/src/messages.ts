// Requests to the kernel. Each carries an id and is answered; one that is not answered in time ends as an
// error, so that nothing ever waits for a kernel that is gone.
import type { Model, Reply } from "./scene";

export type Request =
  | { kind: "choose"; seq: number; option: string }
  | { kind: "roll"; seq: number; faces: number[] }
  | { kind: "undo"; to?: "step" | "phase" | "turn" }
  | { kind: "redo" }
  | { kind: "goto"; node: number | string }
  | { kind: "why"; seq: number; piece: string; space: string };

export const SILENCE = "The kernel does not answer. The board shows the last position it sent.";

export class Courier {
  private count = 0;
  private readonly prefix = Math.random().toString(36).slice(2, 8);
  private readonly waiting = new Map<string, (reply: Reply) => void>();
  private readonly reasons = new Map<string, Promise<Reply>>();
  private readonly receive = (message: Reply): void => {
    if (message && typeof message === "object") this.settle(message.id, message);
  };

  constructor(
    private readonly model: Model,
    private readonly patience = 15_000,
  ) {
    model.on("msg:custom", this.receive);
  }

  /** Resolves with the answer; never rejects. */
  ask(request: Request): Promise<Reply> {
    const id = `${this.prefix}-${++this.count}`;
    return new Promise((resolve) => {
      const timer = setTimeout(() => this.settle(id, silence(id)), this.patience);
      this.waiting.set(id, (reply) => {
        clearTimeout(timer);
        resolve(reply);
      });
      try {
        this.model.send({ ...request, id });
      } catch {
        this.settle(id, silence(id));
      }
    });
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

  close(): void {
    this.model.off("msg:custom", this.receive);
    for (const id of [...this.waiting.keys()]) this.settle(id, silence(id));
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
