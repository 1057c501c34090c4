// The smallest scene the tests need: three areas in a row, one German unit that can move, one Allied that cannot.
import { vi } from "vitest";
import type { Ground, Model, Reach, Scene } from "../src/scene";

export function ground(): Ground {
  const area = (id: string, index: number) => ({ id, index, name: id.toUpperCase(), d: "M0,0h10v10h-10Z", x: index * 100, y: 0, slots: [[index * 100, 10] as [number, number]], say: `${id}, open` });
  return {
    id: "t", title: "T", kind: "areas", size: [300, 100], tokens: { light: { land: "#ffffff", red: "#ff0000" }, dark: { land: "#000000" } },
    shapes: [], labels: [], badges: [], spaces: { areas: [area("a", 0), area("b", 1), area("c", 2)] },
    neighbours: [[1], [2], []], piece: { size: 37, style: "counter" }, symbols: {}, layers: [], fit: [0, 0, 300, 100],
  };
}

export function scene(change: Partial<Scene> = {}): Scene {
  return {
    seq: 5, viewpoint: "umpire", viewpoints: ["umpire"], turn: { n: 1 }, phase: { id: "move", label: "Move" },
    prompt: { seat: "german", text: "Move.", rule: "6.1" }, outcome: null,
    options: [
      { id: "/0", text: "Pass", key: null, button: true },
      { id: "/1", text: "Bomb c", key: null, to: "c" },
      { id: "us/0", text: "Take the hit here", key: "us" },
    ],
    pieces: [
      { id: "ge", at: "a", side: "german", live: true, say: "a German unit" },
      { id: "us", at: "c", side: "allied", say: "an American unit" },
    ],
    undo: { text: "the move" }, ...change,
  };
}

export function reach(change: Partial<Reach> = {}): Reach {
  return {
    seq: 5,
    pieces: {
      ge: {
        from: 0,
        options: [
          { o: "ge/0", to: 1, cost: "1", path: [0, 1], text: "to b" },
          { o: "ge/1", to: 2, cost: "2", path: [0, 1, 2], text: "to c by road" },
          { o: "ge/2", to: 2, cost: "3", path: [0, 1, 2], text: "to c across country" },
        ],
      },
    },
    ...change,
  };
}

export interface TestModel extends Model {
  sent: { kind: string; id: string; [key: string]: unknown }[];
  emit(event: string, ...args: unknown[]): void;
  reply(kind: string, rest?: object): void;
}

export function model(traits: Record<string, unknown> = {}): TestModel {
  const listeners = new Map<string, ((...args: never[]) => void)[]>();
  const values: Record<string, unknown> = { selection: [], layers: {}, annotations: [], theme: "light", height: 600, ...traits };
  const made: TestModel = {
    sent: [],
    get: (name) => values[name],
    set: (name, value) => {
      values[name] = value;
      made.emit(`change:${name}`);
    },
    save_changes: vi.fn(),
    on: (event, callback) => void listeners.set(event, [...(listeners.get(event) ?? []), callback]),
    off: (event, callback) => void listeners.set(event, (listeners.get(event) ?? []).filter((each) => each !== callback)),
    send: (content) => void made.sent.push(content as TestModel["sent"][number]),
    emit: (event, ...args) => listeners.get(event)?.forEach((callback) => callback(...(args as never[]))),
    reply: (kind, rest = {}) => made.emit("msg:custom", { id: made.sent.at(-1)?.id, kind, ...rest }),
  };
  return made;
}
