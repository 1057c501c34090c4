// One view's side of the game: the present scene, what is selected, what may be chosen, and the requests that
// follow from it. It draws nothing; the app listens to `changed`.
import { type BoardWord, type Courier, SILENCE, sentence } from "../messages";
import type { Odds } from "../odds";
import type { Ground, Model, Piece, Reach, Reply, Scene } from "../scene";
import { Choices, type Choice, byDestination } from "./choices";
import { Directory, type Space } from "./directory";
import { unpacked } from "./packed";
import { whole } from "./sent";

export type Change = "ground" | "scene" | "selection";

export class Session {
  ground: Ground | null = null;
  scene: Scene | null = null;
  directory: Directory | null = null;
  choices: Choices | null = null;
  selection: string[] = [];
  /** What the selected pieces may do, and where. */
  current: Choice[] = [];
  destinations = new Map<number, Choice[]>();
  /** How many orders this view has sent. */
  orders = 0;
  private clearAfter: number | null = null;
  /** The scene an order was sent from; a second order from the same scene is a slip of the hand. */
  private sentFrom: number | null = null;
  private sceneSeen: unknown = null;
  private reachSeen: unknown = null;

  constructor(
    private readonly model: Model,
    private readonly courier: Courier,
    private readonly changed: (change: Change) => void,
    private readonly tell: (text: string, kind: "refused" | "note") => void,
  ) {}

  /** Takes over what the model holds; a missing trait keeps the last board. */
  refresh(): void {
    const ground = this.read<Ground>("ground", "spaces");
    const fresh = ground !== null && ground !== this.ground;
    if (ground && fresh) {
      this.ground = ground;
      this.directory = new Directory(ground);
      this.changed("ground");
    }
    const scene = this.read<Scene>("scene", "pieces");
    const reach = this.read<Reach>("reach", "pieces");
    if (!scene || !this.directory) return;
    if (fresh || scene !== this.sceneSeen || reach !== this.reachSeen) {
      this.courier.heard();
      this.sceneSeen = scene;
      this.scene = whole(scene, this.directory.ground.printed);
      this.reachSeen = reach;
      this.choices = new Choices(this.scene, reach && unpacked(reach, this.directory), this.directory);
      this.readSelection();
      this.changed("scene");
      this.clearIfSpent();
    }
  }

  takeSelection(): void {
    this.readSelection();
    this.changed("selection");
  }

  select(ids: readonly string[]): void {
    if (ids.length === this.selection.length && ids.every((id, i) => id === this.selection[i])) return;
    this.model.set("selection", [...ids]);
    this.model.save_changes();
    this.takeSelection();
  }

  toggle(id: string, add: boolean): void {
    const held = this.selection.includes(id);
    if (add) this.select(held ? this.selection.filter((each) => each !== id) : [...this.selection, id]);
    else this.select(held && this.selection.length === 1 ? [] : [id]);
  }

  /** The next piece that may act, from the selected one on. */
  cycle(step: 1 | -1): Piece | null {
    const live = this.choices?.live() ?? [];
    if (!live.length) return null;
    const now = live.findIndex((piece) => piece.id === this.selection[0]);
    const next = live[(now + step + live.length + (now < 0 && step < 0 ? 1 : 0)) % live.length] ?? null;
    if (next) this.select([next.id]);
    return next;
  }

  piece(id: string | undefined): Piece | null {
    const scene = this.scene;
    if (!scene || id === undefined) return null;
    const boxed = (scene.boxes ?? []).flatMap((box) => box.pieces);
    return [...scene.pieces, ...boxed].find((piece) => piece.id === id) ?? null;
  }

  /** What a click on this space can play now: the selection's moves, else options that name the space alone. */
  at(space: Space): Choice[] {
    const mine = this.destinations.get(space.index);
    if (mine) return mine;
    return (this.choices?.ofSpaces() ?? []).filter(({ to, also }) => to === space.index || also.includes(space.index));
  }

  async choose(choice: Pick<Choice, "id">): Promise<void> {
    if (!this.scene) return;
    const seq = this.scene.seq;
    if (this.sentFrom === seq) return this.courier.again();
    this.sentFrom = seq;
    this.orders += 1;
    const reply = await this.courier.ask({ kind: "choose", seq, option: choice.id });
    if (reply.kind === "done") this.clearAfter = seq;
    else if (this.sentFrom === seq) this.sentFrom = null;
    this.report(reply);
    this.clearIfSpent();
  }

  async roll(faces: number[]): Promise<void> {
    if (this.scene) this.report(await this.courier.ask({ kind: "roll", seq: this.scene.seq, faces }));
  }

  async dice(byHand: boolean): Promise<void> {
    this.report(await this.courier.ask({ kind: "dice", by_hand: byHand }));
  }

  async undo(to?: "step" | "phase" | "turn"): Promise<void> {
    if (!this.scene?.undo) return this.tell(this.scene?.undo_why || "There is nothing to undo.", "refused");
    this.report(await this.courier.ask(to ? { kind: "undo", to } : { kind: "undo" }));
  }

  async redo(): Promise<void> {
    if (!this.scene?.redo) return this.tell("There is nothing to redo.", "refused");
    this.report(await this.courier.ask({ kind: "redo" }));
  }

  async goto(node: number | string): Promise<void> {
    this.report(await this.courier.ask({ kind: "goto", node }));
  }

  /** A copy beside the board is opened, closed, or taken over by the game; an earlier game is taken up or left. */
  async ask(kind: BoardWord): Promise<void> {
    this.report(await this.courier.ask({ kind }));
  }

  /** Why the selected piece cannot enter a space; null when the question makes no sense. */
  async why(space: Space): Promise<string | null> {
    const piece = this.piece(this.selection[0]);
    if (!this.scene || !piece || piece.at === space.id || this.destinations.has(space.index)) return null;
    const reply = await this.courier.why(this.scene.seq, piece.id, space.id);
    return reply.kind === "why" || reply.kind === "refused" ? sentence(reply) : null;
  }

  /** What may come of an option; null where the kernel does not tell. */
  async odds(option: string): Promise<Odds[] | null> {
    if (!this.scene) return null;
    const reply = await this.courier.odds(this.scene.seq, option);
    return reply.kind === "odds" ? (reply.odds ?? []) : null;
  }

  /** Why nothing can be chosen at all; null where something can. */
  get idle(): string | null {
    const { scene, choices } = this;
    if (!scene || !choices?.none) return null;
    if (scene.outcome) return "The game is over";
    if (scene.ask) return "Enter the dice beside the map";
    const seat = scene.prompt?.seat;
    if (!seat) return null;
    return seat === "chance" ? "The dice decide" : `The ${this.word(seat)} side is to decide`;
  }

  /** The label of a side, a colour or a badge: the book's word, else the slug in plain letters. */
  word(slug: string): string {
    return wordOf(this.ground, slug);
  }

  refusal(text: string): void {
    this.tell(text, "refused");
  }

  note(text: string): void {
    this.tell(text, "note");
  }

  set(trait: string, value: unknown): void {
    this.model.set(trait, value);
    this.model.save_changes();
  }

  /** A trait that has arrived; Python's empty dict stands for one that has not. */
  private read<T extends object>(name: string, sign: keyof T & string): T | null {
    const value = this.model.get(name) as T | null | undefined;
    return value && typeof value === "object" && sign in value ? value : null;
  }

  private readSelection(): void {
    const wanted = (this.model.get("selection") ?? []) as unknown;
    this.selection = Array.isArray(wanted) ? wanted.filter((id): id is string => typeof id === "string") : [];
    this.current = this.choices?.ofSelection(this.selection) ?? [];
    this.destinations = byDestination(this.current);
  }

  /** After an order was carried out, lets go of pieces that have nothing left to do. */
  private clearIfSpent(): void {
    if (this.clearAfter === null || !this.scene || this.scene.seq === this.clearAfter) return;
    this.clearAfter = null;
    if (this.selection.length && !this.current.length) this.select([]);
  }

  private report(reply: Reply): void {
    // Silence has been told already, and stays on view until somebody answers.
    if ((reply.kind === "refused" || reply.kind === "error") && reply.text !== SILENCE) this.tell(sentence(reply), "refused");
  }
}

export function wordOf(ground: Ground | null, slug: string): string {
  const plain = slug.replaceAll("-", " ");
  return ground?.words?.[slug] ?? (plain ? plain.charAt(0).toUpperCase() + plain.slice(1) : "–");
}
