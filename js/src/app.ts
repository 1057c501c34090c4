// One view of one model: builds the frame, connects session, board and panels, and takes everything down again.
import { empty, h, say } from "./dom";
import { Courier, SENDING, SILENCE, type Wire } from "./messages";
import { Bar } from "./panel/bar";
import { copyBar, forkButton } from "./panel/copy";
import { Panels } from "./panel/panels";
import { Screen } from "./panel/screen";
import { tools } from "./panel/tools";
import { WAITING, adviceOf } from "./play/advice";
import type { Choice } from "./play/choices";
import type { Space } from "./play/directory";
import { altGraph } from "./keys";
import { followPaper, unbox } from "./paper";
import { BoardInput } from "./play/board-input";
import { Keyboard } from "./play/keyboard";
import { Pointer } from "./play/pointer";
import { type Change, Session } from "./play/session";
import type { Annotation, Model, Piece } from "./scene";
import { Speech, line, priced } from "./speech";
import { followHost, paint, resolveTheme, systemIsDark, tokensFor } from "./theme";
import { BoardView, type Pointed, boardNode } from "./view/board";
import { Popups } from "./view/popups";


const DEFAULT_HEIGHT = 640;

export class App {
  private readonly courier: Courier;
  private readonly session: Session;
  private readonly speech = new Speech();
  private readonly boardBox = boardNode();
  private readonly status = h("div", { class: "bw-status-line" }, WAITING);
  private readonly credit = h("div", { class: "bw-credit" });
  private readonly popups = new Popups(this.boardBox);
  private readonly screen: Screen;
  private readonly bar: Bar;
  private readonly panels: Panels;
  private board: BoardView | null = null;
  private pointer: Pointer | null = null;
  private keyboard: Keyboard | null = null;
  private lifted = "";
  private seenSeq: number | null = null;
  private queued = false;
  private onPaper = false;
  private readonly undo: (() => void)[] = [];

  constructor(
    private readonly model: Model,
    private readonly root: HTMLElement,
    private readonly isCopy = false,
  ) {
    this.courier = new Courier(model, (wire) => this.showWire(wire));
    this.screen = new Screen(root);
    this.session = new Session(model, this.courier, (change) => this.changed(change), (text, kind) => this.tell(text, kind));
    this.bar = new Bar(this.session, (space) => this.revealSpace(space), (choice) => this.pointAt(choice));
    const pointing = { choice: (choice: Choice | null) => this.pointAt(choice), places: (pointed: Pointed) => this.board?.pointOut(pointed), unit: (piece: Piece) => this.board?.revealPiece(piece.id) };
    this.panels = new Panels(this.session, pointing, () => this.looks());
    this.build();
    this.listen();
    this.restyle();
    this.session.refresh();
  }

  close(): void {
    if (this.onPaper) this.print(false);
    for (const stop of this.undo) stop();
    this.takeDownBoard();
    this.popups.close();
    this.panels.close();
    this.screen.close();
    this.courier.close();
    empty(this.root);
  }

  private build(): void {
    const left = h("div", { class: "bw-left" }, this.boardBox, this.status, this.credit);
    if (!this.isCopy) this.bar.history.append(forkButton(this.session));
    const frame = h("div", { class: "bw-frame" }, this.isCopy && copyBar(this.session), this.bar.title, this.bar.kept, this.bar.node, this.bar.question, this.bar.refused, h("div", { class: "bw-main" }, left, this.panels.node), this.speech.node);
    this.boardBox.append(this.popups.node, tools(this.boardBox, () => this.board, this.popups, this.screen));
    this.root.classList.add("bw");
    this.root.setAttribute("data-lm-suppress-shortcuts", "true");
    this.root.append(frame);
    // Keys typed in panels must not reach the notebook either; Tab and chords pass.
    this.root.addEventListener("keydown", (event) => {
      if (event.key !== "Tab" && (altGraph(event) || !event.ctrlKey) && !event.metaKey) event.stopPropagation();
    });
  }

  private listen(): void {
    const on = (trait: string, act: () => void) => {
      this.model.on(`change:${trait}`, act);
      this.undo.push(() => this.model.off(`change:${trait}`, act));
    };
    const soon = () => this.refreshSoon();
    for (const trait of ["ground", "scene", "reach"]) on(trait, soon);
    on("selection", () => this.session.takeSelection());
    for (const trait of ["theme", "height"]) on(trait, () => this.restyle());
    for (const trait of ["layers", "viewpoint", "annotations"]) on(trait, () => this.redress());
    this.undo.push(followHost(() => this.restyle()));
    this.undo.push(followPaper((on) => this.print(on)));
    this.boardBox.addEventListener("bw-status", (event) => say(this.status, String((event as CustomEvent).detail)));
  }

  /** Scene and reach arrive together; one redraw serves both. */
  private refreshSoon(): void {
    if (this.queued) return;
    this.queued = true;
    queueMicrotask(() => {
      this.queued = false;
      this.session.refresh();
    });
  }

  private changed(change: Change): void {
    if (change === "ground") this.newBoard();
    if (change === "scene") this.showScene();
    this.showSelection();
    if (change !== "selection") return;
    this.speakSelection();
    if (this.session.selection.length) this.panels.showOrders();
  }

  private revealSpace(id: string): void {
    const space = this.board?.directory.find(id);
    if (space) this.board?.stage.reveal(space.x, space.y);
  }

  private showWire(wire: Wire): void {
    const text = wire === "silent" ? SILENCE : wire === "sending" ? SENDING : "";
    this.popups.wire(text, wire === "silent");
    if (text) say(this.status, text);
    if (wire === "silent") this.speech.say(text);
    if (!wire && (this.status.textContent === SILENCE || this.status.textContent === SENDING)) say(this.status, adviceOf(this.session, this.board));
  }

  private newBoard(): void {
    const { ground, directory } = this.session;
    if (!ground || !directory) return;
    this.takeDownBoard();
    this.boardBox.setAttribute("aria-label", `${ground.title}. Arrow keys walk, Enter acts, question mark lists the keys.`);
    const host = { node: this.boardBox, pans: (event: Event) => this.pointer?.pans(event) ?? true, wheelIgnored: () => this.popups.wheelHint() };
    const board = new BoardView(directory, host);
    this.board = board;
    board.stage.onMove(() => this.popups.closePick());
    const input = new BoardInput(this.session, board, this.popups);
    this.pointer = new Pointer(this.boardBox, this.session, board, input, this.popups, (space) => this.lookAt(space));
    this.keyboard = new Keyboard(this.boardBox, this.session, board, input, this.popups, (space, reason) => this.speakSpace(space, reason), () => this.speakSelection());
    this.credit.replaceChildren(...[ground.notice, ground.credit].filter(Boolean).map((text) => h("span", {}, text)));
    this.restyle();
  }

  private takeDownBoard(): void {
    this.pointer?.close();
    this.keyboard?.close();
    this.board?.close();
  }

  private showScene(): void {
    const { scene, choices } = this.session;
    if (!scene || !choices || !this.board) return;
    this.popups.closePick();
    const live = new Set(choices.live().map((piece) => piece.id));
    this.board.pieces.update(scene.pieces, live);
    if (this.seenSeq === null) this.board.openOn([...live]);
    this.board.pieces.mark(new Set([...live].filter((id) => choices.single(id))));
    this.board.showControl(scene.control);
    this.board.marks.showRefused(scene.refused);
    this.board.marks.showMarkers(scene.markers);
    this.bar.update(scene);
    this.panels.update();
    this.redress();
    this.curtain();
    if (this.seenSeq !== null && this.seenSeq !== scene.seq) this.tellEvents();
    this.seenSeq = scene.seq;
  }

  private showSelection(): void {
    const { session, board } = this;
    if (!board || !session.scene) return;
    board.pieces.select(new Set(session.selection));
    board.showLegal(session.selection.length ? session.current : (session.choices?.ofSpaces() ?? []));
    this.panels.select();
    this.pointer?.again();
    say(this.status, adviceOf(this.session, this.board));
  }

  /** What hangs on traits of looks alone. */
  private redress(): void {
    const { scene, ground } = this.session;
    if (!scene || !ground || !this.board) return;
    this.board.layers.apply(ground.layers, this.looks().layers);
    this.board.showNotes((this.model.get("annotations") ?? []) as Annotation[], tokensFor(this.theme(), ground));
    this.panels.redress();
  }

  private looks() {
    const layers = (this.model.get("layers") ?? {}) as Record<string, boolean>;
    return { viewpoint: String(this.model.get("viewpoint") ?? this.session.scene?.viewpoint), layers };
  }

  /** Paper is white, and has no window to show a part of the board through. */
  private print(on: boolean): void {
    this.onPaper = on;
    unbox(this.root, on);
    this.restyle();
    this.board?.stage.print(on);
  }

  private theme() {
    return this.onPaper ? "light" : resolveTheme(this.model.get("theme"), document.body, systemIsDark());
  }

  private restyle(): void {
    paint(this.root, this.theme(), this.session.ground);
    const [x0 = 0, y0 = 0, x1 = 1, y1 = 1] = this.session.ground?.fit ?? [];
    this.root.style.setProperty("--bw-shape", String((x1 - x0) / (y1 - y0)));
    const height = Number(this.model.get("height"));
    // The height nobody asked for may grow where the window has room for more.
    const asked = height > 100 && height !== DEFAULT_HEIGHT;
    this.root.style.setProperty("--bw-height", asked ? `${height}px` : `clamp(${DEFAULT_HEIGHT}px, 100vh - 320px, 880px)`);
  }

  private curtain(): void {
    const { scene } = this.session;
    const seat = scene?.prompt?.seat ?? "";
    const drawn = scene?.curtain === true && seat !== this.lifted;
    this.root.classList.toggle("bw-curtained", drawn);
    if (!drawn) return this.popups.noCurtain();
    this.popups.curtain(seat ? this.session.word(seat) : "next", () => {
      this.lifted = seat;
      this.root.classList.remove("bw-curtained");
      this.boardBox.focus({ preventScroll: true });
    });
  }

  private tellEvents(): void {
    const { scene } = this.session;
    const events = scene?.events ?? [];
    this.board?.pieces.play(events);
    const { choices, destinations } = this.session;
    const targets = [...destinations.keys(), ...(choices?.ofSpaces() ?? []).flatMap(({ to, also }) => [to, ...also])];
    const spaces = targets.map((index) => this.board?.directory.at(index) ?? null).filter((space): space is Space => space !== null);
    this.board?.playEffects(events, choices?.live() ?? [], spaces);
    if (this.popups.curtained) return this.speech.say(line(scene?.prompt?.seat && `The ${this.session.word(scene.prompt.seat)} player decides`));
    const told = events.map((event) => event.text).filter(Boolean).slice(-4);
    this.speech.say(line(...told, scene?.outcome?.reason ?? scene?.prompt?.text));
  }

  private speakSelection(): void {
    const { session } = this;
    const names = session.selection.map((id) => session.piece(id)).map((piece) => piece?.say ?? piece?.name);
    const count = session.destinations.size;
    this.speech.say(names.length ? line(...names, `${count} space${count === 1 ? "" : "s"} in reach`) : "Nothing selected");
  }

  private speakSpace(space: Space, reason?: string): void {
    const text = line(this.describe(space), reason);
    say(this.status, text);
    this.speech.say(text);
  }

  private describe(space: Space | null): string {
    const { session } = this;
    if (!space) return adviceOf(this.session, this.board);
    const side = session.scene?.control?.[space.id];
    const pieces = this.board?.pieces.at(space).map((piece) => piece.say ?? piece.name ?? "a hidden unit") ?? [];
    const [first] = session.at(space);
    const order = first && priced(first.text, first.cost);
    const held = side && !space.say.toLowerCase().includes("control") ? `${session.word(side)} control` : null;
    return line(order, space.say, held, pieces.join("; "));
  }

  /** A space under the pointer: what it is, and the odds of the order that a click there would give. */
  private lookAt(space: Space | null): void {
    say(this.status, this.describe(space));
    this.panels.point(space && this.session.at(space)[0]);
  }

  private pointAt(choice: Choice | null): void {
    const space = this.board?.directory.at(choice?.to ?? null) ?? null;
    this.board?.showHover(space, choice, this.board.origin(this.session.selection));
    this.panels.point(choice);
  }

  private tell(text: string, kind: "refused" | "note"): void {
    this.popups.toast(text, kind);
    say(this.status, text);
    this.speech.say(text);
  }
}
