// A board, and beside it the board of a copy of the game to try things in: one model for both.
import { App } from "./app";
import { h } from "./dom";
import type { Model, Scene } from "./scene";

type Listener = (...args: never[]) => void;

/** The part of a model that is about the copy: its scene and reach are in `beside`, its selection stays here. */
export class CopyModel implements Model {
  private selection: string[] = [];
  private readonly selected = new Set<Listener>();

  constructor(private readonly model: Model) {}

  get(name: string): unknown {
    if (name === "selection") return this.selection.filter((id) => this.has(id));
    if (name === "annotations") return [];
    return isDrawn(name) ? besideOf(this.model)[name] : this.model.get(name);
  }

  set(name: string, value: unknown): void {
    if (name !== "selection") return this.model.set(name, value);
    this.selection = value as string[];
    for (const act of this.selected) act();
  }

  save_changes(): void {
    this.model.save_changes();
  }

  on(event: string, act: Listener): void {
    if (event === "change:selection") this.selected.add(act);
    else this.model.on(heard(event), act);
  }

  off(event: string, act: Listener): void {
    if (event === "change:selection") this.selected.delete(act);
    else this.model.off(heard(event), act);
  }

  send(content: unknown): void {
    this.model.send({ ...(content as object), board: "beside" });
  }

  private has(id: string): boolean {
    const scene = besideOf(this.model).scene;
    const boxed = scene?.boxes?.flatMap((box) => box.pieces) ?? [];
    return [...(scene?.pieces ?? []), ...boxed].some((piece) => piece.id === id);
  }
}

interface Beside {
  scene?: Scene;
  reach?: unknown;
}

function besideOf(model: Model): Beside {
  return (model.get("beside") ?? {}) as Beside;
}

function isDrawn(name: string): name is keyof Beside {
  return name === "scene" || name === "reach";
}

function heard(event: string): string {
  return event.startsWith("change:") && isDrawn(event.slice("change:".length)) ? "change:beside" : event;
}

/** Shows the board, and the copy for as long as there is one. */
export class Pair {
  private readonly node = h("div", { class: "bw-pair" });
  private readonly first: App;
  private second: App | null = null;
  private readonly change = () => this.show();

  constructor(
    private readonly model: Model,
    el: HTMLElement,
  ) {
    el.append(this.node);
    this.first = new App(model, this.root());
    model.on("change:beside", this.change);
    this.show();
  }

  close(): void {
    this.model.off("change:beside", this.change);
    this.second?.close();
    this.first.close();
    this.node.remove();
  }

  private root(): HTMLElement {
    const root = h("div");
    this.node.append(root);
    return root;
  }

  private show(): void {
    const wanted = besideOf(this.model).scene !== undefined;
    if (wanted && !this.second) this.second = new App(new CopyModel(this.model), this.root(), true);
    else if (!wanted && this.second) {
      this.second.close();
      this.second = null;
      this.node.lastElementChild?.remove();
    }
  }
}
